"""Cards: as a hand to play from, and as a count of those left of a deck."""

from functools import lru_cache

from PIL import Image

from renderers import palette
from renderers.ave_caesar.words import COPIES
from renderers.canvas import Sketch, paint_box
from renderers.lettering import write
from renderers.palette import Colour


def card_colour(value: int) -> Colour:
    return palette.CARDS[value - 1]


@lru_cache(maxsize=32)
def card(value: int, height: int, is_playable: bool) -> Image.Image:
    """Return a small picture of a card: its value over as many horses' shoes; crossed out if it cannot be played."""
    width = round(height * 0.7)
    sketch = Sketch.blank(width, height, palette.INK, zoom=height / 100)
    sketch.box((0, 0), (70, 100), palette.INK, 11)
    sketch.box((2.5, 2.5), (65, 95), card_colour(value) if is_playable else palette.STONE[0], 9)
    sketch.box((7, 7), (56, 86), palette.PORPHYRY if is_playable else palette.FAINT, 6)
    sketch.box((9, 9), (52, 82), card_colour(value) if is_playable else palette.STONE[0], 5)
    for mark in range(value):
        x = 35 + (mark - (value - 1) / 2) * 7.6
        sketch.disc((x, 81), 2.9, palette.PORPHYRY if is_playable else palette.FAINT)
    if not is_playable:
        sketch.line([(10, 90), (60, 10)], palette.HARM, 5)
    image = sketch.reduced()
    ink = palette.INK if is_playable else palette.FAINT
    size = round(height * 0.58)
    write(image, (width / 2, height * 0.43), str(value), ink, size=size, face="serif", anchor="middle")
    return image


def draw_stack(image: Image.Image, at: tuple[int, int], value: int, left: int, size: tuple[int, int]) -> None:
    """Draw how many cards of a value are left: the value over a bar for each, hollow once it is played."""
    width, height = size
    ground = card_colour(value) if left else palette.STONE[0]
    paint_box(image, at, size, palette.FAINT, 7)
    paint_box(image, (at[0] + 2, at[1] + 2), (width - 4, height - 4), ground, 6)
    ink = palette.INK if left else palette.FAINT
    write(image, (at[0] + width / 2, at[1] + height * 0.36), str(value), ink, size=round(height * 0.7), anchor="middle")
    bar = (width - 10) // COPIES
    for number in range(COPIES):
        spot = (at[0] + 5 + number * bar + (width - 10 - bar * COPIES) // 2, at[1] + height - 17)
        paint_box(image, spot, (bar - 2, 12), palette.PORPHYRY)
        if number >= left:
            paint_box(image, (spot[0] + 1, spot[1] + 1), (bar - 4, 10), palette.PAPER)
