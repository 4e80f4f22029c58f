"""The headline over a board: how far the race is, what it is called, and who moves. The banner over other pictures."""

from typing import NamedTuple

from PIL import Image

from renderers import palette
from renderers.counters import badge, place
from renderers.lettering import fit, length, write

HEADLINE = 64
BANNER = 92
"""Their heights in pixels."""


class Shown(NamedTuple):
    """Who moves, and what they do in a word or two."""

    colour: str
    number: int
    name: str
    doing: str


def write_headline(image: Image.Image, standing: str, title: str, mover: Shown | None) -> None:
    image.paste(palette.PORPHYRY, (0, 0, image.width, HEADLINE))
    image.paste(palette.BRONZE, (0, HEADLINE - 4, image.width, HEADLINE))
    middle = (HEADLINE - 4) / 2
    left = 20 + write(image, (20, middle), standing, palette.GOLD, size=42, face="serif")
    right = image.width - 20.0 if mover is None else _draw_mover(image, mover, middle)
    room = int(right - left) - 60
    if room > 120:
        text = fit(title, room, "serif", 34)
        write(image, ((left + right) / 2, middle), text, palette.CARD, size=34, face="serif", anchor="middle")


def _draw_mover(image: Image.Image, mover: Shown, middle: float) -> float:
    """Write who moves at the right, and return where that begins."""
    text = f"{fit(mover.name, 300, 'sans', 36)} {mover.doing}"
    start = image.width - 20 - length(text, 36)
    write(image, (start, middle), text, palette.WHITE, size=36)
    sprite = badge(mover.colour, mover.number, 52)
    image.paste(sprite, (round(start - 62), 4), sprite)
    return start - 62


def write_banner(image: Image.Image, title: str, emblem: Image.Image) -> None:
    """Write a picture's title into a banner along its top, an emblem at either end."""
    image.paste(palette.PORPHYRY, (0, 0, image.width, BANNER))
    image.paste(palette.BRONZE, (0, BANNER - 4, image.width, BANNER))
    middle = (BANNER - 4) / 2
    for x in (58, image.width - 58):
        place(image, emblem, (x, middle))
    text = fit(title, image.width - 240, "serif", 44)
    write(image, (image.width / 2, middle), text, palette.GOLD, size=44, face="serif", anchor="middle")
