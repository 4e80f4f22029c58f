"""Chariots and their ways, put onto a picture of the board."""

from collections.abc import Sequence
from math import cos, radians

from PIL import Image

from engine.circus_maximus.seen.views import ChariotView
from records.values import Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import paint_line, paint_polygon
from renderers.circus_maximus.conditions import car_of, horses_of
from renderers.circus_maximus.geometry import centre_of, heading_of, line_through, outline_of
from renderers.counters import car_sprite, draw_way, place, team_sprite, write_figure, write_number
from renderers.geometry import Point, turned
from renderers.lettering import readable
from renderers.palette import look_of
from renderers.pennants import LETTER, pennant


def draw_path(image: Image.Image, camera: Camera, squares: Sequence[Square], colour: str) -> None:
    """Draw the way a team has gone, in its colour, with a dot where it began."""
    if len(squares) < 2:
        return
    draw_way(image, [camera.see(point) for point in line_through(list(squares))], colour, camera.zoom)


def draw_end(image: Image.Image, camera: Camera, square: Square, colour: str) -> None:
    """Mark where a chariot came to its end: a cross in its colour."""
    x, y = camera.see(centre_of(square))
    reach = 13 * camera.zoom
    strokes = [[(x - reach, y - reach), (x + reach, y + reach)], [(x + reach, y - reach), (x - reach, y + reach)]]
    for width, shade in ((13, palette.INK), (10, palette.CHALK), (6, look_of(colour).fill)):
        for stroke in strokes:
            paint_line(image, stroke, shade, width * camera.zoom)


def draw_halo(image: Image.Image, camera: Camera, chariot: ChariotView) -> None:
    """Light up the squares of the chariot whose phase it is."""
    for square in (chariot.car_square, chariot.square):
        if square is not None:
            spots = [camera.see(point) for point in outline_of(square, 4)]
            paint_polygon(image, spots, palette.GOLD)
            paint_line(image, [*spots, spots[0]], palette.INK, 2 * camera.zoom)


def draw_chariots(
    image: Image.Image, camera: Camera, chariots: Sequence[ChariotView], *, has_teams: bool = True
) -> None:
    """Draw all chariots that are on the track; cars last, so that no number is covered, not even by a pennant.

    :param has_teams: whether horses are drawn that pull a car.
    """
    there = [chariot for chariot in chariots if chariot.square is not None]
    for chariot in there:
        if has_teams or chariot.car_square is None:
            _draw_team(image, camera, chariot)
    for chariot in there:
        _draw_pennant(image, camera, chariot)
    for chariot in there:
        if chariot.car_square is None:
            _number_team(image, camera, chariot)
        else:
            _draw_car(image, camera, chariot)


def _draw_team(image: Image.Image, camera: Camera, chariot: ChariotView) -> None:
    assert chariot.square is not None
    heading = camera.heading(heading_of(chariot.square))
    is_loose = chariot.driver != "in car"
    sprite = team_sprite(chariot.colour, horses_of(chariot), heading, camera.zoom, is_loose=is_loose)
    place(image, sprite, camera.see(centre_of(chariot.square)))


def _number_team(image: Image.Image, camera: Camera, chariot: ChariotView) -> None:
    """Write the number of a team without a car behind its backs, so that readers can tell such teams apart."""
    assert chariot.square is not None
    heading = heading_of(chariot.square)
    middle, behind = centre_of(chariot.square), turned(Point(-11, 0), heading)
    spot = camera.see(Point(middle.x + behind.x, middle.y + behind.y))
    look = look_of(chariot.colour)
    stroke = (max(1, round(3 * camera.zoom)), look.fill)
    write_figure(image, spot, chariot.entry, look.ink, max(33 * camera.zoom, readable(image.width)), stroke)


def _draw_car(image: Image.Image, camera: Camera, chariot: ChariotView) -> None:
    assert chariot.car_square is not None
    centre = camera.see(centre_of(chariot.car_square))
    heading = camera.heading(heading_of(chariot.car_square))
    place(image, car_sprite(chariot.colour, car_of(chariot), heading, camera.zoom), centre)
    write_number(image, centre, chariot.entry, chariot.colour, camera.zoom)


def _draw_pennant(image: Image.Image, camera: Camera, chariot: ChariotView) -> None:
    """Pin the pennant of two allies above a car, or where it was, on the side away from its horses.

    Where its letter would be too small to read it is left out: cards and the alt text have it.
    """
    size = round(30 * camera.zoom)
    if chariot.ally is None or chariot.square is None or LETTER * size < readable(image.width):
        return
    square = chariot.car_square or chariot.square
    x, y = camera.see(centre_of(square))
    behind = -1 if cos(radians(camera.heading(heading_of(square)))) > 0 else 1
    sprite = pennant(min(chariot.entry, chariot.ally), size)
    place(image, sprite, (x + 17 * behind * camera.zoom, y - 18 * camera.zoom))
