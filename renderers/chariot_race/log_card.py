"""A charioteer's board: three dials for speed, health and fate, and the way of the last turn."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from PIL import Image

from engine.chariot_race.data import FORTUNE_COST, REPAIR_COST, Board
from engine.chariot_race.views import ChariotView, RaceView
from records.values import EntryId
from renderers import palette
from renderers.canvas import Sketch, encoded, in_few_colours
from renderers.chariot_race.dice import die
from renderers.chariot_race.words import dice_of, whereabouts
from renderers.counters import badge, place
from renderers.lettering import fit, readable, write
from renderers.palette import Colour
from renderers.telling import name_of

WIDTH, HEIGHT = 1000, 630
SMALL = readable(WIDTH)

_HEAD = 116
_RADIUS = 156
_FIRST, _SWEEP = 225.0, 270.0  # degrees: where a dial's 0 lies, and how far it goes round, clockwise
_GAP = 26.0  # degrees to either side of the foot that a dial leaves free
_BANDS: Sequence[Colour] = (
    palette.LIGHT_HARM, palette.CARDS[4], palette.CARDS[3], palette.CARDS[1], palette.LIGHT_SOUND
)  # fmt: skip
"""The ground of speeds with 1 to 5 dice."""


def draw_log_card(view: RaceView, names: Mapping[EntryId, str], entry: EntryId) -> bytes:
    """Return the PNG picture of a charioteer's board."""
    chariot = view.chariot(entry)
    image = Image.new("RGB", (WIDTH, HEIGHT), palette.CARD)
    _draw_head(image, names, view, chariot)
    for column, dial in enumerate(_dials(chariot)):
        _draw_dial(image, WIDTH * (2 * column + 1) / 6, dial)
    _draw_dice(image, dice_of(view, entry))
    return encoded(in_few_colours(image))


class _Dial(NamedTuple):
    word: str
    value: int
    most: int
    face: Image.Image
    note: str  # what the value means for the next turn


def _dials(chariot: ChariotView) -> list[_Dial]:
    board = chariot.sheet
    frail = board.damage_max // 3
    return [
        _Dial("speed", chariot.speed, board.speed_max, _speed_dial(board), f"rolls {count(board.dice[chariot.speed])}"),
        _Dial(
            "health", chariot.damage, board.damage_max, _plain_dial(board.damage_max, frail),
            f"allows speed {board.cap[chariot.damage]}",
        ),
        _Dial("fate", chariot.fate, board.fate_max, _plain_dial(board.fate_max, -1), _worth(chariot)),
    ]  # fmt: skip


def count(dice: int) -> str:
    return f"{dice} dice" if dice > 1 else "1 die"


def _worth(chariot: ChariotView) -> str:
    """Return in words the use of a chariot's fate."""
    if chariot.fate >= REPAIR_COST:
        return "repair or dice"
    return "turns a die" if chariot.fate >= FORTUNE_COST else "buys nothing"


def _draw_dial(image: Image.Image, x: float, dial: _Dial) -> None:
    y = _HEAD + 20 + _RADIUS
    place(image, dial.face, (x, y))
    _draw_pointer(image, (x, y), dial.value / dial.most)
    write(image, (x, y), str(dial.value), palette.WHITE, size=46, anchor="middle")
    write(image, (x, y + _RADIUS + 2), dial.word, palette.PORPHYRY, size=40, anchor="middle", face="serif")
    write(image, (x, y + _RADIUS + 44), dial.note, palette.INK, size=SMALL, anchor="middle")


def _draw_head(image: Image.Image, names: Mapping[EntryId, str], view: RaceView, chariot: ChariotView) -> None:
    image.paste(palette.PORPHYRY, (0, 0, WIDTH, _HEAD))
    image.paste(palette.BRONZE, (0, _HEAD - 4, WIDTH, _HEAD))
    sprite = badge(chariot.colour, chariot.entry, 88)
    image.paste(sprite, (14, 12), sprite)
    write(image, (120, 34), fit(name_of(names, chariot), WIDTH - 140, "sans", 42), palette.WHITE, size=42)
    text = fit(whereabouts(view, chariot), WIDTH - 140, "sans", SMALL)
    write(image, (120, 84), text, palette.GOLD, size=SMALL)


def _spoke(share: float, reach: float) -> tuple[float, float]:
    """Return the point of a dial at a share of its sweep, so far from its middle; y grows downwards."""
    angle = pi * (_FIRST - _SWEEP * share) / 180
    return reach * cos(angle), -reach * sin(angle)


def _speed_dial(board: Board) -> Image.Image:
    """Return the dial of speeds; the ground tells how many dice a speed rolls."""
    return _dial(tuple(_BANDS[dice - 1] for dice in board.dice))


def _plain_dial(most: int, bad: int) -> Image.Image:
    """Return a dial from 0 to *most*, red up to *bad*."""
    return _dial(tuple(palette.LIGHT_HARM if value <= bad else palette.PAPER for value in range(most + 1)))


@lru_cache(maxsize=64)
def _dial(grounds: tuple[Colour, ...]) -> Image.Image:
    """Return a dial with a field for each value, 0 first."""
    most = len(grounds) - 1
    size = 2 * _RADIUS
    sketch = Sketch.blank(size, size, palette.INK, origin=(_RADIUS, _RADIUS))
    sketch.disc((0, 0), _RADIUS - 1, palette.INK)
    sketch.disc((0, 0), _RADIUS - 3, palette.BRONZE)
    sketch.disc((0, 0), _RADIUS - 9, palette.CARD)
    step = _SWEEP / most
    for value, ground in enumerate(grounds):
        start = -_FIRST + step * (value - 0.5)
        sketch.slice((0, 0), _RADIUS - 9, start, start + step, ground)
    for value in range(most + 2):
        share = (value - 0.5) / most
        sketch.line([_spoke(share, _RADIUS - 58), _spoke(share, _RADIUS - 9)], palette.CARD_EDGE, 2)
    sketch.slice((0, 0), _RADIUS + 1, 90 - _GAP, 90 + _GAP, palette.CARD)
    sketch.disc((0, 0), _RADIUS - 58, palette.INK)
    sketch.disc((0, 0), _RADIUS - 60, palette.CARD)
    image = sketch.reduced()
    for value in range(most + 1):
        x, y = _spoke(value / most, _RADIUS - 34)
        write(image, (_RADIUS + x, _RADIUS + y), str(value), palette.INK, size=SMALL, anchor="middle")
    return image


def _draw_pointer(image: Image.Image, middle: tuple[float, float], share: float) -> None:
    sketch = Sketch.blank(2 * _RADIUS, 2 * _RADIUS, palette.PORPHYRY, origin=(_RADIUS, _RADIUS))
    x, y = _spoke(share, 1)
    sketch.polygon([(-18 * y, 18 * x), _spoke(share, _RADIUS - 52), (18 * y, -18 * x)], palette.PORPHYRY)
    sketch.disc((0, 0), 40, palette.PORPHYRY)
    place(image, sketch.reduced(), middle)


def _draw_dice(image: Image.Image, dice: Sequence[str]) -> None:
    for number, face in enumerate(dice):
        picture = die(face, 72)
        image.paste(picture, (WIDTH // 2 - len(dice) * 42 + 84 * number + 6, HEIGHT - 86), picture)
