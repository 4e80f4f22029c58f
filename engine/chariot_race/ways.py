"""Where moves lead (8.1 to 8.5): every way worth telling apart, worked out without making it.

Nothing in a move is left to chance, so a way tells all: damage, rams, wrecks, where it ends. Of ways that come to the
same the alphabetically first stands for all (F before I before O).
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from engine.chariot_race.asks import Move, PlanMove
from engine.chariot_race.data import CALTROP_DAMAGE, RAM_DAMAGE, SPRINT_DAMAGE
from engine.chariot_race.state import Race
from engine.chariot_race.track import AHEAD, BEHIND, LIMITS, STEPS, TrackName, advance, heaps
from engine.chariot_race.views import RaceView
from records.values import EntryId, Square


class Ground(NamedTuple):
    """What bears on a chariot's move."""

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
    """Return what bears on the move of *entry*, which is on the board."""
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

    move: Move
    speed: int
    way: Way


class _Met(NamedTuple):
    """What a way has met so far."""

    damage: int
    rams: tuple[EntryId, ...] = ()
    hits: tuple[Square, ...] = ()  # spaces that have cost damage already: they do so once (8.3)
    wrecks: tuple[EntryId, ...] = ()
    laid: tuple[Square, ...] = ()  # with markers of those wrecks


class _Step(NamedTuple):
    """A way on its way."""

    path: str
    square: Square
    changes: int
    met: _Met


_STRAIGHT = {square: (("F", ahead, 0),) for square, ahead in AHEAD.items()}
_EVERY = {
    square: tuple((letter, steps[square], int(letter != "F")) for letter, steps in STEPS.items() if square in steps)
    for square in AHEAD
}
"""The letters that may come next on a space, where they lead, and lane changes: without these, and with them (8.2)."""


@cache
def corner_costs(speed: int) -> Mapping[Square, int]:
    """Return the damage of each numbered space that this speed is too high for (8.3)."""
    return {square: speed - limit for square, limit in LIMITS.items() if speed > limit}


class _Terrain(NamedTuple):
    """What spaces do to a chariot at a speed."""

    blocks: Collection[Square]
    costs: Mapping[Square, int]  # of corners
    standing: Mapping[Square, EntryId]
    special: Collection[Square]  # where anything happens

    @classmethod
    def of(cls, ground: Ground, speed: int) -> "_Terrain":
        blocks, costs, standing = heaps(ground.track), corner_costs(speed), dict(ground.rivals)
        return cls(blocks, costs, standing, {*blocks, *costs, *standing, *ground.caltrops})


def ways(ground: Ground, speed: int, steers: int, sprints: int = 0) -> Iterator[Way]:
    """Yield where the paths of so many steps lead, with so many lane changes at most.

    :param sprints: faces whose damage is taken before the first step (8.1).
    """
    start = _Step("", ground.square, 0, _Met(sprints * SPRINT_DAMAGE))
    if start.met.damage >= ground.damage:
        yield _wreck(ground, start, ground.square)
        return
    terrain = _Terrain.of(ground, speed)
    special, layer = terrain.special, [start]
    for left in range(speed - 1, -1, -1):
        following: dict[tuple[Square, int, _Met], _Step] = {}
        for path, square, changes, met in layer:
            for letter, to, change in (_EVERY if changes < steers else _STRAIGHT)[square]:
                key = to, changes + change, met
                if to in special:
                    taken = _enter(ground, terrain, _Step(path + letter, *key), square, left)
                    if isinstance(taken, Way):
                        yield taken
                    else:
                        following.setdefault(taken[1:], taken)
                elif key not in following:
                    following[key] = _Step(path + letter, *key)
        layer = list(following.values())
    for step in layer:
        yield _end(ground, step, step.square, _pos(ground, step.square), step.met.damage)


def _enter(ground: Ground, terrain: _Terrain, step: _Step, before: Square, left: int) -> Way | _Step:
    """Take what a space does to whoever has stepped on it, and return how the way goes on, or ended by it.

    :param before: where the step began.
    :param left: steps still to be made behind it.
    """
    if step.square in terrain.blocks:  # 8.5
        return _wreck(ground, step, before, left)
    met = _meet(ground, terrain, step)
    step = _Step(step.path, step.square, step.changes, met)
    if met.damage >= ground.damage:
        return _wreck(ground, step, step.square, left)
    if not left and step.square in terrain.standing:
        return _set_back(ground, step, terrain)
    return step


def _meet(ground: Ground, terrain: _Terrain, step: _Step) -> _Met:
    """Return what was met once a space was entered: corner, caltrop, ram (8.3)."""
    square, (damage, rams, hits, wrecks, laid) = step.square, step.met
    if square in terrain.costs or square in ground.caltrops:
        damage += terrain.costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
        hits = (*hits, square)
    rival = terrain.standing.get(square)
    # Damage is summed up though a corner may have wrecked it before the ram: then nobody is rammed (8.3).
    if rival is not None and damage < ground.damage:
        damage, rams = damage + RAM_DAMAGE, (*rams, rival)
        if rival in ground.fragile:
            wrecks = (*wrecks, rival)
            if ground.supply + sum(each in ground.caltrops for each in hits) > len(laid):
                laid = (*laid, square)
    return _Met(damage, rams, hits, wrecks, laid)


def _set_back(ground: Ground, step: _Step, terrain: _Terrain) -> Way:
    """Put a chariot back that has rammed with its last step (8.4, R09, R24)."""
    met, square = step.met, BEHIND[step.square]
    while square in terrain.blocks or terrain.standing.get(square, met.rams[-1]) not in (*met.wrecks, met.rams[-1]):
        square = BEHIND[square]
    damage = met.damage + CALTROP_DAMAGE * (square in met.laid)
    if square not in met.hits:
        damage += terrain.costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
    return _end(ground, step, square, _pos(ground, step.square) - advance(square, step.square), damage)


def _pos(ground: Ground, square: Square) -> int:
    """Return the position on a space less than a lap ahead."""
    return ground.pos + advance(ground.square, square)


def _wreck(ground: Ground, step: _Step, square: Square, left: int = 0) -> Way:
    """Return a way that ends there; steps that are left are written down, and not made (8.2)."""
    path, _, changes, met = step
    pos, harm = _pos(ground, square), _harm(ground, met)
    return Way(path + "F" * left, square, pos, changes, met.damage, True, met.rams, met.wrecks, harm)


def _end(ground: Ground, step: _Step, square: Square, pos: int, damage: int) -> Way:
    path, _, changes, met = step
    is_wrecked = damage >= ground.damage
    return Way(path, square, pos, changes, damage, is_wrecked, met.rams, met.wrecks, _harm(ground, met))


def _harm(ground: Ground, met: _Met) -> int:
    """Return the damage done to rivals."""
    return RAM_DAMAGE * sum(rival not in ground.tough for rival in met.rams) if met.rams else 0


def options(ground: Ground, question: PlanMove) -> tuple[Option, ...]:
    """Return a legal move for each thing that a turn can come to, the slowest first."""
    return _options(ground, tuple(question.speeds().items()), question.steers, question.sprints)


@lru_cache(maxsize=256)
def _options(ground: Ground, speeds: tuple[tuple[int, int], ...], steers: int, sprints: int) -> tuple[Option, ...]:
    """Return the moves at these speeds, each with its plus: attack and fortuna faces make no difference to them."""
    return tuple(
        Option(Move(plus, way.path), speed, way)
        for speed, plus in speeds
        for way in all_ways(ground, speed, steers, sprints)
    )


@lru_cache(maxsize=512)
def all_ways(ground: Ground, speed: int, steers: int, sprints: int) -> tuple[Way, ...]:
    """Return :func:`ways`, worked out once for several hands of dice."""
    return tuple(ways(ground, speed, steers, sprints))


def one_way(ground: Ground, question: PlanMove, move: Move) -> Way:
    """Return where a legal move leads, though another may stand for it among :func:`options`."""
    speed = question.speed(move.plus)
    terrain = _Terrain.of(ground, speed)
    step = _Step("", ground.square, 0, _Met(question.sprints * SPRINT_DAMAGE))
    if step.met.damage >= ground.damage:
        return _wreck(ground, step, ground.square)
    for left, letter in zip(range(speed - 1, -1, -1), move.path, strict=True):
        stepped = _Step(step.path + letter, STEPS[letter][step.square], step.changes + (letter != "F"), step.met)
        taken = _enter(ground, terrain, stepped, step.square, left)
        if isinstance(taken, Way):
            return taken._replace(path=move.path)
        step = taken
    return _end(ground, step, step.square, _pos(ground, step.square), step.met.damage)
