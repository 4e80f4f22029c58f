"""How fast to go: the cost for a chariot alone on the track to get through the coming corner.

Places number a lane's stretch: the squares of a straight from 0, then those of the corner, then those of the next
straight. For each place the tables hold the least cost of getting out of the corner from there, in hundredths of a
movement factor: a turn costs the factors that the chariot can run in it, and risk and endurance have their price.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from operator import add, sub
from typing import NamedTuple

import msgspec

from engine.circus_maximus.printed.editions import Edition
from engine.circus_maximus.printed.odds import OF_THREE, SAFE_SPEEDS, strain_odds
from engine.circus_maximus.printed.tables import CORNERS, LEAST_TO_CHECK_WHEELS, TRACK
from engine.circus_maximus.words.facts import CornerCode
from records.values import Lane, Square

FACTOR = 100
"""A movement factor, in the unit of all costs."""

STRAIGHT = next(section.squares[0] for section in TRACK.data.sections if not section.is_corner)
"""Squares of a straight."""

CORNER = next(section.squares for section in TRACK.data.sections if section.is_corner)
"""Squares of a corner, by lane."""

LANES = range(len(CORNER))
"""Lanes from 0, as the tables count them."""

FASTEST = 40
"""Where the tables end: a team's best speed, strained; higher speeds count as this one."""

ENDURANCE_COUNTED = 10
"""With more than this, a corner is not going to use it up."""

_FAR = 3
"""Lanes from which no result of the corner chart leads into the wall."""

_LIMITS = tuple(SAFE_SPEEDS.values())
_LAST = STRAIGHT - 1
_RUN_OUT = 8 * FACTOR
"""The cost of having no endurance left (8.4)."""
_HARM: dict[CornerCode, int] = {"-": 0, "S": 200, "SS": 500, "J": 900, "LH": 500, "RH": 500}
"""The cost of each result of a corner check; a flip has the driver's own price."""
_MILD: dict[CornerCode, int] = {**_HARM, "SS": 900, "J": 600}
"""The same where a jostle bars nothing, and a double slip is one, too (T15, T16)."""
_SLIPS: dict[CornerCode, int] = {"S": 1, "SS": 2}


class Place(NamedTuple):
    """Where a team stands."""

    lane: int  # from 0
    at: int  # place of its stretch


class Form(msgspec.Struct, frozen=True, gc=False):
    """All values of a chariot that decide its speed; chariots with equal ones share their tables."""

    edition: Edition
    top: int  # highest speed, 1 or more
    cdm: int
    may_strain: bool
    endurance: int  # 0 to ENDURANCE_COUNTED
    price: int  # of an endurance factor
    flip: int  # what it costs to flip
    wheels: int  # what it costs to have the wheels tried
    lowered: int = 0  # what mud takes off every safe speed (16.7)


class Tables:
    """The tables of a form, worked out as far back from the end of the stretch as they have been asked for.

    Most forms are met in a corner, or late on a straight, and never again. Lanes count from 0.
    """

    __slots__ = ("_corners", "_form", "_from", "_is_level", "_lanes", "change", "phase", "strain", "unstrained")

    def __init__(self, form: Form, *, is_level: bool = False) -> None:
        """:param is_level: whether all lanes are worth the same once the corner is passed."""
        self._form, self._is_level = form, is_level
        self._corners: dict[int, list[int]] = {}  # costs of lanes that were asked for
        self._lanes: list[list[int]] = []  # those of all lanes, in order, once the straight was asked for
        self._from = STRAIGHT  # the first place that is filled in there
        self.strain = _strain_costs(form)
        """By lane and total speed: what a corner check costs."""
        self.unstrained = [min(limit - form.lowered, FASTEST) for limit in _LIMITS]
        """The highest total speed at which that is 0, by lane."""
        self.change = dict(form.edition.costs.change)
        """Movement factors of a lane change, by its side (6.42, 6.43)."""
        self.phase = _phase_costs(form.wheels)
        """Cost of the phase, by total speed: the same in all lanes, in a corner or not."""

    def in_corner(self, lane: int) -> Sequence[int]:
        """Return by place what it still takes to be out of the corner; below 0 once beyond. The straight is unknown."""
        return self._corner(lane)

    def down_to(self, at: int) -> Sequence[Sequence[int]]:
        """Return the same by lane, and the costs on the straight from place *at* on."""
        if not self._lanes:
            self._lanes = [self._corner(lane) for lane in LANES]
        if at < self._from:
            self._fill(at)
        return self._lanes

    def _corner(self, lane: int) -> list[int]:
        costs = self._corners.get(lane)
        if costs is None:  # of two threads that work a lane out at once, one keeps it
            beyond = 0 if self._is_level else _worth(self._form.edition, self._form.top, self._form.cdm)[lane]
            costs = self._corners.setdefault(lane, _costs_in_corner(lane, self._form, self.strained(lane), beyond))
        return costs

    def strained(self, lane: int) -> Sequence[int]:
        """Return by total speed what a phase with a corner check costs."""
        return tuple(map(add, self.phase, self.strain[lane])) if self._form.wheels else self.strain[lane]

    def _fill(self, at: int) -> None:
        free = _free_of(self.phase)
        lanes = [
            _Lane(costs, strained, _free_of(strained), min(costs[self._from : STRAIGHT], default=_NEVER))
            for costs, strained in zip(self._lanes, map(self.strained, LANES), strict=True)
        ]
        for place in range(self._from - 1, at - 1, -1):
            _add_straight_place(lanes, place, self._form.top, self.phase, free)
            self._from = place


_PLACES: dict[Square, Place] = {
    square: Place(
        lane - 1,
        TRACK.number(square) + (STRAIGHT - 1 if TRACK.section[square] in CORNERS else 0),
    )
    for square, lane in TRACK.lane.items()
}


_STANDING = {square: Place(place.lane, place.at or STRAIGHT + CORNER[place.lane]) for square, place in _PLACES.items()}


def place_of(square: Square) -> Place:
    """Return the place of a team; on the first square of a straight its car still is in the corner behind (6.32)."""
    return _STANDING[square]


def place_after(square: Square, has_passed: bool) -> int:
    """Return the place of *square*, counted from the stretch before if *has_passed* its corner."""
    place = _PLACES[square]
    return place.at + STRAIGHT + CORNER[place.lane] if has_passed else place.at


def first_out(lane: int) -> int:
    """Return the first place of a lane, from 0, at which team and car are out of the corner."""
    return STRAIGHT + CORNER[lane] + 1


def counted_endurance(endurance: int) -> int:
    """Return *endurance* in steps, rounded down, so that many chariots can share tables."""
    return _COUNTED[min(endurance, ENDURANCE_COUNTED)]


_COUNTED = tuple(
    max(step for step in (0, 1, 2, 5, ENDURANCE_COUNTED) if endurance >= step)
    for endurance in range(ENDURANCE_COUNTED + 1)
)


@lru_cache(maxsize=4096)
def tables_for(form: Form) -> Tables:
    """Return the tables of a form."""
    return Tables(form)


@lru_cache(maxsize=512)
def _worth(edition: Edition, top: int, cdm: int) -> Sequence[int]:
    """Return by lane how much more it costs a sound chariot than the best one, well before a corner."""
    sound = Form(edition, top, cdm, True, ENDURANCE_COUNTED, price=FACTOR // 2, flip=120 * FACTOR, wheels=0)
    before = max(0, _LAST - top)
    costs = [lane[before] for lane in Tables(sound, is_level=True).down_to(before)]
    least = min(costs)
    return tuple([cost - least for cost in costs])


@lru_cache(maxsize=1024)
def _phase_costs(wheels: int) -> tuple[int, ...]:
    """Return by speed what any phase costs: from 14 on, damaged wheels are tried (7.41)."""
    return tuple([wheels if speed >= LEAST_TO_CHECK_WHEELS else 0 for speed in range(FASTEST + 1)])


def _strain_costs(form: Form) -> tuple[tuple[int, ...], ...]:
    """Return by lane and total speed what a corner check costs; how fast the team is does not matter."""
    return _strain_costs_at_any_speed(msgspec.structs.replace(form, top=0))


@lru_cache(maxsize=1024)
def _strain_costs_at_any_speed(form: Form) -> tuple[tuple[int, ...], ...]:
    limits = [limit - form.lowered for limit in _LIMITS]
    least = {_wall(lane): limit for lane, limit in reversed(list(enumerate(limits)))}
    by_wall = {
        wall: [_strain_cost(points, wall, form) for points in range(1, FASTEST + 1 - limit)]
        for wall, limit in least.items()
    }
    return tuple((*[0] * (limit + 1), *by_wall[_wall(lane)][: FASTEST - limit]) for lane, limit in enumerate(limits))


def _wall(lane: int) -> int:
    """Return how many lanes off the outer wall is; as good as any farther off if that is far."""
    return min(len(LANES) - lane, _FAR)


def _strain_cost(points: int, wall: int, form: Form) -> int:
    if not form.may_strain or not form.endurance:  # 7.33, 8.41
        return form.flip
    is_too_much = form.endurance < ENDURANCE_COUNTED and points >= form.endurance
    risk = _risk(form, points, wall)
    return risk + points * form.price + form.wheels + is_too_much * _RUN_OUT


class CornerPeril(NamedTuple):
    """The possible outcomes of a corner check."""

    flips: int  # out of 216, slips into the wall among them (7.34)
    harm: int  # of all other results, times 216


NO_PERIL = CornerPeril(0, 0)


def corner_peril(edition: Edition, points: int, lane: Lane, cdm: int) -> CornerPeril:
    """Return the possible outcomes of a corner check with so many strain points, 1 or more, on an empty track."""
    return _peril(edition, points, min(len(LANES) + 1 - lane, _FAR), cdm)


@lru_cache(maxsize=4096)
def _peril(edition: Edition, points: int, wall: int, cdm: int) -> CornerPeril:
    """Return the same; *wall* is how many lanes off the outer wall is."""
    flips = harm = 0
    prices = _MILD if edition.double_slip_jostles else _HARM
    for code, ways in strain_odds(edition, points, cdm).items():
        if code == "FP" or _SLIPS.get(code, 0) >= wall:
            flips += ways
        else:
            harm += ways * prices[code]
    return CornerPeril(flips, harm)


def _risk(form: Form, points: int, wall: int) -> int:
    """Return the cost of a corner check by its possible results, in hundredths of a movement factor."""
    peril = _peril(form.edition, points, wall, form.cdm)
    return (peril.flips * form.flip + peril.harm) // OF_THREE


def _free_of(costs: Sequence[int]) -> int:
    """Return up to which speed nothing is paid; costs rise with the speed."""
    return bisect_right(costs, 0) - 1


def _costs_in_corner(lane: int, form: Form, strained: Sequence[int], beyond: int) -> list[int]:
    """Return a lane's costs; those of the straight are still to be filled in.

    From the corner on each place costs no more than the one before. So of all speeds that cost nothing the highest is
    best, and those below it need no look. Nor need those that lead out of the corner, one by one: beyond it a place
    costs a factor less than the one before, so whichever of these speeds is best is best from everywhere.
    """
    out, top = first_out(lane), form.top
    first = max(1, min(_free_of(strained), top))
    least_out = _least_from([cost - FACTOR * speed for speed, cost in enumerate(strained[first : top + 1], first)])
    near = min(first, out - STRAIGHT)  # so many places are left at any speed that is looked at
    at_exit = beyond + FACTOR * top + least_out[0]
    costs = [
        *[0] * (out - near),
        *range(at_exit + FACTOR * near, at_exit, -FACTOR),
        *range(beyond, beyond - FACTOR * (FASTEST + 1), -FACTOR),
    ]
    for place in range(out - near - 1, _LAST, -1):
        leaving = out - place  # the first speed that leads out
        best = strained[first] + costs[place + first]
        best = _least_strained(best, costs, strained, place, first + 1, min(leaving - 1, top))
        if leaving <= top:
            best = min(best, beyond + FACTOR * leaving + least_out[leaving - first])
        costs[place] = FACTOR * top + best
    return costs


def _least_strained(
    least: int, costs: Sequence[int], strained: Sequence[int], place: int, first: int, last: int
) -> int:
    """Return the least cost of going on from *place*, with speeds that strain the team tried as well.

    A speed deserves a try only if its own cost is below its gain: the cost of a corner check rises with the speed, and
    the cost of the way ahead falls.

    :param least: the least cost at all other speeds.
    :param first: the first speed to try; *last* is the last one.
    """
    if first > last:
        return least
    most = least - costs[place + last]
    if strained[first] >= most:
        return least
    paying = bisect_left(strained, most, first, last + 1)
    ahead: list[int] = list(map(add, strained[first:paying], costs[place + first : place + paying]))
    return min(least, *ahead)


def _least_from(costs: Sequence[int]) -> Sequence[int]:
    """Return for each place the least of *costs* from there on."""
    return list(accumulate(reversed(costs), min))[::-1]


@dataclass(slots=True)
class _Lane:
    """A lane whose costs on the straight are being filled in, from the corner back."""

    costs: list[int]  # by place
    strained: Sequence[int]  # by total speed, what its corner check costs
    unstrained: int  # up to which speed that is nothing
    least: int  # of the costs filled in on the straight


_NEVER = 1 << 40
"""More than anything costs."""


def _add_straight_place(lanes: Sequence[_Lane], place: int, top: int, phase: Sequence[int], unpaid: int) -> None:
    """Fill in one place of all lanes; a lane can be left for another as long as there is room to.

    :param phase: cost of a phase without a corner check, by total speed.
    :param unpaid: the highest speed at which that is 0.
    """
    room = min(_LAST - place, top)
    if unpaid < room:
        straight_on = [_paid_for_wheels(lane, place, top, phase[: room + 1]) for lane in lanes]
    elif room == top:
        straight_on = [FACTOR * top + min(lane.costs[place + 1 : place + top + 1]) for lane in lanes]
    else:
        straight_on = [_into_corner(lane, place, top, room) for lane in lanes]
    for lane, cost in zip(lanes, _best_by_lane(straight_on, _LAST - place), strict=True):
        lane.costs[place] = cost
        lane.least = cost if cost < lane.least else lane.least  # without a call: done very often


def _paid_for_wheels(lane: _Lane, place: int, top: int, phase: Sequence[int]) -> int:
    """Return the cost of going on in *lane* if speeds on the straight may cost something, too."""
    costs = lane.costs
    paid = (*phase[1:], *lane.strained[len(phase) : top + 1])
    ahead: list[int] = list(map(add, paid, costs[place + 1 : place + top + 1]))
    return FACTOR * top + min(ahead)


def _into_corner(lane: _Lane, place: int, top: int, room: int) -> int:
    """Return the cost of going on in *lane* if all of its straight is in reach, at speeds that are free there.

    Of the free speeds that lead into the corner the highest is best.
    """
    free = min(max(room, lane.unstrained), top)
    least = min(lane.least, lane.costs[place + free])
    if free < top:
        least = _least_strained(least, lane.costs, lane.strained, place, free + 1, top)
    return FACTOR * top + least


def _best_by_lane(costs: Sequence[int], room: int) -> Sequence[int]:
    """Return what each lane costs if others can be changed to: free to the outside, a factor a lane to the inside."""
    if room < len(LANES) - 1:
        from_inside = list(map(sub, costs, _CHANGES))
        return [
            min(*costs[lane : lane + room + 1], min(from_inside[max(0, lane - room) : lane + 1]) + change)
            for lane, change in enumerate(_CHANGES)
        ]
    best, least = list(costs), costs[-1]
    for lane in _INWARDS:
        if best[lane] < least:
            least = best[lane]
        else:
            best[lane] = least
    for lane in LANES:
        if best[lane] > least:
            best[lane] = least
        else:
            least = best[lane]
        least += FACTOR
    return best


_INWARDS = LANES[-2::-1]
"""All lanes but the outermost, which none lies outside of."""


_CHANGES = tuple([FACTOR * lane for lane in LANES])
"""By lane, the cost of coming there from the innermost one; the difference of two is the cost between them (6.42)."""


def best_speed(place: Place, form: Form, highest: int) -> int:
    """Return the best speed from 1 to *highest* for the coming phase of a chariot alone; the faster if equal."""
    most = min(highest, FASTEST)
    costs = costs_by_speed(place, form, most=most)[most:0:-1]
    return most - costs.index(min(costs))


def costs_by_speed(place: Place, form: Form, debit: int = 0, most: int = FASTEST) -> tuple[int, ...]:
    """Return by total speed what it costs to go on from *place*, in the best lane, as in :class:`Tables`.

    :param debit: movement factors that were spent on evading and cannot be run (9.311).
    :param most: the highest speed that is looked at; there may be more.
    """
    usual = min(FASTEST, form.top + _DIE)
    return _costs_up_to(usual if most <= usual else FASTEST, place, form, debit)


_DIE = 6
"""The most movement factors that straining adds to a team's speed (6.52)."""


@lru_cache(maxsize=16384)
def _costs_up_to(most: int, place: Place, form: Form, debit: int) -> tuple[int, ...]:
    tables = tables_for(form)
    if place.at > _LAST:  # the phase begins with some part in the corner (7.23)
        costs = tables.in_corner(place.lane)
        ahead = [*[costs[place.at]] * debit, *costs[place.at : place.at + most + 1 - debit]]
        return tuple(map(add, tables.strained(place.lane), ahead))
    room = _LAST - place.at
    lanes = tables.down_to(place.at)
    # Where there is room to come to any lane, a lane is worth no less than those outside of it.
    last = place.lane if most - debit <= room - len(LANES) + 1 else place.lane + room
    aims = LANES[max(0, place.lane - room) : last + 1]
    first, *others = [_costs_of_lane(tables, place, lanes, debit, aim, most) for aim in aims]
    best = map(min, first, *others) if others else first
    return tuple(map(add, tables.phase, best) if form.wheels else best)


def costs_to_lane(place: Place, form: Form, lane: int, debit: int = 0) -> tuple[int, ...]:
    """Return the same as :func:`costs_by_speed`, but for one lane in reach, from 0, to go for."""
    if place.at > _LAST:
        return costs_by_speed(place, form, debit)
    tables = tables_for(form)
    costs = _costs_of_lane(tables, place, tables.down_to(place.at), debit, lane, FASTEST)
    return tuple(map(add, tables.phase, costs))


def _costs_of_lane(
    tables: Tables, place: Place, costs: Sequence[Sequence[int]], debit: int, aim: int, most: int
) -> list[int]:
    """Return the same up to *most* for one lane to aim at; changing inside takes a factor more a lane (6.42)."""
    lane, at = place
    inward = lane - aim if aim < lane else 0
    least = min(debit + (2 * inward or aim - lane), most + 1)
    start = at - inward - debit
    # The first speed that leads into the corner and strains the team there.
    straining = min(most + 1, max(least, _LAST + 1 - start, tables.unstrained[aim] + 1))
    ahead = costs[aim]
    by_speed = [*[costs[lane][at]] * least, *ahead[start + least : start + straining]]
    if straining <= most:
        by_speed += map(add, tables.strain[aim][straining : most + 1], ahead[start + straining : start + most + 1])
    return by_speed
