"""The counters: a team seen from above, the car behind it with its number, and the same look as a badge.

They can show the harm to a chariot: dead and injured horses, damaged wheels, the driver's lost hits.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from renderers import palette
from renderers.canvas import Sketch, Spot, paint_disc, paint_line
from renderers.geometry import Point, turned
from renderers.lettering import readable, write
from renderers.palette import Colour, Look, look_of, mixed

HORSE_PITCH = 9.4
DISC = 18.6
"""Radius of the disc with the number, in board units; as large as a lane lets it be, for small screens."""

_REACH = 30  # board units from a counter's middle that a sprite covers
_RIM = 2.2
_BROAD_RIM = 3.6  # of a colour, to be seen as such

CarType = Literal["light", "normal", "heavy"]


class HorseLook(NamedTuple):
    """The state of a horse on its counter."""

    is_gone: bool
    is_dead: bool
    wounds: int  # 0, 1 or 2: up to half of its speed, or more


class CarLook(NamedTuple):
    """The state of a car on its counter."""

    car: CarType = "normal"
    inside: int = 0  # 0 whole, 1 damaged, 2 badly
    outside: int = 0
    lost: int = 0  # eighths of the driver's hits that are lost
    is_empty: bool = False  # nobody drives it
    blade_inside: int = 0  # 1 regular, 2 long
    blade_outside: int = 0
    blind_inside: bool = False  # the driver cannot see to this side
    blind_outside: bool = False
    is_dusty: bool = False  # the driver has dust in the eyes


SOUND_TEAM = (HorseLook(False, False, 0),) * 4


class Pen:
    """Draws in a counter's own frame, x ahead and y to the right of travel, onto a sketch turned by its heading."""

    def __init__(self, sketch: Sketch, heading: float) -> None:
        self.sketch = sketch
        self.heading = heading

    def at(self, x: float, y: float) -> Point:
        return turned(Point(x, y), self.heading)

    def polygon(self, points: list[Spot], fill: Colour) -> None:
        self.sketch.polygon([self.at(x, y) for x, y in points], fill)

    def box(self, x: float, y: float, along: float, across: float, fill: Colour) -> None:
        """Fill a box around its middle."""
        long, wide = along / 2, across / 2
        self.polygon([(x - long, y - wide), (x + long, y - wide), (x + long, y + wide), (x - long, y + wide)], fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self.sketch.disc(self.at(x, y), radius, fill)

    def line(self, points: list[Spot], fill: Colour, width: float) -> None:
        self.sketch.line([self.at(x, y) for x, y in points], fill, width)


def place(image: Image.Image, sprite: Image.Image, centre: Spot) -> None:
    """Put a sprite onto a picture, its middle at *centre*."""
    corner = (round(centre[0] - sprite.width / 2), round(centre[1] - sprite.height / 2))
    image.paste(sprite, corner, sprite)


def draw_way(image: Image.Image, spots: Sequence[Spot], colour: str, zoom: float) -> None:
    """Draw the way a chariot has gone through *spots*, in its colour, with a dot where it began."""
    look = look_of(colour)
    edge = palette.CHALK if sum(look.fill) < 330 else palette.INK
    paint_line(image, spots, edge, 9 * zoom)
    paint_line(image, spots, look.fill, 5 * zoom)
    paint_disc(image, spots[0], 8 * zoom, edge)
    paint_disc(image, spots[0], 6 * zoom, look.fill)


def draw_trail(image: Image.Image, spots: Sequence[Spot], colour: str) -> None:
    """Draw a way for a film: with hard edges, which are quick to draw and make small files."""
    look = look_of(colour)
    pen = ImageDraw.Draw(image)
    x, y = spots[0]
    for more, shade in ((2, palette.CHALK if sum(look.fill) < 330 else palette.INK), (0, look.fill)):
        pen.line([(round(x), round(y)) for x, y in spots], shade, 3 + more)
        pen.ellipse((x - 3 - more, y - 3 - more, x + 3 + more, y + 3 + more), shade)


@lru_cache(maxsize=512)
def team_sprite(
    colour: str, horses: tuple[HorseLook, ...], heading: int, zoom: float, *, is_loose: bool = False
) -> Image.Image:
    """Return a team's counter. *zoom* is pixels to a board unit, *heading* in degrees; reins trail if it *is_loose*."""
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, heading)
    look = look_of(colour)
    if is_loose:
        _draw_reins(pen)
    _draw_yoke(pen)
    for place_in_team, horse in enumerate(horses):
        across = (place_in_team - (len(horses) - 1) / 2) * HORSE_PITCH
        if not horse.is_gone:
            _draw_horse(pen, across, look, horse, place_in_team)
    return sketch.reduced()


@lru_cache(maxsize=512)
def car_sprite(colour: str, car: CarLook, heading: int, zoom: float) -> Image.Image:
    sketch = blank_sprite(zoom)
    pen = Pen(sketch, heading)
    pen.line([(0, 0), (22, 0)], palette.WOOD, 2.6)
    pen.line([(0, -15), (0, 15)], palette.WOOD, 3)
    thick = {"light": 4.0, "normal": 4.8, "heavy": 5.8}[car.car]
    for side, damage, blade in ((-1, car.inside, car.blade_inside), (1, car.outside, car.blade_outside)):
        _draw_blade(pen, side, blade)
        draw_wheel(pen, side * 17.6, thick, damage)
    if car.is_dusty:
        _draw_dust(sketch)
    _draw_disc(pen, look_of(colour), car)
    return sketch.reduced()


def blank_sprite(zoom: float) -> Sketch:
    """Return an empty sketch for a counter, its middle at 0, 0."""
    reach = round(_REACH * zoom)
    return Sketch.blank(2 * reach, 2 * reach, palette.INK, origin=(reach, reach), zoom=zoom)


def _draw_reins(pen: Pen) -> None:
    """Draw the reins of a team that nobody holds: they snake behind it."""
    for side in (-1, 1):
        snake: list[Spot] = [(0, 9 * side), (-9, 4 * side), (-15, 11 * side), (-21, 4 * side), (-28, 9 * side)]
        pen.line(snake, palette.INK, 3.6)
        pen.line(snake, palette.GOLD, 2.0)


def _draw_yoke(pen: Pen) -> None:
    pen.box(2, 0, 2.2, 3.4 * HORSE_PITCH, palette.WOOD)


_HORSE: list[Spot] = [
    (-9.5, -2.6), (-8, -3.8), (3, -3.9), (5, -2.8), (8, -2.1), (11.4, -1.5), (12.2, 0), (11.4, 1.5), (8, 2.1), (5, 2.8),
    (3, 3.9), (-8, 3.8), (-9.5, 2.6),
]  # fmt: skip


def _draw_horse(pen: Pen, across: float, look: Look, horse: HorseLook, number: int) -> None:
    fill = (96, 90, 84) if horse.is_dead else look.fill
    edge = palette.INK if look.fill != palette.LOOKS["black"].fill else palette.CHALK
    pen.line([(-8, across), (-12.4, across)], palette.INK, 2.4)
    pen.polygon([(x * 1.05, across + y * 1.28) for x, y in _HORSE], edge)
    pen.polygon([(x * 0.97, across + y) for x, y in _HORSE], fill)
    if horse.is_dead:
        for slant in (-1, 1):
            pen.line([(-8, across - 3.4 * slant), (7, across + 3.4 * slant)], palette.WHITE, 2)
        return
    _draw_cloth(pen, across, look, number)
    pen.line([(3.5, across), (9, across)], mixed(look.fill, palette.INK, 0.55), 1.4)  # the mane
    for wound in range(horse.wounds):
        pen.disc(-6 + 6.5 * wound, across, 2.7, palette.WHITE)
        pen.disc(-6 + 6.5 * wound, across, 1.9, palette.HARM)


def _draw_cloth(pen: Pen, across: float, look: Look, number: int) -> None:
    """Draw the pattern on a horse's back; the four together tell the colour without its hue."""
    match look.pattern:
        case "stripes":
            pen.box(-3, across, 11, 2.6, look.mark)
        case "bars":
            pen.box(-6.3, across, 2.8, 7.4, look.mark)
            pen.box(-0.3, across, 2.8, 7.4, look.mark)
        case "halves" if number >= 2:
            pen.box(-3, across, 11.5, 7.4, look.mark)
        case "checks":
            pen.box(-6 if number % 2 else 0, across, 6, 7.4, look.mark)
        case "cross":
            pen.box(-3, across, 3, 7.4, look.mark)
            pen.box(-3, across, 11, 2, look.mark)
        case "edge" if number in (0, 3):
            pen.box(-3, across, 11.5, 7.4, look.mark)
        case "spots":
            pen.disc(-3, across, 3, look.mark)
        case _:
            _draw_further_cloth(pen, across, look, number)


def _draw_further_cloth(pen: Pen, across: float, look: Look, number: int) -> None:
    is_inner = number in (1, 2)
    match look.pattern:
        case "fore":
            pen.box(0, across, 6, 7.4, look.mark)
        case "hind":
            pen.box(-6, across, 6, 7.4, look.mark)
        case "wedge":
            pen.box(0 if is_inner else -6, across, 6, 7.4, look.mark)
        case "core" if is_inner:
            pen.box(-3, across, 11.5, 7.4, look.mark)
        case "turns" if number % 2 == 0:
            pen.box(-3, across, 11.5, 7.4, look.mark)
        case "rings":
            pen.disc(-3, across, 3.6, look.mark)
            pen.disc(-3, across, 1.7, look.fill)
        case "slant":
            pen.box(-7.5 + 3 * number, across, 4, 7.4, look.mark)
        case "saddle":
            pen.box(-3, across, 5, 7.4, look.mark)
        case "bands":
            pen.box(-6.6, across, 3.4, 7.4, look.mark)
            pen.box(0.6, across, 3.4, 7.4, look.mark)
        case _:
            pass


def draw_wheel(pen: Pen, across: float, thick: float, damage: int) -> None:
    """Draw a wheel from above; each degree of damage breaks it once more."""
    pen.box(0, across, 17, thick + 1.6, palette.INK)
    pen.box(0, across, 15, thick - 1, mixed(palette.WOOD, palette.GOLD, 0.45))
    breaks: tuple[tuple[float, ...], ...] = ((), (4.5,), (4.5, -4.5))
    for x in breaks[damage]:
        pen.box(x, across, 4, thick + 2, palette.WHITE)
        pen.box(x, across, 2.4, thick + 2, palette.HARM)


def _draw_blade(pen: Pen, side: int, blade: int) -> None:
    """Draw the scythe on a wheel's hub, if there is one."""
    if blade:
        tip = 24.0 + 3 * blade
        for wide, shade in ((3.6, palette.INK), (2.0, palette.WHITE)):
            pen.polygon([(-wide, 19.0 * side), (wide, 19.0 * side), (-wide - 1, tip * side)], shade)


def _draw_dust(sketch: Sketch) -> None:
    """Draw a cloud that hangs around a driver."""
    puffs = ((-19, -9, 7), (-9, -18, 9), (7, -20, 6), (18, -10, 8), (21, 3, 5), (14, 15, 9), (-1, 22, 6), (-14, 16, 8))
    for more, shade in ((1.0, palette.INK), (0.0, palette.CARD_EDGE)):
        for x, y, reach in puffs:
            sketch.disc((x, y), reach + more, shade)


def _draw_disc(pen: Pen, look: Look, car: CarLook) -> None:
    """Draw the disc with its rim: red for lost hits, black to a side the driver cannot see, and none for no driver."""
    sketch = pen.sketch
    sketch.disc((0, 0), DISC + 1, palette.INK)
    if car.is_empty:
        sketch.disc((0, 0), DISC - 1.2, look.fill)
        return
    sketch.disc((0, 0), DISC, look.rim)
    if car.lost:
        sketch.slice((0, 0), DISC, -90, -90 + 45 * car.lost, palette.HARM)
    for is_blind, side in ((car.blind_inside, 90), (car.blind_outside, -90)):
        if is_blind:
            middle = -(pen.heading + side)
            sketch.slice((0, 0), DISC + 1, middle - 48, middle + 48, palette.INK)
    rim = _RIM if look.rim == palette.CHALK else _BROAD_RIM
    sketch.disc((0, 0), DISC - rim, palette.INK)
    sketch.disc((0, 0), DISC - rim - 0.6, look.fill)


FIGURE = 40
"""Size of a chariot's number in board units, where that can be read on a phone."""


def write_number(image: Image.Image, centre: Spot, number: int, colour: str, zoom: float) -> None:
    """Write a chariot's number upright over its disc, with an outline of its colour where it is larger than that."""
    look, usual = look_of(colour), FIGURE * zoom
    size = max(usual, readable(image.width))
    stroke = (max(1, round(3 * zoom)), look.fill) if size > usual else None
    write_figure(image, centre, number, look.ink, size, stroke)


def write_figure(
    image: Image.Image,
    centre: Spot,
    number: int,
    ink: Colour,
    size: float,
    stroke: tuple[int, Colour] | None = None,
) -> None:
    """Write a chariot's number; one of two digits is squeezed, so that it is not much wider."""
    squeeze = 1.0 if number < 10 else 0.64
    write(image, centre, str(number), ink, size=ceil(size), anchor="middle", stroke=stroke, squeeze=squeeze)


@lru_cache(maxsize=128)
def badge(colour: str, number: int, size: int) -> Image.Image:
    """Return a chariot's badge: its colour, pattern and number in a square of *size* pixels with round corners."""
    look = look_of(colour)
    sketch = _plain_badge(look, size)
    sketch.disc((20, 20), 15, palette.INK)
    sketch.disc((20, 20), 14, look.fill)
    image = sketch.reduced()
    # Two digits reach beyond the disc: there an edge of its colour parts them from the pattern.
    stroke = (max(1, round(0.05 * size)), look.fill) if number > 9 else None
    write_figure(image, (size / 2, size / 2), number, look.ink, 0.74 * size, stroke)
    return image


@lru_cache(maxsize=32)
def plain_badge(colour: str, size: int) -> Image.Image:
    """Return a badge without a number, for a person who drives in many races."""
    return _plain_badge(look_of(colour), size).reduced()


def _plain_badge(look: Look, size: int) -> Sketch:
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    sketch.box((0, 0), (40, 40), palette.INK, 8)
    sketch.box((1.2, 1.2), (37.6, 37.6), look.fill, 7)
    _draw_badge_pattern(sketch, look)
    return sketch


def _draw_badge_pattern(sketch: Sketch, look: Look) -> None:
    boxes: dict[str, list[tuple[Spot, Spot]]] = {
        "stripes": [((6, 1.2), (4, 37.6)), ((30, 1.2), (4, 37.6))],
        "bars": [((1.2, 6), (37.6, 4)), ((1.2, 30), (37.6, 4))],
        "halves": [((20, 1.2), (18.8, 37.6))],
        "checks": [((1.2, 1.2), (18.8, 18.8)), ((20, 20), (18.8, 18.8))],
        "cross": [((17, 1.2), (6, 37.6)), ((1.2, 17), (37.6, 6))],
        "fore": [((1.2, 1.2), (37.6, 15))],
        "hind": [((1.2, 23.8), (37.6, 15))],
        "core": [((13, 1.2), (14, 37.6))],
        "turns": [((1.2, 1.2), (7.5, 37.6)), ((31.3, 1.2), (7.5, 37.6))],
        "saddle": [((1.2, 13), (37.6, 14))],
        "bands": [((1.2, top), (37.6, 4.2)) for top in (4.4, 13.2, 22.6, 31.4)],
    }
    for at, size in boxes.get(look.pattern, []):
        sketch.box(at, size, look.mark, 4 if look.pattern in ("checks", "halves", "fore", "hind", "turns") else 0)
    if look.pattern in ("spots", "rings"):
        for spot in ((6, 6), (34, 6), (6, 34), (34, 34)):
            sketch.disc(spot, 3.4 if look.pattern == "spots" else 4.2, look.mark)
            if look.pattern == "rings":
                sketch.disc(spot, 1.8, look.ink)
    if look.pattern == "slant":
        sketch.polygon([(2, 26), (2, 38), (14, 38), (38, 14), (38, 2), (26, 2)], look.mark)
    if look.pattern == "wedge":
        sketch.polygon([(3, 2), (37, 2), (20, 20)], look.mark)
        sketch.polygon([(3, 38), (37, 38), (20, 20)], look.mark)
    if look.pattern == "edge":
        sketch.box((1.2, 1.2), (37.6, 37.6), look.mark, 7)
        sketch.box((5.5, 5.5), (29, 29), look.fill, 4)
