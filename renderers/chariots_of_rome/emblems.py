"""The emblems of the thirty charioteers: a sign on a round shield for each, drawn in a frame of 100 by 100."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import cos, pi, sin

from PIL import Image

from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.palette import Colour

_DARK, _LIGHT, _GOLD, _RED = palette.INK, palette.CHALK, palette.GOLD, palette.HARM
_BRONZE, _WOOD, _BLUE, _GREEN = palette.BRONZE, palette.WOOD, palette.WATER, palette.LEAF

_GROUNDS: tuple[Colour, ...] = (
    palette.PORPHYRY, palette.LOOKS["navy"].fill, palette.SOUND, palette.LOOKS["purple"].mark, palette.WOOD,
)  # fmt: skip
"""The grounds of emblems, charioteer by charioteer in turn; all are dark."""


@lru_cache(maxsize=128)
def emblem(charioteer: str, size: int, is_lost: bool = False) -> Image.Image:
    """Return a charioteer's emblem, *size* pixels wide; grey and struck through where a wound took the ability."""
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 100)
    ground = palette.FAINT if is_lost else _GROUNDS[int(charioteer[1:]) % len(_GROUNDS)]
    sketch.disc((50, 50), 49.5, palette.INK)
    sketch.disc((50, 50), 47.5, palette.CARD_EDGE if is_lost else palette.GOLD)
    sketch.disc((50, 50), 43, palette.INK)
    sketch.disc((50, 50), 41.5, ground)
    _SIGNS[charioteer](sketch)
    if is_lost:
        for wide, shade in ((13, palette.INK), (8, palette.WHITE)):
            sketch.line([(20, 80), (80, 20)], shade, wide)
    return sketch.reduced()


def _ring(sketch: Sketch, x: float, y: float, reach: float, width: float, colour: Colour) -> None:
    _line(sketch, [_round(x, y, reach, turn) for turn in range(0, 361, 15)], colour, width)


def _round(x: float, y: float, reach: float, degrees: float) -> Spot:
    return (x + reach * cos(degrees * pi / 180), y + reach * sin(degrees * pi / 180))


def _line(sketch: Sketch, points: Iterable[Spot], colour: Colour, width: float) -> None:
    """Draw a line with round ends."""
    points = list(points)
    sketch.line(points, colour, width)
    for end in (points[0], points[-1]):
        sketch.disc(end, width / 2, colour)


def _spiral(x: float, y: float, outer: float, turns: float, inner: float = 4.0) -> list[Spot]:
    steps = int(turns * 24)
    return [_round(x, y, outer - (outer - inner) * step / steps, 15 * step) for step in range(steps + 1)]


def _wave(start: Spot, end: Spot, high: float, waves: float) -> list[Spot]:
    """Return a wavy line between two points."""
    wide, deep = end[0] - start[0], end[1] - start[1]
    long = (wide * wide + deep * deep) ** 0.5
    return [
        (
            start[0] + wide * step / 24 - deep / long * high * sin(2 * pi * waves * step / 24),
            start[1] + deep * step / 24 + wide / long * high * sin(2 * pi * waves * step / 24),
        )
        for step in range(25)
    ]


def _star(x: float, y: float, outer: float, inner: float, points: int) -> list[Spot]:
    return [_round(x, y, inner if step % 2 else outer, 180 * step / points - 90) for step in range(2 * points)]


def _wheel(sketch: Sketch, x: float, y: float, reach: float, spokes: int = 8) -> None:
    for spoke in range(spokes):
        sketch.line([(x, y), _round(x, y, reach, 360 * spoke / spokes)], _GOLD, reach * 0.12)
    _ring(sketch, x, y, reach, reach * 0.2, _GOLD)
    sketch.disc((x, y), reach * 0.22, _LIGHT)


# The signs, charioteer by charioteer


def _breeder(sketch: Sketch) -> None:
    """Draw a horse's head."""
    head: list[Spot] = [
        (62, 78), (30, 78), (36, 58), (34, 44), (42, 30), (52, 24), (56, 14), (61, 25), (70, 38), (80, 52), (78, 60),
        (70, 62), (58, 52), (56, 60),
    ]  # fmt: skip
    sketch.polygon(head, _LIGHT)
    sketch.polygon([(30, 78), (36, 58), (34, 44), (42, 30), (52, 24), (44, 40), (44, 58), (40, 78)], _GOLD)
    sketch.disc((61, 38), 3, _DARK)


def _wrecker(sketch: Sketch) -> None:
    """Draw a wheel that breaks in two."""
    for side in (-1, 1):
        ends = range(100, 261, 10) if side < 0 else range(-80, 81, 10)
        middle = 50 + 5 * side
        _line(sketch, [_round(middle, 50, 24, turn) for turn in ends], _GOLD, 6)
        for turn in (ends[3], ends[8], ends[13]):
            sketch.line([(middle, 50), _round(middle, 50, 24, turn)], _GOLD, 4)
    sketch.polygon([(54, 14), (44, 46), (52, 48), (42, 88), (60, 44), (51, 42), (62, 16)], _RED)


def _vengeful(sketch: Sketch) -> None:
    """Draw two daggers crossed."""
    for side in (-1, 1):
        tip, hilt = (50 - 27 * side, 22), (50 + 14 * side, 63)
        sketch.polygon([tip, (hilt[0] - 5, hilt[1] + 3 * side), (hilt[0] + 5, hilt[1] - 3 * side)], _LIGHT)
        sketch.polygon([tip, (hilt[0] - 5 * side, hilt[1] + 3), (hilt[0] + 4 * side, hilt[1] - 6)], _LIGHT)
        _line(sketch, [(hilt[0] - 7 * side, hilt[1] + 7), (hilt[0] + 7 * side, hilt[1] - 7)], _GOLD, 5)
        _line(sketch, [hilt, (50 + 26 * side, 76)], _BRONZE, 7)


def _artist(sketch: Sketch) -> None:
    """Draw a coiled whip."""
    _line(sketch, _spiral(48, 48, 27, 2.6), _LIGHT, 5)
    _line(sketch, [(75, 48), (70, 78)], _GOLD, 8)


def _even(sketch: Sketch) -> None:
    """Draw scales in balance."""
    _line(sketch, [(50, 22), (50, 76)], _GOLD, 5)
    _line(sketch, [(24, 32), (76, 32)], _GOLD, 5)
    _line(sketch, [(38, 78), (62, 78)], _GOLD, 6)
    for x in (26, 74):
        for foot in (x - 11, x + 11):
            sketch.line([(x, 32), (foot, 56)], _LIGHT, 2.4)
        sketch.slice((x, 55), 14, 0, 180, _LIGHT)


def _shaver(sketch: Sketch) -> None:
    """Draw a turning post, and a track that clings to it."""
    sketch.polygon([(38, 68), (62, 68), (50, 18)], _GOLD)
    sketch.polygon([(50, 68), (62, 68), (50, 18)], _BRONZE)
    _line(sketch, [_round(50, 60, 25, turn) for turn in range(-30, 211, 15)], _LIGHT, 5)
    sketch.polygon([(21, 56), (36, 50), (25, 40)], _LIGHT)


def _weathered(sketch: Sketch) -> None:
    """Draw a shield that has seen much."""
    sketch.polygon([(28, 24), (50, 18), (72, 24), (72, 54), (62, 70), (50, 80), (38, 70), (28, 54)], _LIGHT)
    sketch.polygon([(33, 28), (50, 23), (67, 28), (67, 53), (58, 67), (50, 74), (42, 67), (33, 53)], _RED)
    sketch.disc((50, 46), 8, _GOLD)
    for start, end in (((36, 32), (46, 38)), ((56, 58), (64, 50)), ((40, 62), (46, 54))):
        _line(sketch, [start, end], _DARK, 3)


def _tireless(sketch: Sketch) -> None:
    """Draw three gusts of wind."""
    for y, end, reach in ((34, 60, 8), (50, 66, 10), (66, 52, 7)):
        curl = [_round(end, y - reach, reach, turn) for turn in range(90, -181, -15)]
        _line(sketch, [(20, y), (end, y), *curl], _LIGHT if y == 50 else _BLUE, 5)


def _frugal(sketch: Sketch) -> None:
    """Draw a purse tied up."""
    sketch.polygon([(42, 36), (58, 36), (74, 62), (68, 78), (32, 78), (26, 62)], _BRONZE)
    sketch.polygon([(38, 20), (62, 20), (57, 36), (43, 36)], _BRONZE)
    _line(sketch, [(40, 36), (60, 36)], _GOLD, 5)
    sketch.disc((50, 59), 11, _GOLD)
    sketch.disc((50, 59), 7, _DARK)
    sketch.disc((50, 59), 5, _GOLD)


def _doctor(sketch: Sketch) -> None:
    """Draw a horseshoe around a leaf."""
    shoe = [_round(50, 44, 25, turn) for turn in range(130, 411, 10)]
    _line(sketch, [(30, 78), *shoe, (70, 78)], _LIGHT, 9)
    sketch.polygon([(50, 74), (38, 54), (50, 34), (62, 54)], _GREEN)
    sketch.line([(50, 36), (50, 78)], _GOLD, 3)


def _student(sketch: Sketch) -> None:
    """Draw a scroll with a line around a post."""
    sketch.box((26, 24), (48, 52), _LIGHT, 3)
    for y in (24, 76):
        _line(sketch, [(24, y), (76, y)], _BRONZE, 7)
    _line(sketch, [(34, 66), (40, 66), *(_round(50, 50, 14, turn) for turn in range(120, 391, 15)), (66, 66)], _RED, 4)
    sketch.disc((50, 50), 4, _DARK)


def _axle(sketch: Sketch) -> None:
    """Draw two wheels on an axle."""
    _line(sketch, [(26, 74), (74, 26)], _BRONZE, 9)
    for x, y in ((30, 70), (70, 30)):
        _wheel(sketch, x, y, 15, 6)


def _lash(sketch: Sketch) -> None:
    """Draw a long lash that snakes away."""
    _line(sketch, _wave((30, 70), (76, 22), 8, 1.5), _LIGHT, 4)
    _line(sketch, [(20, 80), (36, 64)], _GOLD, 9)


def _cruel(sketch: Sketch) -> None:
    """Draw a scourge with three thongs."""
    _line(sketch, [(50, 84), (50, 52)], _BRONZE, 8)
    for end in ((28, 22), (50, 16), (72, 22)):
        _line(sketch, [(50, 52), (50 + (end[0] - 50) * 0.75, 38), end], _LIGHT, 4)
        sketch.disc(end, 5.5, _RED)
    _line(sketch, [(44, 53), (56, 53)], _GOLD, 5)


def _darling(sketch: Sketch) -> None:
    """Draw a laurel wreath."""
    for side in (-1, 1):
        stem = [_round(50, 48, 26, 90 - side * turn) for turn in range(0, 151, 15)]
        _line(sketch, stem, _GREEN, 3)
        for number, spot in enumerate(stem[1:]):
            tip = _round(spot[0], spot[1], 11, 90 - side * (15 * number + 70))
            _line(sketch, [spot, tip], _GOLD if number % 2 else palette.LIGHT_SOUND, 5)
    sketch.polygon(_star(50, 48, 12, 5, 5), _GOLD)


def _eel(sketch: Sketch) -> None:
    """Draw an eel."""
    body = _wave((24, 66), (74, 36), 16, 1.0)
    _line(sketch, body, _LIGHT, 10)
    _line(sketch, body, _BLUE, 6)
    sketch.disc((75, 35), 8, _LIGHT)
    sketch.disc((77, 33), 2.4, _DARK)


def _bear(sketch: Sketch) -> None:
    """Draw a bear's paw."""
    sketch.polygon([_round(50, 60, 20 + 3 * cos(turn * pi / 90), turn) for turn in range(0, 360, 15)], _BRONZE)
    for x, y in ((26, 44), (40, 30), (60, 30), (74, 44)):
        sketch.disc((x, y), 8, _BRONZE)
        sketch.polygon([(x - 4, y - 5), (x + 4, y - 5), (x, y - 16)], _LIGHT)


def _threader(sketch: Sketch) -> None:
    """Draw a needle with its thread."""
    thread = _wave((20, 56), (62, 30), 9, 1.5)
    sketch.polygon([(24, 82), (62, 24), (74, 28), (68, 38)], _LIGHT)
    sketch.disc((66, 31), 4, _DARK)
    _line(sketch, thread, _RED, 4)


def _augur(sketch: Sketch) -> None:
    """Draw an eye that sees the future."""
    lid: list[Spot] = [(16, 50), (30, 34), (50, 28), (70, 34), (84, 50), (70, 66), (50, 72), (30, 66)]
    sketch.polygon(lid, _LIGHT)
    sketch.disc((50, 50), 17, _BLUE)
    sketch.disc((50, 50), 8, _DARK)
    sketch.disc((54, 45), 3.5, _LIGHT)
    for turn in (-130, -90, -50):
        _line(sketch, [_round(50, 50, 29, turn), _round(50, 50, 36, turn)], _GOLD, 4)


def _wagerer(sketch: Sketch) -> None:
    """Draw a die before the rising sun."""
    sketch.slice((50, 56), 24, 180, 360, _GOLD)
    for turn in (200, 230, 270, 310, 340):
        _line(sketch, [_round(50, 56, 28, turn), _round(50, 56, 35, turn)], _GOLD, 4)
    sketch.box((34, 46), (32, 32), _LIGHT, 6)
    for x, y in ((42, 54), (58, 70), (50, 62)):
        sketch.disc((x, y), 3.6, _DARK)


def _blessed(sketch: Sketch) -> None:
    """Draw the flame of a hearth."""
    sketch.polygon([(50, 14), (64, 36), (66, 52), (58, 62), (42, 62), (34, 52), (38, 38), (46, 32)], _RED)
    sketch.polygon([(51, 30), (59, 46), (56, 60), (44, 60), (42, 48)], _GOLD)
    sketch.slice((50, 60), 24, 0, 180, _BRONZE)
    _line(sketch, [(24, 61), (76, 61)], _LIGHT, 5)


def _patient(sketch: Sketch) -> None:
    """Draw an hourglass."""
    for y in (22, 78):
        _line(sketch, [(32, y), (68, y)], _BRONZE, 7)
    sketch.polygon([(35, 25), (65, 25), (53, 50), (65, 75), (35, 75), (47, 50)], _LIGHT)
    sketch.polygon([(41, 36), (59, 36), (50, 50)], _BRONZE)
    sketch.polygon([(37, 73), (63, 73), (50, 58)], _BRONZE)
    sketch.line([(50, 48), (50, 60)], _BRONZE, 2.4)


def _bolt(sketch: Sketch) -> None:
    """Draw a bolt of lightning."""
    sketch.polygon([(60, 12), (28, 54), (47, 54), (38, 88), (72, 42), (53, 42)], _GOLD)


def _schemer(sketch: Sketch) -> None:
    """Draw a mask, half of it in the shade."""
    face: list[Spot] = [(26, 24), (50, 28), (74, 24), (74, 50), (64, 70), (50, 80), (36, 70), (26, 50)]
    sketch.polygon(face, _LIGHT)
    sketch.polygon([(50, 28), (74, 24), (74, 50), (64, 70), (50, 80)], _BRONZE)
    for x in (38, 62):
        sketch.polygon([(x - 8, 40), (x + 8, 44), (x, 49)] if x < 50 else [(x + 8, 40), (x - 8, 44), (x, 49)], _DARK)
    _line(sketch, [_round(50, 52, 14, turn) for turn in range(30, 151, 20)], _DARK, 4)


def _fortunate(sketch: Sketch) -> None:
    """Draw the wheel of fortune under a star."""
    _wheel(sketch, 50, 56, 24, 8)
    sketch.polygon(_star(50, 24, 14, 6, 5), _LIGHT)


def _shadow(sketch: Sketch) -> None:
    """Draw a chariot's horse and the shadow behind it: two crescents."""
    for x, colour in ((40, palette.FAINT), (56, _LIGHT)):
        moon = [_round(x, 50, 26, turn) for turn in range(-100, 101, 10)]
        inner = [_round(x - 11, 50, 22, turn) for turn in range(85, -86, -10)]
        sketch.polygon([*moon, *inner], colour)


def _inside(sketch: Sketch) -> None:
    """Draw an arrow that turns inward."""
    _line(sketch, _spiral(50, 50, 29, 1.4, 10), _LIGHT, 6)
    sketch.polygon([(30, 58), (48, 62), (38, 42)], _GOLD)


def _cold(sketch: Sketch) -> None:
    """Draw a crystal of ice."""
    for turn in range(0, 360, 60):
        end = _round(50, 50, 31, turn + 30)
        _line(sketch, [(50, 50), end], _LIGHT, 5)
        fork = _round(50, 50, 19, turn + 30)
        for aside in (-45, 45):
            _line(sketch, [fork, _round(fork[0], fork[1], 10, turn + 30 + aside)], _BLUE, 4)


def _vulture(sketch: Sketch) -> None:
    """Draw a vulture that hovers."""
    for side in (-1, 1):
        wing: list[Spot] = [
            (50, 50), (50 + 12 * side, 34), (50 + 34 * side, 30), (50 + 30 * side, 42), (50 + 32 * side, 54),
            (50 + 22 * side, 52), (50 + 18 * side, 62), (50 + 8 * side, 58),
        ]  # fmt: skip
        sketch.polygon(wing, _LIGHT)
    sketch.polygon([(44, 44), (56, 44), (58, 70), (50, 80), (42, 70)], _BRONZE)
    sketch.disc((50, 36), 8, _RED)
    sketch.polygon([(46, 40), (54, 40), (50, 50)], _GOLD)


def _closer(sketch: Sketch) -> None:
    """Draw the flag of the finish."""
    _line(sketch, [(32, 84), (32, 20)], _BRONZE, 6)
    for row in range(4):
        for column in range(5):
            colour = _LIGHT if (row + column) % 2 else _DARK
            sketch.box((35 + 9 * column, 20 + 9 * row), (9, 9), colour)


_SIGNS: Mapping[str, Callable[[Sketch], None]] = {
    "C01": _breeder, "C02": _wrecker, "C03": _vengeful, "C04": _artist, "C05": _even, "C06": _shaver,
    "C07": _weathered, "C08": _tireless, "C09": _frugal, "C10": _doctor, "C11": _student, "C12": _axle,
    "C13": _lash, "C14": _cruel, "C15": _darling, "C16": _eel, "C17": _bear, "C18": _threader,
    "C19": _augur, "C20": _wagerer, "C21": _blessed, "C22": _patient, "C23": _bolt, "C24": _schemer,
    "C25": _fortunate, "C26": _shadow, "C27": _inside, "C28": _cold, "C29": _vulture, "C30": _closer,
}  # fmt: skip
