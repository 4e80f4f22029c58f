"""From the board's units to a picture's pixels."""

from dataclasses import dataclass

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
