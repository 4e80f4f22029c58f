"""A nemesis: the house driver who has come in before somebody again and again, until they are beaten.

Only the person reads of it, in the message about their result: it shames nobody before others. No person is anybody's
nemesis.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple

from db.store import Store
from records.limits import DAY
from records.past import HouseMeeting, Seen
from records.races import PublicRace
from records.values import EntryId, PlayerId
from steward.hosting.house_names import HOUSE_NAMES

RUNNING = 3
"""Races in a row that make a nemesis."""

KEPT_IN_MIND = 60 * DAY
"""Seconds after which a race is too long ago to count."""

NEWEST = 200
"""Meetings that are looked at."""


class Nemesis(NamedTuple):
    """A house driver who has beaten somebody so many times running; *is_beaten* now, for the first time since."""

    name: str
    times: int
    is_beaten: bool


async def nemesis_of(
    store: Store, race: PublicRace, places: Mapping[EntryId, int | None], player: PlayerId, now: float
) -> Nemesis | None:
    """Return the nemesis of somebody after a race that is over; ``None`` if there is none to tell of.

    :param places: by entry; of a race that need not have been summed up.
    """
    record = race.record
    if record.league is not None or record.lesson is not None or not record.guild:
        return None
    seen = Seen(guild=record.guild)
    before = await store.meetings.of_person(seen, player, HOUSE_NAMES, now - KEPT_IN_MIND, NEWEST)
    return among(meetings_in(race, places, player, now), [each for each in before if each.race != record.id])


def meetings_in(
    race: PublicRace, places: Mapping[EntryId, int | None], player: PlayerId, now: float
) -> list[HouseMeeting]:
    """Return a person's meetings with house drivers in one race, each by their best chariots."""
    order = {entry: rank for rank, entry in enumerate(places)}
    best: dict[int, EntryId] = {}
    for entry in sorted(order, key=lambda each: order[each]):
        if (seat := race.faction_of(entry)) is not None:
            best.setdefault(seat.faction, entry)
    mine = race.faction_for(player)
    if mine is None or mine.faction not in best:
        return []
    return [
        HouseMeeting(
            race=race.record.id,
            at=now,
            person=player,
            name=mine.name,
            place=places[best[mine.faction]],
            house=each.name,
            house_place=places[best[each.faction]],
        )
        for each in race.factions
        if each.player is None and each.substitute is None and each.name in HOUSE_NAMES and each.faction in best
    ]


def among(now: Sequence[HouseMeeting], before: Sequence[HouseMeeting]) -> Nemesis | None:
    """Return the one nemesis to tell of: one who is beaten now, else who leads the longest row of defeats.

    :param before: meetings of earlier races, the newest first.
    """
    found = [_with(each, [one for one in before if one.house == each.house]) for each in now]
    told = [each for each in found if each.times >= RUNNING]
    return min(told, key=lambda each: (not each.is_beaten, -each.times, each.name), default=None)


def _with(now: HouseMeeting, before: Sequence[HouseMeeting]) -> Nemesis:
    defeats = sum(1 for _ in takewhile(lambda each: each.ahead < 0, before))
    if now.ahead > 0:
        return Nemesis(now.house, defeats, is_beaten=True)
    return Nemesis(now.house, defeats + 1 if now.ahead < 0 else 0, is_beaten=False)
