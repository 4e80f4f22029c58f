"""Pennants: the common mark of two chariots that win together, a letter on a shape."""

from functools import lru_cache

from PIL import Image

from records.values import EntryId
from renderers import palette
from renderers.canvas import Sketch, Spot
from renderers.lettering import write
from renderers.palette import Colour

LETTERS = "ABCDEFGH"

LETTER = 0.8
"""Size of the letter as a part of the pennant's."""

_GROUNDS: tuple[tuple[Colour, Colour], ...] = ((palette.PORPHYRY, palette.GOLD), (palette.CHALK, palette.INK))
_SHIELD: list[Spot] = [(3, 3), (37, 3), (37, 22), (20, 38), (3, 22)]
_DIAMOND: list[Spot] = [(20, 0), (40, 20), (20, 40), (0, 20)]


def letter_of(first: EntryId) -> str:
    """Return the letter of the two allies whose first to enter is *first*: A for 1 and 2, B for 3 and 4.

    >>> letter_of(EntryId(1)), letter_of(EntryId(3))
    ('A', 'B')
    """
    return LETTERS[(first - 1) // 2 % len(LETTERS)]


@lru_cache(maxsize=64)
def pennant(first: EntryId, size: int) -> Image.Image:
    """Return the pennant of two allies, *size* pixels high and wide; neighbours in the alphabet differ by ground."""
    letter = letter_of(first)
    ground, ink = _GROUNDS[LETTERS.index(letter) % 2]
    sketch = Sketch.blank(size, size, palette.INK, zoom=size / 40)
    shape = _SHIELD if LETTERS.index(letter) % 4 < 2 else _DIAMOND
    sketch.polygon(shape, palette.INK)
    sketch.polygon([(20 + (x - 20) * 0.86, 19 + (y - 19) * 0.86) for x, y in shape], ground)
    image = sketch.reduced()
    write(image, (size / 2, size * 0.46), letter, ink, size=round(size * LETTER), anchor="middle")
    return image
