"""Rows of a card, a label with its value, and a sentence in a box under them."""

from collections.abc import Sequence

from PIL import Image

from renderers import palette
from renderers.canvas import paint_box
from renderers.counters import place, plain_badge
from renderers.lettering import STAND_IN, fit, length, plain, readable, wrapped, write

ROW, MARGIN = 56, 24
"""Height of a row in pixels, and the space at the sides."""

_MOST_LINES = 3  # of a sentence
_BADGE = 40


def draw_row(image: Image.Image, top: int, label: str, value: str, colour: str = "") -> None:
    """Draw a row: its label at the left, its value at the right, before it the badge of a colour.

    :param colour: empty for none.
    """
    size, middle = readable(image.width), top + ROW / 2
    name = fit(label, image.width // 2 - 2 * MARGIN, "sans", size)
    room = image.width - 3 * MARGIN - round(length(name, size)) - (_BADGE + 12 if colour else 0)
    text = fit(value, room, "sans", size)
    end = image.width - MARGIN - write(image, (image.width - MARGIN, middle), text, palette.INK, size=size,
                                       anchor="right")  # fmt: skip
    if colour:
        place(image, plain_badge(colour, _BADGE), (end - 12 - _BADGE / 2, middle))
    write(image, (MARGIN, middle), name, palette.FAINT, size=size)
    image.paste(palette.CARD_EDGE, (MARGIN, top + ROW - 2, image.width - MARGIN, top + ROW))


def sentence_lines(sentence: str, width: int) -> list[str]:
    """Return the lines of a sentence in its box, three at most; without words that the fonts have nothing of."""
    words = [each for each in map(plain, sentence.split()) if each != STAND_IN]
    return wrapped(" ".join(words), width - 4 * MARGIN, "sans", readable(width))[:_MOST_LINES]


def box_height(lines: Sequence[str], width: int) -> int:
    """Return the height that the box of these lines takes, with the space around it; 0 for none."""
    return len(lines) * (readable(width) + 12) + 40 if lines else 0


def draw_sentence(image: Image.Image, top: int, lines: Sequence[str]) -> None:
    """Draw the box with its lines."""
    size = readable(image.width)
    height = len(lines) * (size + 12) + 24
    paint_box(image, (MARGIN, top + 16), (image.width - 2 * MARGIN, height), palette.CARD, 12)
    for number, text in enumerate(lines):
        write(image, (2 * MARGIN, top + 28 + (number + 0.5) * (size + 12)), text, palette.INK, size=size)
