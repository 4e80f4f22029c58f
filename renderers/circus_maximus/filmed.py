"""Films of Circus Maximus: the track at half size, and a phase's events in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from PIL import Image

from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.facts import (
    DriverDied,
    DriverLashed,
    Finished,
    Flipped,
    HorseDied,
    Rammed,
    Stopped,
    TeamLashed,
)
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.camera import Camera
from renderers.canvas import Spot, in_few_colours
from renderers.circus_maximus.background import MIDDLE, arena
from renderers.circus_maximus.debris import draw_drivers, draw_obstacles
from renderers.circus_maximus.geometry import OUTER_RADIUS, centre_of, line_through
from renderers.circus_maximus.pieces import draw_chariots, draw_end
from renderers.circus_maximus.places import standings, winners
from renderers.circus_maximus.words import standing_of
from renderers.counters import draw_trail
from renderers.geometry import Point
from renderers.scene import FILM_WIDTH, Blow, Mark, Names, Stage
from renderers.telling import called

_HALF = 2
_FEW = 10  # chariots up to which their horses are drawn: those of more would make large files
_HIGH = round(OUTER_RADIUS) + 8  # of the picture: the track and its wall

_CAMERA = Camera(Point(0, 0), (FILM_WIDTH / 2, _HIGH / 2), 1 / _HALF)


def ground(view: RaceView) -> Image.Image:
    """Return the empty track: the same in all weathers, which would change each pixel of a film."""
    del view
    return _ground()


@lru_cache(maxsize=1)
def _ground() -> Image.Image:
    left, top = MIDDLE[0] - FILM_WIDTH, MIDDLE[1] - _HIGH
    seen = arena().convert("RGB").crop((round(left), round(top), round(left) + 2 * FILM_WIDTH, round(top) + 2 * _HIGH))
    return in_few_colours(seen.reduce(_HALF)).convert("RGB")


def put(image: Image.Image, view: RaceView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw the obstacles, drivers and chariots on the track."""
    draw_obstacles(image, _CAMERA, view)
    for entry, squares in sorted(ways.items()):
        chariot = view.chariot(entry)
        draw_trail(image, [_CAMERA.see(point) for point in line_through(list(squares))], chariot.colour)
        if chariot.status == "out":
            draw_end(image, _CAMERA, squares[-1], chariot.colour)
    draw_drivers(image, _CAMERA, view.chariots)
    draw_chariots(image, _CAMERA, view.chariots, has_teams=len(view.chariots) <= _FEW)


def spots(view: RaceView) -> dict[EntryId, Spot]:
    """Return where the chariots on the track lie in a film's picture."""
    there = ((each.entry, each.square) for each in view.chariots)
    return {entry: _CAMERA.see(centre_of(square)) for entry, square in there if square is not None}


def events(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return crashes, finishes and rams, in this order, each told once."""
    ranks: dict[str, int] = {}
    for rank, line in _ranked(facts, names):
        ranks[line] = min(rank, ranks.get(line, rank))
    return sorted(ranks, key=lambda line: ranks[line])


def _ranked(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    """Yield how much facts matter, 0 most, and the lines that tell them; nothing for most facts."""
    for fact in facts:
        match fact:
            case Flipped():
                yield 0, f"{called(names, fact.entry)} crashes!"
            case Stopped():
                yield 0, f"{called(names, fact.entry)} is out!"
            case Finished():
                yield 1, f"{called(names, fact.entry)} is home!"
            case DriverDied():
                yield 2, f"{called(names, fact.entry)}'s driver dies"
            case Rammed():
                yield 3, f"{called(names, fact.entry)} rams {called(names, fact.defender)}"
            case TeamLashed() | DriverLashed():
                yield 4, f"{called(names, fact.attacker)} lashes {called(names, fact.entry)}"
            case HorseDied():
                yield 5, f"{called(names, fact.entry)} loses a horse"
            case _:
                pass


def turn_of(view: RaceView) -> int:
    """Return the number of the turn that a view shows, 1 first."""
    return view.turn


def laps_of(view: RaceView) -> int:
    """Return the laps to be driven."""
    return view.laps


def marks(facts: Sequence[Fact]) -> list[tuple[EntryId, Mark]]:
    """Return the chariots that crashed or were whipped, in this order of time."""
    found: list[tuple[EntryId, Mark]] = []
    for fact in facts:
        if isinstance(fact, Flipped | Stopped):
            found.append((fact.entry, "crash"))
        elif isinstance(fact, TeamLashed | DriverLashed):
            found.append((fact.entry, "whip"))
    return found


_WHERE = {
    "corner": " at the corner",
    "no endurance": " at the corner",
    "wall": " at the wall",
    "wheel": " on a lost wheel",
    "destroyed wheel": " on a broken wheel",
    "wreck": " on a wreck",
    "obstacle": " on an obstacle",
    "obstacle not cleared": " on an obstacle",
    "ram": " in a ram",
    "involuntary ram": " in a ram",
    "dust": " in the dust",
}
"""Where or how a chariot turns over, by the cause of it; other causes say nothing."""


def blows(facts: Sequence[Fact]) -> list[Blow]:
    """Return the crashes, rams and lashes, in this order of time."""
    found: list[Blow] = []
    for fact in facts:
        match fact:
            case Flipped():
                found.append(Blow(fact.entry, f"{{a}} turns over{_WHERE.get(fact.cause, '')}", is_crash=True))
            case Stopped():
                found.append(Blow(fact.entry, "{a} loses its last horse", is_crash=True))
            case Rammed():
                found.append(Blow(fact.defender, "{b} rams {a}", fact.entry))
            case TeamLashed() | DriverLashed():
                found.append(Blow(fact.entry, "{b} lashes {a}", fact.attacker))
            case _:
                pass
    return found


STAGE = Stage(ground, put, standings, standing_of, events, turn_of, laps_of, marks, winners, spots, blows=blows)
