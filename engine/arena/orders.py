"""Orders of one phase, as the engine works with them (D.4.4)."""

from typing import Literal, NamedTuple

import msgspec

from engine.arena.hexes import Hex
from engine.arena.men import Area
from records.values import EntryId

Manoeuvre = Literal["hold", "close", "charge", "left", "right", "back", "break", "goto", "rise", "recover"]
"""``left`` and ``right`` circle the foe; ``back`` gives ground."""

Item = Literal["weapon", "shield"]
AttackKind = Literal["blow", "bash", "net"]


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
    areas: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)  # CFs, 3 at most each
    evade: int = 0  # CFs against the net, 3 at most
    shield: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)  # factors, 2 at most each
    escape: int = 0  # CFs, 3 at most
    surrender: bool = False

    @property
    def cost(self) -> int:
        """CFs that all of it takes."""
        own = sum([each.cf for each in self.attacks]) + self.guard + sum(self.areas)
        return own + self.evade + self.escape + COSTS.get(self.manoeuvre, 0)


COSTS = {"left": 2, "right": 2, "rise": 2, "recover": 3}
"""CFs of a manoeuvre that takes any."""


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
