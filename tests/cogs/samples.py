"""Values for every field of a fact, and the chariots of a lobby at its worst."""

import types
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from engine.circus_maximus.printed.tables import COLOURS, FIELD
from engine.facts import Fact
from engine.rulesets import RULESETS
from records.races import EntryRecord, FactionRecord, PublicRace, RaceRecord
from records.values import EntryId, Faction, PlayerId, RaceId
from words.shared.names import names_of

WIDEST = "𒐫" * 32
"""The longest name there is: 32 characters of four bytes each."""

NASTIEST = "*_~|`>#-" * 4
"""The longest name when it is shown: each character takes a backslash."""

LARGEST_ID = 2**63 - 1
LARGEST_RACE = RaceId(2**31 - 1)
LONGEST = dict.fromkeys(("preparation", "speed", "start", "action", "response", "obstacle", "on foot"), 14 * 86400 - 1)


def samples_of(kind: type[Fact]) -> Iterator[Fact]:
    """Yield facts of a kind: with each of its choices, with and without what may be missing."""
    hints = get_type_hints(kind)
    names = [field.name for field in msgspec.structs.fields(kind)]
    # Entries are told apart by their place, so that a mix-up would show.
    values = [list(_values(hints[name], place + 1)) for place, name in enumerate(names)]
    for chosen in product(*values):
        yield kind(**dict(zip(names, chosen, strict=True)))


def _values(hint: Any, number: int) -> Iterator[Any]:
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        yield from inside
    elif origin in (Union, types.UnionType):
        for each in inside:
            yield from [None] if each is type(None) else _values(each, number)
    elif origin is tuple and inside[-1] is not Ellipsis:
        yield tuple(next(_values(each, number)) for each in inside)
    elif origin is tuple:
        yield ()
        yield tuple(next(_values(inside[0], place)) for place in (1, 2))
    elif origin in (dict, Mapping):
        yield {EntryId(number): next(_values(inside[1], number)) for number in (1, 2)}
    elif isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = get_type_hints(hint)
        yield hint(**{each.name: next(_values(hints[each.name], number)) for each in msgspec.structs.fields(hint)})
    else:
        yield from _plain_values(hint, number)


def _plain_values(hint: Any, number: int) -> Iterator[Any]:
    supertype = getattr(hint, "__supertype__", hint)
    if supertype is bool:
        yield from (False, True)
    elif supertype is int:
        yield number if hint is EntryId else 3
    else:
        assert supertype is str, hint
        yield "A12.3"


def a_lobby(
    name: str = NASTIEST, *, state: Any = "running", title: str = "", players: int = 8, **others: Any
) -> PublicRace:
    """Return a race of eight whose chariots all have the same name."""
    race = RaceRecord(
        id=LARGEST_RACE,
        guild=1,
        channel=LARGEST_ID,
        thread=LARGEST_ID,
        ruleset="circus-maximus",
        options="{}",
        host=PlayerId(LARGEST_ID),
        title=title or (name * 2)[:60],
        state=state,
        secret="ab" * 32,
        commitment="cd" * 32,
        seconds=LONGEST,
        opened=1.0,
        **others,
    )
    factions = tuple(
        FactionRecord(
            faction=Faction(number),
            player=PlayerId(LARGEST_ID - number) if number <= players else None,
            driver=None if number <= players else "careful",
            name=name,
            word=(name * 4)[:100],
        )
        for number in range(1, 9)
    )
    entries = tuple(
        EntryRecord(entry=EntryId(number), colour=colour, name=name, faction=Faction(number))
        for number, colour in enumerate(COLOURS[:FIELD], start=1)
    )
    return PublicRace(race, factions, entries)


def most_rivals(game: str) -> int:
    """Return how many rivals there may be at most in a race alone, as its host finds the options."""
    rules = RULESETS[game]
    return len(rules.colours_for(rules.options())) - 1


def worst_names(name: str = NASTIEST) -> Mapping[EntryId, str]:
    """Return the names of eight chariots as they are shown."""
    return names_of(a_lobby(name).entries)
