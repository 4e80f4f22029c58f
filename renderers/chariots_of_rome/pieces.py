"""Chariots, wrecks, debris, dust and ways, put onto a picture of the track."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot
from renderers.chariots_of_rome.geometry import Course
from renderers.counters import SOUND_TEAM, CarLook, car_sprite, draw_way, place, team_sprite, write_number
from renderers.geometry import Point, turned
from renderers.palette import mixed

CAR, TEAM = -3.0, 13.5
"""How far before the middle of a space the car and the team are drawn, at a size of 1 and a lane of 30 units."""

_LANE = 30.0
_SIZE = 0.76  # of a counter, compared with a pixel to a unit, in a lane of 30 units
_CALM = 3
"""Rattled up to which a driver shows no sparks."""


class Token(NamedTuple):
    """A chariot on the track as it is drawn."""

    entry: EntryId
    colour: str
    space: Square
    rattled: int = 0
    is_wounded: bool = False
    in_dust: bool = False


def draw_tokens(image: Image.Image, lies: Course, camera: Camera, tokens: Iterable[Token]) -> None:
    """Draw all chariots: the dust first, then the teams, then the cars, so that every number can be read."""
    tokens = tuple(tokens)
    for token in tokens:
        if token.in_dust:
            cloud = dust(_zoom(lies, camera), _facing(lies, camera, token))
            place(image, cloud, camera.see(lies.centre(token.space)))
    for token in tokens:
        team = team_sprite(token.colour, SOUND_TEAM, _facing(lies, camera, token), _zoom(lies, camera))
        place(image, team, _spot(lies, camera, token.space, TEAM))
    for token in tokens:
        _draw_car(image, lies, camera, token)


def _zoom(lies: Course, camera: Camera) -> float:
    return round(_SIZE * camera.zoom * lies.lane / _LANE, 3)


def _facing(lies: Course, camera: Camera, token: Token) -> int:
    return camera.heading(lies.facing(token.space))


def _spot(lies: Course, camera: Camera, space: Square, ahead: float) -> Spot:
    here = lies.centre(space)
    moved = turned(Point(ahead * lies.lane / _LANE, 0), lies.facing(space))
    return camera.see(Point(here.x + moved.x, here.y + moved.y))


def _draw_car(image: Image.Image, lies: Course, camera: Camera, token: Token) -> None:
    zoom, spot = _zoom(lies, camera), _spot(lies, camera, token.space, CAR)
    if token.rattled > _CALM:
        place(image, sparks(zoom), spot)
    look = CarLook(lost=min(8, round(8 * token.rattled / 6)))
    place(image, car_sprite(token.colour, look, _facing(lies, camera, token), zoom), spot)
    write_number(image, spot, token.entry, token.colour, zoom)
    if token.is_wounded:
        place(image, bandage(zoom), (spot[0] + 14 * zoom, spot[1] + 14 * zoom))


@lru_cache(maxsize=16)
def sparks(zoom: float) -> Image.Image:
    """Return the burst around a badly rattled driver: jagged, dark with a light heart."""
    reach = round(31 * zoom)
    sketch = Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)
    for more, shade in ((0.0, palette.INK), (2.6, palette.GOLD)):
        points = [
            ((21 if step % 2 else 30) - more) * part
            for step in range(20)
            for part in (cos(pi * step / 10), sin(pi * step / 10))
        ]
        sketch.polygon(list(zip(points[::2], points[1::2], strict=True)), shade)
    return sketch.reduced()


@lru_cache(maxsize=16)
def bandage(zoom: float) -> Image.Image:
    """Return the sign of a wounded driver: a red cross on white."""
    size = max(8, round(22 * zoom))
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 22)
    sketch.disc((11, 11), 10.8, palette.INK)
    sketch.disc((11, 11), 9.2, palette.WHITE)
    sketch.box((9, 4.5), (4, 13), palette.HARM)
    sketch.box((4.5, 9), (13, 4), palette.HARM)
    return sketch.reduced()


_PUFFS = (
    (-33, 2, 10),
    (-27, -13, 9),
    (-25, 16, 9),
    (-13, -22, 8),
    (-12, 24, 8),
    (-39, -10, 6),
    (-38, 14, 6),
    (1, 25, 5),
)


@lru_cache(maxsize=128)
def dust(zoom: float, facing: int) -> Image.Image:
    """Return the cloud behind a chariot that has just swerved or crashed."""
    reach = round(48 * zoom)
    sketch = Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)
    puffs = [(turned(Point(x, y), facing), size) for x, y, size in _PUFFS]
    for more, shade in ((1.4, palette.FAINT), (0.0, palette.CARD_EDGE)):
        for at, size in puffs:
            sketch.disc(at, size + more, shade)
    for at, size in puffs:
        sketch.disc((at.x - 2, at.y - 2), size * 0.5, palette.PAPER)
    return sketch.reduced()


def draw_wrecks(image: Image.Image, lies: Course, camera: Camera, spaces: Iterable[Square]) -> None:
    """Draw the wrecks: each fills its space."""
    zoom = _zoom(lies, camera)
    for space in spaces:
        facing = camera.heading(lies.facing(space))
        place(image, wreck(zoom, facing), camera.see(lies.centre(space)))


@lru_cache(maxsize=64)
def wreck(zoom: float, facing: int) -> Image.Image:
    """Return a wreck: planks across each other over a wheel that lies flat."""
    reach = round(24 * zoom)
    sketch = Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)
    sketch.disc((0, 0), 19, palette.INK)
    sketch.disc((0, 0), 17, mixed(palette.WOOD, palette.GOLD, 0.45))
    sketch.disc((0, 0), 13, palette.CORNER_SAND[1])
    for spoke in range(6):
        turn = pi * spoke / 3 + 0.3
        sketch.line([(0, 0), (15 * cos(turn), 15 * sin(turn))], palette.WOOD, 3)
    for degrees in (facing + 45, facing - 45):
        for more, shade in ((2.0, palette.INK), (0.0, palette.HARM)):
            long, wide = 22 + more / 2, 3 + more
            plank = (Point(-long, -wide), Point(long, -wide), Point(long, wide), Point(-long, wide))
            sketch.polygon([turned(corner, degrees) for corner in plank], shade)
    return sketch.reduced()


def draw_debris(image: Image.Image, lies: Course, camera: Camera, spaces: Iterable[Square]) -> None:
    """Draw debris on the track: shards of an amphora, and a torn banner."""
    zoom = _zoom(lies, camera)
    for space in spaces:
        place(image, debris(zoom), camera.see(lies.centre(space)))


@lru_cache(maxsize=16)
def debris(zoom: float) -> Image.Image:
    reach = round(22 * zoom)
    sketch = Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)
    shards: tuple[tuple[Spot, ...], ...] = (
        ((-18, -2), (-6, -18), (0, -4), (-8, 4)), ((3, -16), (18, -10), (8, 2)), ((-16, 8), (-4, 6), (-8, 18)),
        ((2, 6), (16, 4), (18, 16), (6, 19)),
    )  # fmt: skip
    for grown, shade in ((1.16, palette.INK), (1.0, palette.WALL)):
        for shard in shards:
            x, y = (sum(part) / len(shard) for part in zip(*shard, strict=True))
            sketch.polygon([(x + (a - x) * grown * 1.06, y + (b - y) * grown * 1.06) for a, b in shard], shade)
    for shard in shards:
        x, y = (sum(part) / len(shard) for part in zip(*shard, strict=True))
        sketch.polygon([(x + (a - x) * 0.5, y + (b - y) * 0.5) for a, b in shard], palette.GRANITE)
    return sketch.reduced()


def draw_path(image: Image.Image, lies: Course, camera: Camera, spaces: Sequence[Square], colour: str) -> None:
    """Draw the way a chariot has gone, in its colour, with a dot where it began."""
    moved = [spaces[0], *(there for here, there in pairwise(spaces) if here != there)] if spaces else []
    if len(moved) > 1:
        draw_way(image, [camera.see(point) for point in lies.way(moved)], colour, 0.8 * camera.zoom)
