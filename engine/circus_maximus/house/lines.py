"""The choice of a line: a search for a way past the others that uses up all movement factors of a phase.

It takes the others' positions as fixed, and reads the worth of a line's end from the tables of :mod:`speeds`.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

import msgspec

from engine.circus_maximus.house.speeds import CORNER, FACTOR, FASTEST, STRAIGHT, Tables, place_after, place_of
from engine.circus_maximus.position.board import ACROSS
from engine.circus_maximus.position.progress import progress
from engine.circus_maximus.position.steps import squares_from
from engine.circus_maximus.printed.tables import CORNERS_A_LAP, TRACK
from engine.circus_maximus.seen.views import ChariotView, RaceView
from engine.circus_maximus.words.asks import Change, Forward
from engine.track import Side
from records.values import EntryId, Lane, Square

Taken = dict[Square, EntryId]
"""Squares that hold a team or a car, and whose."""

Step = tuple[Side | None, Square]
"""One square further: straight on or a change of lane, and the team's square after it."""

_AHEAD, _BEHIND, _LANE, _LIMIT, _SECTION = TRACK.ahead, TRACK.behind, TRACK.lane, TRACK.limit, TRACK.section
_CAR_LIMIT = {square: _LIMIT.get(square) or _LIMIT.get(_BEHIND[square]) for square in _AHEAD}
"""The safe speed by a team's square; its car alone counts, too (6.32)."""


@cache
def _run(square: Square) -> tuple[Step, ...]:
    """Return the steps straight on from *square*, far enough for any drive."""
    return tuple([_STEP_TO[ahead] for ahead in squares_from(square)])


_STEP_TO: dict[Square, Step] = {square: (None, square) for square in _AHEAD}


class _Swing(NamedTuple):
    """Changes of lane, one right after the other, from a square into another lane."""

    steps: tuple[Step, ...]
    side: Side | None  # none where the lane is kept
    changes: int  # how many
    crossed: frozenset[Square]  # squares that must be free
    end: Square


@cache
def _swing(square: Square, aim: Lane) -> _Swing | None:
    """Return the changes from *square* straight into lane *aim*; ``None`` if a corner lies on the way."""
    side: Side = "inside" if aim < _LANE[square] else "outside"
    steps, crossed, changes = list[Step](), set[Square](), abs(aim - _LANE[square])
    for _ in range(changes):
        ahead = _AHEAD[square]
        square = ACROSS[side][ahead]
        if _CAR_LIMIT[square] is not None:
            return None
        steps.append((side, square))
        crossed |= {ahead, square, _BEHIND[square]}
    return _Swing(tuple(steps), side if changes else None, changes, frozenset(crossed), square)


_INWARD: tuple[Side | None, ...] = ("inside", None, "outside")
_OUTWARD: tuple[Side | None, ...] = ("outside", None, "inside")
_ASIDE: tuple[Side | None, ...] = ("outside", "inside")
"""Which step is tried first, by where the lane aimed at lies; in that lane only when straight on leads nowhere."""
_LAST = STRAIGHT - 1
_WALL_RISK = {Lane(lane): 80 if lane in (1, TRACK.data.lanes) else 0 for lane in range(1, TRACK.data.lanes + 1)}
"""The cost of being next to a wall, where a swerve from a lash is a flip (9.43)."""
_NOTHING: frozenset[Square] = frozenset()
_MOST_TRIED = 5
"""Lanes to look for a line to; the first ones are the best."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """A way to spend the movement factors of a phase."""

    steps: tuple[Step, ...]
    braked: int  # factors burnt after them
    cost: int  # in hundredths of a movement factor
    is_straight: bool = False  # known to have no change of lane

    def first_action(self) -> Forward | Change | None:
        """Return the first action; ``None`` if that is to brake (6.2 to 6.9)."""
        if not self.steps:
            return None
        side = self.steps[0][0]
        return Change(side) if side else Forward(self._straight())

    def straight_on(self) -> tuple[Square, ...]:
        """Return the squares up to the first change of lane, in order."""
        return tuple([square for _, square in self.steps[: self._straight()]])

    def _straight(self) -> int:
        """Return how many steps there are until the first change of lane."""
        if self.is_straight:
            return len(self.steps)
        for place, (side, _) in enumerate(self.steps):
            if side:
                return place
        return len(self.steps)


class Drive(msgspec.Struct, frozen=True, gc=False):
    """The start of a search for a line."""

    square: Square
    forward: int  # squares that can be driven straight on, as far as that is known
    speed: int  # total speed of the phase
    taken: Taken
    may_strain: bool
    no_inside: bool  # after a forced sideslip (7.33)
    brakes: int  # factors that may be burnt, 0 or more
    price: int  # of burning one
    tables: Tables
    is_sprint: bool  # nothing but the finish lies ahead
    lowered: int = 0  # what mud takes off the safe speeds (16.7)
    obstacles: frozenset[Square] = frozenset()
    survived: int | None = None  # the lowest safe speed of this corner that was survived this turn (7.22)
    standing: frozenset[Square] = frozenset()  # of what is taken, squares that are driven over straight on (II.8.9.3.4)


def obstacle_squares(view: RaceView) -> frozenset[Square]:
    """Return the squares on which something lies that a team would have to run over (14.1)."""
    obstacles = view.obstacles
    return frozenset([obstacle.square for obstacle in obstacles]) if obstacles else _NOTHING


def is_sprint(view: RaceView, own: ChariotView) -> bool:
    """Tell whether the finish comes before any other corner (10.2)."""
    assert own.square is not None
    return is_last_straight(own.corners, corners_of(view), own.square)


def is_last_straight(corners: int, all_corners: int, square: Square) -> bool:
    """Tell whether a team that has entered *corners* of *all_corners* has but a straight before it."""
    return corners == all_corners - 1 and square not in _LIMIT


def corners_of(view: RaceView) -> int:
    """Return how many corners a chariot enters in a race, the one behind the finish line included."""
    return view.laps * CORNERS_A_LAP


def squares_driven(corners: int, square: Square) -> int:
    """Return about how far a team has come, in squares of a middle lane.

    :param corners: credited with (3.7).
    """
    segment, part = progress(corners, square)
    length = _CORNER if segment % 2 else STRAIGHT
    return segment // 2 * (STRAIGHT + _CORNER) + segment % 2 * STRAIGHT + int(part * length)


_CORNER = CORNER[len(CORNER) // 2]


_Aim = tuple[int, int, Lane, int]
"""A lane to go for: what that costs on an empty track, changes of lane, the lane, factors to burn. Least is best."""


def best_line(drive: Drive, factors: int) -> Line | None:
    """Return the best line found that uses up *factors*; ``None`` if every way ends behind somebody.

    A way over an obstacle is taken only if there is none around it.
    """
    if drive.obstacles:
        around = _best_line(drive, factors, shuns=True)
        if around is not None:
            return around
    return _best_line(drive, factors, shuns=False)


def _best_line(drive: Drive, factors: int, *, shuns: bool) -> Line | None:
    aims = _aims(drive, factors)
    first = min(aims)
    free = _free_line(drive, factors, first, shuns=shuns)
    if free is not None:
        return free

    search, best = _Search(drive, shuns=shuns), None
    for cost, _, lane, braked in sorted(aims)[:_MOST_TRIED]:
        if best is not None and best.cost <= cost:
            break
        steps = search.to_lane(lane, factors - braked)
        if steps is not None:
            line = Line(steps, braked, _cost_of(drive, steps) + braked * drive.price)
            best = line if best is None or line.cost < best.cost else best
    return best


def _free_line(drive: Drive, factors: int, aim: _Aim, *, shuns: bool) -> Line | None:
    """Return the line to a lane that a look finds free: straight on, or straight into it; ``None`` if none is."""
    cost, changes, lane, braked = aim
    if not changes and not braked:
        steps = _straight_on(drive, factors, shuns=shuns)
        if steps is not None:
            return Line(steps, 0, cost, is_straight=True)
    steps = _swing_on(drive, lane, factors - braked, shuns=shuns)
    return None if steps is None else Line(steps, braked, cost)


def _swing_on(drive: Drive, lane: Lane, factors: int, *, shuns: bool) -> tuple[Step, ...] | None:
    """Return the steps into a lane and straight on in it; ``None`` if anything might be in their way."""
    swing = _swing(drive.square, lane)
    if swing is None or drive.is_sprint or not drive.may_strain or not _may_swing(drive, swing, factors):
        return None
    left = factors - _paid(drive, swing)
    way = squares_from(swing.end)[:left]
    if not drive.taken.keys().isdisjoint(way):
        return None
    obstacles = drive.obstacles
    if obstacles and ((shuns and not obstacles.isdisjoint(way)) or (way and way[-1] in obstacles)):
        return None
    return swing.steps + _run(swing.end)[:left]


def _may_swing(drive: Drive, swing: _Swing, factors: int) -> bool:
    """Tell whether changes of lane are paid for, allowed, and have nothing in their way."""
    if _paid(drive, swing) > factors or (drive.no_inside and swing.side == "inside"):
        return False
    return drive.taken.keys().isdisjoint(swing.crossed) and swing.crossed.isdisjoint(drive.obstacles)


def _paid(drive: Drive, swing: _Swing) -> int:
    """Return the movement factors that changes of lane cost."""
    return swing.changes * drive.tables.change[swing.side] if swing.side else 0


def _straight_on(drive: Drive, factors: int, *, shuns: bool) -> tuple[Step, ...] | None:
    """Return the steps straight on, up to the finish line; ``None`` unless it is known that they can be driven.

    :param shuns: whether obstacles are gone around; else the last square alone has none: the chariot would flip (14.2).
    """
    steps = _run(drive.square)[: min(factors, drive.forward)]
    square = steps[-1][1] if steps else drive.square
    if square in drive.obstacles or (shuns and any(step[1] in drive.obstacles for step in steps)):
        return None
    has_finished = drive.is_sprint and square in _LIMIT
    return steps if has_finished or len(steps) == factors else None


def every_line(drive: Drive, factors: int, *, shuns: bool) -> Iterator[Line]:
    """Yield lines that use up *factors*: to each lane in reach, and to its last straight square with the rest burnt.

    :param shuns: whether they lead around obstacles only.
    """
    search = _Search(drive, shuns=shuns)
    for _, _, lane, braked in _aims(drive, factors):
        steps = search.to_lane(lane, factors - braked)
        if steps is not None:
            yield Line(steps, braked, _cost_of(drive, steps) + braked * drive.price)


def ways(drive: Drive, factors: int) -> dict[Square, tuple[Step, ...]]:
    """Return the cheapest way to each square that can be come to with at most *factors*, around all obstacles."""
    search, found = _Search(drive, shuns=True), dict[Square, tuple[Step, ...]]()
    number = count()  # of two that cost as much, the one found first
    waiting: list[tuple[int, int, Square, tuple[Step, ...]]] = [(0, next(number), drive.square, ())]
    while waiting:
        cost, _, square, steps = heappop(waiting)
        if square in found:
            continue
        found[square] = steps
        for price, step in search.steps_from(square, factors - cost):
            heappush(waiting, (cost + price, next(number), step[1], (*steps, step)))
    return found


def longest_line(drive: Drive, factors: int, *, shuns: bool = False) -> Line:
    """Return a line that leaves as few of *factors* as possible; they are burnt, or lost, at its end."""
    search, lane = _Search(drive, shuns=shuns), _LANE[drive.square]
    for braked in range(1, factors):
        steps = search.to_lane(lane, factors - braked)
        if steps is not None:
            return Line(steps, braked, 0)
    return Line((), factors, 0)


def _aims(drive: Drive, factors: int) -> list[_Aim]:
    """Return the lanes to go for, in no order; the chariot's own is always among them."""
    lane = _LANE[drive.square]
    if drive.is_sprint:
        near = (aim for aim in _WALL_RISK if abs(aim - lane) < factors)
        return [(FACTOR * max(0, lane - aim), abs(lane - aim), aim, 0) for aim in near]

    at, tables = place_of(drive.square).at, drive.tables
    speed, factors = min(drive.speed, FASTEST), min(factors, FASTEST)
    room, brakes = _LAST - at, min(factors, drive.brakes)
    if room < 0:  # in the corner: the lane is kept
        return [(tables.in_corner(lane - 1)[at + factors] + _WALL_RISK[lane], 0, lane, 0)]
    place = at + factors
    nearest = min(max(at, place - _MOST_CHANGES), _LAST)  # where a line may end that nobody is in the way of
    aims, by_lane, strain = list[_Aim](), tables.down_to(nearest), tables.strain
    reached = _REACHED[lane][min(room, _MOST_CHANGES)]
    if factors < _ALL_CHANGES:
        reached = [reach for reach in reached if reach[1] + reach[2] <= factors]
    if factors <= room:  # nobody comes to the corner
        return [(by_lane[aim - 1][place - lost] + risk, changes, aim, 0) for aim, changes, lost, risk in reached]
    for aim, changes, lost, risk in reached:
        run, costs = factors - lost, by_lane[aim - 1]
        if run <= room:
            aims.append((costs[place - lost] + risk, changes, aim, 0))
            continue
        aims.append((costs[place - lost] + strain[aim - 1][speed] + risk, changes, aim, 0))
        # Or to the last straight square of that lane, where the rest is burnt.
        if run <= room + brakes:
            braked = run - room
            aims.append((costs[_LAST] + braked * drive.price + risk, changes, aim, braked))
    return aims


_Reach = tuple[Lane, int, int, int]
"""A lane, the changes that lead there, the squares that these lose, and the cost of the wall."""


def _reached(lane: Lane, most: int) -> list[_Reach]:
    """Return the lanes that can be gone for from *lane* with at most so many changes."""
    reached = ((aim, abs(aim - lane), max(0, lane - aim), risk) for aim, risk in _WALL_RISK.items())
    return [reach for reach in reached if reach[1] <= most]


_MOST_CHANGES = len(_WALL_RISK) - 1
_ALL_CHANGES = 2 * _MOST_CHANGES
"""Factors that pay for any changes of lane (6.42)."""
_REACHED = {lane: [_reached(lane, most) for most in range(_MOST_CHANGES + 1)] for lane in _WALL_RISK}


def _cost_of(drive: Drive, steps: Sequence[Step]) -> int:
    """Return the cost of going on from the end of *steps*, a corner on the way included, in hundredths of a factor."""
    if drive.is_sprint:
        return -FACTOR * len(steps)
    start = place_of(drive.square)
    end = steps[-1][1] if steps else drive.square
    is_in_corner, section = start.at > _LAST, _SECTION[drive.square]
    has_left = _SECTION[end] != section and end not in _LIMIT
    has_passed = end not in _LIMIT and (is_in_corner or has_left)
    at = place_after(end, has_passed)
    lane = _LANE[end] - 1
    costs = drive.tables.in_corner(lane) if is_in_corner else drive.tables.down_to(at)[lane]
    cost = costs[min(at, len(costs) - 1)] + _WALL_RISK[_LANE[end]]
    if not is_in_corner and at > _LAST:
        entered = next(square for _, square in steps if square in _LIMIT)
        cost += drive.tables.strain[_LANE[entered] - 1][min(drive.speed, FASTEST)]
    return cost


class _Search:
    """Depth first: towards the lane aimed at, else straight on, else out of the way."""

    def __init__(self, drive: Drive, *, shuns: bool) -> None:
        """:param shuns: whether to go round obstacles; a way never ends on one (14.2)."""
        self._from, self._change = drive, drive.tables.change
        self._held = drive.taken.keys()
        self._taken: Collection[Square] = self._held - drive.standing if drive.standing else drive.taken
        self._standing = drive.standing
        self._speed, self._may_strain = drive.speed + drive.lowered, drive.may_strain
        self._survived = None if drive.survived is None else drive.survived + drive.lowered
        self._obstacles, self._shuns = drive.obstacles, shuns
        self._is_littered = bool(drive.standing) or (shuns and bool(drive.obstacles))
        self._shut: Side | None = "inside" if drive.no_inside else None
        self._line = TRACK.data.finish_before if drive.is_sprint else ""
        self._start = drive.square
        self._dead: set[tuple[Square, int]] = set()
        self._steps: list[Step] = []

    def to_lane(self, aim: Lane, factors: int) -> tuple[Step, ...] | None:
        """Return steps that use up *factors*, with as much of them as possible in lane *aim*."""
        swing = _swing(self._start, aim)  # the first way into the lane that a search would try
        if swing is not None and _may_swing(self._from, swing, factors):
            self._steps[:] = swing.steps
            if self._keep_lane(swing.end, factors - _paid(self._from, swing), aim):
                return tuple(self._steps)
        self._steps.clear()
        return tuple(self._steps) if self._drive(self._start, factors, aim) else None

    def steps_from(self, square: Square, factors: int) -> Iterator[tuple[int, Step]]:
        """Yield what each step from *square* costs that can be paid, and the step."""
        ahead = _AHEAD[square]
        if not factors or ahead in self._taken or (self._shuns and ahead in self._obstacles):
            return
        sides: tuple[Side | None, ...] = (None, "inside", "outside")
        for side in sides:
            after = self._after(square, ahead, side, factors)
            if after is not None:
                yield self._change[side] if side else 1, (side, after)

    def _drive(self, square: Square, factors: int, aim: Lane) -> bool:
        if _LANE[square] == aim:
            return self._keep_lane(square, factors, aim)
        if not factors:
            return self._may_end_on(square)
        ahead = _AHEAD[square]
        is_hopeless = ahead in self._taken or (self._dead and (square, factors) in self._dead)
        if is_hopeless or (self._shuns and ahead in self._obstacles):
            return False
        if self._line and _SECTION[ahead] == self._line:
            self._steps.append((None, ahead))
            return True
        if self._goes(square, factors, aim, _INWARD if _LANE[square] > aim else _OUTWARD):
            return True
        self._dead.add((square, factors))
        return False

    def _keep_lane(self, square: Square, factors: int, aim: Lane) -> bool:
        """Go straight on as far as that leads; if it is not far enough, leave the lane, as late as possible."""
        run, before = _run(square)[:factors], len(self._steps)
        driven, tried = self._as_far_as_it_goes(square, run)
        self._steps += run[:driven]
        if driven and _SECTION[run[driven - 1][1]] == self._line:
            return True
        if driven == factors and self._may_end_on(run[driven - 1][1] if driven else square):
            return True
        for place in reversed(range(tried)):
            del self._steps[before + place :]
            here = run[place - 1][1] if place else square, factors - place
            if self._goes(*here, aim, _ASIDE):
                return True
            self._dead.add(here)
        return False

    def _as_far_as_it_goes(self, square: Square, run: Sequence[Step]) -> tuple[int, int]:
        """Return how many squares of *run* can be driven, and from how many a change of lane is worth a try."""
        taken, dead, line, factors = self._taken, self._dead, self._line, len(run)
        shunned = self._obstacles if self._shuns else _NOTHING
        may_go_on = self._may_strain and not dead and not line  # nearly always
        if may_go_on and self._is_clear(squares_from(square)[:factors]):
            return factors, factors
        for driven, (_, ahead) in enumerate(run):
            if ahead in taken or ahead in shunned or (dead and (square, factors - driven) in dead):
                return driven, driven
            if line and _SECTION[ahead] == line:
                return driven + 1, driven
            if not self._may_strain and self._after(square, ahead, None, factors - driven) is None:
                return driven, driven + 1
            square = ahead
        return factors, factors

    def _is_clear(self, squares: Sequence[Square]) -> bool:
        """Tell whether all *squares* are free of chariots and of obstacles to shun."""
        is_shunned = self._shuns and not self._obstacles.isdisjoint(squares)
        return not is_shunned and self._held.isdisjoint(squares)

    def _may_end_on(self, square: Square) -> bool:
        return square not in self._obstacles or square == self._start

    def _goes(self, square: Square, factors: int, aim: Lane, sides: tuple[Side | None, ...]) -> bool:
        """Take the first way that uses up *factors* and begins to one of the *sides*."""
        ahead = _AHEAD[square]
        for side in sides:
            after = self._after(square, ahead, side, factors)
            if after is not None:
                self._steps.append((side, after))
                if self._drive(after, factors - (self._change[side] if side else 1), aim):
                    return True
                self._steps.pop()
        return False

    def _after(self, square: Square, ahead: Square, side: Side | None, factors: int) -> Square | None:
        """Return where a step leads; ``None`` if it cannot be taken or should not."""
        after: Square | None = ahead
        if side:
            after = ACROSS[side].get(ahead)
            if (
                after is None
                or side == self._shut
                or factors < self._change[side]
                or after in self._taken
                or _BEHIND[after] in self._taken
                or (self._is_littered and self._lies_in_the_way(ahead, after))
            ):
                return None
        assert after is not None
        limit = _CAR_LIMIT[after]
        return after if limit is None or self._speed <= limit else self._strained(square, after, side, limit)

    def _lies_in_the_way(self, ahead: Square, after: Square) -> bool:
        """Tell whether a change of lane to *after* meets what stands, or an obstacle that is shunned."""
        if not self._standing.isdisjoint((ahead, after, _BEHIND[after])):
            return True
        return self._shuns and not self._obstacles.isdisjoint((after, _BEHIND[after]))

    def _strained(self, square: Square, after: Square, side: Side | None, limit: int) -> Square | None:
        """Return where a step above the safe speed leads; ``None`` if it could strain and should not."""
        is_entering = after in _LIMIT and square not in _LIMIT
        if is_entering:
            return after if self._may_strain else None
        if side != "inside":
            return after
        is_survived = self._survived is not None and limit >= self._survived  # 7.22
        return after if is_survived and self._may_strain else None
