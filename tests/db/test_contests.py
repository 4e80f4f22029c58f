"""Of each contest of an event a league has one race; of an old database each event has one contest."""

import importlib
from typing import Any

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, insert

from db.schema import tables
from db.store import StaleRace, Store
from engine.betting.book import Changes
from records.values import RaceId
from tests.db.samples import a_race

MIGRATION = importlib.import_module("db.opening.migrations.versions.0023_several_contests_an_event")


async def a_league(store: Store) -> RaceId:
    return await store.races.add(a_race(is_league=True, state="running"))


async def contest(store: Store, league: RaceId, event: int, number: int, **values: Any) -> RaceId:
    race = a_race(league=league, round=event, number=number, state="running", **values)
    return await store.leagues.add_race(race, (), (), {}, lambda _book: Changes())


async def tell_of_it(store: Store, league: RaceId) -> None:
    """Have a league told that an event was called off."""
    answer = {"race": league, "seq": 1, "entry": 1, "answer": '{"type":"CalledOff"}', "by": "steward"}

    def work(connection: Connection) -> None:
        connection.execute(insert(tables.inputs), {**answer, "digest": "", "at": 1.0})

    await store._writer.run(work)


async def test_a_contest_is_opened_once_unless_it_was_cancelled(store: Store) -> None:
    league = await a_league(store)
    first = await contest(store, league, 1, 1)
    await contest(store, league, 1, 2)

    with pytest.raises(StaleRace):
        await contest(store, league, 1, 1)
    await store.races.set(first, state="cancelled")
    await contest(store, league, 1, 1)

    found = [(each.round, each.number, each.state) for each in await store.leagues.races(league)]
    assert found == [(1, 1, "cancelled"), (1, 2, "running"), (1, 1, "running")]


async def test_an_event_is_called_off_once_however_many_of_its_contests_were(store: Store) -> None:
    league = await a_league(store)
    before = await store.leagues.was_called_off(league)
    for number in (1, 2):
        await store.races.set(await contest(store, league, 1, number), state="cancelled")
    known = await store.leagues.was_called_off(league)
    await tell_of_it(store, league)
    told = await store.leagues.was_called_off(league)
    await store.races.set(await contest(store, league, 2, 2), state="cancelled")

    assert (before, known, told) == (False, True, False)
    assert await store.leagues.was_called_off(league)


async def test_races_of_an_old_database_are_the_first_contests_of_their_events(store: Store) -> None:
    league = await a_league(store)
    races = [await contest(store, league, event, 1) for event in (1, 2)]

    def old_and_new(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            MIGRATION.downgrade()
            MIGRATION.upgrade()

    await store._writer.run(old_and_new)

    assert [(each.id, each.number) for each in await store.leagues.races(league)] == [(race, 1) for race in races]
    with pytest.raises(StaleRace):
        await contest(store, league, 2, 1)
