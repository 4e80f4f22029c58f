"""From the board's units to a picture's pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import floor
from typing import NamedTuple

from PIL import Image

from renderers import palette
from renderers.canvas import Spot
from renderers.geometry import Point, turned


@dataclass(frozen=True)
class Camera:
    """Looks at the board: *middle* of its view comes to the pixel *at*, enlarged and turned anticlockwise."""

    middle: Point
    at: Spot
    zoom: float = 1.0
    turn: float = 0.0  # degrees

    def see(self, point: Point) -> Spot:
        """Return where a point of the board lies in the picture."""
        x, y = turned(Point(point.x - self.middle.x, point.y - self.middle.y), self.turn)
        return (self.at[0] + x * self.zoom, self.at[1] + y * self.zoom)

    def heading(self, degrees: float) -> int:
        """Return a heading as it looks in the picture, in whole degrees."""
        return round(degrees + self.turn) % 360

    def crop(self, board: Image.Image, origin: Spot, scale: int, size: tuple[int, int]) -> Image.Image:
        """Return the camera's view of a board's picture, packed or not, *size* pixels of it in RGB.

        :param origin: where in the picture the board's origin lies.
        :param scale: its pixels to a unit.
        """
        across = scale / self.zoom
        step_x, step_y = turned(Point(across, 0), -self.turn), turned(Point(0, across), -self.turn)
        x = origin[0] + self.middle.x * scale - step_x.x * self.at[0] - step_y.x * self.at[1]
        y = origin[1] + self.middle.y * scale - step_x.y * self.at[0] - step_y.y * self.at[1]
        corners = [
            (x + wide * step_x.x + high * step_y.x, y + wide * step_x.y + high * step_y.y)
            for wide, high in product((0, size[0]), (0, size[1]))
        ]
        left, right = _reach([corner[0] for corner in corners], board.width)
        top, bottom = _reach([corner[1] for corner in corners], board.height)
        part = board.crop((left, top, right, bottom)).convert("RGB")
        matrix = (step_x.x, step_y.x, x - left, step_x.y, step_y.y, y - top)
        way = Image.Resampling.BILINEAR
        return part.transform(size, Image.Transform.AFFINE, matrix, way, fillcolor=palette.STONE[0])


class Framing(NamedTuple):
    """How near a camera may come, and how far off it may be."""

    size: tuple[int, int]  # of the picture, in pixels
    margin: float  # pixels left free around what must be seen
    closest: float
    farthest: float

    def of(self, points: Sequence[Point]) -> tuple[Point, float]:
        """Return the middle of *points*, one or more, and the zoom in tenths at which all of them are seen."""
        left, right = min(point.x for point in points), max(point.x for point in points)
        top, bottom = min(point.y for point in points), max(point.y for point in points)
        wide, high = (side - 2 * self.margin for side in self.size)
        room = min(wide / max(1, right - left), high / max(1, bottom - top))
        zoom = min(self.closest, max(self.farthest, int(room * 10) / 10))
        return Point((left + right) / 2, (top + bottom) / 2), zoom


def _reach(places: list[float], end: int) -> tuple[int, int]:
    """Return the pixels of a picture from the least to the greatest of *places*, with a margin for smooth edges."""
    start = min(end - 1, max(0, floor(min(places)) - 2))
    return start, max(start + 1, min(end, floor(max(places)) + 3))
