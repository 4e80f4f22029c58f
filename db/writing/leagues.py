"""Keeping leagues: each is a row among the races, and so is each of its races."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, bindparam, exists, func, or_, select, text, update

from db.opening.json_text import NumberIn
from db.opening.prepared import Prepared, any_of
from db.opening.writer import Reader, Writer
from db.reading.rows import race_of
from db.schema import tables
from db.schema.money import markets, side_bets
from db.writing.batches import StaleRace, insert_next_race, raise_revision
from db.writing.books import Decide, apply_in
from records.races import MATCHES, EntryRecord, FactionRecord, RaceRecord
from records.values import EntryId, PlayerId, RaceId

_races, _inputs, _entries, _facts = tables.races.c, tables.inputs.c, tables.entries.c, tables.facts.c
_factions = tables.factions.c
_RUNNING = select(_races.id).where(tables.IS_LEAGUE, _races.state == "running").order_by(_races.id)
_ALL_RUNNING = Prepared(_RUNNING)
_OF = Prepared(select(tables.races).where(_races.league == bindparam("this")).order_by(_races.id))
_CALLED_OFF = select(func.count()).where(
    _inputs.race == bindparam("this"), _inputs.by == "steward", _inputs.answer.contains('"CalledOff"')
)
_body = tables.acts.c.body
_UNDONE = exists().where(
    tables.acts.c.race == _races.id, or_(_body.contains('"undone":true'), _body.contains('"redrawn":true'))
)
_CONTESTS_OFF = (
    select(_races.round, func.count().label("times"))
    .where(_races.league == bindparam("this"), _races.state == "cancelled", _races.round != MATCHES, ~_UNDONE)
    .group_by(_races.round, _races.number)
    .subquery()
)
_EVENTS_OFF = select(func.max(_CONTESTS_OFF.c.times).label("times")).group_by(_CONTESTS_OFF.c.round).subquery()
_CANCELLED = select(func.sum(_EVENTS_OFF.c.times))
_TOLD = (
    select(_facts.fact, _facts.seq, _inputs.at)
    .join(tables.inputs, and_(_inputs.race == _facts.race, _inputs.seq == _facts.seq))
    .where(_facts.race == bindparam("this"), _facts.void.is_(False))
    .order_by(_facts.n)
)
_seasons = tables.races.alias("season")
_MATCHES_LEFT = Prepared(
    select(tables.races)
    .where(text(tables.IS_OF_LEAGUE), _races.round == MATCHES, any_of(_races.state, ("running", "paused")))
    .where(exists().where(_seasons.c.id == _races.league, any_of(_seasons.c.state, ("finished", "cancelled"))))
    .order_by(_races.id)
)
_OVER = select(_races.id).where(_races.id == bindparam("this"), _races.state.in_(("finished", "cancelled")))
_RECKONED = select(_facts.n).where(
    _facts.race == bindparam("this"),
    _facts.void.is_(False),
    _facts.fact.startswith('{"type":"ReckoningBegan"'),
    NumberIn(_facts.fact, "event") == bindparam("event"),
)
# Found in their index alone, and read only where that says that they have bets.
_OVER_IN_LEAGUES = (
    select(_races.id)
    .where(text(tables.IS_OF_LEAGUE), any_of(_races.state, ("finished", "cancelled")))
    .where(
        or_(
            exists().where(markets.c.race == _races.id, any_of(markets.c.state, ("open", "closed"))),
            exists().where(side_bets.c.race == _races.id, any_of(side_bets.c.state, ("offered", "accepted"))),
        )
    )
)
_UNSETTLED = Prepared(select(tables.races).where(_races.id.in_(_OVER_IN_LEAGUES)).order_by(_races.id))
_BRINGS = (
    update(tables.entries)
    .where(_entries.race == bindparam("this"), _entries.entry == bindparam("whose"))
    .values(brings=bindparam("load"))
)


_of_league = or_(_races.id == bindparam("this"), _races.league == bindparam("this"))
_SEATS = (
    select(_factions.race, _factions.faction)
    .join(tables.races, _races.id == _factions.race)
    .where(_of_league, _factions.player == bindparam("whose"))
)
_CALL_SEAT = (
    update(tables.factions)
    .where(_factions.race == bindparam("where"), _factions.faction == bindparam("which"))
    .values(name=bindparam("called"))
)
_CALL_ENTRIES = (
    update(tables.entries)
    .where(_entries.race == bindparam("where"), _entries.faction == bindparam("which"))
    .values(name=bindparam("called"))
)


class Told(NamedTuple):
    """A fact of a league, and the input that led to it."""

    fact: str  # JSON
    seq: int
    at: float  # seconds since 1970


class LeagueStore:
    """The races of leagues, and which leagues are under way. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def running(self) -> list[RaceId]:
        """Return the leagues under way, the oldest first."""
        return [RaceId(row.id) for row in await self._reader.found(_ALL_RUNNING)]

    async def running_in(self, guild: int) -> list[RaceId]:
        """Return the leagues under way in a server, the oldest first."""
        found = _RUNNING.where(_races.guild == guild)
        return await self._reader.run(lambda connection: [RaceId(each) for each in connection.scalars(found)])

    async def races(self, league: RaceId) -> list[RaceRecord]:
        """Return all races of a league, those that were cancelled included, in the order they were opened."""
        return [race_of(row) for row in await self._reader.found(_OF, this=league)]

    async def is_settled(self, race: RaceRecord) -> bool:
        """Tell whether a race that is over stays as it is: its league has reckoned it, or is over; or it has none."""
        league = {"this": race.league, "event": race.round}

        def work(connection: Connection) -> bool:
            is_over = connection.scalar(_OVER, league) is not None
            return is_over or connection.scalar(_RECKONED, league) is not None

        return race.league is None or await self._reader.run(work)

    async def unsettled(self) -> list[RaceRecord]:
        """Return the races of leagues that are over, or cancelled, and have bets that are not settled."""
        return [race_of(row) for row in await self._reader.found(_UNSETTLED)]

    async def told(self, league: RaceId, kinds: Sequence[str]) -> list[Told]:
        """Return the facts of some kinds that hold, in order, each with when it was."""
        found = _TOLD.where(or_(*(_facts.fact.startswith(f'{{"type":"{kind}"') for kind in kinds)))
        return await self._reader.run(
            lambda connection: [Told(*row) for row in connection.execute(found, {"this": league})]
        )

    async def matches_left(self) -> list[RaceRecord]:
        """Return the races of matches that are under way though their seasons are over."""
        return [race_of(row) for row in await self._reader.found(_MATCHES_LEFT)]

    async def was_called_off(self, league: RaceId) -> bool:
        """Tell whether the race of an event, or one of several, was called off, and the league does not know yet.

        A race that was undone, with the eve open again, is none of these; nor is one whose pairs are drawn anew.
        """
        return await self._reader.run(
            lambda connection: (
                int(connection.scalar(_CANCELLED, {"this": league}) or 0)
                > int(connection.scalar(_CALLED_OFF, {"this": league}) or 0)
            )
        )

    async def rename(self, league: RaceId, player: PlayerId, name: str) -> None:
        """Rename a player and their stable in a league and all its races; facts know them by number."""

        def work(connection: Connection) -> None:
            for race, faction in connection.execute(_SEATS, {"this": league, "whose": player}).fetchall():
                for statement in (_CALL_SEAT, _CALL_ENTRIES):
                    connection.execute(statement, {"where": race, "which": faction, "called": name})
                raise_revision(connection, race)

        await self._writer.run(work)

    async def add_race(
        self,
        race: RaceRecord,
        factions: Sequence[FactionRecord],
        entries: Sequence[EntryRecord],
        brings: Mapping[EntryId, str],
        decide: Decide,
    ) -> RaceId:
        """Keep a race of a league with all that its entrants bring, and return its id.

        :param brings: JSON by entry.
        :param decide: opens its betting table.
        :raises StaleRace: if the event has this contest already, not cancelled, or the league is over.
        """

        def work(connection: Connection) -> RaceId:
            is_running = _races.id == race.league, _races.state == "running"
            if connection.scalar(select(_races.id).where(*is_running)) is None:
                raise StaleRace(race.id)
            number = insert_next_race(connection, race, factions, entries)
            for entry, load in brings.items():
                connection.execute(_BRINGS, {"this": number, "whose": entry, "load": load})
            apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)
