"""The headline over a board: how far the race is, its name, and the mover. The banner over other pictures."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from PIL import Image

from records.text import ISOLATE, closed, isolated
from records.values import EntryId
from renderers import palette
from renderers.counters import badge, place
from renderers.lettering import NARROWEST, fit, length, plain, readable, write
from renderers.telling import name_of

HEADLINE = BANNER = 92
"""Their heights in pixels."""

_BADGE = 84

_PART = " · "
"""Between the parts of a title, the most important first."""

_LEADING = 1.1
"""From line to line of a title, as a part of its size."""

_LARGE = 44
"""Size of a banner's title that has room."""


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
        _write_title(image, ((left + right) / 2, middle), room, title, size)


class Titled(NamedTuple):
    """A title as it fits: its lines, and their width as a part of the font's own."""

    lines: tuple[str, ...]
    squeeze: float


def titled(title: str, room: int, size: int, most: int = 1) -> Titled:
    """Return a title in so many pixels: narrower, on two lines, or without its last parts before it is cut in a word.

    :param most: lines that there is room for.

    >>> titled("Race 6 of the day · Chariot Race", 400, 34), titled("Monday race · 30 November", 250, 34, 2).lines
    (Titled(lines=('Race 6 of the day',), squeeze=1.0), ('Monday race', '30 November'))
    """
    parts = plain(title).split(_PART)
    for kept in range(len(parts), 0, -1):
        shorter = _PART.join(parts[:kept])
        for lines in [(shorter,), *(_halves(shorter, size) if most > 1 and ISOLATE not in shorter else ())]:
            squeeze = min(1.0, room / max(1.0, *(length(each, size, "serif") for each in lines)))
            if squeeze >= NARROWEST:
                return Titled(tuple(isolated(closed(each)) for each in lines), squeeze)
    return Titled((fit(title, room, "serif", size),), 1.0)


def _halves(title: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield a title on two lines, broken where the longer of them is shortest; none without a space."""
    words = title.split(" ")
    spaces = range(1, len(words))
    halves = [(" ".join(words[:at]).rstrip(_PART), " ".join(words[at:]).lstrip(_PART)) for at in spaces]
    if halves:
        yield min(halves, key=lambda each: max(length(line, size, "serif") for line in each))


def _write_title(image: Image.Image, middle: tuple[float, float], room: int, title: str, size: int) -> None:
    """Write a title around *middle*, on one line or two."""
    apart = round(size * _LEADING)
    lines, squeeze = titled(title, room, size, 2 if apart + size <= HEADLINE - 12 else 1)
    for number, line in enumerate(lines):
        at = (middle[0], middle[1] + (number - (len(lines) - 1) / 2) * apart)
        write(image, at, line, palette.CARD, size=size, face="serif", anchor="middle", squeeze=squeeze)


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
    room, smallest = image.width - 240, readable(image.width)
    size = next((each for each in range(_LARGE, smallest, -1) if length(plain(title), each, "serif") <= room), smallest)
    (line,), squeeze = titled(title, room, size)
    write(
        image, (image.width / 2, middle), line, palette.GOLD, size=size, face="serif", anchor="middle", squeeze=squeeze
    )
