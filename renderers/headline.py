"""The headline over a board: how far the race is, its name, and the mover. The banner over other pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

from PIL import Image

from records.values import EntryId
from renderers import palette
from renderers.counters import badge, place
from renderers.lettering import fit, length, readable, write
from renderers.telling import name_of

HEADLINE = BANNER = 92
"""Their heights in pixels."""

_BADGE = 84


def write_headline(
    image: Image.Image, standing: str, title: str, names: Mapping[EntryId, str], mover: Any, doing: str = ""
) -> None:
    """Write the race's progress, its title if there is room, and the mover, all large enough for a phone.

    :param names of the entries; any text.
    :param mover: the chariot of the view, the winner at the end; ``None`` if no chariot moves.
    :param doing: its action, in a word or two.
    """
    image.paste(palette.PORPHYRY, (0, 0, image.width, HEADLINE))
    image.paste(palette.BRONZE, (0, HEADLINE - 4, image.width, HEADLINE))
    middle, size = (HEADLINE - 4) / 2, readable(image.width)
    left = 20 + write(image, (20, middle), standing, palette.GOLD, size=size, face="serif")
    right = image.width - 20.0
    if mover is not None:
        right = _draw_mover(image, mover, (name_of(names, mover), doing), middle, image.width - left - 40)
    room = int(right - left) - 60
    if room > 4 * size:
        text = fit(title, room, "serif", size)
        write(image, ((left + right) / 2, middle), text, palette.CARD, size=size, face="serif", anchor="middle")


def in_headline(view: Any, winners: Sequence[EntryId], mover: Any, doing: str = "") -> tuple[Any, str]:
    """Return the chariot of the headline, and what it does: whoever has won, else whoever moves.

    :param winners: none while the race goes on.
    """
    if not winners:
        return mover, doing
    return view.chariot(winners[0]), "wins" if len(winners) == 1 else "shares the win"


def _draw_mover(image: Image.Image, mover: Any, texts: tuple[str, str], middle: float, room: float) -> float:
    """Write the mover at the right, in so many pixels, and return the left edge in pixels.

    :param texts: the chariot's name, and its action.
    """
    (name, doing), size = texts, readable(image.width)
    width = round(length(f" {doing}", size))
    text = f"{fit(name, int(min(8 * size, room - width - 72)), 'sans', size)} {doing}"
    start = image.width - 20 - length(text, size)
    write(image, (start, middle), text, palette.WHITE, size=size)
    sprite = badge(mover.colour, mover.entry, _BADGE)
    image.paste(sprite, (round(start - _BADGE - 8), 2), sprite)
    return start - _BADGE - 8


def write_banner(image: Image.Image, title: str, emblem: Image.Image) -> None:
    """Write a picture's title into a banner along its top, an emblem at either end."""
    image.paste(palette.PORPHYRY, (0, 0, image.width, BANNER))
    image.paste(palette.BRONZE, (0, BANNER - 4, image.width, BANNER))
    middle = (BANNER - 4) / 2
    for x in (58, image.width - 58):
        place(image, emblem, (x, middle))
    text = fit(title, image.width - 240, "serif", 44)
    write(image, (image.width / 2, middle), text, palette.GOLD, size=44, face="serif", anchor="middle")
