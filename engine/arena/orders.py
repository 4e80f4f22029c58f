"""Orders of one phase, as the engine works with them, checked and cut (D.4.4)."""

from typing import Literal, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from engine.arena.data import MOST_ATTACKS, MOST_BLOW, MOST_EACH, MOST_FACTORS, MOST_GUARD, MOST_OTHER, MOST_UNARMED
from engine.arena.hexes import Hex
from engine.arena.men import AREAS, Area
from engine.arena.reasons import ArenaReason
from records.refusals import Refused
from records.values import EntryId

Manoeuvre = Literal["hold", "close", "charge", "left", "right", "back", "break", "goto", "rise", "recover"]
"""``left`` and ``right`` circle the foe, to his shield or to his other side; ``back`` gives ground."""

Item = Literal["weapon", "shield"]
AttackKind = Literal["blow", "bash", "net"]
Five = tuple[int, int, int, int, int]

NOTHING: Five = (0, 0, 0, 0, 0)
COSTS = {"left": 2, "right": 2, "rise": 2, "recover": 3}
"""CFs of the manoeuvres that take any."""

_RULE = "D.4.4"


class Attack(msgspec.Struct, frozen=True, gc=False):
    """A blow, a bash or a throw of the net."""

    kind: AttackKind
    foe: EntryId
    cf: int
    area: Area = 0  # of a blow


class PhaseOrder(msgspec.Struct, frozen=True, gc=False):
    """What a man does in a phase."""

    foe: EntryId | None = None  # principal foe: he faces him
    manoeuvre: Manoeuvre = "hold"
    reach: int = 1  # distance at which ``close`` ends
    to: Hex | None = None  # of ``goto``
    item: Item = "weapon"  # of ``recover``
    attacks: tuple[Attack, ...] = ()  # two at most
    guard: int = 0  # CFs, in twos, 8 at most
    areas: Five = NOTHING  # CFs, 3 at most each
    evade: int = 0  # CFs against the net, 3 at most
    shield: Five = NOTHING  # factors, 2 at most each
    escape: int = 0  # CFs, 3 at most
    surrender: bool = False

    @property
    def cost(self) -> int:
        """CFs that all of it takes."""
        own = sum([each.cf for each in self.attacks]) + self.guard + sum(self.areas)
        return own + self.evade + self.escape + COSTS.get(self.manoeuvre, 0)


class Spent(NamedTuple):
    """CFs by what they were spent on."""

    strike: int
    guard: int
    other: int


def spent(order: PhaseOrder) -> Spent:
    """Return what an order costs: "6 to strike, 5 to guard"."""
    strike = sum(each.cf for each in order.attacks)
    guard = order.guard + sum(order.areas) + order.evade
    return Spent(strike, guard, order.cost - strike - guard)


class Limits(msgspec.Struct, frozen=True, gc=False):
    """What an order by hand is measured by."""

    cf: int  # at the start of the exchange
    foes: tuple[EntryId, ...]  # who can be named, by number
    has_net: bool = False  # it is in his hand
    net_ready: int = 0  # phase from which it may be thrown
    factors: int = 0  # of his shield; 0 without one
    one_attack: bool = False  # an arm is half-disabled
    is_armed: bool = True
    reach: int = 1
    lies: tuple[Item, ...] = ()  # own things on the ground, within one hex


def fault(order: PhaseOrder, limits: Limits, phase: int) -> Refused | None:
    """Return why an order by hand is refused; ``None`` if it is not.

    :param phase: its number.
    """
    named = [each.foe for each in order.attacks] + ([] if order.foe is None else [order.foe])
    if unknown := next((foe for foe in named if foe not in limits.foes), None):
        return Refused(ArenaReason.NO_SUCH_FOE, _RULE, foe=unknown, possible=limits.foes)
    if order.manoeuvre == "recover" and order.item not in limits.lies:
        return Refused(ArenaReason.NOTHING_TO_RECOVER, "D.5", item=order.item)
    found = _fault_of_attacks(order, limits, phase) or _fault_of_defence(order, limits)
    if found is None and order.cost > limits.cf:
        return Refused(ArenaReason.TOO_MANY_CFS, _RULE, need=order.cost, have=limits.cf)
    return found


def _fault_of_attacks(order: PhaseOrder, limits: Limits, phase: int) -> Refused | None:
    most = 1 if limits.one_attack else MOST_ATTACKS
    if len(order.attacks) > most or _is_doubled(order):
        return Refused(ArenaReason.TOO_MANY_ATTACKS, _RULE, have=len(order.attacks), most=most)
    blows = [(each.foe, each.area) for each in order.attacks if each.kind == "blow"]
    if len(set(blows)) < len(blows):
        return Refused(ArenaReason.SAME_AREA, _RULE, area=blows[0][1])
    return next(filter(None, (_fault_of_attack(each, order, limits, phase) for each in order.attacks)), None)


def _is_doubled(order: PhaseOrder) -> bool:
    """Tell whether there are two bashes, or two nets."""
    kinds = [each.kind for each in order.attacks if each.kind != "blow"]
    return len(set(kinds)) < len(kinds)


def _fault_of_attack(attack: Attack, order: PhaseOrder, limits: Limits, phase: int) -> Refused | None:
    most = MOST_OTHER
    if attack.kind == "blow":
        most = MOST_BLOW if limits.is_armed else MOST_UNARMED
        if attack.area not in AREAS:
            return Refused(ArenaReason.BAD_DEFENCE, _RULE, what="area", cf=attack.area, most=len(AREAS))
    if attack.kind == "bash" and not limits.factors:
        return Refused(ArenaReason.NO_SHIELD, _RULE)
    if attack.kind == "net" and (not limits.has_net or order.manoeuvre not in ("hold", "back")):
        return Refused(ArenaReason.NO_NET, "D.8")
    if attack.kind == "net" and limits.net_ready > phase:
        return Refused(ArenaReason.NET_NOT_READY, "D.8", phase=limits.net_ready)
    if not 1 <= attack.cf <= most:
        return Refused(ArenaReason.BAD_BLOW, _RULE, cf=attack.cf, most=most)
    return None


def _fault_of_defence(order: PhaseOrder, limits: Limits) -> Refused | None:
    if order.guard not in range(0, MOST_GUARD + 1, 2):
        return Refused(ArenaReason.BAD_DEFENCE, _RULE, what="guard", cf=order.guard, most=MOST_GUARD)
    each = (("area", max(order.areas)), ("area", min(order.areas)), ("net", order.evade), ("escape", order.escape))
    if wrong := next(((what, cf) for what, cf in each if not 0 <= cf <= MOST_EACH), None):
        return Refused(ArenaReason.BAD_DEFENCE, _RULE, what=wrong[0], cf=wrong[1], most=MOST_EACH)
    if sum(order.shield) > limits.factors or max(order.shield) > MOST_FACTORS or min(order.shield) < 0:
        return Refused(ArenaReason.TOO_MANY_FACTORS, _RULE, have=sum(order.shield), most=limits.factors)
    return None


def cut(order: PhaseOrder, cf: int) -> PhaseOrder:
    """Return what is left of an order for which so many CFs are there (D.4.4).

    One CF at a time goes: of the last attack first, then of the earlier one, the guard in twos, the highest area, then
    evading and escape. What the manoeuvre costs goes last: who cannot pay it holds.
    """
    while (over := order.cost - cf) > 0:
        order = _less(order, over)
    return order


def _less(order: PhaseOrder, over: int) -> PhaseOrder:
    """Return an order with one part of it lowered."""
    if order.attacks:
        last = order.attacks[-1]
        left = last.cf - min(over, last.cf)
        kept = (*order.attacks[:-1], *([replace(last, cf=left)] if left else []))
        return replace(order, attacks=kept)
    if order.guard:
        return replace(order, guard=order.guard - 2)
    if any(order.areas):
        highest = order.areas.index(max(order.areas))
        areas = tuple(cf - (place == highest) for place, cf in enumerate(order.areas))
        return replace(order, areas=cast(Five, areas))
    if order.evade:
        return replace(order, evade=order.evade - 1)
    if order.escape:
        return replace(order, escape=order.escape - 1)
    return replace(order, manoeuvre="hold")
