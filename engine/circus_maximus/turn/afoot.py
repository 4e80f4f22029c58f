"""Drivers on foot (17).

17.1  From the turn after they came free a driver runs as each turn ends: a square for every two hits, or part of two,
      that they have left. In the mud it is one for every three.
17.2  They go in any direction, but not into the square of a team or a car.
17.3  Along the wall, inside or outside, they try to climb out after each square: an even die gets them over. They try
      once from any one square, and do not turn back along that wall.
17.4  A team that comes upon them as it drives runs them down. A die decides its cost.
17.5  They are safe from everything else.
"""

from collections import deque
from collections.abc import Container, Iterator
from itertools import pairwise, starmap

from engine.circus_maximus.position import board, sky
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words.asks import Run, RunOnFoot
from engine.circus_maximus.words.facts import ClimbFailed, Escaped, RanOnFoot
from engine.circus_maximus.words.state import Chariot, Race, Runner
from engine.questions import Ask, AskAll, Play
from engine.table import Table
from engine.track import SIDES
from records.values import EntryId, Lane, Square

Path = tuple[Square, ...]


_WALLS = (Lane(1), Lane(TRACK.data.lanes))


def move_all(race: Race, table: Table) -> Play[None]:
    """Let all drivers on foot since an earlier turn run and climb (17.1 to 17.3)."""
    taken = board.occupied(race)
    reaches = {
        entry: _reach(chariot.runner, paces(race, chariot), taken)
        for entry, chariot in race.chariots.items()
        if chariot.runner is not None and chariot.runner.since < race.turn
    }
    asks = tuple(_ask(race, entry, paths) for entry, paths in reaches.items() if len(paths) > 1)
    if not asks:
        return
    runs: dict[EntryId, Run] = yield AskAll(asks)
    for entry, run in runs.items():
        _run(race, table, entry, reaches[entry][run.to])


def paces(race: Race, chariot: Chariot) -> int:
    """Return how many squares a driver on foot can run in a turn, 0 or more (17.1, 16.7)."""
    return sky.foot_squares(race, chariot.hits)


def _ask(race: Race, entry: EntryId, paths: dict[Square, Path]) -> Ask:
    chariot = race.chariots[entry]
    assert chariot.runner is not None
    climbs = {square for path in paths.values() for square in _climbs(chariot.runner, path)}
    question = RunOnFoot(tuple(paths.values()), tuple(square for square in paths if square in climbs))
    return Ask(entry, question, default=Run(shortest_way_out(race, chariot)))


def _run(race: Race, table: Table, entry: EntryId, path: Path) -> None:
    """Run along *path*, trying to climb out wherever that may be done (17.3)."""
    chariot = race.chariots[entry]
    runner = chariot.runner
    assert runner is not None
    climbs = _climbs(runner, path)
    for before, square in pairwise(path):
        runner.square = square
        if square in climbs:
            runner.heading = _heading(before, square)
            runner.rolled_from.append(square)
            table.tell(RanOnFoot(entry, square))
            if _climb(table, entry, chariot, square):
                return
    if len(path) > 1 and path[-1] not in climbs:
        table.tell(RanOnFoot(entry, path[-1]))


def _climb(table: Table, entry: EntryId, chariot: Chariot, square: Square) -> bool:
    """Try to climb out of the circus, and return whether it is done: on an even die (17.3)."""
    if table.roll(entry, "climbing out", "17.3", count=1).total % 2:
        table.tell(ClimbFailed(entry, square))
        return False
    chariot.driver, chariot.runner = "escaped", None
    table.tell(Escaped(entry, square))
    return True


def _reach(runner: Runner, squares: int, taken: Container[Square]) -> dict[Square, Path]:
    """Return the way to each square in reach, the own one first: to the wall with most climbing, else the shortest.

    The nearest squares come first.
    """
    best: dict[Square, Path] = {}
    for path in _ways(runner, squares, taken):
        known = best.get(path[-1])
        if known is None or _merit(runner, path) > _merit(runner, known):
            best[path[-1]] = path
    return dict(sorted(best.items(), key=lambda each: len(each[1])))


def _merit(runner: Runner, path: Path) -> tuple[int, int]:
    is_at_wall = TRACK.lane[path[-1]] in _WALLS
    return len(_climbs(runner, path)) if is_at_wall else 0, -len(path)


def _ways(runner: Runner, squares: int, taken: Container[Square]) -> Iterator[Path]:
    """Yield ways of up to so many squares, the shortest first: to each square the first with so much climbing."""
    waiting: list[Path] = [(runner.square,)]
    known: set[tuple[Square, int, int]] = set()
    for left in range(squares, -1, -1):
        yield from waiting
        following = []
        for path in waiting if left else ():
            for step in _steps(path[-1]):
                way = (*path, step)
                if step in taken or step in path or _turns_back(runner, path, step):
                    continue
                kind = step, len(_climbs(runner, way)), next(filter(None, starmap(_heading, pairwise(way))), 0)
                if kind not in known:
                    known.add(kind)
                    following.append(way)
        waiting = following


def _steps(square: Square) -> tuple[Square, ...]:
    """Return the squares that touch *square*, those ahead and behind first (17.2)."""
    aside = (links[side].get(square) for links in (TRACK.beside, TRACK.ahead_of) for side in SIDES)
    found = (TRACK.ahead[square], TRACK.behind[square], *aside)
    return tuple(dict.fromkeys(step for step in found if step is not None))


def _heading(before: Square, square: Square) -> int:
    """Return which way a step goes along the wall: 1 with the race, -1 against it; 0 for any other step."""
    if TRACK.lane[square] not in _WALLS:
        return 0
    return (TRACK.ahead[before] == square) - (TRACK.behind[before] == square)


def _turns_back(runner: Runner, path: Path, step: Square) -> bool:
    """Tell whether a step goes against the way in which they have gone along that wall so far (17.3)."""
    heading = _heading(path[-1], step)
    if not heading:
        return False
    lane = TRACK.lane[step]
    before = [_heading(*pair) for pair in pairwise(path) if TRACK.lane[pair[1]] == lane]
    if runner.rolled_from and TRACK.lane[runner.rolled_from[-1]] == lane:
        before.append(runner.heading)
    return -heading in before


def _climbs(runner: Runner, path: Path) -> tuple[Square, ...]:
    """Return the squares of *path* from which they try to climb out: reached along the wall, not yet tried (17.3)."""
    return tuple(
        square for before, square in pairwise(path) if _heading(before, square) and square not in runner.rolled_from
    )


def shortest_way_out(race: Race, chariot: Chariot) -> Square:
    """Return where they run if nobody says: the shortest way to a wall, the inner one if both are as near (17.1, E19).

    Along the wall they go on as they have begun, or else with the race, as far as they can.
    """
    runner, taken, left = chariot.runner, board.occupied(race), paces(race, chariot)
    assert runner is not None
    path = _way_to_wall(runner.square, taken)[: left + 1]
    for _ in range(left + 1 - len(path)):
        step = _along(runner, path)
        if step is None or step in taken:
            break
        path = (*path, step)
    return path[-1]


def _along(runner: Runner, path: Path) -> Square | None:
    """Return the next square along the wall at the end of *path*; none if they are not at a wall."""
    lane = TRACK.lane[path[-1]]
    if lane not in _WALLS:
        return None
    has_begun = runner.rolled_from and TRACK.lane[runner.rolled_from[-1]] == lane
    return (TRACK.behind if has_begun and runner.heading < 0 else TRACK.ahead)[path[-1]]


def _way_to_wall(square: Square, taken: Container[Square]) -> Path:
    """Return the shortest way to lane 1 or 8 round what is in the way; if there is none they stay (E19)."""
    waiting: deque[Path] = deque([(square,)])
    seen = {square}
    found: list[Path] = []
    while waiting:
        path = waiting.popleft()
        if found and len(path) > len(found[0]):
            break
        if TRACK.lane[path[-1]] in _WALLS:
            found.append(path)
        for step in _steps(path[-1]):
            if step not in taken and step not in seen:
                seen.add(step)
                waiting.append((*path, step))
    return min(found, key=lambda path: TRACK.lane[path[-1]], default=(square,))
