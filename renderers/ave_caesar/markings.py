"""Writing on the course: the spaces' names, the start grid, the way round, the course's name."""

from collections.abc import Iterator
from math import atan2, cos, degrees, pi, sin

from PIL import Image

from engine.ave_caesar.courses import Direction, Space
from renderers import palette
from renderers.ave_caesar.geometry import LANE, ROW, Layout, between, ramps
from renderers.ave_caesar.monuments import tablet_spot
from renderers.camera import Camera
from renderers.canvas import Spot, paint_line, paint_polygon
from renderers.geometry import Point, turned
from renderers.lettering import length, readable, write
from renderers.palette import Colour

_NAME_SIZE = 15
_GRID_SIZE = 25
_COURSE_SIZE = 42
_NUMERALS = ("I", "II", "III", "IV", "V", "VI")


def write_spaces(image: Image.Image, camera: Camera, layout: Layout) -> None:
    """Write the names of the spaces, where that can be read on a phone; a chariot covers it."""
    size = max(round(_NAME_SIZE * min(camera.zoom, 1.4)), readable(image.width))
    for space, data in layout.spaces.items():
        spot = camera.see(layout.centre(space))
        if _is_seen(image, spot) and length(space, size) + size / 3 < ROW * camera.zoom:
            colour: Colour = palette.WHITE if data.kind == "alley" else palette.LIMIT
            write(image, spot, space, colour, size=size, anchor="middle")


def draw_grid(image: Image.Image, camera: Camera, layout: Layout, direction: Direction) -> None:
    """Draw the start positions of a direction: chalk numbers on grey."""
    for numeral, space in zip(_NUMERALS, layout.data.directions[direction].start_positions, strict=False):
        outline = [camera.see(point) for point in _inset(layout, space, 5)]
        if not any(_is_seen(image, spot) for spot in outline):
            continue
        paint_polygon(image, outline, palette.GREY_SQUARES[0])
        spot = camera.see(layout.centre(space))
        size = max(round(_GRID_SIZE * camera.zoom), readable(image.width))
        write(image, spot, numeral, palette.INK, size=size, face="serif", anchor="middle")


def _inset(layout: Layout, space: Space, margin: float) -> list[Point]:
    back, front = layout.extent(space)
    inner, outer = layout.edges(space, back)
    less = margin / ROW
    corners = ((back + less, inner + margin), (front - less, inner + margin))
    others = ((front - less, outer - margin), (back + less, outer - margin))
    return [layout.at(row, offset) for row, offset in (*corners, *others)]


def draw_arrows(image: Image.Image, camera: Camera, layout: Layout, direction: Direction) -> None:
    """Draw chevrons on the sand beside the course that point the way round."""
    for row in _arrow_rows(layout):
        heading = layout.course_heading(row) + (180 if direction == "anticlockwise" else 0)
        for step in (-1, 0, 1):
            middle = layout.at(row + 0.14 * step, -LANE - 33)
            tip = [Point(8, 0), Point(-6, -15), Point(-13, -15), Point(1, 0), Point(-13, 15), Point(-6, 15)]
            shape = [turned(point, heading) for point in tip]
            spots = [camera.see(Point(middle.x + point.x, middle.y + point.y)) for point in shape]
            if _is_seen(image, spots[0]):
                paint_polygon(image, spots, palette.CHALK)


def _arrow_rows(layout: Layout) -> Iterator[float]:
    """Yield a row on each straight and curve of the far side where an arrow finds room."""
    for piece in layout.pieces[1:-1]:
        yield piece.row + piece.rows / 2


def write_course(image: Image.Image, camera: Camera, layout: Layout, direction: Direction) -> None:
    """Write the course's name onto the tablet, with an arrow bent the way round."""
    x, y = camera.see(tablet_spot(layout))
    if not _is_seen(image, (x, y)):
        return
    zoom = camera.zoom
    size = max(round(_COURSE_SIZE * zoom), readable(image.width))
    name = layout.data.name.upper()
    write(image, (x + 32 * zoom, y), name, palette.PORPHYRY, size=size, face="serif", anchor="middle")
    way = 1 if direction == "clockwise" else -1
    middle, radius = (x - 124 * zoom, y), 22 * zoom
    angles = [way * (-0.75 * pi + 1.5 * pi * step / 16) - pi / 2 for step in range(17)]
    arc = [(middle[0] + radius * cos(angle), middle[1] + radius * sin(angle)) for angle in angles]
    paint_line(image, arc, palette.WALL, 6 * zoom)
    end = angles[-1]
    ahead = end + way * 0.75
    beside = [(arc[-1][0] + 12 * zoom * side * cos(end), arc[-1][1] + 12 * zoom * side * sin(end)) for side in (-1, 1)]
    tip = (middle[0] + radius * 1.05 * cos(ahead), middle[1] + radius * 1.05 * sin(ahead))
    paint_polygon(image, [*beside, tip], palette.WALL)


def mark_alley(image: Image.Image, camera: Camera, layout: Layout, direction: Direction) -> None:
    """Draw the way into the alley and out of it, as chevrons of gold on the carpet."""
    for (far, near, mouth, other), is_entry in zip(
        ramps(layout), ((False, True) if direction == "clockwise" else (True, False)), strict=True
    ):
        ends = [between(mouth, other, 0.5), between(far, near, 0.5)]
        start, end = ends if is_entry else reversed(ends)
        heading = degrees(atan2(start.y - end.y, end.x - start.x))
        for share in (0.4, 0.62):
            middle = between(start, end, share)
            wings = [turned(point, heading) for point in (Point(-6, -11), Point(5, 0), Point(-6, 11))]
            spots = [camera.see(Point(middle.x + wing.x, middle.y + wing.y)) for wing in wings]
            if _is_seen(image, spots[1]):
                paint_line(image, spots, palette.GOLD, 4 * camera.zoom)


def _is_seen(image: Image.Image, spot: Spot) -> bool:
    return -60 <= spot[0] < image.width + 60 and -60 <= spot[1] < image.height + 60
