"""Alt texts within Discord's limit, and small words that all scenes use."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from records.text import closed, isolated, seen_with_isolates
from records.values import EntryId, Square

LONGEST = 1024
"""Characters of an alt text, counted as UTF-16 does, the strictest way."""

_NAME_LENGTHS = (32, 24, 16, 10, 6)


def ordinal(number: int) -> str:
    """
    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 21)]
    ['1st', '2nd', '3rd', '4th', '11th', '21st']
    """
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def called(names: Mapping[EntryId, str], entry: EntryId) -> str:
    """Return the name of an entry; its number if it has none, like a chariot that nobody entered."""
    return names.get(entry, f"chariot {entry}")


def cut(text: str, longest: int) -> str:
    """Return *text* on one line without invisible characters, at most *longest* characters, not counting isolates.

    Whatever its script is, it turns nothing that stands beside it.
    """
    line = " ".join(seen_with_isolates(text).split())
    return isolated(line if len(line) <= longest else closed(line[: longest - 1] + "…"))


def signed(number: int) -> str:
    """Return a number with its sign.

    >>> signed(1_200), signed(-3), signed(0)
    ('+1,200', '−3', '0')
    """
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{abs(number):,}"


def sentences(*parts: str) -> str:
    """Return sentences one after the other; empty ones are left out."""
    return " ".join(part for part in parts if part)


def ways_told(path: Mapping[EntryId, Sequence[Square]] | None) -> str:
    """Return the ways that a board shows, in words with a blank before them; empty if there are none."""
    ways = ", ".join(f"{entry} {way[0]} to {way[-1]}" for entry, way in sorted((path or {}).items()) if way)
    return f" Ways: {ways}." if ways else ""


def titled(title: str, longest: int) -> str:
    """Return a board's title as a sentence; empty if it has none.

    :param longest: greatest length of a name, in characters.
    """
    return f"{cut(title, 2 * longest)}." if title else ""


def name_of(names: Mapping[EntryId, str], chariot: Any) -> str:
    """Return an entry's name, or its colour if it has none.

    :param chariot: of a view.
    """
    return names.get(chariot.entry, str(chariot.colour))


Where = Callable[[Any], str | None]
"""A chariot of a view -> where it stands; none for one that is not on the track."""


def others_told(
    names: Mapping[EntryId, str], chariots: Iterable[Any], entry: EntryId, longest: int, where: Where
) -> str:
    """Return the other chariots on the track, in words: number, name, place.

    :param chariots: of a view.
    :param entry: left out.
    :param longest: greatest length of a name, in characters.
    """
    return "; ".join(
        f"{each.entry} {cut(name_of(names, each), longest)} {square}"
        for each in chariots
        if (square := where(each)) is not None and each.entry != entry
    )


def within_limit(*ways: Callable[[int], str]) -> str:
    """Return the text with the longest names that keep it within :data:`LONGEST`; at worst it is cut.

    :param ways: of telling it, the fullest first; each is called with how long a name may be.
    """
    text = ""
    for way in ways:
        for longest in _NAME_LENGTHS:
            text = way(longest)
            if _units(text) <= LONGEST:
                return text
    while _units(text) > LONGEST - 1:
        text = text[:-1]
    return text + "…"


def with_more(text: str, sentences: Iterable[str]) -> str:
    """Return *text* with as many of the sentences behind it as :data:`LONGEST` has room for; none is cut."""
    for sentence in sentences:
        longer = f"{text} {sentence}"
        if _units(longer) > LONGEST:
            break
        text = longer
    return text


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
