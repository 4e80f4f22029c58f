"""The net: thrown before the blows, and got rid of after them (D.8)."""

from typing import Literal

from engine.arena.data import CAUGHT, ENTANGLED_OUT, NET_BACK, NET_BASE, NET_RANGE, SNAG, SNAGGED_OUT
from engine.arena.derived import agility, known
from engine.arena.facts import NetThrown, NetTried, NotStruck
from engine.arena.hexes import between, distance, side_of
from engine.arena.orders import Attack
from engine.arena.rules.phase import Phase, cut_down
from engine.arena.state import Fighter
from engine.facts import Modifier
from records.values import EntryId

_RULE = "D.8"
WhyNot = Literal["reach", "angle", "lying", "caught"]


def throw_nets(phase: Phase) -> None:
    """Let those throw who ordered it; a catch takes effect at once."""
    for entry, doing in phase.doing.items():
        for attack in doing.order.attacks:
            if attack.kind == "net":
                _throw(phase, entry, attack)


def _throw(phase: Phase, entry: EntryId, attack: Attack) -> None:
    fighter, target = phase.fighters[entry], phase.fighters[attack.foe]
    doing, theirs = phase.doing[entry], phase.doing[attack.foe]
    if why := _why_not(phase, fighter, target, doing.order.foe):
        phase.table.tell(NotStruck(entry, attack.foe, "net", why))
        return
    assert fighter.at is not None and target.at is not None  # noqa: PT018
    away = distance(fighter.at, target.at)
    modifiers = (
        Modifier("CFs", attack.cf),
        Modifier("AG", agility(fighter)),
        Modifier("range", -away),
    )
    rolled = phase.table.roll(entry, "net", _RULE, modifiers=modifiers)
    margin = rolled.total - NET_BASE - agility(target) - theirs.order.evade
    doing.made.append(attack)
    theirs.is_target = True
    if margin < 0:
        fighter.net_ready = phase.number + NET_BACK
        phase.table.tell(NetThrown(entry, attack.foe, attack.cf, margin, "miss"))
        return
    caught: Literal["snagged", "entangled"] = "entangled" if margin >= CAUGHT else "snagged"
    target.netted, target.netted_by, target.netted_in = caught, entry, phase.number
    fighter.net, phase.caught = "thrown", True
    phase.table.tell(NetThrown(entry, attack.foe, attack.cf, margin, caught))
    if caught == "snagged":
        cut_down(phase, attack.foe, SNAG)


def _why_not(phase: Phase, fighter: Fighter, target: Fighter, foe: EntryId | None) -> WhyNot | None:
    """Return why a net is not thrown after all; ``None`` if it is."""
    if fighter.prone:
        return "lying"
    if fighter.netted == "entangled" or target.netted != "free":
        return "caught"
    assert fighter.at is not None and target.at is not None and foe is not None  # noqa: PT018
    if distance(fighter.at, target.at) > NET_RANGE:
        return "reach"
    principal = phase.fighters[foe].at
    assert principal is not None
    ahead = side_of(between(fighter.at, principal), between(fighter.at, target.at)) == "front"
    return None if ahead else "angle"


def escape(phase: Phase, entry: EntryId) -> None:
    """Let a man in a net try to get out, from the phase after the catch on."""
    fighter = phase.fighters[entry]
    if fighter.netted == "free" or fighter.netted_in >= phase.number:
        return
    escape_cf = phase.doing[entry].order.escape
    modifiers = (Modifier("ST", known(fighter).st), Modifier("CFs", escape_cf))
    rolled = phase.table.roll(entry, "escape", _RULE, modifiers=modifiers)
    before = fighter.netted
    if is_destroyed := sum(rolled.dice) == 12:
        _get_free(phase, fighter, is_destroyed=True)
    elif before == "entangled" and rolled.total >= ENTANGLED_OUT:
        if _is_held(phase, fighter):
            fighter.netted = "snagged"
        else:
            _get_free(phase, fighter)
    elif before == "snagged" and rolled.total >= SNAGGED_OUT:
        _get_free(phase, fighter)
    phase.table.tell(NetTried(entry, rolled.total, fighter.netted, is_destroyed))


def _is_held(phase: Phase, fighter: Fighter) -> bool:
    """Tell whether somebody holds the cord of a net; that of a fallen man is cut off with the first success (R-C29)."""
    return fighter.netted_by is not None and phase.fighters[fighter.netted_by].status == "fighting"


def _get_free(phase: Phase, fighter: Fighter, *, is_destroyed: bool = False) -> None:
    assert fighter.netted_by is not None
    give_back(phase, phase.fighters[fighter.netted_by], is_destroyed=is_destroyed)
    fighter.netted, fighter.netted_by = "free", None


def give_back(phase: Phase, thrower: Fighter, *, is_destroyed: bool = False) -> None:
    """Give a net back to its thrower, who draws it in on its cord; one who has fallen never does (R-C29)."""
    if thrower.status != "fighting" or is_destroyed:
        thrower.net = "lost"
    else:
        thrower.net, thrower.net_ready = "held", phase.number + NET_BACK
