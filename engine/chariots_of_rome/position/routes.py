"""Ways through a turn: the best of all that use up the moves, others standing still (19.5).

A way is looked for space by space. Its cost from a space on depends on that space and the moves that are left, so
all ways of a turn are known after a few hundred looks, and the steps that follow need none.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from math import inf
from typing import NamedTuple

from engine.chariots_of_rome.position.steps import Path, Sight, corner_key
from engine.chariots_of_rome.position.worth import CORNER_CARD, DANGER_CARD, STOP_SHORT, fear, to_go
from engine.chariots_of_rome.printed.board import TrackName, track
from engine.chariots_of_rome.words.state import ChariotLog
from records.values import EntryId, Square


class Ground(NamedTuple):
    """All that bears on the ways of a turn. Grounds that are alike share their ways."""

    track: TrackName
    filled: frozenset[Square]
    entered: frozenset[str]  # corners of this lap that it has entered (6.2)
    crossings: int  # of the line that are still to come; 0 for whoever has finished
    pace: int  # spaces of the turn, and Rattled as it counts in corners
    rain: int  # by how much every Safe Speed counts as lower (F05)
    cut: int  # cards fewer in each hazard (F02)
    fear: int  # f (19.5)
    passing: float  # points for each obstacle passed

    @property
    def after(self) -> "Ground":
        """The same ground once the line is crossed."""
        return self._replace(entered=frozenset(), crossings=self.crossings - 1)

    def hazard(self, start: Square, to: Square) -> int | None:
        """Return the cards of the hazard that a step leads to; ``None`` if it enters no corner anew (6.2)."""
        board = track(self.track)
        corner = board.corner[to]
        if not corner or board.corner[start] or not self.crossings or corner in self.entered:
            return None
        return max(0, max(0, self.pace + self.rain - board.safe[to]) - self.cut)


def ground_of(sight: Sight, entry: EntryId, total: int, moves: int) -> Ground:
    """Return the ground for the next spaces of a chariot's way, without anything that it cannot meet there.

    So grounds are alike for most of a turn, and for others who meet the same.

    :param total: spaces of its whole turn.
    :param moves: spaces that are left of them.
    """
    board, chariot = sight.board, sight.chariot(entry)
    crossings = max(0, sight.race_laps - chariot.laps)
    if chariot.square is None:
        return _open_ground(board.id, crossings)
    met = reach(board.id, chariot.square, moves)
    filled = [square for square in (*sight.wrecks, *sight.debris) if square in met]
    filled += [other.square for each, other in sight.logs() if other.square in met and each != entry]
    has_corner = bool(crossings) and not met.isdisjoint(board.corner_mouths)
    if not filled and not has_corner:
        return _open_ground(board.id, crossings)
    f, effects = fear(chariot), sight.effects
    return Ground(
        board.id,
        frozenset(filled),
        entered(sight, entry, chariot) if has_corner else _NO_CORNERS,
        crossings,
        (total if chariot.can("C06") else total + chariot.rattled) if has_corner else 0,
        int("F05" in effects),
        int("F02" in effects),
        f,
        0.0 if sight.locked else DANGER_CARD * f,
    )


def bearing(sight: Sight, entry: EntryId) -> tuple[object, ...]:
    """Return all that bears on the ways of the turn under way, wherever they lead; quicker to compare than a ground."""
    chariot, total = sight.chariot(entry), sight.total_move
    filled = {other.square for _, other in sight.logs()}
    filled.discard(chariot.square)
    return (
        filled,
        sight.board.id,
        sight.race_laps - chariot.laps,
        total if chariot.can("C06") else total + chariot.rattled,
        chariot.rattled,
        chariot.endurance,
        sight.locked,
        tuple(sight.effects),
        tuple(sight.wrecks),
        tuple(sight.debris),
        entered(sight, entry, chariot),
    )


@cache
def _open_ground(name: TrackName, crossings: int) -> Ground:
    """Return the ground of a way that meets nothing."""
    return Ground(name, frozenset(), _NO_CORNERS, crossings, pace=0, rain=0, cut=0, fear=1, passing=0.0)


@lru_cache(maxsize=4096)
def reach(name: TrackName, square: Square, moves: int) -> frozenset[Square]:
    """Return the spaces that a chariot can enter with so many moves, over obstacles too."""
    steps, met, edge = track(name).steps, set[Square](), {square}
    for _ in range(moves):
        edge = {to for each in edge for to in steps[each]}
        met |= edge
    return frozenset(met)


_NO_CORNERS: frozenset[str] = frozenset()


def entered(sight: Sight, entry: EntryId, chariot: ChariotLog) -> frozenset[str]:
    """Return the corners of its present lap that a chariot has entered (6.2)."""
    log, laps = sight.corner_log, chariot.laps
    found = [corner for corner in sight.board.corners if entry in log.get(corner_key(laps, corner), ())]
    return frozenset(found) if found else _NO_CORNERS


class Ways:
    """The ways over a ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._board = track(ground.track)
        self._steps = self._board.steps
        self._h = to_go(ground.track, ground.crossings)
        # By the moves that are left: J of the best way from each space, and its first step.
        self._known: defaultdict[int, dict[Square, float]] = defaultdict(dict)
        self._next: defaultdict[int, dict[Square, Square]] = defaultdict(dict)
        self._tolls = dict.fromkeys(ground.filled, ground.passing)
        for to, cards in self._hazards():
            self._tolls[to] = self._tolls.get(to, 0.0) + CORNER_CARD * ground.fear * cards
        self._over_line = self._board.over_line if ground.crossings else frozenset()
        self._beyond: Ways | None = None

    def _hazards(self) -> Iterator[tuple[Square, int]]:
        """Yield the first spaces of corners that are entered anew, with the cards of their hazards (6.2)."""
        ground, board = self.ground, self._board
        for to in board.corner_mouths if ground.crossings and ground.pace else ():
            if board.corner[to] not in ground.entered:
                cards = max(0, ground.pace + ground.rain - board.safe[to]) - ground.cut
                if cards > 0:
                    yield to, cards

    def cost(self, square: Square, moves: int) -> float:
        """Return J of the best way with so many moves from a space, its hazards and H at the end with it.

        It is infinite from an obstacle that cannot be left.
        """
        known = self._known[moves]
        cost = known.get(square)
        if cost is not None:
            return cost
        cost, is_filled = inf, square in self.ground.filled
        if not moves:
            cost = inf if is_filled else self._h[square]
        else:
            further, tolls, over_line = self._known[moves - 1], self._tolls, self._over_line
            for to in self._steps[square]:
                if to in over_line:
                    found = self.beyond(to).cost(to, moves - 1)
                else:
                    there = further.get(to)
                    found = self.cost(to, moves - 1) if there is None else there
                if to in tolls:
                    found += tolls[to]
                if found < cost:  # of equals the first: ahead, then right, then left
                    cost, self._next[moves][square] = found, to
            if cost == inf and not is_filled:
                cost = STOP_SHORT + self._h[square]
        known[square] = cost
        return cost

    def beyond(self, to: Square) -> "Ways":
        """Return the ways that go on from *to*: others once the line is crossed, as corners are new."""
        if to not in self._over_line:
            return self
        if self._beyond is None:
            self._beyond = ways_over(self.ground.after)
        return self._beyond

    def toll(self, to: Square) -> float:
        """Return the cost of a single step to a space, in J: cards of a hazard, and an obstacle passed (19.5)."""
        return self._tolls.get(to, 0.0)

    def step(self, square: Square, moves: int) -> Path:
        """Return the first step of the best way, or its first chain; of equals ahead, then right, then left.

        It is empty where there is none.
        """
        path: list[Square] = []
        ways = self
        while moves and (not path or path[-1] in self.ground.filled):
            ways.cost(square, moves)
            to = ways._next[moves].get(square)
            if to is None:
                return ()
            ways, square, moves = ways.beyond(to), to, moves - 1
            path.append(to)
        return tuple(path)


# Few are kept: with thousands of them the garbage collector takes longer than the ways.
@lru_cache(maxsize=256)
def ways_over(ground: Ground) -> Ways:
    """Return the ways over a ground."""
    return Ways(ground)


# Ways with a wish


class Wished(NamedTuple):
    """A way to a wish."""

    cost: float
    path: Path  # its first step or chain


Label = Callable[[Square, Square, bool], object]
"""From a step, and whether it begins and ends on clear spaces: its effect, or ``None``."""


class WishedWays:
    """The best way to each thing that ways over a ground bring about, others standing still."""

    def __init__(self, ground: Ground, label: Label, last: Callable[[Square], object]) -> None:
        """:param label: the effect of a step; the first thing of a way counts.
        :param last: the effect of a way that ends on a space, if no step had one.
        """
        self._filled, self._label, self._last = ground.filled, label, last
        self._ways, self._board = ways_over(ground), track(ground.track)
        self._known: dict[tuple[Ways, Square, int], dict[object, Wished]] = {}

    def best(self, square: Square, moves: int) -> Mapping[object, Wished]:
        """Return the best way to each thing, from a space with so many moves."""
        return self._best(self._ways, square, moves)

    def _best(self, ways: Ways, square: Square, moves: int) -> dict[object, Wished]:
        key = ways, square, moves
        if key not in self._known:
            self._known[key] = self._merged(ways, square, moves)
        return self._known[key]

    def _merged(self, ways: Ways, square: Square, moves: int) -> dict[object, Wished]:
        found: dict[object, Wished] = {}
        for to in self._board.steps[square] if moves else ():
            for thing, wish in self._through(ways, square, to, moves).items():
                if thing not in found or wish.cost < found[thing].cost:
                    found[thing] = wish
        if found or square in self._filled:
            return found
        return {self._last(square): Wished(ways.cost(square, moves), ())}

    def _through(self, ways: Ways, square: Square, to: Square, moves: int) -> dict[object, Wished]:
        """Return the best ways that begin with a step, by their effect."""
        toll = ways.toll(to)
        rest = self._best(ways.beyond(to), to, moves - 1)
        ways_on = {thing: self._led_to(to, toll, wish) for thing, wish in rest.items()}
        brought = self._label(square, to, square not in self._filled and to not in self._filled)
        if brought is None or not ways_on:
            return ways_on
        return {brought: min(ways_on.values(), key=lambda wish: wish.cost)}

    def _led_to(self, to: Square, toll: float, wish: Wished) -> Wished:
        return Wished(toll + wish.cost, (to, *wish.path) if to in self._filled else (to,))
