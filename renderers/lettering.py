"""Lettering with the project's own fonts, so that a picture is the same on every machine."""

from functools import cache, lru_cache
from math import ceil
from typing import Literal
from unicodedata import normalize

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from records.text import ISOLATE, ISOLATE_END, closed, goes_along, isolated, letters_of, seen_with_isolates
from renderers import shaping
from renderers.canvas import coarse
from renderers.palette import Colour
from renderers.shaping import FONTS, OWN, Face, face_of, is_simple

Anchor = Literal["left", "middle", "right"]

STAND_IN = "…"
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


_LONGEST = 80  # characters of a text that are looked at; nothing drawn is as long


@cache
def font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    """Return a font at *size* pixels; laid out by Pillow itself, the same everywhere."""
    return ImageFont.truetype(FONTS / OWN[face], size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1024)
def plain(text: str) -> str:
    """Return any *text* as it can be drawn on one line.

    Fancy letters become plain ones, breaks become spaces, invisible characters go, and so do characters that the fonts
    do not have. Where nothing else is left, these become one :data:`STAND_IN`.

    >>> plain("\N{MATHEMATICAL BOLD SCRIPT CAPITAL A}x\\n\N{RIGHT-TO-LEFT OVERRIDE}y")
    'Ax y'
    >>> plain("go \N{RUNIC LETTER FEHU FEOH FE F}\N{RUNIC LETTER FEHU FEOH FE F}!")
    'go !'
    >>> plain("\N{RUNIC LETTER FEHU FEOH FE F}\N{RUNIC LETTER FEHU FEOH FE F}")
    '…'
    """
    spelt = _spelt(text)
    drawable = " ".join("".join(each for each in spelt if _is_drawable(each)).split())
    is_empty = not drawable.strip(ISOLATE + ISOLATE_END)
    return STAND_IN if is_empty and spelt.strip() else drawable


def name_drawn(name: str, colour: str) -> str:
    """Return a chariot's name for a picture: that of its colour where the fonts lack a sign of its own (S-61).

    :param colour: empty for what has none; then the name stays, and is drawn without the sign.

    >>> name_drawn("Celer", "blue"), name_drawn("Celer \N{RUNIC LETTER FEHU FEOH FE F}", "blue")
    ('Celer', 'Blue')
    """
    is_lacking = any(not _is_drawable(each) and not goes_along(each) for each in _spelt(name))
    return colour.capitalize() or name if is_lacking else name


def _is_drawable(character: str) -> bool:
    return character in (ISOLATE, ISOLATE_END) or face_of(character) is not None


def _spelt(text: str) -> str:
    """Return the start of *text* in one line and without fancy letters, which no face needs to have."""
    seen = seen_with_isolates(normalize("NFC", text[:_LONGEST]))
    if seen.isascii():
        return seen
    # Letters of the faces for other scripts stay as they are: some would fall apart into what does not join again.
    return normalize("NFC", "".join(each if face_of(each) else normalize("NFKC", each) for each in seen))


@lru_cache(maxsize=2048)
def fit(text: str, width: int, face: Face, size: int) -> str:
    """Return *text* made plain, cut with an ellipsis so that it is at most *width* pixels wide.

    Whatever its script is, it turns nothing that is written beside it.
    """
    text = plain(text)
    if length(text, size, face) <= width:
        return isolated(text)
    letters = letters_of(text)
    while letters and length("".join(letters) + "…", size, face) > width:
        letters.pop()
    return isolated(closed("".join(letters).rstrip() + "…"))


NARROWEST = 0.75
"""Width of letters at least, as a part of the font's own."""


def narrowed(text: str, width: int, face: Face, size: int) -> tuple[str, float]:
    """Return *text* as it fits into so many pixels, and how far it is squeezed: narrower first, cut only then.

    >>> narrowed("Celer", 400, "sans", 27), narrowed("Diocles of Lusitania", 150, "sans", 27)
    (('Celer', 1.0), ('Diocles of Lu…', 0.75))
    """
    squeeze = max(NARROWEST, min(1.0, width / max(1.0, length(plain(text), size, face))))
    return fit(text, int(width / squeeze), face, size), squeeze


def wrapped(text: str, width: int, face: Face, size: int) -> list[str]:
    """Return the lines, each at most *width* pixels wide, that *text* takes; broken at spaces."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, size, face) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=2048)
def _letters(text: str, face: Face, size: int, stroke: int, squeeze: float = 1.0) -> tuple[Image.Image, int, int]:
    """Return a mask of *text* and how far it lies left of and above the pen; baseline at 0."""
    mask, left, top = _in_dejavu(text, face, size, stroke) if is_simple(text) else _joined(text, face, size, stroke)
    if squeeze != 1.0:
        mask = mask.resize((max(1, round(mask.width * squeeze)), mask.height), Image.Resampling.BOX)
    return coarse(mask), round(left * squeeze), top


def _in_dejavu(text: str, face: Face, size: int, stroke: int) -> tuple[Image.Image, int, int]:
    shape = font(face, size)
    left, top, right, bottom = (int(edge) for edge in shape.getbbox(text, stroke_width=stroke, anchor="ls"))
    mask = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(mask).text((-left, -top), text, fill=255, font=shape, stroke_width=stroke, anchor="ls")
    return mask, left, top


def _joined(text: str, face: Face, size: int, stroke: int) -> tuple[Image.Image, int, int]:
    mask, left, top = shaping.draw(text, face, size)
    if stroke:
        wide = Image.new("L", (mask.width + 2 * stroke, mask.height + 2 * stroke))
        wide.paste(mask, (stroke, stroke))
        mask = wide.filter(ImageFilter.MaxFilter(2 * stroke + 1))
    return mask, left - stroke, top - stroke


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
    return font(face, size).getlength(text) if is_simple(text) else shaping.advance(text, face, size)
