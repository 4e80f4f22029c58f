"""Text of the world's scripts: which face has a character, how letters join, and their shapes on one line.

HarfBuzz joins and draws. Its library comes with the pinned package, so no machine's own takes part.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

import uharfbuzz as harfbuzz  # type: ignore[import-untyped]
from PIL import Image

from records.text import goes_along, turns
from renderers.bidi import runs

FONTS = Path(__file__).parent / "fonts"

Face = Literal["sans", "serif"]

OWN: dict[Face, str] = {"sans": "DejaVuSansCondensed-Bold.ttf", "serif": "DejaVuSerifCondensed-Bold.ttf"}

_SCRIPTS = {
    "hebrew.ttf": "\u0590-\u05ff\ufb1d-\ufb4f",
    "arabic.ttf": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff",
    "thaana.ttf": "\u0780-\u07bf",
    "devanagari.ttf": "\u0900-\u097f\ua8e0-\ua8ff",
    "bengali.ttf": "\u0980-\u09ff",
    "gurmukhi.ttf": "\u0a00-\u0a7f",
    "gujarati.ttf": "\u0a80-\u0aff",
    "oriya.ttf": "\u0b00-\u0b7f",
    "tamil.ttf": "\u0b80-\u0bff",
    "telugu.ttf": "\u0c00-\u0c7f",
    "kannada.ttf": "\u0c80-\u0cff",
    "malayalam.ttf": "\u0d00-\u0d7f",
    "sinhala.ttf": "\u0d80-\u0dff",
    "thai.ttf": "\u0e00-\u0e7f",
    "lao.ttf": "\u0e80-\u0eff",
    "myanmar.ttf": "\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f",
    "khmer.ttf": "\u1780-\u17ff",
    "ethiopic.ttf": "\u1200-\u139f\u2d80-\u2ddf\uab00-\uab2f",
}
"""Faces of Noto Sans, each with the blocks for which it is asked first."""

_CJK, _EMOJI = "cjk.otf", "emoji.ttf"
_BY_BLOCK = [(re.compile(f"[{blocks}]"), file) for file, blocks in _SCRIPTS.items()]
_SELECTS_EMOJI, _JOINS = "\ufe0f", "\u200d"
_UNITS = 64  # of HarfBuzz to a pixel


@lru_cache(maxsize=4096)
def face_of(character: str) -> str | None:
    """Return the file of the face that has a character; empty for DejaVu, in both styles; none if none has it."""
    asked = [file for blocks, file in _BY_BLOCK if blocks.match(character)]
    if not asked and (character == " " or _has(OWN["sans"], character)):
        return ""
    return next((file for file in (*asked, _CJK, _EMOJI) if _has(file, character)), None)


@lru_cache(maxsize=2048)
def is_simple(text: str) -> bool:
    """Tell whether DejaVu has all of *text*, each letter in its place from left to right."""
    if text.isascii():
        return True
    return not turns(text) and all(file == "" for file, _ in _pieces(text))


def advance(text: str, face: Face, size: int) -> float:
    """Return how many pixels wide a line is."""
    places = (place for *_, places in _shaped(text, face, size) for place in places)
    return float(sum(place.x_advance for place in places)) / _UNITS


def draw(text: str, face: Face, size: int) -> tuple[Image.Image, int, int]:
    """Return a mask of a line, and how far it lies left of and above the pen, in pixels; baseline at 0."""
    pencil, pen = harfbuzz.RasterDraw(), 0
    pencil.scale_factor = (_UNITS, _UNITS)
    for font, glyphs, positions in _shaped(text, face, size):
        for glyph, position in zip(glyphs, positions, strict=True):
            pencil.transform = (1, 0, 0, 1, pen + position.x_offset, position.y_offset)
            pencil.draw_glyph(font, glyph.codepoint)
            pen += position.x_advance
    drawn = pencil.render()
    around = drawn.extents
    if not around.width or not around.height:
        return Image.new("L", (1, 1)), 0, 0
    mask = Image.frombytes("L", (around.width, around.height), bytes(drawn.buffer), "raw", "L", around.stride, -1)
    return mask, around.x_origin, -around.y_origin - around.height


def _shaped(text: str, face: Face, size: int) -> Iterator[tuple[Any, Any, Any]]:
    """Yield the glyphs of a line and their places, from left to right, piece by piece with its font."""
    for run, is_turned in runs(text):
        pieces = _pieces(run)
        for file, piece in reversed(pieces) if is_turned else pieces:
            buffer = harfbuzz.Buffer()
            buffer.add_str(piece)
            buffer.guess_segment_properties()
            buffer.direction = "rtl" if is_turned else "ltr"
            font = _font(file or OWN[face], size)
            harfbuzz.shape(font, buffer)
            yield font, buffer.glyph_infos, buffer.glyph_positions


def _pieces(text: str) -> list[tuple[str, str]]:
    """Return *text* in pieces of one face each, in the order in which they are read."""
    files: list[str] = []
    for place, character in enumerate(text):
        before = files[-1] if files else ""
        is_emoji = text[place + 1 : place + 2] == _SELECTS_EMOJI or text[place - 1 : place] == _JOINS
        if (goes_along(character) and before) or (is_emoji and _has(_EMOJI, character)):
            files.append(before if goes_along(character) else _EMOJI)
        else:
            files.append(face_of(character) or "")
    places = groupby(range(len(text)), key=files.__getitem__)
    return [(file, "".join(text[place] for place in some)) for file, some in places]


@cache
def _face(file: str) -> Any:
    path = FONTS / file if file in OWN.values() else FONTS / "noto" / file
    return harfbuzz.Face(harfbuzz.Blob.from_file_path(path))


@lru_cache(maxsize=256)
def _font(file: str, size: int) -> Any:
    font = harfbuzz.Font(_face(file))
    font.scale = (size * _UNITS, size * _UNITS)
    return font


def _has(file: str, character: str) -> bool:
    return bool(_font(file, 1).get_nominal_glyph(ord(character)))
