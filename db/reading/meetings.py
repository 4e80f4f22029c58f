"""How people and house drivers have come in before each other, in races of a server outside leagues."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, Select, and_, select

from db.opening.writer import Reader
from db.reading.rows import struct_of
from db.schema.past import past_entries, past_races
from records.past import HouseDriven, HouseMeeting, Seen
from records.values import PlayerId

_past = past_races.c
_mine, _house = past_entries.alias("mine"), past_entries.alias("house")
_IS_HOUSE = and_(_house.c.person.is_(None), _house.c.owner.is_(None), _house.c.is_best)


class Meetings:
    """Reads them. Each method is one transaction on a reading thread."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def of_person(
        self, seen: Seen, player: PlayerId, names: Sequence[str], since: float, newest: int
    ) -> list[HouseMeeting]:
        """Return a person's meetings with house drivers of these names since a time, the newest first."""
        found = _met(seen, names).where(_mine.c.person == player, _past.at >= since)
        return await self._read(found, newest)

    async def of_house(self, seen: Seen, name: str, newest: int) -> list[HouseMeeting]:
        """Return a house driver's meetings with people, the newest first."""
        return await self._read(_met(seen, [name]).where(_mine.c.person > 0), newest)

    async def starts(self, seen: Seen, name: str, newest: int) -> list[HouseDriven]:
        """Return a house driver's starts, the newest first."""
        found = (
            select(_past.race, _past.ruleset, _house.c.colour, _house.c.place)
            .join(_house, _house.c.race == _past.race)
            .where(*_seen(seen), _IS_HOUSE, _house.c.name == name)
            .order_by(_past.at.desc(), _past.race.desc(), _house.c.entry)
            .limit(newest)
        )
        return [struct_of(row, HouseDriven) for row in await self._reader.rows(found)]

    async def alone(self, seen: Seen, player: PlayerId, newest: int) -> list[HouseDriven]:
        """Return a person's starts with nobody but house drivers, the newest first; of a team the best chariot."""
        found = (
            select(_past.race, _past.ruleset, _mine.c.colour, _mine.c.place)
            .join(_mine, _mine.c.race == _past.race)
            .where(*_seen(seen), _past.people == 1, _mine.c.person == player, _mine.c.is_best)
            .order_by(_past.at.desc(), _past.race.desc(), _mine.c.entry)
            .limit(newest)
        )
        return [struct_of(row, HouseDriven) for row in await self._reader.rows(found)]

    async def _read(self, found: Select[tuple[object, ...]], newest: int) -> list[HouseMeeting]:
        ordered = found.order_by(_past.at.desc(), _past.race.desc(), _mine.c.entry, _house.c.entry).limit(newest)
        return [struct_of(row, HouseMeeting) for row in await self._reader.rows(ordered)]


def _met(seen: Seen, names: Sequence[str]) -> Select[tuple[object, ...]]:
    """Return what selects the meetings in races that a viewer may know of; those of one team do not meet."""
    return (
        select(
            _past.race,
            _past.at,
            _mine.c.person,
            _mine.c.name.label("name"),
            _mine.c.place.label("place"),
            _house.c.name.label("house"),
            _house.c.place.label("house_place"),
        )
        .join(_mine, _mine.c.race == _past.race)
        .join(_house, _house.c.race == _past.race)
        .where(*_seen(seen), _mine.c.is_best, _IS_HOUSE, _house.c.name.in_(list(names)), _house.c.team != _mine.c.team)
    )


def _seen(seen: Seen) -> list[ColumnElement[bool]]:
    """Return the conditions that a race outside leagues has a result, and a viewer may know of it."""
    here = [_past.guild == seen.guild, _past.outcome == "finished", _past.league.is_(None)]
    return [*here, _past.channel.not_in(seen.hidden)] if seen.hidden else here
