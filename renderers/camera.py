"""From the board's units to a picture's pixels."""

from dataclasses import dataclass

from PIL import Image

from renderers import palette
from renderers.canvas import Spot
from renderers.geometry import Point, turned


@dataclass(frozen=True)
class Camera:
    """Looks at the board: *middle* of what it sees comes to the pixel *at*, enlarged and turned anticlockwise."""

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
        """Return what is seen of the picture of a board, *size* pixels of it.

        :param origin: where in the picture the board's origin lies.
        :param scale: its pixels to a unit.
        """
        across = scale / self.zoom
        step_x, step_y = turned(Point(across, 0), -self.turn), turned(Point(0, across), -self.turn)
        x = origin[0] + self.middle.x * scale - step_x.x * self.at[0] - step_y.x * self.at[1]
        y = origin[1] + self.middle.y * scale - step_x.y * self.at[0] - step_y.y * self.at[1]
        matrix = (step_x.x, step_y.x, x, step_x.y, step_y.y, y)
        way = Image.Resampling.BILINEAR
        return board.transform(size, Image.Transform.AFFINE, matrix, way, fillcolor=palette.STONE[0])
