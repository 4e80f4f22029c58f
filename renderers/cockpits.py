"""The common part of several games' cockpits: the camera's aim, and the line with the name below the view."""

from collections.abc import Sequence
from typing import Any

from PIL import Image

from renderers import palette
from renderers.camera import Camera, Framing
from renderers.counters import badge
from renderers.geometry import Point
from renderers.lettering import fit, write

HEAD = 56
"""Height of the line with the name, in pixels."""

_BADGE = 46


def aim_inside(points: Sequence[Point], framing: Framing, half: tuple[float, float]) -> Camera:
    """Return a camera that sees *points*, as near as they allow, and stays within the arena.

    :param points: one or more.
    :param half: of the arena's width and height, in board units from its middle.
    """
    wide, high = framing.size[0] / 2, framing.size[1] / 2
    middle, zoom = framing.of(points)
    spot = Point(_held_inside(middle.x, half[0] - wide / zoom), _held_inside(middle.y, half[1] - high / zoom))
    return Camera(spot, (wide, high), zoom)


def _held_inside(middle: float, most: float) -> float:
    """Return where a camera looks at, so that it does not look beyond the arena."""
    return min(max(0.0, most), max(-max(0.0, most), middle))


def draw_head(image: Image.Image, top: int, chariot: Any, lap: str) -> float:
    """Draw the line with the name, but for the name: badge and lap. Return where the lap begins, in pixels.

    :param chariot: has a ``colour`` and an ``entry``.
    """
    image.paste(palette.PORPHYRY, (0, top, image.width, top + HEAD))
    middle = top + HEAD // 2
    sprite = badge(chariot.colour, chariot.entry, _BADGE)
    image.paste(sprite, (12, middle - _BADGE // 2), sprite)
    end = image.width - 16
    return end - write(image, (end, middle), lap, palette.GOLD, size=30, anchor="right")


def write_name(image: Image.Image, top: int, name: str, end: float) -> None:
    """Write who drives into the line with the name.

    :param end: where the name must end, in pixels.
    """
    text = fit(name, int(end) - 90, "sans", 32)
    write(image, (70, top + HEAD // 2), text, palette.WHITE, size=32)
