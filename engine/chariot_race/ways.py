"""Where moves lead (8.1 to 8.5): every way worth telling apart, worked out without making it.

Nothing in a move is left to chance, so a way tells all: damage, rams, wrecks, where it ends. Of ways that come to the
same the alphabetically first stands for all (F before I before O).
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from engine.chariot_race.asks import Move, PlanMove
from engine.chariot_race.data import CALTROP_DAMAGE, RAM_DAMAGE, SPRINT_DAMAGE
from engine.chariot_race.state import Race
from engine.chariot_race.track import AHEAD, BEHIND, INWARD, LIMITS, OUTWARD, STEPS, TrackName, advance, heaps
from engine.chariot_race.views import RaceView
from records.values import EntryId, Square


class Ground(NamedTuple):
    """What bears on a chariot's move."""

    track: TrackName
    square: Square  # where it stands
    pos: int
    damage: int  # of its own, before sprints
    standing: Mapping[Square, EntryId]  # all others that are alive
    fragile: Collection[EntryId]  # of them, those whom a ram wrecks
    tough: Collection[EntryId]  # those whom nothing hurts
    caltrops: Collection[Square]
    supply: int


def ground_of(race: Race | RaceView, entry: EntryId) -> Ground:
    """Return what bears on the move of *entry*, which is on the board."""
    chariots = race.chariots.items() if isinstance(race, Race) else ((each.entry, each) for each in race.chariots)
    standing: dict[Square, EntryId] = {}
    fragile, tough = [], []
    own = None
    for other, chariot in chariots:
        if other == entry:
            own = chariot
        elif chariot.square is not None:
            standing[chariot.square] = other
            if chariot.protected:
                tough.append(other)
            elif chariot.damage <= RAM_DAMAGE:
                fragile.append(other)
    assert own is not None
    assert own.square is not None, "who moves is on the board"
    return Ground(race.track, own.square, own.pos, own.damage, standing, fragile, tough, race.caltrops, race.supply)


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


class _Step(NamedTuple):
    """A way on its way."""

    path: str
    square: Square
    changes: int
    damage: int
    rams: tuple[EntryId, ...]
    hits: tuple[Square, ...]  # spaces that have cost damage already: they do so once (8.3)
    wrecks: tuple[EntryId, ...]
    laid: tuple[Square, ...]  # with markers of those wrecks


@cache
def corner_costs(speed: int) -> Mapping[Square, int]:
    """Return the damage of each numbered space that this speed is too high for (8.3)."""
    return {square: speed - limit for square, limit in LIMITS.items() if speed > limit}


def ways(ground: Ground, speed: int, steers: int, sprints: int = 0) -> Iterator[Way]:
    """Yield where the paths of so many steps lead, with so many lane changes at most.

    :param sprints: faces whose damage is taken before the first step (8.1).
    """
    hurt = sprints * SPRINT_DAMAGE
    if hurt >= ground.damage:
        yield Way("", ground.square, ground.pos, 0, hurt, is_wrecked=True)
        return
    terrain = _Terrain(heaps(ground.track), corner_costs(speed))
    layer = [_Step("", ground.square, 0, hurt, (), (), (), ())]
    for left in range(speed - 1, -1, -1):
        following: dict[tuple[object, ...], _Step] = {}
        for step in layer:
            for letter, square in _ahead(step, steers):
                taken = _take(ground, terrain, step, letter, square, left)
                if isinstance(taken, Way):
                    yield taken
                else:
                    following.setdefault((square, taken.changes, taken.rams, taken.hits), taken)
        layer = list(following.values())
    for step in layer:
        yield _end(ground, step, step.square, _pos(ground, step.square), step.damage)


class _Terrain(NamedTuple):
    """What spaces do by themselves at a speed."""

    blocks: Collection[Square]
    costs: Mapping[Square, int]


def _take(ground: Ground, terrain: _Terrain, step: _Step, letter: str, square: Square, left: int) -> Way | _Step:
    """Make a step, with so many left behind it, and return how the way goes on, or ended by it."""
    if square in terrain.blocks:  # 8.5
        return _wreck(ground, step, step.square, step.path + letter + "F" * left, step.damage)
    entered = _enter(ground, step, letter, square, terrain.costs)
    if entered.damage >= ground.damage:
        return _wreck(ground, entered, square, entered.path + "F" * left, entered.damage)
    if not left and entered.rams != step.rams:
        return _set_back(ground, entered, terrain)
    return entered


def _ahead(step: _Step, steers: int) -> list[tuple[str, Square]]:
    """Return the letters that may come next, with where they lead (8.2)."""
    found = [("F", AHEAD[step.square])]
    if step.changes < steers:
        if step.square in INWARD:
            found.append(("I", INWARD[step.square]))
        if step.square in OUTWARD:
            found.append(("O", OUTWARD[step.square]))
    return found


def _enter(ground: Ground, step: _Step, letter: str, square: Square, costs: Mapping[Square, int]) -> _Step:
    """Take what a space does to whoever enters it: corner, caltrop, ram (8.3)."""
    path, changes = step.path + letter, step.changes + (letter != "F")
    damage, rams, hits, wrecks, laid = step.damage, step.rams, step.hits, step.wrecks, step.laid
    if square in costs or square in ground.caltrops:
        damage += costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
        hits = (*hits, square)
    rival = ground.standing.get(square)
    # Damage is summed up though a corner may have wrecked it before the ram: then nobody is rammed (8.3).
    if rival is not None and damage < ground.damage:
        damage, rams = damage + RAM_DAMAGE, (*rams, rival)
        if rival in ground.fragile:
            wrecks = (*wrecks, rival)
            if ground.supply + sum(each in ground.caltrops for each in hits) > len(laid):
                laid = (*laid, square)
    return _Step(path, square, changes, damage, rams, hits, wrecks, laid)


def _set_back(ground: Ground, step: _Step, terrain: _Terrain) -> Way:
    """Put a chariot back that has rammed with its last step (8.4, R09, R24)."""
    square = BEHIND[step.square]
    while square in terrain.blocks or ground.standing.get(square, step.rams[-1]) not in step.wrecks + step.rams[-1:]:
        square = BEHIND[square]
    damage = step.damage
    if square not in step.hits:
        damage += terrain.costs.get(square, 0) + CALTROP_DAMAGE * (square in ground.caltrops)
    damage += CALTROP_DAMAGE * (square in step.laid)
    pos = _pos(ground, step.square) - advance(square, step.square)
    return _end(ground, step, square, pos, damage)


def _pos(ground: Ground, square: Square) -> int:
    """Return the position on a space less than a lap ahead."""
    return ground.pos + advance(ground.square, square)


def _wreck(ground: Ground, step: _Step, square: Square, path: str, damage: int) -> Way:
    return _end(ground, step, square, _pos(ground, square), damage)._replace(path=path, is_wrecked=True)


def _end(ground: Ground, step: _Step, square: Square, pos: int, damage: int) -> Way:
    harm = RAM_DAMAGE * sum(rival not in ground.tough for rival in step.rams)
    is_wrecked = damage >= ground.damage
    return Way(step.path, square, pos, step.changes, damage, is_wrecked, step.rams, step.wrecks, harm)


def options(ground: Ground, question: PlanMove) -> list[Option]:
    """Return a legal move for each thing that a turn can come to, the slowest first."""
    found = []
    for speed, plus in question.speeds().items():
        for way in ways(ground, speed, question.steers, question.sprints):
            found.append(Option(Move(plus, way.path), speed, way))
    return found


def one_way(ground: Ground, question: PlanMove, move: Move) -> Way:
    """Return where a legal move leads, though another may stand for it among :func:`options`."""
    speed, hurt = question.speed(move.plus), question.sprints * SPRINT_DAMAGE
    terrain = _Terrain(heaps(ground.track), corner_costs(speed))
    step = _Step("", ground.square, 0, hurt, (), (), (), ())
    if hurt >= ground.damage:
        return _wreck(ground, step, ground.square, move.path, hurt)
    for left, letter in zip(range(speed - 1, -1, -1), move.path, strict=True):
        taken = _take(ground, terrain, step, letter, STEPS[letter][step.square], left)
        if isinstance(taken, Way):
            return taken._replace(path=move.path)
        step = taken
    return _end(ground, step, step.square, _pos(ground, step.square), step.damage)
