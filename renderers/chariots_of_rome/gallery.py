"""The charioteers on display: a card for each, with emblem, name and ability, as a draft shows them."""

from collections.abc import Sequence

from PIL import Image

from engine.chariots_of_rome.printed.charioteers import ABILITIES
from engine.chariots_of_rome.printed.data import CHARIOTEERS, CharioteerId
from renderers import palette
from renderers.canvas import paint_box
from renderers.chariots_of_rome.emblems import emblem
from renderers.counters import place
from renderers.lettering import length, readable, wrapped, write

WIDTH = 800
SMALL = readable(WIDTH)

_GAP, _LINE, _ART = 8, 33, 92
_LEFT = _ART + 34
"""Where the words of a card begin, in pixels from the left."""


def draw_gallery(display: Sequence[CharioteerId]) -> Image.Image:
    """Return the cards on display, one below the other."""
    cards = [(each, wrapped(ABILITIES[each], WIDTH - _LEFT - 30, "sans", SMALL)) for each in display]
    heights = [max(_ART + 14, 50 + _LINE * len(lines) + 10) for _, lines in cards]
    image = Image.new("RGB", (WIDTH, sum(heights) + _GAP * (len(cards) + 1)), palette.PAPER)
    top = _GAP
    for (charioteer, lines), high in zip(cards, heights, strict=True):
        _draw_card(image, top, high, charioteer, lines)
        top += high + _GAP
    return image


def _draw_card(image: Image.Image, top: int, high: int, charioteer: CharioteerId, lines: Sequence[str]) -> None:
    paint_box(image, (10, top), (WIDTH - 20, high), palette.BRONZE, 14)
    paint_box(image, (13, top + 3), (WIDTH - 26, high - 6), palette.CARD, 12)
    place(image, emblem(charioteer, _ART), (22 + _ART / 2, top + high / 2))
    card = CHARIOTEERS[charioteer]
    wide = write(image, (_LEFT, top + 28), card.name, palette.PORPHYRY, size=34, face="serif")
    if wide + 12 + length(card.epithet, SMALL, "serif") < WIDTH - _LEFT - 24:
        write(image, (_LEFT + wide + 12, top + 29), card.epithet, palette.LIMIT, size=SMALL, face="serif")
    for number, line in enumerate(lines):
        write(image, (_LEFT, top + 64 + _LINE * number), line, palette.INK, size=SMALL)
