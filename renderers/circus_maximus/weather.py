"""Rain and mud over the arena (option 16.7): its colours change, rain streaks it, puddles lie on the track."""

from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from engine.circus_maximus.printed.tables import TRACK
from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Sketch, Spot, in_weather, paint_polygon
from renderers.circus_maximus.geometry import centre_of, heading_of
from renderers.geometry import Point, turned
from renderers.palette import Weather, mixed

_PUDDLES = tuple(
    map(Square, ("A8.3", "A19.6", "A27.2", "D5.4", "D14.7", "B6.5", "B15.2", "B24.6", "E6.3", "E13.6", "A30.7"))
)
_STREAK: Spot = (-8, 26)
_APART = 136  # pixels from one streak to the next


def draw_weather(image: Image.Image, camera: Camera, weather: Weather) -> Image.Image:
    """Return the picture of an empty arena as it looks in some weather."""
    if weather == "dry":
        return image
    image = in_weather(image, weather)
    if "mud" in weather:
        for square in _PUDDLES:
            _draw_puddle(image, camera, square)
    if "rain" in weather:
        image.paste(palette.RAIN, (0, 0), _streaks(image.size))
    return image


def _draw_puddle(image: Image.Image, camera: Camera, square: Square) -> None:
    """Draw a puddle along the lane: dark mud around water."""
    middle, heading = centre_of(square), heading_of(square)
    turn = TRACK.number(square) * 7 % 3
    water = mixed(palette.PUDDLE, palette.RAIN, 0.45)
    for reach, shade in ((1.0, palette.PUDDLE), (0.62, water)):
        outline = []
        for step in range(24):
            angle = 2 * pi * step / 24
            wide = reach * (1 + 0.14 * sin(3 * angle + turn))
            around = turned(Point(31 * wide * cos(angle), 12 * wide * sin(angle)), heading)
            outline.append(camera.see(Point(middle.x + around.x, middle.y + around.y)))
        if any(0 <= x < image.width and 0 <= y < image.height for x, y in outline):
            paint_polygon(image, outline, shade)


@lru_cache(maxsize=4)
def _streaks(size: tuple[int, int]) -> Image.Image:
    """Return a mask of rain: rows of streaks, each row set off against the last."""
    width, height = size
    sketch = Sketch.blank(width, height)
    for row, y in enumerate(range(-10, height, 82)):
        for x in range(-20 + row * 57 % _APART, width + 20, _APART):
            fall = y + (x * 7 + row * 13) % 23
            sketch.line([(x, fall), (x + _STREAK[0], fall + _STREAK[1])], 255, 2.0)
    return sketch.reduced()
