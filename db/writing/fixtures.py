"""Fixtures, their dates, and lobbies that start by themselves. Each method is one transaction."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, exists, func, insert, not_, or_, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.removals import AWAY, OUT
from db.reading.room import TooOften
from db.reading.rows import structs_of
from db.schema import tables
from db.schema.fixtures import fixtures, planned
from db.schema.money import side_bets, tickets
from db.schema.past import past_entries, past_races
from db.writing.adding import add_rows, insert_race
from db.writing.batches import add_notices, stale_if_taken
from db.writing.books import Decide, apply_in
from db.writing.cards import change_card
from db.writing.staying import require_staying
from records.fixtures import EventPost, FixtureRecord, FixtureState, Kept, PlannedStart, Scored
from records.limits import FIXTURES_IN_A_SERVER, FIXTURES_SET_UP
from records.notices import Notice
from records.races import GONE, EntryRecord, FactionRecord, RaceRecord
from records.values import FixtureId, PlayerId, RaceId

LEASE = 120.0
"""Seconds for which one program alone tries to open or to start a race."""

_f, _p, _races = fixtures.c, planned.c, tables.races.c
_THIS = Prepared(select(fixtures).where(_f.id == bindparam("this")))
_OPEN = Prepared(select(fixtures).where(_f.state == bindparam("so"), _f.guild.not_in(OUT)).order_by(_f.id))
_HERE = Prepared(select(fixtures).where(_f.guild == bindparam("here"), _f.state != bindparam("never")).order_by(_f.id))
_SET_UP = Prepared(
    select(_f.created).where(_f.guild == bindparam("here"), _f.created > bindparam("since")).order_by(_f.created.desc())
)
_ADD = Prepared(insert(fixtures).returning(_f.id), [each.name for each in fixtures.columns if each.name != "id"])
_PASS = Prepared(
    update(fixtures).where(_f.id == bindparam("this"), _f.passed < bindparam("new")).values(passed=bindparam("new"))
)
_IS_FREE = or_(_f.claimed.is_(None), _f.claimed < bindparam("before"))
_CLAIM = Prepared(update(fixtures).where(_f.id == bindparam("this"), _IS_FREE).values(claimed=bindparam("now")))
_WAITING = Prepared(
    select(planned)
    .join(tables.races, _races.id == _p.race)
    .where(_races.state == bindparam("so"), _p.failed == bindparam("has_failed"), _races.guild.not_in(AWAY))
    .order_by(_p.race)
)
_IS_UNCLAIMED = or_(_p.claimed.is_(None), _p.claimed < bindparam("before"))
_CLAIM_START = Prepared(
    update(planned).where(_p.race == bindparam("this"), _IS_UNCLAIMED).values(claimed=bindparam("now"))
)
_FAIL = Prepared(update(planned).where(_p.race == bindparam("this")).values(failed=bindparam("so")))
_UNPLAN = Prepared(delete(planned).where(_p.race == bindparam("this"), _p.fixture.is_(None)))
_MAY_PLAN = Prepared(
    select(_races.id)
    .where(_races.id == bindparam("this"), _races.state == bindparam("so"), _races.cup.is_(None))
    .where(_races.league.is_(None), _races.lesson.is_(None), tables.IS_RACE)
)
_PLAN = Prepared(select(planned).where(_p.race == bindparam("this")))
_ADD_PLAN = Prepared(insert(planned), [each.name for each in planned.columns])
_ANYBODY_DID = or_(
    _p.watched,
    exists().where(tickets.c.race == _p.race),
    exists().where(side_bets.c.race == _p.race),
    exists().where(tables.factions.c.race == _p.race, tables.factions.c.player.is_not(None)),
    _races.called_off_by.is_not(None),
)
_DATES = Prepared(
    select(_p.day, _p.race, _races.state, _races.called_off_by, _p.circus)
    .add_columns(and_(_p.circus, not_(_ANYBODY_DID)).label("is_quiet"))
    .join(tables.races, _races.id == _p.race)
    .where(_p.fixture == bindparam("this"))
    .order_by(_p.day.desc())
    .limit(bindparam("at_most"))
)
_UNWATCHED = Prepared(
    select(_p.race)
    .join(tables.races, _races.id == _p.race)
    .where(_p.circus == bindparam("so"), _p.watched == bindparam("has_been"))
    .where(or_(*(_races.state == each for each in ("lobby", "running", "paused"))))
)
_WATCH = Prepared(update(planned).where(_p.race == bindparam("this")).values(watched=bindparam("so")))
_WITHOUT_EVENT = Prepared(
    select(_p.race, _races.guild, _races.thread, _races.title, _races.ruleset, _races.pace, _p.at, _p.circus)
    .join(tables.races, _races.id == _p.race)
    .join(fixtures, _f.id == _p.fixture)
    .where(_f.events == bindparam("wished"), _races.state == bindparam("so"), _p.event.is_(None))
    .where(_p.at > bindparam("soon"), _races.thread > bindparam("gone"))
    .where(or_(_p.event_at.is_(None), _p.event_at < bindparam("before")))
    .order_by(_p.race)
)
_CLAIM_EVENT = Prepared(
    update(planned)
    .where(_p.race == bindparam("this"), _p.event.is_(None))
    .where(or_(_p.event_at.is_(None), _p.event_at < bindparam("before")))
    .values(event_at=bindparam("now"))
)
_NOTE_EVENT = Prepared(update(planned).where(_p.race == bindparam("this")).values(event=bindparam("made")))
_CALLED_OFF = Prepared(
    select(_p.race, _races.guild, _p.event)
    .join(tables.races, _races.id == _p.race)
    .where(_p.event > bindparam("none"), _races.state == bindparam("so"), _races.ended > bindparam("since"))
)
_SCORES = Prepared(
    select(
        past_entries.c.race,
        past_entries.c.person,
        func.max(past_entries.c.name).label("name"),
        func.min(past_entries.c.place).label("place"),
    )
    .join(planned, _p.race == past_entries.c.race)
    .join(past_races, past_races.c.race == past_entries.c.race)
    .where(_p.fixture == bindparam("this"), _p.day >= bindparam("first"), _p.day < bindparam("after"))
    .where(past_entries.c.person.is_not(None), past_races.c.outcome == bindparam("outcome"))
    .group_by(past_entries.c.race, past_entries.c.person)
    .order_by(past_entries.c.race)
)


class TooManyFixtures(Exception):
    """A server has as many fixtures as it may."""


class FixtureStore:
    """Keeps fixtures."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def add(self, fixture: FixtureRecord) -> FixtureId:
        """Keep a new fixture, and return its number; the one in *fixture* is ignored.

        :raises TooManyFixtures: if the server has as many as it may.
        :raises TooOften: if as many were set up there of late.
        """

        def work(connection: Connection) -> FixtureId:
            require_staying(connection, fixture.guild)
            here = {"here": fixture.guild}
            if len(_HERE.rows(connection, {**here, "never": "off"})) >= FIXTURES_IN_A_SERVER.most:
                raise TooManyFixtures
            lately = _SET_UP.rows(connection, {**here, "since": fixture.created - FIXTURES_SET_UP.span})
            if len(lately) >= FIXTURES_SET_UP.most:
                oldest = lately[FIXTURES_SET_UP.most - 1].created
                raise TooOften("fixture", FIXTURES_SET_UP, oldest + FIXTURES_SET_UP.span)
            row = msgspec.structs.asdict(fixture)
            del row["id"]
            return FixtureId(_ADD.value(connection, row))

        return await self._writer.run(work)

    async def fixture(self, fixture: FixtureId) -> FixtureRecord | None:
        return next(iter(await self._structs(_THIS, FixtureRecord, this=fixture)), None)

    async def awake(self) -> list[FixtureRecord]:
        """Return all fixtures that open races, of all servers."""
        return await self._structs(_OPEN, FixtureRecord, so="on")

    async def of_guild(self, guild: int) -> list[FixtureRecord]:
        """Return the fixtures of a server that nobody has ended."""
        return await self._structs(_HERE, FixtureRecord, here=guild, never="off")

    async def set(self, fixture: FixtureId, **values: Any) -> bool:
        """Change columns of a fixture that nobody has ended; tell whether there is one."""
        change = update(fixtures).where(_f.id == fixture, _f.state != "off").values(**values)
        return await self._writer.run(lambda connection: connection.execute(change).rowcount == 1)

    async def lose(self, fixture: FixtureId) -> bool:
        """Note that the channel of a fixture is gone; tell whether that is new."""
        lost: FixtureState = "lost"
        change = update(fixtures).where(_f.id == fixture, _f.state == "on").values(state=lost)
        return await self._writer.run(lambda connection: connection.execute(change).rowcount == 1)

    async def pass_over(self, fixture: FixtureId, day: int) -> None:
        """Note a date of a fixture that came and went without a lobby."""
        await self._writer.run(lambda connection: _PASS.run(connection, {"this": fixture, "new": day}))

    async def claim(self, fixture: FixtureId, now: float) -> bool:
        """Claim the opening of a fixture's race for a while; tell whether nobody else has it."""
        values = {"this": fixture, "now": now, "before": now - LEASE}
        return await self._writer.run(lambda connection: _CLAIM.run(connection, values) == 1)

    async def open(
        self,
        race: RaceRecord,
        plan: PlannedStart,
        notices: Sequence[Notice],
        decide: Decide,
        factions: Sequence[FactionRecord] = (),
        entries: Sequence[EntryRecord] = (),
    ) -> RaceId:
        """Keep the race of a date of a fixture, with its thread, and return its number.

        :param factions: that are in it from the beginning, with their *entries*.
        :param notices: whatever race they name: they get the number of this one.
        :raises StaleRace: if that date has one.
        """

        def work(connection: Connection) -> RaceId:
            require_staying(connection, race.guild)
            number = insert_race(connection, race)
            with stale_if_taken(number):
                _ADD_PLAN.run(connection, {**msgspec.structs.asdict(plan), "race": number})
            add_rows(connection, tables.factions, number, factions)
            add_rows(connection, tables.entries, number, entries)
            change_card(connection, number)
            add_notices(connection, [msgspec.structs.replace(each, race=number) for each in notices])
            apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)

    # Lobbies that start by themselves

    async def waiting(self) -> list[PlannedStart]:
        """Return the starts that are planned of all lobbies."""
        return await self._structs(_WAITING, PlannedStart, so="lobby", has_failed=False)

    async def plan_of(self, race: RaceId) -> PlannedStart | None:
        """Return when a race starts, or started, by itself; ``None`` if its host begins it."""
        return next(iter(await self._structs(_PLAN, PlannedStart, this=race)), None)

    async def claim_start(self, race: RaceId, now: float) -> bool:
        """Claim the start of a race for a while; tell whether nobody else has it."""
        values = {"this": race, "now": now, "before": now - LEASE}
        return await self._writer.run(lambda connection: _CLAIM_START.run(connection, values) == 1)

    async def plan(self, race: RaceId, plan: PlannedStart | None) -> bool:
        """Keep when a single race in its lobby starts by itself; tell whether it may be: a fixture's starts as agreed.

        :param plan: ``None`` if its host starts it.
        """

        def work(connection: Connection) -> bool:
            this = {"this": race}
            _UNPLAN.run(connection, this)
            if _MAY_PLAN.first(connection, {**this, "so": "lobby"}) is None or _PLAN.first(connection, this):
                return False
            if plan is not None:
                _ADD_PLAN.run(connection, msgspec.structs.asdict(plan))
            return True

        return await self._writer.run(work, race)

    async def fail(self, race: RaceId) -> None:
        """Note that a race could not start by itself."""
        await self._writer.run(lambda connection: _FAIL.run(connection, {"this": race, "so": True}))

    async def unwatched(self) -> Collection[RaceId]:
        """Return the races of a circus, open or under way, that nobody has looked at."""
        rows = await self._reader.found(_UNWATCHED, so=True, has_been=False)
        return [RaceId(row.race) for row in rows]

    async def watch(self, race: RaceId) -> None:
        """Note that somebody has looked at a race of a circus."""
        await self._writer.run(lambda connection: _WATCH.run(connection, {"this": race, "so": True}))

    # Events of the server

    async def without_event(self, now: float, soon: float) -> list[EventPost]:
        """Return the races that are to have an event of their server and have none, and begin after *soon*."""
        values = {"wished": True, "so": "lobby", "soon": soon, "gone": GONE, "before": now - LEASE}
        return await self._structs(_WITHOUT_EVENT, EventPost, **values)

    async def claim_event(self, race: RaceId, now: float) -> bool:
        """Claim the making of a race's event for a while; tell whether nobody else has it."""
        values = {"this": race, "now": now, "before": now - LEASE}
        return await self._writer.run(lambda connection: _CLAIM_EVENT.run(connection, values) == 1)

    async def note_event(self, race: RaceId, event: int) -> None:
        """Note the event of a race; 0 where it has none any more."""
        await self._writer.run(lambda connection: _NOTE_EVENT.run(connection, {"this": race, "made": event}))

    async def called_off_events(self, since: float) -> list[tuple[RaceId, int, int]]:
        """Return the races that were called off since a time and have an event still, with their servers and events."""
        rows = await self._reader.found(_CALLED_OFF, none=0, so="cancelled", since=since)
        return [(RaceId(row.race), row.guild, row.event) for row in rows]

    # What became of it

    async def dates(self, fixture: FixtureId, at_most: int) -> list[Kept]:
        """Return what became of the latest dates of a fixture that had a lobby, the newest first."""
        found = await self._reader.found(_DATES, this=fixture, at_most=at_most)
        return [
            Kept(
                day=row.day,
                race=RaceId(row.race),
                state=row.state,
                is_passed=row.state == "cancelled" and row.called_off_by is None,
                is_quiet=bool(row.is_quiet),
                is_circus=bool(row.circus),
            )
            for row in found
        ]

    async def scores(self, fixture: FixtureId, first: int, after: int) -> list[Scored]:
        """Return how people did in the races of a fixture from a day of the calendar to before another."""
        found = await self._reader.found(_SCORES, this=fixture, first=first, after=after, outcome="finished")
        return [
            Scored(race=RaceId(row.race), person=PlayerId(row.person), name=row.name, place=row.place) for row in found
        ]

    async def _structs(self, found: Prepared, kind: type[Any], **values: Any) -> list[Any]:
        return await self._reader.run(lambda connection: structs_of(connection, found, values, kind))
