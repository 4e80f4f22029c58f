"""Reach of attacks, and which chariots count as enemies (3.4, 9.1)."""

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.circus_maximus.position import board
from engine.circus_maximus.printed.editions import Edition, edition_of
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Means, Target
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Part, Race
from engine.track import SIDES, Side
from records.values import EntryId, Square


def in_reach(race: Race, entry: EntryId, side: Side) -> tuple[EntryId, Part] | None:
    """Return the chariot beside the car of *entry* on *side*, and which part of it, team or car (9.2, 9.22)."""
    square = TRACK.beside[side].get(TRACK.behind[race.chariots[entry].square])
    return None if square is None else board.occupant(race, square)


def enemy_beside(race: Race, entry: EntryId, side: Side) -> tuple[EntryId, Part] | None:
    """Return the same as :func:`in_reach`, if it may be attacked (3.4, 9.2)."""
    target = in_reach(race, entry, side)
    return None if target is None or is_spared(race, entry, target[0]) else target


def is_own(race: Race, entry: EntryId, other: EntryId) -> bool:
    """Tell whether one faction drives both, or they are allies (3.4)."""
    chariot = race.chariots[entry]
    if chariot.ally == other:
        return True
    return chariot.faction is not None and chariot.faction == race.chariots[other].faction


def is_spared(race: Race, entry: EntryId, other: EntryId) -> bool:
    """Tell whether *entry* does not attack *other*: it is its own, or its driver has taken a bribe (3.4, 24.3)."""
    return is_own(race, entry, other) or race.chariots[other].faction in race.chariots[entry].spares


def is_driven(race: Race, entry: EntryId) -> bool:
    """Tell whether a chariot on the track has a driver in its car (15.1)."""
    return race.chariots[entry].status == "racing"


def attack_cost(options: Options, means: Means) -> int:
    """Return the cost of an attack, in movement factors (9.1, 16.2)."""
    costs = edition_of(options).costs
    return costs.thrust if means == "spear" else costs.attack


def aimed_at(edition: Edition, target: Target, team: Square, has_car: bool) -> tuple[Square, ...]:
    """Return the squares of a target, to the nearest of which a knife flies: car, team or both (16.2, II.10.5)."""
    if edition.knife_least is None:
        return (TRACK.behind[team] if target == "driver" else team,)
    return (team, TRACK.behind[team]) if has_car else (team,)


_NEAR = 5
"""Squares that most looks go; the squares so near are kept for each square of the board, and smaller looks use them."""


def knife_distances(start: Square, most: int | None) -> Mapping[Square, int]:
    """Return how far off the squares around *start* are, in squares: all that are, or those at most *most* off (16.2).

    There may be some that are a little further off.
    """
    return _distances(start, most if most is None else max(most, _NEAR))


@lru_cache(maxsize=2048)
def _distances(start: Square, most: int | None) -> Mapping[Square, int]:
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        square = waiting.popleft()
        if found[square] == most:
            break
        sideways = (TRACK.beside[side][square] for side in SIDES if square in TRACK.beside[side])
        for next_to in (TRACK.ahead[square], TRACK.behind[square], *sideways):
            if next_to not in found:
                found[next_to] = found[square] + 1
                waiting.append(next_to)
    return MappingProxyType(found)
