"""The common part of all games' cards: the frame, the place, and the signs for chariots that are out or home."""

from PIL import Image

from records.values import EntryId
from renderers import palette
from renderers.canvas import paint_box, paint_line
from renderers.counters import badge
from renderers.lettering import fit, readable, write
from renderers.palette import Colour


def draw_card_frame(
    image: Image.Image,
    at: tuple[int, int],
    size: tuple[int, int],
    edge: Colour,
    ground: Colour,
    *,
    is_round: bool = True,
) -> None:
    """Draw the empty card of a chariot; with sharp corners it makes a smaller file."""
    paint_box(image, at, size, edge, 14 if is_round else 0)
    paint_box(image, (at[0] + 3, at[1] + 3), (size[0] - 6, size[1] - 6), ground, 12 if is_round else 0)


def draw_card_head(
    image: Image.Image, colour: str, entry: EntryId, name: str, below: str, *, size: int, room: int
) -> None:
    """Draw the head of a chariot's log card: its badge, its name, and in small letters where it is.

    :param size: of the name's letters.
    :param room: pixels for both texts.
    """
    image.paste(palette.PORPHYRY, (0, 0, image.width, CARD_HEAD))
    image.paste(palette.BRONZE, (0, CARD_HEAD - 4, image.width, CARD_HEAD))
    sprite = badge(colour, entry, 72)
    image.paste(sprite, (14, 8), sprite)
    small = readable(image.width)
    write(image, (102, 28), fit(name, room, "sans", size), palette.WHITE, size=size)
    write(image, (102, 66), fit(below, room, "sans", small), palette.GOLD, size=small)


CARD_HEAD = 92
"""Height of the head of a log card, in pixels."""


def draw_place(image: Image.Image, middle: tuple[int, int], place: int | None, size: int) -> None:
    """Write a place, 1 first; a dash for ``None``."""
    text = "–" if place is None else str(place)
    write(image, middle, text, palette.LIMIT, size=size, face="serif", anchor="middle")


def strike_out(image: Image.Image, at: tuple[int, int], size: int) -> None:
    """Strike a badge out with a cross: its chariot is out of the race."""
    (left, top), (right, bottom) = at, (at[0] + size, at[1] + size)
    for width, shade in ((14, palette.INK), (8, palette.WHITE)):
        for ends in ([(left, top), (right, bottom)], [(left, bottom), (right, top)]):
            paint_line(image, ends, shade, width)


def draw_finish(image: Image.Image, at: tuple[int, int], wide: int) -> None:
    """Draw the chequered band of the finish under a badge: its chariot is home."""
    cell = wide // 10
    for column in range(10):
        for row in range(2):
            colour = palette.CHALK if (column + row) % 2 else palette.INK
            left, top = at[0] + column * cell, at[1] + row * cell
            image.paste(colour, (left, top, left + cell, top + cell))
