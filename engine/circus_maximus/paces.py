"""How fast to go: what it takes a chariot that is alone on the track to get through the coming corner.

A lane's stretch is counted in places: the squares of a straight from 0, then those of the corner, then those of the
next straight. For each place the tables hold the least cost of getting out of the corner from there, in hundredths of
a movement factor: a turn costs what the chariot can run in it, and risk and endurance have their price.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

from engine.circus_maximus.data import CORNERS, LEAST_TO_CHECK_WHEELS, TRACK
from engine.circus_maximus.facts import CornerCode
from engine.circus_maximus.odds import OF_THREE, SAFE_SPEEDS, strain_odds
from engine.values import Square

FACTOR = 100
"""A movement factor, in the unit of all costs."""

STRAIGHT = next(section.squares[0] for section in TRACK.data.sections if not section.is_corner)
"""Squares of a straight."""

CORNER = next(section.squares for section in TRACK.data.sections if section.is_corner)
"""Squares of a corner, by lane."""

LANES = range(len(CORNER))
"""Lanes from 0, as the tables count them."""

FASTEST = 40
"""More than any team runs in a phase, strained and lashed."""

ENDURANCE_COUNTED = 10
"""With more than this, a corner is not going to use it up."""

_LIMITS = tuple(SAFE_SPEEDS.values())
_LAST = STRAIGHT - 1
_RUN_OUT = 8 * FACTOR
"""What it costs to have no endurance left (8.4)."""
_HARM: dict[CornerCode, int] = {"-": 0, "S": 200, "SS": 500, "J": 900, "LH": 500, "RH": 500}
"""What the results of a corner check cost; a flip has the price of the driver."""
_SLIPS: dict[CornerCode, int] = {"S": 1, "SS": 2}


class Place(NamedTuple):
    """Where a team stands."""

    lane: int  # from 0
    at: int  # place of its stretch


class Pace(NamedTuple):
    """What of a chariot decides how fast it should go; chariots alike in it share their tables."""

    top: int  # highest speed, 1 or more
    cdm: int
    may_strain: bool
    endurance: int  # 0 to ENDURANCE_COUNTED
    price: int  # of an endurance factor
    flip: int  # what it costs to flip
    wheels: int  # what it costs to have the wheels tried


class Tables(NamedTuple):
    """By lane from 0."""

    costs: tuple[tuple[int, ...], ...]  # by place: what it still takes to be out of the corner; below 0 once beyond
    strain: tuple[tuple[int, ...], ...]  # by total speed: what a corner check costs


_PLACES: dict[Square, Place] = {
    square: Place(
        lane - 1,
        TRACK.number(square) + (STRAIGHT - 1 if TRACK.section[square] in CORNERS else 0),
    )
    for square, lane in TRACK.lane.items()
}


def place_of(square: Square) -> Place:
    """Return the place of a team; on the first square of a straight its car still is in the corner behind (6.32)."""
    place = _PLACES[square]
    return Place(place.lane, STRAIGHT + CORNER[place.lane]) if place.at == 0 else place


def place_after(square: Square, has_passed: bool) -> int:
    """Return the place of *square*, counted from the stretch before if *has_passed* its corner."""
    place = _PLACES[square]
    return place.at + STRAIGHT + CORNER[place.lane] if has_passed else place.at


def first_out(lane: int) -> int:
    """Return the first place of a lane, from 0, at which team and car are out of the corner."""
    return STRAIGHT + CORNER[lane] + 1


@lru_cache(maxsize=4096)
def tables_for(pace: Pace) -> Tables:
    """Return the tables of a pace, worked out from the end of the stretch to its beginning."""
    strain = tuple(_strain_costs(lane, pace) for lane in LANES)
    costs = _costs(pace, strain, [0] * len(LANES))
    # A second time, now that it is known what each lane is worth when the next corner comes.
    least = min(lane[1] for lane in costs)
    costs = _costs(pace, strain, [lane[1] - least for lane in costs])
    return Tables(tuple(map(tuple, costs)), strain)


def _strain_costs(lane: int, pace: Pace) -> tuple[int, ...]:
    return tuple(_strain_cost(lane, speed - _LIMITS[lane], pace) for speed in range(FASTEST + 1))


def _strain_cost(lane: int, points: int, pace: Pace) -> int:
    if points <= 0:
        return 0
    if not pace.may_strain or not pace.endurance:  # 7.33, 8.41
        return pace.flip
    risk = sum(ways * _harm(code, lane, pace) for code, ways in strain_odds(points, pace.cdm).items())
    is_too_much = pace.endurance < ENDURANCE_COUNTED and points >= pace.endurance
    return risk // OF_THREE + points * pace.price + pace.wheels + is_too_much * _RUN_OUT


def _harm(code: CornerCode, lane: int, pace: Pace) -> int:
    """Return what a result costs; slipping into the wall is a flip (7.34)."""
    if code == "FP" or lane + _SLIPS.get(code, 0) >= len(LANES):
        return pace.flip
    return _HARM[code]


def _costs(pace: Pace, strain: Sequence[Sequence[int]], beyond: Sequence[int]) -> list[list[int]]:
    """Return the costs by lane and place; *beyond* is what it costs to leave the corner in each lane."""
    costs = [_costs_in_corner(lane, pace, strain[lane], beyond[lane]) for lane in LANES]
    free = _free_costs(pace)
    for place in range(_LAST, -1, -1):
        _add_straight_place(costs, place, pace.top, free, strain)
    return costs


def _free_costs(pace: Pace) -> list[int]:
    """Return by speed what a phase outside corners costs: from 14 on, damaged wheels are tried (7.41)."""
    return [pace.wheels if speed >= LEAST_TO_CHECK_WHEELS else 0 for speed in range(FASTEST + 1)]


def _costs_in_corner(lane: int, pace: Pace, strain: Sequence[int], beyond: int) -> list[int]:
    """Return a lane's costs; those of the straight are still to be filled in."""
    out, top = first_out(lane), pace.top
    costs = [0] * out + [beyond - FACTOR * place for place in range(FASTEST + 1)]
    for place in range(out - 1, _LAST, -1):
        ahead = costs[place + 1 : place + top + 1]
        costs[place] = FACTOR * top + min(map(add, strain[1 : top + 1], ahead))
    return costs


def _add_straight_place(
    costs: list[list[int]], place: int, top: int, free: Sequence[int], strain: Sequence[Sequence[int]]
) -> None:
    """Fill in one place of all lanes; a lane can be left for another as long as there is room to."""
    room = _LAST - place
    for lane in LANES:
        speeds = [*free[1 : room + 1], *strain[lane][max(1, room + 1) : top + 1]] if room < top else free[1 : top + 1]
        costs[lane][place] = FACTOR * top + min(map(add, speeds, costs[lane][place + 1 : place + top + 1]))
    straight_on = [lane[place] for lane in costs]
    for lane in LANES:
        costs[lane][place] = min(
            straight_on[other] + FACTOR * max(0, lane - other) for other in LANES if abs(lane - other) <= room
        )


def best_speed(place: Place, pace: Pace, highest: int) -> int:
    """Return the best speed from 0 to *highest* for the coming phase of a chariot alone; the faster if equal."""
    tables = tables_for(pace)
    if not highest:
        return 0
    return max(range(1, highest + 1), key=lambda speed: (-cost_of_speed(place, tables, speed, speed), speed))


def cost_of_speed(place: Place, tables: Tables, speed: int, factors: int) -> int:
    """Return what it costs to go on from *place* at a total speed, with so many factors to run, in the best lane."""
    return min(cost_of_lane(place, tables, speed, factors, lane) for lane in LANES)


def cost_of_lane(place: Place, tables: Tables, speed: int, factors: int, aim: int) -> int:
    """Return the same for one lane to aim at; changing inside takes a factor more a lane (6.42)."""
    lane, at = place
    inward = max(0, lane - aim)
    end = at + factors - inward
    if at > _LAST:  # the phase begins with some part in the corner (7.23)
        return tables.strain[lane][speed] + tables.costs[lane][at + factors]
    moves = abs(lane - aim)
    if moves > factors - inward or moves > _LAST + 1 - at:
        # There is no room for all of these changes.
        return tables.costs[lane][at + factors] + tables.strain[lane][FASTEST] + FACTOR * FASTEST
    if end <= _LAST:
        return tables.costs[aim][end]
    return tables.strain[aim][speed] + tables.costs[aim][end]
