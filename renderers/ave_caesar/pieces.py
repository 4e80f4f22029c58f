"""Chariots, their coins and their ways, put onto a picture of the course."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from engine.ave_caesar.courses import FINISH, Direction, Space, runway
from engine.ave_caesar.views import ChariotView
from records.values import Square
from renderers import palette
from renderers.ave_caesar.geometry import Layout
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot, paint_line, paint_polygon
from renderers.counters import SOUND_TEAM, CarLook, car_sprite, draw_way, place, team_sprite, write_number
from renderers.geometry import Point, turned

SIZE = 1.25
"""Of a chariot, compared with its counter at a pixel to a board unit."""

_HALF = 12.0  # units between the middle of a chariot and those of its team and its car, before SIZE
_WREATH = 26  # units from a number's middle that a wreath covers
_BEYOND = 0.45  # rows that a way is drawn across the last line


def draw_path(
    image: Image.Image, camera: Camera, layout: Layout, spaces: Sequence[Square], colour: str, direction: Direction
) -> None:
    """Draw the way a chariot has gone, in its colour, with a dot where it began."""
    on_course = [Space(space) for space in spaces if str(space) != FINISH]
    points = list(layout.way(on_course))
    if len(on_course) < len(spaces) and on_course and _lies_before_the_line(layout, on_course[-1], direction):
        points.append(_over_the_line(layout, on_course[-1], direction))
    if len(points) > 1:
        draw_way(image, [camera.see(point) for point in points], colour, camera.zoom)


def _lies_before_the_line(layout: Layout, last: Space, direction: Direction) -> bool:
    """Tell whether the line is the next thing ahead; a strict finish ends behind it."""
    return any(start == last for start, _ in runway(layout.data.name, direction).line)


def _over_the_line(layout: Layout, last: Space, direction: Direction) -> Point:
    inner, outer = layout.edges(last, layout.extent(last)[0])
    return layout.at(_BEYOND if direction == "clockwise" else -_BEYOND, (inner + outer) / 2)


def draw_halo(image: Image.Image, camera: Camera, layout: Layout, chariot: ChariotView) -> None:
    """Light up the space of the chariot whose turn it is."""
    if chariot.space is None:
        return
    spots = [camera.see(point) for point in layout.outline(chariot.space)]
    paint_polygon(image, spots, palette.GOLD)
    paint_line(image, [*spots, spots[0]], palette.INK, 2 * camera.zoom)


def draw_chariots(
    image: Image.Image, camera: Camera, layout: Layout, chariots: Sequence[ChariotView], direction: Direction
) -> None:
    """Draw all chariots on the board; leaders wear a wreath, and chariots that owe the tribute carry a coin."""
    zoom = SIZE * camera.zoom
    for chariot in chariots:
        if chariot.space is None:
            continue
        middle = layout.centre(chariot.space)
        heading = layout.heading(chariot.space, direction)
        ahead = turned(Point(_HALF * SIZE, 0), heading)
        facing = camera.heading(heading)
        team = camera.see(Point(middle.x + ahead.x, middle.y + ahead.y))
        car = camera.see(Point(middle.x - ahead.x, middle.y - ahead.y))
        if is_wreathed(chariot):
            place(image, wreath(zoom), car)
        place(image, team_sprite(chariot.colour, SOUND_TEAM, facing, zoom), team)
        place(image, car_sprite(chariot.colour, CarLook(), facing, zoom), car)
        write_number(image, car, chariot.entry, chariot.colour, zoom)
        if chariot.coin:
            place(image, coin(round(17 * zoom)), (car[0] + 15 * zoom, car[1] - 15 * zoom))


def is_wreathed(chariot: ChariotView) -> bool:
    """Tell whether a chariot wears the leader's wreath: not before it has left the grid, where all are level."""
    return chariot.leads and chariot.crossings > 0


@lru_cache(maxsize=16)
def wreath(zoom: float) -> Image.Image:
    """Return a wreath of laurel to lie around a chariot's number."""
    reach = round(_WREATH * zoom)
    sketch = Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)
    leaves = [(20 * cos(2 * pi * leaf / 20), 20 * sin(2 * pi * leaf / 20)) for leaf in range(20)]
    for spot in leaves:
        sketch.disc(spot, 4.4, palette.INK)
    for number, spot in enumerate(leaves):
        sketch.disc(spot, 3.4, palette.LEAF if number % 2 else palette.GOLD)
    return sketch.reduced()


@lru_cache(maxsize=16)
def coin(size: int) -> Image.Image:
    """Return the coin that is owed to Caesar: a head on gold."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 20)
    sketch.disc((10, 10), 9.8, palette.INK)
    sketch.disc((10, 10), 8.6, palette.BRONZE)
    sketch.disc((10, 10), 7.2, palette.GOLD)
    head: list[Spot] = [
        (8, 5),
        (11.5, 4.5),
        (13, 7),
        (14, 9),
        (12.8, 9.6),
        (12.4, 11.5),
        (10.6, 12),
        (11.4, 15),
        (7, 15),
        (7.6, 11),
    ]
    sketch.polygon(head, palette.BRONZE)
    return sketch.reduced()
