"""Names of chariots in messages: harmless to post, told apart by colour and by number."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Protocol, TypeVar

from engine.refusals import GameReason
from records.lookalikes import looks
from records.people import FORMER, is_former
from records.races import GONE, EntryRecord, PublicRace, RaceRecord
from records.refusals import Refused
from records.text import isolated, only_seen, plain
from records.values import EntryId

T = TypeVar("T")

DISCS = {
    "red": "🔴",
    "blue": "🔵",
    "yellow": "🟡",
    "green": "🟢",
    "purple": "🟣",
    "black": "⚫",
    "white": "⚪",
    "orange": "🟠",
    "pink": "🩷",
    "brown": "🟤",
    "grey": "🩶",
    "cyan": "🩵",
    "gold": "🟨",
    "maroon": "🟥",
    "lime": "🟩",
    "navy": "🟦",
}


def disc_of(colour: str) -> str:
    """Return the sign of a colour; of the striped chariot of a team, that of the team with a mark.

    >>> disc_of("red"), disc_of("red striped"), disc_of("unknown")
    ('🔴', '🔴▫️', '▫️')
    """
    return DISCS.get(colour) or f"{DISCS.get(colour.removesuffix(' striped'), '')}▫️"


_MARKS = r"\*_~|`>#-+[]().:"
"""Marks that format text, begin a list or a heading, or make a link; after a backslash each is only itself."""

_DEFUSED = str.maketrans({mark: f"\\{mark}" for mark in _MARKS} | {"<": "‹", "@": "@\u200b"})


def harmless(text: str) -> str:
    """Return a player's text on one line, with no markdown, mention or link left working; it turns nothing beside it.

    At most twice as long, and two characters for its isolates (S-62).

    >>> harmless("*@everyone*\\n")
    '\\\\*@\\u200beveryone\\\\*'
    """
    return isolated(only_seen(text).strip().translate(_DEFUSED))


NOBODY: frozenset[int] = frozenset()


def namesakes(people: Iterable[tuple[int | None, str]]) -> frozenset[int]:
    """Return the people of a list who bear the name of another one in it, or one that looks the same.

    >>> sorted(namesakes([(1, "Alex"), (2, "Ann"), (3, "ALEX"), (1, "Alex")]))
    [1, 3]
    """
    bearers: defaultdict[str, set[int]] = defaultdict(set)
    for person, name in people:
        if person is not None:
            for look in looks(name):
                bearers[look].add(person)
    return frozenset(person for some in bearers.values() if len(some) > 1 for person in some)


def person_named(name: str, person: int | None, twins: frozenset[int] = NOBODY) -> str:
    """Return a person's name in bold; if another of the list bears it, too, with a mention, which calls nobody (S-62).

    >>> person_named("Alex", 7), person_named("Alex", 7, frozenset({7}))
    ('**Alex**', '**Alex** (<@7>)')
    """
    return f"**{harmless(name)}**{mention_behind(person, twins)}"


def mention_behind(person: int | None, twins: frozenset[int]) -> str:
    """Return the mention that stands behind a name that several people of a list bear; empty behind others."""
    return f" ({mention(person)})" if person in twins else ""


def mention(person: object) -> str:
    """Return what names a person by their number at Discord; of somebody who was forgotten there is none any more.

    >>> mention(7), mention(-3)
    ('<@7>', 'a former player')
    """
    return f"{FORMER[0].lower()}{FORMER[1:]}" if isinstance(person, int) and is_former(person) else f"<@{person}>"


def place_of(race: RaceRecord) -> str:
    """Return the place of a race: its thread, or the direct message it began in, which has no name.

    While a race's thread is being opened, that is its channel.
    """
    if not race.guild:
        return "our direct messages"
    return "a thread that was deleted" if race.thread == GONE else f"<#{race.thread or race.channel}>"


class Chariot(Protocol):
    """A chariot as it was entered, or as it may be bet on."""

    @property
    def entry(self) -> EntryId: ...

    @property
    def colour(self) -> str: ...

    @property
    def name(self) -> str: ...


def plain_name(chariot: Chariot) -> str:
    """Return a chariot's colour, name and number, for labels that nothing formats: "Blue, Celer (2)"."""
    colour = chariot.colour.capitalize()
    named = colour if chariot.name.lower() == chariot.colour else f"{colour}, {isolated(chariot.name)}"
    return f"{named} ({chariot.entry})"


def harmless_name(chariot: Chariot) -> str:
    """Return the same for texts that Discord formats; the name alone is isolated, so the number stays behind it."""
    colour = chariot.colour.capitalize()
    named = colour if chariot.name.lower() == chariot.colour else f"{colour}, {harmless(chariot.name)}"
    return f"{named} ({chariot.entry})"


def names_of(entries: Iterable[EntryRecord], *, numbered: bool = True) -> Mapping[EntryId, str]:
    """Return each chariot's name in bold, with the disc of its colour and its number.

    :param numbered: whether with the number.
    """
    return {each.entry: _bold(each, f"{each.entry} " if numbered else "") for each in entries}


def _bold(chariot: EntryRecord, number: str) -> str:
    return f"{disc_of(chariot.colour)} **{number}{harmless(chariot.name)}**"


def names_in(race: PublicRace) -> Mapping[EntryId, str]:
    """Return a race's names of its chariots; a league numbers its chariots and lanes, not its stables."""
    return names_of(race.entries, numbered=race.record.kind.numbers_entries)


def read_named(read: Callable[[str], T], text: str, entries: Iterable[EntryRecord], own: EntryId) -> T:
    """Return *text* in plain signs as *read* reads it; where it can't, with chariots' names taken for their colours.

    :param own: the chariot of the player who typed it.
    :raises Refused: as *read* does; one that wants a rival tells which other chariot was named instead.
    """
    text = plain(text)
    try:
        return read(text)
    except Refused as refused:
        if refused.reason is not GameReason.NOT_A_PLAN:
            raise
        as_typed = refused
    tried: list[Refused] = []
    for coloured in _coloured(text, entries):
        try:
            return read(coloured)
        except Refused as refused:
            if refused.reason is not GameReason.NOT_A_PLAN:
                raise
            tried.append(refused)
    farthest = max([*tried, as_typed], key=lambda each: int(str(each.values.get("place", 0))))
    raise _about_chariot(farthest, entries, own) from farthest


def _about_chariot(refused: Refused, entries: Iterable[EntryRecord], own: EntryId) -> Refused:
    """Return the refusal of a text with what is the matter with the colour that stands where a rival is wanted."""
    colours, values = {each.colour: each.entry for each in entries}, refused.values
    expected, at = values.get("expected"), str(values.get("at", ""))
    if not isinstance(expected, list | tuple) or colours.keys().isdisjoint(expected):
        return refused
    known = sorted({*colours, *DISCS}, key=len, reverse=True)
    named = next((each for each in known if re.match(rf"{each}(?!\w)", at)), None)
    if named is None or named in expected:
        return refused
    entry = colours.get(named)
    meant = "your own chariot" if entry == own else "out of the race" if entry else "not in this race"
    return Refused(refused.reason, refused.rule, **{**values, "at": named, "meant": meant})


_MOST_NAMES = 4
"""Names in a text that are tried as words of the order, too."""


def _coloured(text: str, entries: Iterable[EntryRecord]) -> Iterator[str]:
    """Yield *text* with chariots' names replaced by their colours; a house driver's first name is enough.

    First with all names replaced, then with some of them left, as a name may be a word or a number of an order.
    """
    named = {plain(name): each.colour for each in entries for name in (each.name, each.name.split(" (")[0])}
    by_length = sorted(named, key=len, reverse=True)
    found = [*re.finditer("|".join(rf"(?<!\w)({re.escape(name)})(?!\w)" for name in by_length), text, re.IGNORECASE)]
    least = 1 if len(found) <= _MOST_NAMES else len(found)
    for number in range(len(found), least - 1, -1):
        for some in combinations(found, number):
            yield _replaced(text, [(each.span(), named[by_length[(each.lastindex or 1) - 1]]) for each in some])


def _replaced(text: str, parts: Iterable[tuple[tuple[int, int], str]]) -> str:
    """Return *text* with other words in some places, which stand in order."""
    pieces, done = [], 0
    for (start, end), word in parts:
        pieces += [text[done:start], word]
        done = end
    return "".join([*pieces, text[done:]])


def unformatted(name: str) -> str:
    """Return a chariot's name without its formatting, for a label.

    >>> unformatted("🔴 **1 Max\\\\_imus**")
    '🔴 1 Max_imus'
    """
    return re.sub(r"\\(.)", r"\1", unbolded(name))


def unbolded(text: str) -> str:
    """Return a text without bold, to stand in bold itself."""
    return text.replace("**", "")
