"""Writing and markers on the board: safe speeds, lane numbers, the finish, the way round, the lap markers."""

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from engine.circus_maximus.printed.tables import MUD_LIMIT, TRACK
from engine.track import square_name, squares_of
from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot, paint_box, paint_polygon
from renderers.circus_maximus.geometry import (
    HALF_STRAIGHT,
    INNER_RADIUS,
    LANE_WIDTH,
    centre_of,
    place_at,
)
from renderers.geometry import Point, turned
from renderers.lettering import length, readable, write
from renderers.palette import Colour, Weather

_USUAL = 30  # board units that a figure on a square is large, where that can be read


def limit_squares() -> Iterator[Square]:
    """Yield the squares that bear a safe speed: the first and the last of each lane of a corner (6.51)."""
    for section in TRACK.data.sections:
        if section.is_corner:
            for lane in range(1, TRACK.data.lanes + 1):
                squares = list(squares_of(section, lane))
                yield from (squares[0], squares[-1])


def write_limits(image: Image.Image, camera: Camera, weather: Weather = "dry") -> None:
    """Write the safe speeds into the corners: lower in mud, and rimmed on the dark ground."""
    has_mud = "mud" in weather
    colour, less = (palette.BLACK, MUD_LIMIT) if has_mud else (palette.LIMIT, 0)
    rim = (3, palette.GOLD) if has_mud else None
    for square in limit_squares():
        _write_figure(image, camera, square, str(TRACK.limit[square] - less), colour, rim)


def write_lanes(image: Image.Image, camera: Camera) -> None:
    """Write the lanes' numbers onto the start grid, where the front row's cars stand."""
    for lane in range(1, TRACK.data.lanes + 1):
        square = square_name(TRACK.data.start_section, TRACK.data.start_rows[0].car, lane)
        _write_figure(image, camera, square, str(lane), palette.BLACK)


def _write_figure(
    image: Image.Image,
    camera: Camera,
    square: Square,
    text: str,
    colour: Colour,
    rim: tuple[int, Colour] | None = None,
) -> None:
    """Write a figure onto a square; where lanes are narrower than it, every other one stands aside."""
    size = max(round(_USUAL * camera.zoom), readable(image.width))
    x, y = camera.see(centre_of(square))
    if size > LANE_WIDTH * camera.zoom and TRACK.lane[square] % 2 == 0:
        is_left = (
            TRACK.section[square] == TRACK.data.sections[-1].id or TRACK.section[square] == TRACK.data.start_section
        )
        x += length(text, size) * (-1 if is_left else 1) * 1.1
    if 0 <= x < image.width and 0 <= y < image.height:
        write(image, (x, y), text, colour, size=size, anchor="middle", stroke=rim)


def write_names(image: Image.Image, camera: Camera) -> None:
    """Write the names of the squares at the edge of the galleries: each tenth of a straight, and the corners."""
    beyond = LANE_WIDTH * TRACK.data.lanes + 30
    for section in TRACK.data.sections:
        if section.is_corner:
            x, y = camera.see(place_at(section.id, 0.5, beyond))
            _write_plate(image, (min(max(x, 28), image.width - 28), y), section.id)
            continue
        for number in (10, 20) if section is TRACK.data.sections[-2] else (10, 20, 30):  # FINISH stands at 30
            part = (number - section.first + 0.5) / section.squares[0]
            _write_plate(image, camera.see(place_at(section.id, part, beyond)), f"{section.id}{number}")
    x, y = camera.see(place_at(TRACK.data.finish_before, 0, beyond))
    _write_plate(image, (x, y), "FINISH")


def _write_plate(image: Image.Image, spot: Spot, text: str) -> None:
    size = readable(image.width)
    wide = round(length(text, size)) + 10
    at = (round(spot[0] - wide / 2), round(spot[1]) - 24)
    paint_box(image, at, (wide, 48), palette.STONE[0], 8)
    write(image, spot, text, palette.INK, size=size, anchor="middle")


def draw_arrows(image: Image.Image, camera: Camera) -> None:
    """Draw faint chevrons on the sand that point the way round."""
    for section, part, heading in (("A", 0.62, 0.0), ("B", 0.4, 180.0)):
        for step in range(3):
            middle = place_at(section, part + 0.05 * step, 160)
            tip = [Point(9, 0), Point(-9, -34), Point(-17, -34), Point(1, 0), Point(-17, 34), Point(-9, 34)]
            shape = [turned(point, heading) for point in tip]
            spots = [camera.see(Point(middle.x + point.x, middle.y + point.y)) for point in shape]
            paint_polygon(image, spots, palette.LINE)


def draw_lap_markers(image: Image.Image, camera: Camera, standing: tuple[int, int], each: int) -> None:
    """Draw the lap markers: eggs at the finish, dolphins at the other end; a bare plinth where one is gone.

    :param standing: eggs and dolphins that still stand.
    :param each: how many of each there were.
    """
    zoom = camera.zoom
    for kind, side in (("egg", -1), ("dolphin", 1)):
        left = standing[0] if kind == "egg" else standing[1]
        for place in range(each):
            x = side * (HALF_STRAIGHT - 32 - place * min(56, 168 / each))
            sprite = _marker(kind if place < left else "gone", zoom)
            spot = camera.see(Point(x, 0))
            image.paste(sprite, (round(spot[0] - sprite.width / 2), round(spot[1] - sprite.height / 2)), sprite)


@lru_cache(maxsize=64)
def _marker(kind: str, zoom: float) -> Image.Image:
    width, height = round(52 * zoom), round(2 * (INNER_RADIUS - 9) * zoom)
    sketch = Sketch.blank(width, height, palette.INK, origin=(width / 2, height / 2), zoom=zoom)
    _draw_plinth(sketch)
    if kind == "egg":
        _draw_egg(sketch)
    elif kind == "dolphin":
        _draw_dolphin(sketch)
    return sketch.reduced()


def _draw_plinth(sketch: Sketch) -> None:
    sketch.box((-19, 12), (38, 16), palette.STONE_EDGE, 3)
    sketch.box((-17.5, 12), (35, 13), palette.STONE[0], 3)
    sketch.box((-17.5, 12), (35, 4), palette.MARBLE, 2)


def _draw_egg(sketch: Sketch) -> None:
    sketch.polygon(_egg(1.8), palette.INK)
    sketch.polygon(_egg(0), palette.MARBLE)
    sketch.polygon([(x * 0.45 - 4, y * 0.5 - 6) for x, y in _egg(0)], palette.WHITE)


def _egg(grow: float) -> list[Spot]:
    """Return an egg's outline, thicker below, *grow* units larger all round."""
    angles = [2 * pi * step / 48 for step in range(48)]
    return [(cos(angle) * (13.5 + 1.6 * sin(angle) + grow), -6 + sin(angle) * (19.5 + grow)) for angle in angles]


_DOLPHIN: list[Spot] = [
    (-19, 2), (-22, 5), (-19, 8), (-12, 9), (-4, 8), (4, 4), (9, -3), (11, -11), (10, -17), (15, -21), (20, -27),
    (12, -25), (7, -23), (2, -27), (-5, -28), (-1, -22), (3, -16), (1, -11), (-2, -14), (-7, -12), (-4, -7), (-9, -4),
    (-15, -2),
]  # fmt: skip


def _draw_dolphin(sketch: Sketch) -> None:
    outline = [*_DOLPHIN, _DOLPHIN[0]]
    sketch.polygon(_DOLPHIN, palette.INK)
    sketch.line(outline, palette.INK, 4)
    sketch.polygon(_DOLPHIN, palette.BRONZE)
    sketch.line([(-17, 4), (-6, 4), (3, 0), (7, -8)], palette.GOLD, 2.5)
    sketch.disc((-13, 2), 1.5, palette.INK)
