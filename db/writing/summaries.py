"""Keeping summaries, titles and ratings of races that are over."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, Table, delete, insert, select

from db.opening.writer import Writer
from db.reading.past import Unrated, not_before
from db.schema.past import past_entries, past_races, past_titles, ratings
from db.writing.follows import tell_followers
from records.past import PastTitle, RatingRow, Summary
from records.values import RaceId

_past, _entries, _titles, _ratings = past_races.c, past_entries.c, past_titles.c, ratings.c


class SummaryStore:
    """Each method is one transaction."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    async def put(self, summary: Summary) -> None:
        """Keep a summary in place of any earlier one; ratings from that race on are to be worked out again."""
        await self._writer.run(lambda connection: _put(connection, summary))

    async def forget(self, race: RaceId) -> None:
        """Drop the summary of a race, and the ratings from it on."""
        await self._writer.run(lambda connection: _forget(connection, race))

    async def put_titles(self, kind: str, number: int, titles: Sequence[PastTitle]) -> None:
        """Keep the titles of a cup or league in place of any earlier ones; none of one that is not over."""

        def work(connection: Connection) -> None:
            connection.execute(delete(past_titles).where(_titles.kind == kind, _titles.number == number))
            _add(connection, past_titles, titles)

        await self._writer.run(work)

    async def put_ratings(self, first: Unrated, rows: Sequence[RatingRow]) -> None:
        """Keep ratings from a race on, in place of any that were."""

        def work(connection: Connection) -> None:
            _drop_ratings(connection, first.guild, first.ruleset, first.at, first.race)
            _add(connection, ratings, rows)

        await self._writer.run(work)

    async def drop(self) -> None:
        """Drop all summaries, titles and ratings: they are made anew from facts."""

        def work(connection: Connection) -> None:
            for table in (ratings, past_titles, past_entries, past_races):
                connection.execute(delete(table))

        await self._writer.run(work)


def _put(connection: Connection, summary: Summary) -> None:
    _forget(connection, summary.race.race)
    if summary.race.is_rated:
        new = summary.race
        _drop_ratings(connection, new.guild, new.ruleset, new.at, new.race)
    _add(connection, past_races, [summary.race])
    _add(connection, past_entries, summary.entries)
    tell_followers(connection, summary)


def _forget(connection: Connection, race: RaceId) -> None:
    was = connection.execute(select(past_races).where(_past.race == race)).first()
    if was is None:
        return
    if was.is_rated:
        _drop_ratings(connection, was.guild, was.ruleset, was.at, race)
    connection.execute(delete(past_entries).where(_entries.race == race))
    connection.execute(delete(past_races).where(_past.race == race))


def _drop_ratings(connection: Connection, guild: int, ruleset: str, at: float, race: RaceId) -> None:
    """Drop the ratings of a server and game from a race on."""
    here = (_ratings.guild == guild, _ratings.ruleset == ruleset, not_before(_ratings, at, race))
    connection.execute(delete(ratings).where(*here))


def _add(connection: Connection, table: Table, rows: Sequence[msgspec.Struct]) -> None:
    if rows:
        connection.execute(insert(table), [msgspec.structs.asdict(row) for row in rows])
