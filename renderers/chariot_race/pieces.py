"""Chariots, caltrops and ways, put onto a picture of the track."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin

from PIL import Image

from engine.chariot_race.views import ChariotView
from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Sketch
from renderers.chariot_race.geometry import centre, heading, middle, spot_in, way
from renderers.counters import SOUND_TEAM, CarLook, car_sprite, draw_way, place, team_sprite, write_number
from renderers.geometry import Point, turned

SIZE = 1.08
"""Of a chariot, compared with its counter at a pixel to a board unit."""

_HALF = 13.0  # units between the middle of a chariot and those of its team and its car, before SIZE


def draw_chariots(image: Image.Image, camera: Camera, chariots: Iterable[ChariotView]) -> None:
    """Draw all chariots that are on the board."""
    for chariot in chariots:
        if chariot.square is not None:
            _draw_chariot(image, camera, chariot, chariot.square)


def _draw_chariot(image: Image.Image, camera: Camera, chariot: ChariotView, space: Square) -> None:
    zoom = SIZE * camera.zoom
    here, degrees = centre(space), heading(middle(space))
    ahead = turned(Point(_HALF * SIZE, 0), degrees)
    facing = camera.heading(degrees)
    team = camera.see(Point(here.x + ahead.x, here.y + ahead.y))
    car = camera.see(Point(here.x - ahead.x, here.y - ahead.y))
    place(image, team_sprite(chariot.colour, SOUND_TEAM, facing, zoom), team)
    lost = round(8 * (1 - chariot.damage / chariot.sheet.damage_max))
    place(image, car_sprite(chariot.colour, CarLook(lost=lost), facing, zoom), car)
    write_number(image, car, chariot.entry, chariot.colour, zoom)


def draw_caltrops(image: Image.Image, camera: Camera, spaces: Iterable[Square]) -> None:
    """Draw the caltrops that lie on the track, each in the far outer corner of its space, beside a chariot's team."""
    for space in spaces:
        place(image, caltrop(camera.zoom), camera.see(spot_in(space, 0.62, 0.62)))


@lru_cache(maxsize=16)
def caltrop(zoom: float) -> Image.Image:
    """Return a caltrop: three spikes around a fourth that points upward, dark with a light rim."""
    size = round(34 * zoom)
    sketch = Sketch.blank(size, size, palette.CHALK, origin=(size / 2, size / 2), zoom=zoom)
    for long, wide, shade in ((16.5, 6.4, palette.CHALK), (13.5, 3.6, palette.INK)):
        for spike in range(4):
            angle = pi / 4 + pi * spike / 2
            x, y = cos(angle), sin(angle)
            sketch.polygon([(long * x, long * y), (-wide * y, wide * x), (wide * y, -wide * x)], shade)
        sketch.disc((0, 0), wide, shade)
    sketch.disc((0, 0), 2.2, palette.HARM)
    return sketch.reduced()


def draw_path(image: Image.Image, camera: Camera, spaces: Sequence[Square], colour: str) -> None:
    """Draw the way a chariot has gone, in its colour, with a dot where it began."""
    moved = [spaces[0], *(there for here, there in pairwise(spaces) if here != there)] if spaces else []
    if len(moved) > 1:
        draw_way(image, [camera.see(point) for point in way(moved)], colour, camera.zoom)
