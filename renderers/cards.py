"""What the cards of all games share: the frame, the place, and the signs of who is out or home."""

from PIL import Image

from renderers import palette
from renderers.canvas import paint_box, paint_line
from renderers.lettering import write
from renderers.palette import Colour


def draw_card_frame(
    image: Image.Image, at: tuple[int, int], size: tuple[int, int], edge: Colour, ground: Colour
) -> None:
    """Draw the empty card of a chariot."""
    paint_box(image, at, size, edge, 14)
    paint_box(image, (at[0] + 3, at[1] + 3), (size[0] - 6, size[1] - 6), ground, 12)


def draw_place(image: Image.Image, middle: tuple[int, int], place: int | None, size: int) -> None:
    """Write a place, 1 first; a dash for who has none."""
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
