"""Where moves lead (8.1 to 8.5): every way that differs in its outcome, worked out without making it.

A move needs no dice, so a way has its whole outcome: damage, rams, wrecks, the last space. Of ways with the same
outcome only the alphabetically first is kept (F before I before O).
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from engine.chariot_race.asks import Move, PlanMove
from engine.chariot_race.data import CALTROP_DAMAGE, MOST_DICE, RAM_DAMAGE, SPRINT_DAMAGE
from engine.chariot_race.state import Race
from engine.chariot_race.track import AHEAD, BEHIND, LIMITS, STEPS, TrackName, advance, heaps
from engine.chariot_race.views import RaceView
from records.values import EntryId, Square


class Ground(NamedTuple):
    """The surroundings that bear on a chariot's move."""

    track: TrackName
    square: Square  # where it stands
    pos: int
    damage: int  # of its own, before sprints
    rivals: tuple[tuple[Square, EntryId], ...]  # all others that are alive, with where they stand
    fragile: tuple[EntryId, ...]  # of them, those whom a ram wrecks
    tough: tuple[EntryId, ...]  # those whom nothing hurts
    caltrops: tuple[Square, ...]
    supply: int


def ground_of(race: Race | RaceView, entry: EntryId) -> Ground:
    """Return the ground for the move of *entry*, which is on the board."""
    chariots = race.chariots.items() if isinstance(race, Race) else ((each.entry, each) for each in race.chariots)
    rivals: list[tuple[Square, EntryId]] = []
    fragile, tough = [], []
    own = None
    for other, chariot in chariots:
        if other == entry:
            own = chariot
        elif chariot.square is not None:
            rivals.append((chariot.square, other))
            if chariot.protected:
                tough.append(other)
            elif chariot.damage <= RAM_DAMAGE:
                fragile.append(other)
    assert own is not None
    assert own.square is not None, "who moves is on the board"
    return Ground(
        race.track,
        own.square,
        own.pos,
        own.damage,
        tuple(rivals),
        tuple(fragile),
        tuple(tough),
        tuple(race.caltrops),
        race.supply,
    )


UNBREAKABLE = 1000
"""Damage points that no move can cost."""


class Way(NamedTuple):
    """Where a path leads at a speed."""

    path: str
    end: Square  # of a wreck, where it was destroyed
    pos: int  # at the end
    changes: int  # of lanes
    damage: int  # lost, sprints included
    is_wrecked: bool
    rams: tuple[EntryId, ...] = ()  # in order
    wrecks: tuple[EntryId, ...] = ()  # rivals that are wrecked by them
    harm: int = 0  # damage done to rivals


class Option(NamedTuple):
    """A legal move with where it leads."""

    plus: int  # plusminus faces that count as +1
    speed: int
    way: Way

    @property
    def move(self) -> Move:
        """The answer that makes it: made for the one that is chosen, not for all."""
        return Move(self.plus, self.way.path)


class _Met:
    """The obstacles and rivals that a way has met so far.

    Fronts only grow on a way, so all is met in one order. Ways that have met the same share one of these, and
    the effect of a further space is worked out once.
    """

    __slots__ = ("after", "damage", "harm", "hits", "is_wrecked", "laid", "rams", "wrecks")

    def __init__(
        self,
        damage: int,
        rams: tuple[EntryId, ...] = (),
        hits: tuple[Square, ...] = (),
        wrecks: tuple[EntryId, ...] = (),
        laid: tuple[Square, ...] = (),
        harm: int = 0,
        *,
        is_wrecked: bool = False,
    ) -> None:
        self.damage, self.rams, self.wrecks, self.is_wrecked = damage, rams, wrecks, is_wrecked
        self.harm = harm  # damage done to rivals
        self.hits = hits  # spaces that have cost damage already: they do so once (8.3)
        self.laid = laid  # spaces with markers of those wrecks
        self.after: dict[Square, _Met] = {}


class _Node:
    """A space with the lane changes that are left; ``steps`` are the letters that may come next, and their nodes."""

    __slots__ = ("left", "square", "steps")

    def __init__(self, square: Square, left: int) -> None:
        self.square, self.left = square, left
        self.steps: tuple[tuple[str, _Node], ...] = ()


def _linked() -> Mapping[tuple[Square, int], _Node]:
    nodes = {(square, left): _Node(square, left) for square in AHEAD for left in range(MOST_DICE + 1)}
    for (square, left), node in nodes.items():
        after = [(letter, steps.get(square), left - (letter != "F")) for letter, steps in STEPS.items()]
        node.steps = tuple((letter, nodes[to, rest]) for letter, to, rest in after if to is not None and rest >= 0)
    return MappingProxyType(nodes)


_NODES = _linked()
"""By space and lane changes left (8.2); linked once, so that a search makes nothing but paths."""


@cache
def corner_costs(speed: int) -> Mapping[Square, int]:
    """Return the damage of each numbered space that this speed is too high for (8.3)."""
    return {square: speed - limit for square, limit in LIMITS.items() if speed > limit}


class _Terrain(NamedTuple):
    """The effects of spaces on a chariot at a speed."""

    ground: Ground
    blocks: Collection[Square]
    costs: Mapping[Square, int]  # of corners
    standing: Mapping[Square, EntryId]
    special: Collection[Square]  # where anything happens

    @classmethod
    def of(cls, ground: Ground, speed: int) -> "_Terrain":
        blocks, costs, standing = heaps(ground.track), corner_costs(speed), dict(ground.rivals)
        return cls(ground, blocks, costs, standing, {*blocks, *costs, *standing, *ground.caltrops})

    def enter(self, met: _Met, square: Square) -> _Met:
        """Return *met* with the effects of entering a space where something happens."""
        after = met.after.get(square)
        if after is None:
            after = met.after[square] = self._entered(met, square)
        return after

    def _entered(self, met: _Met, square: Square) -> _Met:
        """Return *met* with the heap, corner, caltrop and ram of a space (8.3)."""
        ground = self.ground
        damage, rams, hits, wrecks, laid, harm = met.damage, met.rams, met.hits, met.wrecks, met.laid, met.harm
        if square in self.blocks:  # 8.5
            return _Met(damage, rams, hits, wrecks, laid, harm, is_wrecked=True)
        if square in self.costs or square in ground.caltrops:
            damage += self.costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
            hits = (*hits, square)
        rival = self.standing.get(square)
        # Damage is summed up though a corner may have wrecked it before the ram: then nobody is rammed (8.3).
        if rival is not None and damage < ground.damage:
            damage, rams = damage + RAM_DAMAGE, (*rams, rival)
            harm += RAM_DAMAGE * (rival not in ground.tough)
            if rival in ground.fragile:
                wrecks = (*wrecks, rival)
                if ground.supply + sum(each in ground.caltrops for each in hits) > len(laid):
                    laid = (*laid, square)
        return _Met(damage, rams, hits, wrecks, laid, harm, is_wrecked=damage >= ground.damage)


def ways(ground: Ground, speed: int, steers: int, sprints: int = 0) -> Iterator[Way]:
    """Yield where the paths of so many steps lead, with so many lane changes at most.

    :param steers: steer faces, 0 to 5.
    :param sprints: faces whose damage is taken before the first step (8.1).
    """
    met = _Met(sprints * SPRINT_DAMAGE)
    if met.damage >= ground.damage:
        yield _stopped(ground, "", ground.square, 0, met, is_wrecked=True)
        return
    terrain = _Terrain.of(ground, speed)
    special, layer = terrain.special, {(met, _NODES[ground.square, steers]): ""}
    for left in range(speed - 1, -1, -1):
        following: dict[tuple[_Met, _Node], str] = {}
        for (met, node), path in layer.items():
            for letter, to in node.steps:
                after = met
                if to.square in special:
                    after = terrain.enter(met, to.square)
                    if after.is_wrecked or (not left and to.square in terrain.standing):
                        yield _ended(
                            terrain, path + letter + "F" * left, node.square, to.square, steers - to.left, after
                        )
                        continue
                key = after, to
                if key not in following:
                    following[key] = path + letter
        layer = following
    for (met, node), path in layer.items():
        yield _stopped(ground, path, node.square, steers - node.left, met)


def _ended(terrain: _Terrain, path: str, before: Square, square: Square, changes: int, met: _Met) -> Way:
    """Return a way that ends with a wreck, or with a ram in its last step; its path keeps the steps not made (8.2).

    :param before: the space where the last step made began.
    :param met: that step included.
    """
    if not met.is_wrecked:
        return _set_back(terrain, path, square, changes, met)
    end = before if square in terrain.blocks else square  # R12
    return _stopped(terrain.ground, path, end, changes, met, is_wrecked=True)


def _set_back(terrain: _Terrain, path: str, rammed: Square, changes: int, met: _Met) -> Way:
    """Put a chariot back that has rammed with its last step (8.4, R09, R24)."""
    ground, square = terrain.ground, BEHIND[rammed]
    while square in terrain.blocks or terrain.standing.get(square, met.rams[-1]) not in (*met.wrecks, met.rams[-1]):
        square = BEHIND[square]
    damage = met.damage + CALTROP_DAMAGE * (square in met.laid)
    if square not in met.hits:
        damage += terrain.costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
    pos = _pos(ground, rammed) - advance(square, rammed)
    return Way(path, square, pos, changes, damage, damage >= ground.damage, met.rams, met.wrecks, met.harm)


def _stopped(ground: Ground, path: str, square: Square, changes: int, met: _Met, *, is_wrecked: bool = False) -> Way:
    """Return a way that ends on a space where a step has led it."""
    pos = _pos(ground, square)
    return Way(path, square, pos, changes, met.damage, is_wrecked, met.rams, met.wrecks, met.harm)


def _pos(ground: Ground, square: Square) -> int:
    """Return the position on a space less than a lap ahead."""
    return ground.pos + advance(ground.square, square)


def options(ground: Ground, question: PlanMove) -> tuple[Option, ...]:
    """Return a legal move for each thing that a turn can come to, the slowest first."""
    return _options(ground, tuple(question.speeds().items()), question.steers, question.sprints)


@lru_cache(maxsize=256)
def _options(ground: Ground, speeds: tuple[tuple[int, int], ...], steers: int, sprints: int) -> tuple[Option, ...]:
    """Return the moves at these speeds, each with its plus: attack and fortuna faces make no difference to them."""
    found: list[Option] = []
    for speed, plus in speeds:
        found += [Option(plus, speed, way) for way in all_ways(ground, speed, steers, sprints)]
    return tuple(found)


@lru_cache(maxsize=512)
def all_ways(ground: Ground, speed: int, steers: int, sprints: int) -> tuple[Way, ...]:
    """Return :func:`ways`, worked out once for several hands of dice."""
    # With two lane changes nearly as much is reached as with five: one set does for all.
    spaces = _reach(ground.square, speed, steers if steers < 2 else MOST_DICE)
    hurt = sprints * SPRINT_DAMAGE
    if spaces.isdisjoint(ground.caltrops) and spaces.isdisjoint([square for square, _entry in ground.rivals]):
        track = "AA" if spaces.isdisjoint(heaps(ground.track)) else ground.track
        most, found = _open_road(track, ground.square, speed, steers)
        if most + hurt < ground.damage:
            from_line = ground.pos
            return tuple(
                [
                    Way(path, end, from_line + pos, changes, damage + hurt, is_wrecked)
                    for path, end, pos, changes, damage, is_wrecked, _rams, _wrecks, _harm in found
                ]
            )
    return tuple(ways(ground, speed, steers, sprints))


@lru_cache(maxsize=2048)
def _reach(square: Square, speed: int, steers: int) -> frozenset[Square]:
    """Return the spaces that the paths of so many steps enter."""
    layer, spaces = {_NODES[square, steers]}, set()
    for _ in range(speed):
        layer = {to for node in layer for _letter, to in node.steps}
        spaces |= {node.square for node in layer}
    return frozenset(spaces)


@lru_cache(maxsize=4096)
def _open_road(track: TrackName, square: Square, speed: int, steers: int) -> tuple[int, tuple[Way, ...]]:
    """Return where paths lead from position 0 on which nobody and no caltrop is, and the most damage of one.

    Two moves in three are such, and made by chariots that this damage does not wreck.
    """
    found = tuple(ways(Ground(track, square, 0, UNBREAKABLE, (), (), (), (), 0), speed, steers))
    return max(way.damage for way in found), found
