"""Films of Ave Caesar: the course alone, and a turn's events in a few words."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from PIL import Image

from engine.ave_caesar.courses import FINISH, LAST_LAP, CourseName, Direction, Space
from engine.ave_caesar.facts import CoinPaid, Finished, TurnMissed, WentOut
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from records.values import EntryId, Square
from renderers.ave_caesar.background import HEIGHT, WIDTH, arena, middle_of
from renderers.ave_caesar.geometry import layout_of
from renderers.ave_caesar.markings import draw_arrows, draw_grid, mark_alley, write_course
from renderers.ave_caesar.pieces import draw_chariots
from renderers.ave_caesar.places import standings, winners
from renderers.ave_caesar.words import standing_of
from renderers.camera import Camera
from renderers.canvas import Spot, in_few_colours
from renderers.counters import draw_trail
from renderers.geometry import Point
from renderers.scene import FILM_WIDTH, Blow, Mark, Names, Stage
from renderers.telling import called, ordinal

_MARGIN = 22  # units around the course: its walls

Box = tuple[float, float, float, float]


@cache
def _seen(course: CourseName) -> Box:
    """Return the part of the arena's picture that a film shows: the course and its walls."""
    layout, (x, y) = layout_of(course), middle_of(course)
    points = [point for space in layout.spaces for point in layout.outline(space)]
    across, down = [x + point.x for point in points], [y + point.y for point in points]
    left, right = max(0, min(across) - _MARGIN), min(WIDTH, max(across) + _MARGIN)
    return left, max(0, min(down) - _MARGIN), right, min(HEIGHT, max(down) + _MARGIN)


@cache
def _camera(course: CourseName) -> Camera:
    left, top, right, _ = _seen(course)
    x, y = middle_of(course)
    zoom = FILM_WIDTH / (right - left)
    return Camera(Point(0, 0), ((x - left) * zoom, (y - top) * zoom), zoom)


def ground(view: RaceView) -> Image.Image:
    """Return the empty course with its start grid."""
    return _ground(view.course, view.direction)


@lru_cache(maxsize=4)
def _ground(course: CourseName, direction: Direction) -> Image.Image:
    box, camera, layout = _seen(course), _camera(course), layout_of(course)
    size = (FILM_WIDTH, round((box[3] - box[1]) * camera.zoom))
    image = arena(course).convert("RGB").resize(size, Image.Resampling.BOX, box)
    draw_arrows(image, camera, layout, direction)
    draw_grid(image, camera, layout, direction)
    mark_alley(image, camera, layout, direction)
    write_course(image, camera, layout, direction)
    return in_few_colours(image).convert("RGB")


def put(image: Image.Image, view: RaceView, ways: Mapping[EntryId, tuple[Square, ...]]) -> None:
    """Draw who stands and moves on the course."""
    camera, layout = _camera(view.course), layout_of(view.course)
    for entry, squares in sorted(ways.items()):
        points = list(layout.way([Space(square) for square in squares if str(square) != FINISH]))
        if points:
            draw_trail(image, [camera.see(point) for point in points], view.chariot(entry).colour)
    draw_chariots(image, camera, layout, view.chariots, view.direction)


def spots(view: RaceView) -> dict[EntryId, Spot]:
    """Return where the chariots on the course lie in a film's picture."""
    camera, layout = _camera(view.course), layout_of(view.course)
    there = ((each.entry, each.space) for each in view.chariots)
    return {entry: camera.see(layout.centre(space)) for entry, space in there if space is not None}


def events(facts: Sequence[Fact], names: Names) -> list[str]:
    """Return the chariots that came home, are out, paid the tribute or could not move, in this order."""
    return [line for _, line in sorted(dict.fromkeys(_ranked(facts, names)))]


def _ranked(facts: Sequence[Fact], names: Names) -> Iterator[tuple[int, str]]:
    for fact in facts:
        match fact:
            case Finished():
                yield 0, f"{called(names, fact.entry)} comes home {ordinal(fact.place)}!"
            case WentOut():
                yield 1, f"{called(names, fact.entry)} is out!"
            case CoinPaid():
                yield 2, f"{called(names, fact.entry)} hails Caesar"
            case TurnMissed():
                yield 3, f"{called(names, fact.entry)} is stuck"
            case _:
                pass


def turn_of(view: RaceView) -> int:
    """Return the number of the round that a view shows, 1 first."""
    return view.round


def laps_of(view: RaceView) -> int:
    """Return the laps to be driven."""
    del view
    return LAST_LAP


def marks(facts: Sequence[Fact]) -> list[tuple[EntryId, Mark]]:
    """Return the chariots that went out."""
    return [(fact.entry, "crash") for fact in facts if isinstance(fact, WentOut)]


def blows(facts: Sequence[Fact]) -> list[Blow]:
    """Return the chariots that went out or could not move, in this order of time."""
    found: list[Blow] = []
    for fact in facts:
        match fact:
            case WentOut():
                told = "{a} has no cards left" if fact.why == "out of cards" else "{a} cannot go on"
                found.append(Blow(fact.entry, told, is_crash=True))
            case TurnMissed():
                found.append(Blow(fact.entry, "{a} is stuck"))
            case _:
                pass
    return found


STAGE = Stage(ground, put, standings, standing_of, events, turn_of, laps_of, marks, winners, spots, "rows", blows=blows)
