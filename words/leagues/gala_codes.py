"""Sheets of a gala as short codes: who enters, and bets (H.8.1, H.8.4)."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.goods.gladiators import Plea
from engine.leagues.words.arena_sheets import GalaEntries, GalaEntry, GalaEve
from engine.leagues.words.arena_state import ManStake
from records.values import EntryId

STEP = 100
MANAGER, NOTHING = "manager", "none"
PLEAS: Mapping[str, Plea] = MappingProxyType({"s": "silent", "l": "life", "d": "death"})
_LETTERS: Mapping[Plea, str] = MappingProxyType({plea: letter for letter, plea in PLEAS.items()})
_MAN = re.compile(r"(\d{1,4})([sld])")
_STAKE = re.compile(r"b(\d{1,2})x(\d{1,6})")


def pack(sheet: GalaEntries | GalaEve) -> str:
    """Return a sheet as a code of [a-z0-9-].

    >>> pack(GalaEntries((GalaEntry(3), GalaEntry(12, "death")))), pack(GalaEve((ManStake(4, 300),)))
    ('men-3s-12d', 'gev-b4x3')
    """
    if isinstance(sheet, GalaEve):
        return "-".join(["gev", *(stakes_code(sheet.stakes) or [NOTHING])])
    if sheet.by_manager:
        return f"men-{MANAGER}"
    return "-".join(["men", *([f"{each.man}{_LETTERS[each.plea]}" for each in sheet.men] or [NOTHING])])


def stakes_code(stakes: Sequence[ManStake]) -> list[str]:
    return [f"b{each.man}x{each.sum // STEP}" for each in stakes]


def entries(parts: Sequence[str]) -> GalaEntries:
    """:raises ValueError: if these are no entries."""
    if list(parts) == [MANAGER]:
        return GalaEntries(by_manager=True)
    found = [_matched(_MAN, part) for part in parts if part != NOTHING]
    return GalaEntries(tuple(GalaEntry(int(man), PLEAS[letter]) for man, letter in found))


def eve(parts: Sequence[str]) -> GalaEve:
    """:raises ValueError: if these are no bets."""
    return GalaEve(stakes_of(parts))


def stakes_of(parts: Sequence[str]) -> tuple[ManStake, ...]:
    """:raises ValueError: if these are no bets."""
    found = [_matched(_STAKE, part) for part in parts if part != NOTHING]
    return tuple(ManStake(EntryId(int(man)), int(amount) * STEP) for man, amount in found)


def _matched(form: re.Pattern[str], part: str) -> tuple[str, str]:
    match = form.fullmatch(part)
    if match is None:
        raise ValueError(part)
    return match[1], match[2]
