"""Lettering with the project's own fonts, so that a picture is the same on every machine."""

import unicodedata
from functools import cache, lru_cache
from math import ceil
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from renderers.canvas import coarse
from renderers.palette import Colour

Face = Literal["sans", "serif"]
Anchor = Literal["left", "middle", "right"]

_FILES: dict[Face, str] = {"sans": "DejaVuSansCondensed-Bold.ttf", "serif": "DejaVuSerifCondensed-Bold.ttf"}

STAND_IN = "\N{WHITE SQUARE}"
"""The stand-in for a text of which the fonts have nothing."""

PHONE = 358
"""Pixels that a picture is wide on a phone of 390."""

_CAPITAL = 0.729
"""Height of capitals and digits of both fonts, as a part of their size."""

LEAST_CAPITAL = 8.5
"""Pixels that they are high at least when a picture is as wide as a phone shows it."""


def readable(width: int) -> int:
    """Return the smallest size of lettering that can be read on a phone in a picture so many pixels wide.

    >>> readable(800), readable(1600)
    (27, 53)
    """
    return ceil(LEAST_CAPITAL * width / PHONE / _CAPITAL)


_NOWHERE = "\U0010fffe"  # a character no font has
_LONGEST = 80  # characters of a text that are looked at; nothing drawn is as long


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at *size* pixels; laid out by Pillow itself, the same everywhere."""
    path = Path(__file__).parent / "fonts" / _FILES[face]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """Return any *text* as it can be drawn on one line.

    Fancy letters become plain ones, breaks become spaces, invisible characters go, and so do characters that the fonts
    do not have. Where nothing else is left, these become one :data:`STAND_IN`.

    >>> plain("\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}x\\n\N{RIGHT-TO-LEFT OVERRIDE}y")
    'Ax y'
    >>> plain("go \N{HORSE FACE}\N{HORSE FACE}!")
    'go !'
    >>> plain("\N{HORSE FACE}\N{HORSE FACE}")
    '\N{WHITE SQUARE}'
    """
    drawable, lacks = "", False
    for character in unicodedata.normalize("NFKC", text[:_LONGEST]):
        category = unicodedata.category(character)
        if character.isspace():
            character = " "  # noqa: PLW2901
        elif category.startswith("C") and category != "Cn":
            continue
        elif category.startswith("M"):
            drawable += character if _is_drawable(character) else ""
            continue
        is_lacking = not _is_drawable(character)
        lacks = lacks or is_lacking
        drawable += "" if is_lacking else character
    return " ".join(drawable.split()) or (STAND_IN if lacks else "")


@lru_cache(maxsize=4096)
def _is_drawable(character: str) -> bool:
    shape = font("sans", 24)
    return character == " " or bytes(shape.getmask(character)) != bytes(shape.getmask(_NOWHERE))


@lru_cache(maxsize=2048)
def fit(text: str, width: int, face: Face, size: int) -> str:
    """Return *text* made plain, cut with an ellipsis so that it is at most *width* pixels wide."""
    text = plain(text)
    shape = font(face, size)
    if shape.getlength(text) <= width:
        return text
    while text and shape.getlength(text + "…") > width:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, width: int, face: Face, size: int) -> list[str]:
    """Return the lines, each at most *width* pixels wide, that *text* takes; broken at spaces."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font(face, size).getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=2048)
def _letters(text: str, face: Face, size: int, stroke: int, squeeze: float = 1.0) -> tuple[Image.Image, int, int]:
    """Return a mask of *text* and how far it lies left of and above the pen; baseline at 0."""
    shape = font(face, size)
    left, top, right, bottom = (int(edge) for edge in shape.getbbox(text, stroke_width=stroke, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=shape, stroke_width=stroke, anchor="ls")
    if squeeze != 1.0:
        mask = mask.resize((max(1, round(mask.width * squeeze)), mask.height), Image.Resampling.BOX)
    return coarse(mask), round(left * squeeze), top


def write(  # noqa: PLR0913 - all that a line of lettering needs
    image: Image.Image,
    at: tuple[float, float],
    text: str,
    colour: Colour,
    *,
    size: int,
    face: Face = "sans",
    anchor: Anchor = "left",
    stroke: tuple[int, Colour] | None = None,
    squeeze: float = 1.0,
) -> float:
    """Write plain *text* in one line, the middle of its capitals at the height of *at*; return its width.

    :param stroke: thickness and colour of an outline.
    :param squeeze: width as a part of the font's own.
    """
    width = length(text, size, face) * squeeze
    x = at[0] - {"left": 0, "middle": width / 2, "right": width}[anchor]
    y = at[1] + size * _HALF_CAPITAL
    if text.strip():
        if stroke is not None:
            _stamp(image, x, y, _letters(text, face, size, stroke[0], squeeze), stroke[1])
        _stamp(image, x, y, _letters(text, face, size, 0, squeeze), colour)
    return width


_HALF_CAPITAL = 0.365  # half the height of a capital, as a part of the size


def _stamp(image: Image.Image, x: float, y: float, letters: tuple[Image.Image, int, int], colour: Colour) -> None:
    mask, left, top = letters
    image.paste(colour, (round(x) + left, round(y) + top), mask)


@lru_cache(maxsize=4096)
def length(text: str, size: int, face: Face = "sans") -> float:
    """Return how many pixels wide *text* is."""
    return font(face, size).getlength(text)
