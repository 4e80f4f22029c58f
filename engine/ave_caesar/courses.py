"""The four courses as graphs of spaces: data files, checked on load, and tables made from them for each direction.

A step goes from a space to one of its successors. Dashed borders let diagonal steps change lanes, walls do not. The
Imperial Alley, for the tribute (7.9, :meth:`Runway._onward`), is a separate lane; the line crosses its middle.
Distances are in steps, fronts in sixtieths of a row.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from typing import Literal, NewType

import msgspec

Space = NewType("Space", str)
"""A space's id, such as ``10b``, ``06c5`` in a curve, ``12N`` for a bottleneck or ``A1`` in the alley."""

FINISH = Space("FINISH")
"""The end of a path that crosses the line for the last time: off the board."""

CourseName = Literal["white", "blue", "yellow", "red"]
Direction = Literal["clockwise", "anticlockwise"]
Side = Literal["A", "B"]

DIRECTIONS: tuple[Direction, Direction] = ("clockwise", "anticlockwise")
COURSES: tuple[CourseName, ...] = ("white", "blue", "yellow", "red")

LAST_LAP = 3
FINISHED = LAST_LAP + 1
"""Crossings of a chariot that has finished; on the grid it has none."""

LONGEST_CARD = 6

ROW = 60
"""Fronts are in sixtieths of a row."""


class SpaceData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"start": "from", "end": "to"}):
    """One space. Fronts are in sixtieths of a row, clockwise from the line."""

    id: Space
    kind: Literal["space", "bottleneck", "alley"]
    zone: Literal["home", "straight", "curve", "bottleneck", "alley"]
    lane: str | None  # none for a bottleneck and in the alley
    start: int
    end: int
    draw: tuple[float, float, float, float, float]  # x, y, heading in degrees, length, width: a hint


class DirectionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a course that differ between the two ways round."""

    start_positions: tuple[Space, ...]  # the outermost lane first
    alley_entry: tuple[Space, Space]
    alley_exit: tuple[Space, Space]
    coin_lap2_forbidden_edges: tuple[tuple[Space, Space], ...]


class CourseData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A course as its file tells it."""

    name: CourseName
    side: Side
    rows: int
    lap_length: int  # in sixtieths of a row
    alley: tuple[Space, ...]  # clockwise
    spaces: tuple[SpaceData, ...]
    borders: tuple[tuple[Space, Space, Literal["dashed", "wall"]], ...]
    edges: tuple[tuple[str, ...], ...]  # clockwise: from, to, kind, and "line" where it crosses the line
    directions: dict[Direction, DirectionData]


class BadCourse(ValueError):
    """A course file that contradicts itself."""


Situation = tuple[Space, int, bool]
"""Space, crossings and whether the coin is still owed."""

FINISHED_RACE: Situation = (FINISH, FINISHED, False)


class Runway:
    """A course in one direction, with look-ups by space.

    With *strict_finish* a chariot drives on behind the last line, and leaves the board from there (7.1).
    """

    def __init__(self, data: CourseData, direction: Direction, *, strict_finish: bool = False) -> None:
        self.data, self.direction, self.strict_finish = data, direction, strict_finish
        self.name = data.name
        self.lap_length = data.lap_length
        self.spaces = tuple(space.id for space in data.spaces)
        self.starts = data.directions[direction].start_positions
        self.alley = frozenset(data.alley)
        self.alley_entry = data.directions[direction].alley_entry
        self.alley_exit = data.directions[direction].alley_exit
        self.barred = frozenset(data.directions[direction].coin_lap2_forbidden_edges)
        self.bit = {space: 1 << place for place, space in enumerate(self.spaces)}
        self.front = {space.id: self._front_of(space) for space in data.spaces}
        self.line: frozenset[tuple[Space, Space]] = frozenset((a, b) for a, b, is_line in self._edges() if is_line)
        self.ahead = self._successors()

    def _front_of(self, space: SpaceData) -> int:
        return space.end if self.direction == "clockwise" else self.lap_length - space.start

    def _edges(self) -> Iterator[tuple[Space, Space, bool]]:
        for edge in self.data.edges:
            one, other = Space(edge[0]), Space(edge[1])
            is_line = "line" in edge[3:]
            yield (one, other, is_line) if self.direction == "clockwise" else (other, one, is_line)

    def _successors(self) -> dict[Space, tuple[Space, ...]]:
        ahead: dict[Space, list[Space]] = {space: [] for space in self.spaces}
        for one, other, _ in self._edges():
            if one not in ahead or other not in ahead:
                raise BadCourse(f"{self.name}: the edge {one} to {other} leads to no space")
            ahead[one].append(other)
        return {space: tuple(sorted(nexts)) for space, nexts in ahead.items()}

    def pos(self, space: Space, crossings: int) -> int:
        """Return how far a chariot has come since the line at the start, in sixtieths of a row; 0 or less before it."""
        return (crossings - 1) * self.lap_length + self.front[space]

    def steps(self, here: Situation) -> tuple[Situation, ...]:
        """Return where one step can lead, by space ids (7.1, 7.9); others are left aside."""
        return self._steps[here]

    @cached_property
    def _steps(self) -> dict[Situation, tuple[Situation, ...]]:
        situations = [*product(self.spaces, range(FINISHED), (False, True))]
        if self.strict_finish:
            situations += [(space, FINISHED, False) for space in self.spaces]
        steps = {here: tuple(dict.fromkeys(self._onward(here))) for here in situations}
        return steps | {FINISHED_RACE: ()}

    def _onward(self, here: Situation) -> Iterator[Situation]:
        """Yield where one step can lead: on lap 2 a coin still held leads into the alley, and is paid there (7.9)."""
        space, crossings, coin = here
        for onward in self.ahead[space]:
            if coin and crossings == LAST_LAP - 1 and (space, onward) in self.barred:
                continue
            crossed = min(crossings + ((space, onward) in self.line), FINISHED)
            if crossed == FINISHED:
                if not coin:
                    yield (onward, FINISHED, False) if self.strict_finish else FINISHED_RACE
            else:
                # Whoever enters the alley stops in it: no card is as long as the alley.
                yield onward, crossed, coin and onward not in self.alley

    @cached_property
    def remaining(self) -> Mapping[Situation, int]:
        """The steps of the shortest way over the last line, alley duty included; no entry where there is none."""
        before: dict[Situation, list[Situation]] = {}
        for here, steps in self._steps.items():
            for there in steps:
                before.setdefault(there, []).append(here)
        goals = [there for there in self._steps if there[1] == FINISHED]
        return _distances(goals, before)

    @cached_property
    def near(self) -> Mapping[Space, int]:
        """The spaces within the longest card's reach of each space, as bits."""
        return {space: self._within_reach(space) for space in self.spaces}

    def _within_reach(self, space: Space) -> int:
        reached, edge = 0, {space}
        for _ in range(LONGEST_CARD):
            edge = {onward for each in edge for onward in self.ahead[each]}
            for each in edge:
                reached |= self.bit[each]
        return reached


def _distances(goals: Iterable[Situation], before: Mapping[Situation, list[Situation]]) -> dict[Situation, int]:
    found = dict.fromkeys(goals, 0)
    waiting = deque(found)
    while waiting:
        here = waiting.popleft()
        for earlier in before.get(here, ()):
            if earlier not in found:
                found[earlier] = found[here] + 1
                waiting.append(earlier)
    return found


SHORTEST: Mapping[Side, int] = {"A": 80, "B": 78}
"""Steps of the shortest three laps with one stop in the alley, from every start position (9.3)."""


def check_course(data: CourseData) -> None:
    """Look a course over.

    :raises BadCourse: if links are not mutual, a space is a dead end or out of reach, a step does not lead forward, the
        alley is too short to stop in, or a start position has another shortest way than the side asks for.
    """
    known = {space.id for space in data.spaces}
    if len(known) != len(data.spaces):
        raise BadCourse(f"{data.name}: a space stands twice")
    _check_borders(data, known)
    for direction in DIRECTIONS:
        _check_runway(Runway(data, direction))


def _check_borders(data: CourseData, known: set[Space]) -> None:
    borders: dict[frozenset[Space], str] = {}
    for one, other, kind in data.borders:
        if one not in known or other not in known or one == other:
            raise BadCourse(f"{data.name}: the border {one}|{other} lies between no two spaces")
        if borders.setdefault(frozenset((one, other)), kind) != kind:
            raise BadCourse(f"{data.name}: the border {one}|{other} is both a wall and dashed")
    links = [(edge[0], edge[1]) for edge in data.edges]
    if len(set(links)) != len(links) or any((other, one) in set(links) for one, other in links):
        raise BadCourse(f"{data.name}: a link stands twice")
    if {edge[2] for edge in data.edges} - {"ahead", "diagonal", "alley-in", "alley-out"}:
        raise BadCourse(f"{data.name}: a link of an unknown kind")


def _check_runway(runway: Runway) -> None:
    name = f"{runway.name}, {runway.direction}"
    _check_steps(runway, name)
    _check_alley(runway, name)
    must_be = SHORTEST[runway.data.side]
    for start in runway.starts:
        shortest = runway.remaining.get((start, 0, True))
        if shortest != must_be:
            raise BadCourse(f"{name}: the shortest way from {start} has {shortest} steps, not {must_be}")


def _check_steps(runway: Runway, name: str) -> None:
    reached = {onward for nexts in runway.ahead.values() for onward in nexts}
    for space, nexts in runway.ahead.items():
        if not nexts or space not in reached:
            raise BadCourse(f"{name}: {space} is a dead end")
        for onward in nexts:
            crossed = (space, onward) in runway.line
            if runway.pos(onward, 1 + crossed) <= runway.pos(space, 1):
                raise BadCourse(f"{name}: the step from {space} to {onward} does not lead forward")


def _check_alley(runway: Runway, name: str) -> None:
    into = [
        (space, onward) for space in runway.spaces for onward in runway.ahead[space] if _enters(runway, space, onward)
    ]
    out = [
        (space, onward) for space in runway.spaces for onward in runway.ahead[space] if _enters(runway, onward, space)
    ]
    if into != [runway.alley_entry] or out != [runway.alley_exit] or len(runway.alley) <= LONGEST_CARD:
        raise BadCourse(f"{name}: the alley is not entered and left as it should be")
    if any(onward not in runway.ahead[space] for space, onward in runway.barred):
        raise BadCourse(f"{name}: a step is barred that does not exist")


def _enters(runway: Runway, space: Space, onward: Space) -> bool:
    return onward in runway.alley and space not in runway.alley


def load_course(text: bytes) -> CourseData:
    """Read a course and look it over.

    :raises BadCourse: if it contradicts itself.
    :raises msgspec.ValidationError: if it is no course at all.
    """
    data = msgspec.json.decode(text, type=CourseData)
    check_course(data)
    return data


@cache
def course(name: CourseName) -> CourseData:
    """Return a course by its name."""
    return load_course((Path(__file__).parent / "courses" / f"{name}.json").read_bytes())


@cache
def runway(name: CourseName, direction: Direction, strict_finish: bool = False) -> Runway:
    """Return a course in one direction."""
    return Runway(course(name), direction, strict_finish=strict_finish)
