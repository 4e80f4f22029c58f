"""Ways through a turn: the best of all that use up the moves, others standing still (19.5).

A way is looked for space by space. What it costs from a space on depends on that space and the moves that are left, so
all ways of a turn are known after a few hundred looks, and the steps that follow need none.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import inf
from typing import NamedTuple

from engine.chariots_of_rome.board import TrackName, track
from engine.chariots_of_rome.cornering import corner_key
from engine.chariots_of_rome.state import ChariotLog
from engine.chariots_of_rome.steps import Path, Sight, obstacles
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
    chariot = sight.chariot(entry)
    crossings = sight.race_laps - chariot.laps
    rattled = 0 if chariot.can("C06") else chariot.rattled
    f = fear(chariot)
    return Ground(
        sight.board.id,
        frozenset(obstacles(sight, entry)),
        entered(sight, entry, chariot),
        max(0, crossings),
        total + rattled,
        int("F05" in sight.effects),
        int("F02" in sight.effects),
        f,
        0.0 if sight.locked else DANGER_CARD * f,
    )


def entered(sight: Sight, entry: EntryId, chariot: ChariotLog) -> frozenset[str]:
    """Return the corners of its present lap that a chariot has entered (6.2)."""
    log = sight.corner_log
    corners = (section.id for section in sight.board.sections if section.is_corner)
    return frozenset(corner for corner in corners if entry in log.get(corner_key(chariot.laps, corner), ()))


class Ways:
    """What is known of the ways over a ground."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._board = track(ground.track)
        self._h = to_go(ground.track, ground.crossings)
        self._known: dict[tuple[Square, int], float] = {}
        self._beyond: Ways | None = None

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
            cost = min([self.step_cost(square, to, moves) for to in self._board.steps[square]], default=inf)
            if cost == inf and not is_filled:
                cost = STOP_SHORT + self._h[square]
        self._known[square, moves] = cost
        return cost

    def step_cost(self, square: Square, to: Square, moves: int) -> float:
        """Return J of the best way that begins with this step."""
        ways = self.beyond(square, to)
        return self.toll(square, to) + ways.cost(to, moves - 1)

    def beyond(self, square: Square, to: Square) -> "Ways":
        """Return the ways that go on from *to*: others once the line is crossed, and corners are new."""
        if self._ground.crossings and self._board.crosses(square, to):
            if self._beyond is None:
                self._beyond = ways_over(self._ground.after)
            return self._beyond
        return self

    def toll(self, square: Square, to: Square) -> float:
        """Return what a step costs by itself: cards of a hazard, and an obstacle passed."""
        ground, corner = self._ground, self._board.corner[to]
        cost = ground.passing if to in ground.filled else 0.0
        if corner and ground.crossings and not self._board.corner[square] and corner not in ground.entered:
            cards = max(0, ground.pace + ground.rain - self._board.safe[to]) - ground.cut
            cost += CORNER_CARD * ground.fear * max(0, cards)
        return cost

    def step(self, square: Square, moves: int) -> Path:
        """Return the first step of the best way, or its first chain; of equals ahead, then right, then left.

        It is empty where there is none.
        """
        path: list[Square] = []
        at, ways = square, self
        while moves and (not path or path[-1] in self._ground.filled):
            costs = {to: ways.step_cost(at, to, moves) for to in self._board.steps[at]}
            to = min(costs, key=lambda each: costs[each], default=None)
            if to is None or costs[to] == inf:
                return ()
            ways, at, moves = ways.beyond(at, to), to, moves - 1
            path.append(to)
        return tuple(path)


@lru_cache(maxsize=512)
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
        toll = ways.toll(square, to)
        rest = self._best(ways.beyond(square, to), to, moves - 1)
        ways_on = {thing: self._led_to(to, toll, wish) for thing, wish in rest.items()}
        brought = self._label(square, to, square not in self._filled and to not in self._filled)
        if brought is None or not ways_on:
            return ways_on
        return {brought: min(ways_on.values(), key=lambda wish: wish.cost)}

    def _led_to(self, to: Square, toll: float, wish: Wished) -> Wished:
        return Wished(toll + wish.cost, (to, *wish.path) if to in self._filled else (to,))
