"""Obstacles and men on the track besides chariots: wrecks, carcasses, drivers who are dragged or on foot."""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engine.circus_maximus.seen.views import ChariotView, ObstacleView, RaceView
from records.values import EntryId, Square
from renderers import palette
from renderers.camera import Camera
from renderers.canvas import Spot, paint_line
from renderers.circus_maximus.geometry import centre_of, edge_of, heading_of
from renderers.counters import Pen, blank_sprite, draw_wheel, place, write_figure
from renderers.geometry import Point, turned
from renderers.lettering import readable
from renderers.palette import Colour, Look, look_of, mixed

_DEAD = (96, 90, 84)
_SKIN: Colour = palette.CROWD[3]
_FIGURE = 27.0  # size of a number in units, where that can be read
_STEP = 24.0  # units between two that share a square


def draw_obstacles(image: Image.Image, camera: Camera, view: RaceView) -> None:
    """Draw the obstacles on the track: each square barred in red, the wreck on top where several lie."""
    lying = sorted(view.obstacles, key=lambda each: (each.square, each.kind == "wreck", each.entry))
    halted = [chariot.square for chariot in view.chariots if chariot.status == "halted" and chariot.square]
    for square in sorted({*(each.square for each in lying), *halted, *view.squares_of_standing(None)}):
        _draw_hazard(image, camera, square)
    for obstacle in lying:
        if obstacle.kind != "halted team":
            _draw_obstacle(image, camera, view.chariot(obstacle.entry), obstacle, _shift(obstacle, lying))


def _draw_hazard(image: Image.Image, camera: Camera, square: Square) -> None:
    """Bar a square at its front and its back."""
    for part in (0.06, 0.94):
        ends = [camera.see(end) for end in edge_of(square, part)]
        for width, shade in ((6, palette.WHITE), (3.6, palette.HARM)):
            paint_line(image, ends, shade, width * camera.zoom)


def _shift(obstacle: ObstacleView, lying: Sequence[ObstacleView]) -> float:
    """Return how far an obstacle lies outward of its square's middle, so that all in a square are seen."""
    there = [each for each in lying if each.square == obstacle.square]
    return (there.index(obstacle) - (len(there) - 1) / 2) * _STEP


def _draw_obstacle(
    image: Image.Image, camera: Camera, chariot: ChariotView, obstacle: ObstacleView, shift: float
) -> None:
    heading = heading_of(obstacle.square)
    middle, aside = centre_of(obstacle.square), turned(Point(0, shift), heading)
    spot = camera.see(Point(middle.x + aside.x, middle.y + aside.y))
    sprite = wreck_sprite if obstacle.kind == "wreck" else carcass_sprite
    place(image, sprite(chariot.colour, camera.heading(heading), camera.zoom), spot)
    if obstacle.kind == "wreck":
        _number(image, camera, spot, chariot)


@lru_cache(maxsize=256)
def wreck_sprite(colour: str, heading: int, zoom: float) -> Image.Image:
    """Return a wreck: a broken disc in its owner's colour among splinters and wheels that came off."""
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, heading - 24)
    look = look_of(colour)
    for x, y, long in ((-14, -15, 15), (13, -14, 13), (15, 12, 16), (-11, 16, 14)):
        pen.line([(x - long / 2, y + 4), (x + long / 2, y - 4)], palette.INK, 4.6)
        pen.line([(x - long / 2, y + 4), (x + long / 2, y - 4)], palette.WOOD, 2.8)
    draw_wheel(Pen(sketch, heading + 38), -17, 4.4, 2)
    draw_wheel(Pen(sketch, heading - 70), 16, 4.4, 2)
    _draw_shards(pen, look)
    return sketch.reduced()


def _draw_shards(pen: Pen, look: Look) -> None:
    """Draw a jagged piece of the former disc, marked as the chariot's horses are: light next to dark."""
    jagged: list[Spot] = [
        (13, -3), (15, 5), (8, 7), (7, 14), (0, 12), (-6, 15), (-8, 8), (-15, 7), (-12, 0), (-15, -8), (-7, -9),
        (-5, -15), (1, -12), (8, -14), (9, -7), (15, -7),
    ]  # fmt: skip
    pen.polygon([(x * 1.14, y * 1.14) for x, y in jagged], palette.INK)
    pen.polygon([(x * 1.05, y * 1.05) for x, y in jagged], look.mark)
    pen.polygon([(x * 0.86, y * 0.86) for x, y in jagged], look.fill)


@lru_cache(maxsize=128)
def carcass_sprite(colour: str, heading: int, zoom: float) -> Image.Image:
    """Return a dead horse on its side, with a cloth in its owner's colour."""
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, heading + 62)
    body: list[Spot] = [(-13, -4), (-11, -7), (4, -7), (9, -6), (14, -9), (18, -6), (13, 0), (6, 4), (-10, 4)]
    for x in (-10, -5, 2, 7):
        pen.line([(x, 2), (x + 2, 13)], palette.INK, 3.6)
    pen.polygon([(x * 1.1, y * 1.16) for x, y in body], palette.WHITE)
    pen.polygon([(x * 1.04, y * 1.06) for x, y in body], palette.INK)
    pen.polygon([(x * 0.95, y * 0.9) for x, y in body], _DEAD)
    look = look_of(colour)
    pen.box(-3, -1.6, 9, 9.6, look.mark)
    pen.box(-3, -1.6, 6, 9.6, look.fill)
    return sketch.reduced()


def draw_drivers(image: Image.Image, camera: Camera, chariots: Sequence[ChariotView]) -> None:
    """Draw drivers who are dragged or on foot, each with the chariot's number; in one square, side by side."""
    there: dict[Square, list[EntryId]] = {}
    for chariot in chariots:
        if chariot.driver_square is not None:
            there.setdefault(chariot.driver_square, []).append(chariot.entry)
    for chariot in chariots:
        if chariot.driver_square is not None:
            sharing = there[chariot.driver_square]
            _draw_driver(image, camera, chariot, (sharing.index(chariot.entry) - (len(sharing) - 1) / 2) * _STEP)


def _draw_driver(image: Image.Image, camera: Camera, chariot: ChariotView, shift: float) -> None:
    assert chariot.driver_square is not None
    heading = heading_of(chariot.driver_square)
    hangs_on_car = chariot.driver_square == chariot.car_square
    back = 0.0 if chariot.driver == "on foot" else -30.0 if hangs_on_car else -7.0
    aside = turned(Point(back, shift), heading)
    middle = centre_of(chariot.driver_square)
    spot = camera.see(Point(middle.x + aside.x, middle.y + aside.y))
    if chariot.driver == "dragged":
        if chariot.square is not None:
            _draw_rope(image, camera, chariot.square, spot)
        sprite = dragged_sprite(chariot.colour, camera.heading(heading), camera.zoom)
    else:
        sprite = runner_sprite(chariot.colour, camera.zoom)
    place(image, sprite, spot)
    below = 6.5 if chariot.driver == "on foot" else 0.0
    _number(image, camera, (spot[0], spot[1] + below * camera.zoom), chariot)


def _number(image: Image.Image, camera: Camera, spot: Spot, chariot: ChariotView) -> None:
    """Write whose a wreck or a driver is, large enough to be read on a phone."""
    look, size = look_of(chariot.colour), max(_FIGURE * camera.zoom, readable(image.width))
    write_figure(image, spot, chariot.entry, look.ink, size, (max(1, round(2 * camera.zoom)), look.fill))


def _draw_rope(image: Image.Image, camera: Camera, team: Square, spot: Spot) -> None:
    """Draw the reins from which a driver hangs."""
    end = camera.see(centre_of(team))
    for width, shade in ((3.6, palette.INK), (2.0, palette.GOLD)):
        paint_line(image, [end, spot], shade, width * camera.zoom)


@lru_cache(maxsize=128)
def dragged_sprite(colour: str, heading: int, zoom: float) -> Image.Image:
    """Return a driver who lies behind the team, arms ahead, in a tunic of its colour."""
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, heading)
    look = look_of(colour)
    for side in (-1, 1):
        for wide, shade in ((6.4, palette.INK), (4.2, _SKIN)):
            pen.line([(4, 6 * side), (20, 3 * side)], shade, wide)
            pen.line([(-8, 4 * side), (-22, 8 * side)], shade, wide)
    pen.disc(13, 0, 7.2, palette.INK)
    pen.disc(13, 0, 6.0, _SKIN)
    _draw_tunic(pen, look)
    return sketch.reduced()


def _draw_tunic(pen: Pen, look: Look) -> None:
    pen.disc(0, 0, 13.4, palette.INK)
    pen.disc(0, 0, 12.4, look.rim)
    pen.disc(0, 0, 11.2, look.fill)


@lru_cache(maxsize=32)
def runner_sprite(colour: str, zoom: float) -> Image.Image:
    """Return a driver on foot: upright in any picture, the number on the tunic."""
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, 0)
    look = look_of(colour)
    for wide, shade in ((7.0, palette.INK), (4.6, _SKIN)):
        pen.line([(-4, 14), (-9, 25)], shade, wide)
        pen.line([(4, 14), (10, 24)], shade, wide)
        pen.line([(-9, 1), (-17, 9)], shade, wide)
        pen.line([(9, 1), (17, -6)], shade, wide)
    tunic: list[Spot] = [(-10, -6), (10, -6), (13.5, 18), (-13.5, 18)]
    pen.polygon([(x * 1.18, (y - 6) * 1.12 + 6) for x, y in tunic], palette.INK)
    pen.polygon([(x * 1.08, (y - 6) * 1.04 + 6) for x, y in tunic], look.rim)
    pen.polygon([(x * 0.94, (y - 6) * 0.92 + 6) for x, y in tunic], look.fill)
    pen.disc(0, -13, 8.4, palette.INK)
    pen.disc(0, -13, 7.2, _SKIN)
    pen.polygon([(-7, -14), (-5, -20), (5, -20), (7, -14)], mixed(palette.WOOD, palette.INK, 0.3))
    return sketch.reduced()
