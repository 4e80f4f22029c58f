"""Steps in five pulses, collisions, and circling (D.5)."""

from collections.abc import Iterable
from typing import Literal

from engine.arena.data import MOST_PACE, PULSES
from engine.arena.derived import agility, allowance, impact, known
from engine.arena.facts import Circled, Collided, Moved
from engine.arena.hexes import DIRECTIONS, Hex, Side, between, distance, inner, is_inside
from engine.arena.rules.phase import Doing, Phase, add_stun, cut_down
from engine.facts import Modifier
from records.values import EntryId

_RULE = "D.5"
_STEPS = frozenset({"close", "charge", "back", "break", "goto"})
_CIRCLES = frozenset({"left", "right"})
_BACK, _BACK_AGAIN, _TWO_BACK = 2, 4, 3
"""Pulses in which a man gives ground, and MA from which he does so twice."""


def manoeuvre(phase: Phase) -> None:
    """Let all make their steps, pulse by pulse, then circle."""
    for entry, doing in phase.doing.items():
        fighter = phase.fighters[entry]
        doing.ma = allowance(fighter)
        assert fighter.at is not None
        doing.path = [fighter.at]
    movers = [entry for entry, doing in phase.doing.items() if doing.order.manoeuvre in _STEPS and doing.ma]
    if movers:
        for pulse in range(1, PULSES + 1):
            _pulse(phase, pulse, movers)
        for entry in movers:
            path = phase.doing[entry].path
            if len(path) > 1:
                phase.table.tell(Moved(entry, tuple(path), phase.doing[entry].order.manoeuvre))
    _circle(phase)


def _pulse(phase: Phase, pulse: int, movers: Iterable[EntryId]) -> None:
    """Make one step of everybody who has a reason, from the positions before it."""
    fighters = phase.fighters
    taken = {fighters[entry].at for entry in phase.doing}
    wanted: dict[Hex, list[EntryId]] = {}
    for entry in movers:
        to = _step(phase, pulse, entry, taken)
        if to is not None:
            wanted.setdefault(to, []).append(entry)
    steps = {}
    for at in sorted(wanted):
        into = wanted[at]
        enters: EntryId | None = into[0] if len(into) == 1 else _contest(phase, pulse, at, into)
        if enters is not None:
            steps[enters] = at
    for entry, to in steps.items():
        doing = phase.doing[entry]
        fighters[entry].at = to
        doing.path.append(to)
        doing.ma -= doing.ma > 0


def _step(phase: Phase, pulse: int, entry: EntryId, taken: set[Hex | None]) -> Hex | None:
    """Return the hex into which a man steps in a pulse; ``None`` if he stays."""
    doing = phase.doing[entry]
    order, fighter = doing.order, phase.fighters[entry]
    here = fighter.at
    if doing.ma <= 0 or here is None or fighter.prone:
        return None
    match order.manoeuvre:
        case "goto":
            return None if order.to is None else _nearer(phase.match.radius, here, order.to, taken, 0)
        case "close" | "charge":
            goal = order.reach if order.manoeuvre == "close" else 1
            return _nearer(phase.match.radius, here, _place_of(phase, order.foe), taken, goal)
        case "back":
            all_steps = len(doing.path) - 1 + doing.ma
            if pulse != _BACK and (pulse != _BACK_AGAIN or all_steps < _TWO_BACK):
                return None
            return _farther(phase.match.radius, here, _place_of(phase, order.foe), taken)
        case _:
            return _farther(phase.match.radius, here, _place_of(phase, order.foe), taken)


def _place_of(phase: Phase, entry: EntryId | None) -> Hex:
    assert entry is not None, "who steps has a principal foe"
    at = phase.fighters[entry].at
    assert at is not None
    return at


def _nearer(radius: int, here: Hex, goal: Hex, taken: set[Hex | None], upto: int) -> Hex | None:
    """Return the step that leads nearest, then straightest; none at a distance of *upto* or less."""
    away = distance(here, goal)
    if away <= upto:
        return None
    way = between(here, goal)
    best, found = (away - 1, 0), None
    for step in DIRECTIONS:
        to = (here[0] + step[0], here[1] + step[1])
        if distance(to, goal) == away - 1 and to not in taken and is_inside(radius, to):
            straight = inner(step, way)
            if found is None or straight > best[1]:
                best, found = (away - 1, straight), to
    return found


def _farther(radius: int, here: Hex, foe: Hex, taken: set[Hex | None]) -> Hex | None:
    """Return the step that leads farthest away, then straightest."""
    away, way = distance(here, foe), between(foe, here)
    best, found = (0, 0), None
    for step in DIRECTIONS:
        to = (here[0] + step[0], here[1] + step[1])
        if to in taken or not is_inside(radius, to):
            continue
        rank = (distance(to, foe), inner(step, way))
        if rank[0] > away and (found is None or rank > best):
            best, found = rank, to
    return found


# Collisions


def _contest(phase: Phase, pulse: int, at: Hex, into: list[EntryId]) -> EntryId | None:
    """Return who enters a hex that several step into: of friends the more agile, of enemies the stronger."""
    contenders = _of_each_side(phase, into)
    if len(contenders) == 1:
        return contenders[0]
    totals = {entry: _collide(phase, pulse, entry) for entry in contenders}
    highest = max(totals.values())
    first = [entry for entry, total in totals.items() if total == highest]
    winner = first[0] if len(first) == 1 else None
    lost: dict[EntryId, int] = {}
    prone = []
    for entry, total in totals.items():
        phase.doing[entry].ma = 0
        behind = 0 if winner is None else highest - total
        if behind >= 6:
            prone.append(entry)
        elif behind >= 2:
            lost[entry] = 2 if behind <= 3 else 3
    phase.table.tell(Collided(at, tuple(contenders), winner, lost, tuple(prone)))
    for entry in prone:
        phase.fighters[entry].prone = True
        add_stun(phase, entry, 1)
    for entry, cfs in lost.items():
        cut_down(phase, entry, cfs)
    return winner


def _of_each_side(phase: Phase, into: list[EntryId]) -> list[EntryId]:
    """Return the most agile man of each side, of equals the lowest number; the others may try again."""
    found: list[EntryId] = []
    for entry in sorted(into, key=lambda each: -agility(phase.fighters[each])):
        if not any(phase.match.are_friends(entry, other) for other in found):
            found.append(entry)
    return [entry for entry in into if entry in found]


def _collide(phase: Phase, pulse: int, entry: EntryId) -> int:
    fighter = phase.fighters[entry]
    modifiers = (
        Modifier("ST", known(fighter).st),
        Modifier("impact", impact(fighter)),
        Modifier("pace", min(MOST_PACE, pulse)),
    )
    return phase.table.roll(entry, "collision", _RULE, modifiers=modifiers).total


# Circling


def _circle(phase: Phase) -> None:
    """Settle who gets round whom."""
    settled = set()
    for entry, doing in phase.doing.items():
        foe = doing.order.foe
        if doing.order.manoeuvre not in _CIRCLES or foe is None or entry in settled:
            continue
        fighter, other = phase.fighters[entry], phase.fighters[foe]
        if fighter.prone or fighter.netted == "entangled" or distance(_place_of(phase, entry), _at(other.at)) > 1:
            continue
        theirs = phase.doing[foe]
        mine = _circling(phase, entry, doing)
        if theirs.order.manoeuvre in _CIRCLES and theirs.order.foe == entry and not other.prone:
            settled.add(foe)
            ahead = mine - _circling(phase, foe, theirs)
            _gain(phase, foe, entry, -ahead)
        else:
            ahead = mine - _turning(phase, foe, theirs, entry)
        _gain(phase, entry, foe, ahead)


def _at(at: Hex | None) -> Hex:
    assert at is not None
    return at


def _circling(phase: Phase, entry: EntryId, doing: Doing) -> int:
    fighter = phase.fighters[entry]
    modifiers = (
        Modifier("AG", agility(fighter)),
        Modifier("steps", min(MOST_PACE, allowance(fighter))),
        Modifier("right side", -(doing.order.manoeuvre == "right")),
    )
    return phase.table.roll(entry, "circling", _RULE, modifiers=modifiers).total


def _turning(phase: Phase, entry: EntryId, doing: Doing, circler: EntryId) -> int:
    """Return the roll of a man who turns with a circler: his turn reserve counts if he stands, or circles that one."""
    fighter = phase.fighters[entry]
    stands = doing.order.manoeuvre == "hold" or (doing.order.manoeuvre in _CIRCLES and doing.order.foe == circler)
    reserve = min(MOST_PACE, allowance(fighter)) if stands else 0
    modifiers = (Modifier("AG", agility(fighter)), Modifier("turn reserve", reserve))
    return phase.table.roll(entry, "turning", _RULE, modifiers=modifiers).total


def _gain(phase: Phase, entry: EntryId, foe: EntryId, ahead: int) -> None:
    doing = phase.doing[entry]
    gain: Side = "rear" if ahead >= 5 else "flank" if ahead >= 1 else "front"
    hand: Literal["left", "right"] = "left" if doing.order.manoeuvre == "left" else "right"
    if gain != "front":
        doing.circled = (foe, gain, hand)
    phase.table.tell(Circled(entry, foe, hand, ahead, gain))
