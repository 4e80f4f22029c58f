"""Ways through a turn: the best of all that use up the moves, others standing still (19.5).

A way is looked for space by space. What it costs from a space on depends on that space and the moves that are left, so
all ways of a turn are known after a few hundred looks, and the steps that follow need none.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

from engine.chariots_of_rome.board import TrackName, track
from engine.chariots_of_rome.cornering import corner_key
from engine.chariots_of_rome.state import ChariotLog
from engine.chariots_of_rome.steps import Path, Sight
from engine.chariots_of_rome.worth import CORNER_CARD, DANGER_CARD, STOP_SHORT, fear, to_go
from records.values import EntryId, Square


class Ground(NamedTuple):
    """All that bears on the ways of a turn. Grounds that are alike share what is known of them."""

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


def ground_of(sight: Sight, entry: EntryId, total: int) -> Ground:
    """Return what bears on the ways of a chariot.

    :param total: spaces of its whole turn.
    """
    chariot, effects = sight.chariot(entry), sight.effects
    f = fear(chariot)
    return Ground(
        sight.board.id,
        _in_reach(sight, entry, total),
        entered(sight, entry, chariot),
        max(0, sight.race_laps - chariot.laps),
        total if chariot.can("C06") else total + chariot.rattled,
        int("F05" in effects),
        int("F02" in effects),
        f,
        0.0 if sight.locked else DANGER_CARD * f,
    )


def _in_reach(sight: Sight, entry: EntryId, total: int) -> frozenset[Square]:
    """Return the obstacles that a turn can meet: from where it began on, as far as it leads.

    So a ground stays the same for a whole turn, and for others that meet the same.
    """
    board, own = sight.board, sight.chariot(entry).square
    if own is None:
        return frozenset()
    along, moved = board.along, sight.moved
    start, reach = along[own] - (moved + _BLUR) / board.inner_lap, (moved + total + 2 * _BLUR) / board.inner_lap
    filled = [*sight.wrecks, *sight.debris]
    filled += [chariot.square for other, chariot in sight.logs() if other != entry and chariot.square is not None]
    return frozenset([square for square in filled if (along[square] - start) % 1 <= reach])


_NO_CORNERS: frozenset[str] = frozenset()


def entered(sight: Sight, entry: EntryId, chariot: ChariotLog) -> frozenset[str]:
    """Return the corners of its present lap that a chariot has entered (6.2)."""
    log, laps = sight.corner_log, chariot.laps
    found = [corner for corner in sight.board.corners if entry in log.get(corner_key(laps, corner), ())]
    return frozenset(found) if found else _NO_CORNERS


_BLUR = 2
"""Spaces by which lanes of different lengths may blur how far a chariot has come in its turn."""


class Ways:
    """What is known of the ways over a ground."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._board = track(ground.track)
        self._steps = self._board.steps
        self._h = to_go(ground.track, ground.crossings)
        self._known: dict[tuple[Square, int], float] = {}
        self._first: dict[tuple[Square, int], Path] = {}
        self._tolls = dict.fromkeys(ground.filled, ground.passing)
        for to, cards in self._hazards():
            self._tolls[to] = self._tolls.get(to, 0.0) + CORNER_CARD * ground.fear * cards
        self._over_line = self._board.over_line if ground.crossings else frozenset()
        self._beyond: Ways | None = None

    def _hazards(self) -> Iterator[tuple[Square, int]]:
        """Yield the first spaces of corners that are entered anew, with the cards of their hazards (6.2)."""
        ground, board = self._ground, self._board
        for to in board.corner_mouths if ground.crossings else ():
            if board.corner[to] not in ground.entered:
                cards = max(0, ground.pace + ground.rain - board.safe[to]) - ground.cut
                if cards > 0:
                    yield to, cards

    def cost(self, square: Square, moves: int) -> float:
        """Return J of the best way with so many moves from a space, its hazards and H at the end with it.

        It is infinite from an obstacle that cannot be left.
        """
        known = self._known.get((square, moves))
        if known is not None:
            return known
        is_filled = square in self._ground.filled
        if not moves:
            cost = inf if is_filled else self._h[square]
        else:
            cost, left, known_costs, tolls = inf, moves - 1, self._known, self._tolls
            for to in self._steps[square]:
                if to in self._over_line:
                    found = self.beyond(to).cost(to, left)
                else:
                    there = known_costs.get((to, left))
                    found = self.cost(to, left) if there is None else there
                found += tolls.get(to, 0.0)
                cost = min(found, cost)
            if cost == inf and not is_filled:
                cost = STOP_SHORT + self._h[square]
        self._known[square, moves] = cost
        return cost

    def step_cost(self, to: Square, moves: int) -> float:
        """Return J of the best way that begins with a step to this space."""
        return self.toll(to) + self.beyond(to).cost(to, moves - 1)

    def beyond(self, to: Square) -> "Ways":
        """Return the ways that go on from *to*: others once the line is crossed, as corners are new."""
        if to not in self._over_line:
            return self
        if self._beyond is None:
            self._beyond = ways_over(self._ground.after)
        return self._beyond

    def toll(self, to: Square) -> float:
        """Return what a step to a space costs by itself: cards of a hazard, and an obstacle passed."""
        return self._tolls.get(to, 0.0)

    def step(self, square: Square, moves: int) -> Path:
        """Return the first step of the best way, or its first chain; of equals ahead, then right, then left.

        It is empty where there is none.
        """
        known = self._first.get((square, moves))
        if known is None:
            known = self._first[square, moves] = self._step(square, moves)
        return known

    def _step(self, square: Square, moves: int) -> Path:
        path: list[Square] = []
        ways = self
        while moves and (not path or path[-1] in self._ground.filled):
            costs = {to: ways.step_cost(to, moves) for to in self._steps[square]}
            to = min(costs, key=costs.__getitem__, default=None)
            if to is None or costs[to] == inf:
                return ()
            ways, square, moves = ways.beyond(to), to, moves - 1
            path.append(to)
        return tuple(path)


# Few are kept: with thousands of them the garbage collector takes longer than the ways.
@lru_cache(maxsize=256)
def ways_over(ground: Ground) -> Ways:
    """Return what is known of the ways over a ground."""
    return Ways(ground)


# Ways with a wish


class Wished(NamedTuple):
    """A way to what is wished for."""

    cost: float
    path: Path  # its first step or chain


Label = Callable[[Square, Square, bool], object]
"""From a step, and whether it begins and ends on clear spaces: what it brings about, or ``None``."""


class WishedWays:
    """The best way to each thing that ways over a ground bring about, others standing still."""

    def __init__(self, ground: Ground, label: Label, last: Callable[[Square], object]) -> None:
        """:param label: what a step brings about; the first thing of a way counts.
        :param last: what a way brings about that ends on a space, if no step did.
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
        """Return what ways bring about that begin with a step."""
        toll = ways.toll(to)
        rest = self._best(ways.beyond(to), to, moves - 1)
        ways_on = {thing: self._led_to(to, toll, wish) for thing, wish in rest.items()}
        brought = self._label(square, to, square not in self._filled and to not in self._filled)
        if brought is None or not ways_on:
            return ways_on
        return {brought: min(ways_on.values(), key=lambda wish: wish.cost)}

    def _led_to(self, to: Square, toll: float, wish: Wished) -> Wished:
        return Wished(toll + wish.cost, (to, *wish.path) if to in self._filled else (to,))
