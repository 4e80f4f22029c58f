"""Markings on a track: Safe Speeds as signs, gates by number, arrows, names of spaces."""

from collections.abc import Iterable

from PIL import Image

from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import paint_box, paint_line, paint_polygon
from renderers.chariots_of_rome.geometry import Course, split
from renderers.geometry import Point, turned
from renderers.lettering import length, readable, write

_LETTERS = 24
"""Size of Safe Speeds in units, where that can be read."""


def draw_signs(image: Image.Image, lies: Course, camera: Camera) -> None:
    """Write onto each bend's first spaces the speed that costs no card: painted flat, so that it is no chariot."""
    size = max(readable(image.width), round(_LETTERS * camera.zoom))
    for section in lies.sections:
        for lane, safe in enumerate(section.safe, start=1):
            spot = camera.see(lies.centre(Square(f"{section.id}/{lane}/1")))
            write(image, spot, str(safe), palette.LIMIT, size=size, face="serif", anchor="middle")


def draw_gates(image: Image.Image, lies: Course, camera: Camera, free: Iterable[Square]) -> None:
    """Write the numbers of gates that are *free*."""
    gates = {square: gate for gate, square in lies.track.gates.items()}
    size = max(readable(image.width), round(20 * camera.zoom))
    for square in free:
        number = str(int(gates[square].lstrip("G")))
        squeeze = 1.0 if len(number) == 1 else 0.66
        spot = camera.see(lies.centre(square))
        write(image, spot, number, palette.INK, size=size, anchor="middle", squeeze=squeeze)


def draw_arrows(image: Image.Image, lies: Course, camera: Camera) -> None:
    """Draw which way the race goes, in the middle of each straight."""
    for number, section in enumerate(lies.sections):
        if not section.is_corner:
            across = lies.lane * (1.5 if section.missing else 2)
            share = 0.82 if number == 0 else 0.5
            _draw_chevrons(image, camera, lies.at(number + share, across), lies.heading(number + share))


def _draw_chevrons(image: Image.Image, camera: Camera, middle: Point, degrees: float) -> None:
    for step in (-1, 0, 1):
        corners = [Point(9 * step - 5, -9), Point(9 * step + 5, 0), Point(9 * step - 5, 9)]
        moved = [turned(corner, degrees) for corner in corners]
        spots = [camera.see(Point(middle.x + each.x, middle.y + each.y)) for each in moved]
        paint_line(image, spots, palette.CHALK, 3.6 * camera.zoom)


def light_up(image: Image.Image, lies: Course, camera: Camera, space: Square, colour: palette.Colour) -> None:
    """Fill a space within its borders."""
    spots = [camera.see(point) for point in lies.outline(space, 1.0)]
    paint_polygon(image, spots, colour)
    paint_line(image, [*spots, spots[0]], palette.INK, max(2, 1.6 * camera.zoom))


def frame(image: Image.Image, lies: Course, camera: Camera, space: Square) -> None:
    """Lay a gold plate with a dark rim under a chariot: it is its turn."""
    for beyond, shade in ((7.0, palette.INK), (4.8, palette.GOLD)):
        paint_polygon(image, [camera.see(point) for point in lies.outline(space, -beyond)], shade)


def write_track(image: Image.Image, at_left: int, at_bottom: int, name: str) -> None:
    """Write the track's name onto a board in a corner of the stands."""
    wide = round(length(name, 33, "serif")) + 28
    paint_box(image, (at_left, at_bottom - 48), (wide, 48), palette.STONE_EDGE, 8)
    paint_box(image, (at_left + 2, at_bottom - 46), (wide - 4, 44), palette.MARBLE, 7)
    write(image, (at_left + wide / 2, at_bottom - 24), name, palette.PORPHYRY, size=33, face="serif", anchor="middle")


def index_of(space: Square) -> str:
    """Return a space's name where its section can be seen: lane and index.

    >>> index_of(Square("S2/3/16"))
    '3/16'
    """
    _, lane, index = split(space)
    return f"{lane}/{index}"


def write_spaces(image: Image.Image, lies: Course, camera: Camera, size: int, taken: Iterable[Square]) -> None:
    """Write lane and index of spaces onto them, but for those that are *taken* or have a sign."""
    signs = {square for square, safe in lies.track.safe.items() if safe and split(square)[2] == 1}
    left_out = {*signs, *taken}
    for space in lies.track.spaces:
        x, y = camera.see(lies.centre(space))
        if space not in left_out and -40 < x < image.width + 40 and -40 < y < image.height + 40:
            write(image, (x, y), index_of(space), palette.FAINT, size=size, anchor="middle", squeeze=0.8)
