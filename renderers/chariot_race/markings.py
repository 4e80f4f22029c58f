"""Markings on the track: speed limits as road signs, heaps of stones, arrows, names of spaces, the track's."""

from collections.abc import Iterable
from functools import lru_cache

from PIL import Image

from engine.chariot_race.track import LIMITS, SPACES, TrackName, heaps
from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Sketch, paint_box, paint_line, paint_polygon
from renderers.chariot_race.geometry import INNER, LANE, at, centre, heading, outline
from renderers.counters import place
from renderers.geometry import Point, turned
from renderers.lettering import length, write

_SIGN = 25.0  # radius of a limit's sign, in board units
_STONES = (
    (-16, 8, 13), (12, 12, 14), (-2, 15, 12), (17, -4, 12), (-17, -7, 11), (0, -2, 15), (4, -15, 11), (-9, -15, 8)
)  # fmt: skip
"""Of a heap: right, down and radius of each."""


def draw_limits(image: Image.Image, camera: Camera) -> None:
    """Draw at each numbered space the highest speed that is free of damage."""
    for space, limit in LIMITS.items():
        place(image, sign(limit, camera.zoom), camera.see(centre(space)))


@lru_cache(maxsize=32)
def sign(limit: int, zoom: float) -> Image.Image:
    """Return a speed limit's sign: a number on white within a red ring."""
    size = round(2 * _SIGN * zoom)
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 50)
    sketch.disc((25, 25), 24.6, palette.INK)
    sketch.disc((25, 25), 23.4, palette.HARM)
    sketch.disc((25, 25), 18, palette.WHITE)
    image = sketch.reduced()
    write(image, (size / 2, size / 2), str(limit), palette.BLACK, size=round(36 * zoom), anchor="middle")
    return image


def draw_heaps(image: Image.Image, camera: Camera, track: TrackName) -> None:
    """Draw the heaps of stones that wreck a chariot that drives into them."""
    for space in sorted(heaps(track)):
        place(image, heap(camera.zoom), camera.see(centre(space)))


@lru_cache(maxsize=16)
def heap(zoom: float) -> Image.Image:
    size = round(66 * zoom)
    sketch = Sketch.blank(size, size, palette.INK, origin=(size / 2, size / 2), zoom=zoom)
    for more, shade in ((1.6, palette.INK), (0.0, palette.FAINT)):
        for x, y, reach in _STONES:
            sketch.disc((x, y), reach + more, shade)
    for number, (x, y, reach) in enumerate(_STONES):
        sketch.disc((x, y), reach, palette.INK)
        sketch.disc((x, y), reach - 1.4, palette.GREY_SQUARES[number % 2])
        sketch.disc((x - reach / 4, y - reach / 4), reach / 2.2, palette.MARBLE)
    return sketch.reduced()


def draw_arrows(image: Image.Image, camera: Camera, across: float = 1.5) -> None:
    """Draw which way the race goes: behind the grid and on the back straight.

    :param across: lanes from the inside; 2 is the border of the outer lane, where no name of a space stands.
    """
    for start in (6, 54):
        _draw_chevrons(image, camera, at(start, INNER + across * LANE), heading(start))


def _draw_chevrons(image: Image.Image, camera: Camera, middle: Point, degrees: float) -> None:
    for step in (-1, 0, 1):
        corners = [Point(12 * step - 6, -13), Point(12 * step + 6, 0), Point(12 * step - 6, 13)]
        moved = [turned(corner, degrees) for corner in corners]
        spots = [camera.see(Point(middle.x + each.x, middle.y + each.y)) for each in moved]
        paint_line(image, spots, palette.CHALK, 5 * camera.zoom)


def write_spaces(image: Image.Image, camera: Camera, size: int, taken: Iterable[Square]) -> None:
    """Write the names of spaces onto them, but for those that are *taken* or have a sign."""
    left_out = {*LIMITS, *taken}
    for space in SPACES:
        x, y = camera.see(centre(space))
        if space not in left_out and -60 < x < image.width + 60 and -60 < y < image.height + 60:
            write(image, (x, y), space, palette.INK, size=size, anchor="middle")


def light_up(image: Image.Image, camera: Camera, space: Square, colour: palette.Colour) -> None:
    """Fill a space within its borders."""
    spots = [camera.see(point) for point in outline(space, 2.5)]
    paint_polygon(image, spots, colour)
    paint_line(image, [*spots, spots[0]], palette.INK, max(2, 2 * camera.zoom))


def write_track(image: Image.Image, at_left: int, at_bottom: int, track: TrackName) -> None:
    """Write the track's name onto a board in a corner of the stands."""
    text = f"track {track}"
    wide = round(length(text, 33, "serif")) + 28
    paint_box(image, (at_left, at_bottom - 52), (wide, 52), palette.STONE_EDGE, 8)
    paint_box(image, (at_left + 2, at_bottom - 50), (wide - 4, 48), palette.MARBLE, 7)
    write(image, (at_left + wide / 2, at_bottom - 26), text, palette.PORPHYRY, size=33, face="serif", anchor="middle")
