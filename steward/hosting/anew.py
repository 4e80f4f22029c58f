"""What a race, or a season, that is opened anew has in common with the one before: title, clocks, people."""

import re
from collections.abc import Container
from itertools import count

from records.races import EntryRecord, FactionRecord, PublicRace, RaceRecord
from records.values import Faction, PlayerId
from steward.telling.shown import TITLE_LENGTH
from steward.time.schedules import Timing, grace_of, schedule_of

SEASON = " · season "


def title_again(title: str, taken: Container[str] = (), room: int = TITLE_LENGTH) -> str:
    """Return the title of a race, or a cup, that opens again, so that players can tell the threads apart.

    :param taken: titles of others.
    :param room: characters that it may have.

    >>> title_again("Ludi"), title_again("Ludi (2)"), title_again("Ludi", {"Ludi (2)"})
    ('Ludi (2)', 'Ludi (3)', 'Ludi (3)')
    """
    found = re.fullmatch(r"(.*) \(([2-9]|[1-9][0-9]{1,2})\)", title)
    name, first = (found[1], int(found[2]) + 1) if found else (title, 2)
    titles = (_ending(name, f" ({number})", room) for number in count(first))
    return next(each for each in titles if each not in taken)


def season_after(title: str) -> str:
    """Return the title of the next season of a league.

    >>> season_after("Ludi"), season_after("Ludi · season 2")
    ('Ludi · season 2', 'Ludi · season 3')
    """
    name, _, season = title.partition(SEASON)
    return _ending(name, f"{SEASON}{int(season) + 1 if season.isdecimal() else 2}")


def _ending(name: str, ending: str, most: int = TITLE_LENGTH) -> str:
    """Return a title that ends so; a name that leaves no room for it is cut."""
    room = most - len(ending)
    return (name if len(name) <= room else f"{name[: room - 1].rstrip()}…") + ending


def timing_of(record: RaceRecord) -> Timing:
    """Return the clocks of a race, for another one."""
    return Timing(record.seconds, record.pace, schedule_of(record.schedule), record.story)


def newcomer(lobby: PublicRace, player: PlayerId, name: str) -> FactionRecord:
    """Return a player as they enter a lobby that is not kept yet."""
    return FactionRecord(
        faction=Faction(len(lobby.factions) + 1), player=player, name=name, grace=grace_of(lobby.record)
    )


def with_one_more(lobby: PublicRace, member: FactionRecord, entry: EntryRecord | None) -> PublicRace:
    """Return a lobby that is not kept yet with one more member, and their chariot or stable."""
    entries = lobby.entries if entry is None else (*lobby.entries, entry)
    return PublicRace(lobby.record, (*lobby.factions, member), entries)
