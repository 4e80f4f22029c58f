"""Races, their lobbies and what happens in them, against a real database file."""

from pathlib import Path

import pytest

from db.schema import tables
from db.store import StaleRace, Store
from db.writing.batches import _IS_MOVED
from records.play import FactRecord
from records.races import Place
from records.values import EntryId, Faction, PlayerId, RaceId
from tests.databases import fresh
from tests.db.around import REFUSED, around_the_program
from tests.db.samples import (
    ANN,
    BOB,
    a_batch,
    a_checkpoint,
    a_deadline,
    a_faction,
    a_lobby,
    a_notice,
    a_race,
    a_scene,
    an_entry,
    an_input,
    seq_of,
)


def rows(path: Path, table: str) -> int:
    with around_the_program(path) as database:
        return int(database.execute(f"SELECT count(*) FROM {table}").fetchone()[0])


async def test_a_race_is_read_back_as_it_was_kept(store: Store) -> None:
    race = await store.races.add(a_race(title="Ludi 🏇 *magni*", thread=77))
    await store.lobbies.enter(race, [a_faction(1, ANN, word="equus")], [an_entry(3, "red", 1)])

    kept = await store.load(race)

    assert kept is not None
    assert kept.race == a_race(id=race, title="Ludi 🏇 *magni*", thread=77, revision=1)
    assert kept.factions == (a_faction(1, ANN, word="equus"),)
    assert kept.entries == (an_entry(3, "red", 1),)
    assert (kept.checkpoint, kept.inputs, kept.deadlines) == (None, (), ())


async def test_a_race_that_nobody_opened_is_not_there(store: Store) -> None:
    assert await store.load(RaceId(7)) is None
    assert await seq_of(store, RaceId(7)) is None


async def test_a_secret_shows_in_no_repr(store: Store) -> None:
    kept = await store.load(await a_lobby(store))

    assert kept is not None
    assert kept.race.secret not in repr(kept)
    assert "factors" not in repr(an_input(1))


async def test_all_of_a_batch_is_read_back(store: Store) -> None:
    race = await a_lobby(store)
    first = a_batch(race, checkpoint=a_checkpoint(0), scenes=(a_scene(1), a_scene(2)))

    await store.write(first)
    await store.write(a_batch(race, 1))

    kept = await store.load(race)
    assert kept is not None
    assert kept.inputs == (an_input(1), an_input(2))
    assert kept.checkpoint == a_checkpoint(0)
    assert kept.deadlines == (a_deadline(1, at=5000.0),)
    assert (kept.race.state, kept.race.seq, kept.race.facts) == ("running", 2, 2)
    assert [fact.n for fact in await store.stories.facts(race)] == [1, 2]
    assert [fact.n for fact in await store.stories.facts(race, after=1)] == [2]
    assert [fact.n for fact in await store.stories.facts(race, after=0, until=1)] == [1]
    assert await store.stories.scenes(race, 2, 9) == [a_scene(2)]


async def test_only_the_answers_since_the_last_checkpoint_are_loaded(store: Store) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race, checkpoint=a_checkpoint(0)))
    await store.write(a_batch(race, 1, checkpoint=a_checkpoint(2)))
    await store.write(a_batch(race, 2))

    kept = await store.load(race)

    assert kept is not None
    assert kept.checkpoint == a_checkpoint(2)
    assert [each.seq for each in kept.inputs] == [3]
    assert [each.seq for each in await store.stories.inputs(race)] == [1, 2, 3]


async def test_of_two_writers_at_the_same_place_one_is_told_that_the_race_is_stale(tmp_path: Path) -> None:
    # Given two processes with the same database
    path = fresh(tmp_path / "shared.sqlite3")
    quick, slow = Store(path), Store(path)
    await quick.open()
    await slow.open()
    race = await a_lobby(quick)

    # When both write answer 1
    await quick.write(a_batch(race))
    with pytest.raises(StaleRace):
        await slow.write(a_batch(race, inputs=(an_input(1, player=BOB),)))

    # Then the first one stands, and nothing of the second is left
    assert await slow.stories.inputs(race) == [an_input(1)]
    assert rows(path, "fact") == 1
    await quick.close()
    await slow.close()


async def test_a_batch_that_fails_at_its_last_row_leaves_none(store: Store, tmp_path: Path) -> None:
    race = await a_lobby(store)
    path = tmp_path / "races.sqlite3"
    before = {table: rows(path, table) for table in ("input", "fact", "scene", "checkpoint", "deadline", "outbox")}

    # When the second notice belongs to no race
    lost = a_notice(RaceId(99), kind="summons")
    with pytest.raises(REFUSED):
        await store.write(
            a_batch(race, checkpoint=a_checkpoint(0), scenes=(a_scene(1),), notices=(a_notice(race), lost))
        )

    # Then the race is where it was
    assert {table: rows(path, table) for table in before} == before
    assert await seq_of(store, race) == ("lobby", 0)


@pytest.mark.parametrize("state", ["finished", "cancelled", "paused"])
async def test_a_race_that_is_not_under_way_takes_no_batch(store: Store, state: str) -> None:
    race = await a_lobby(store)
    await store.races.set(race, state=state)

    with pytest.raises(StaleRace):
        await store.write(a_batch(race))


@pytest.mark.parametrize("n", [1, 3])
async def test_facts_are_numbered_once_and_without_a_gap(store: Store, n: int) -> None:
    race = await a_lobby(store)
    await store.write(a_batch(race))

    with pytest.raises(StaleRace):
        await store.write(a_batch(race, 1, facts=(FactRecord(n, 2, "{}"),)))

    assert await seq_of(store, race) == ("running", 1)


async def test_of_two_who_begin_a_race_that_has_no_answer_yet_one_is_told(store: Store) -> None:
    race = await a_lobby(store)
    beginning = a_batch(race, inputs=(), checkpoint=a_checkpoint(0))

    await store.write(beginning)
    with pytest.raises(StaleRace):
        await store.write(beginning)


async def test_a_batch_says_which_entries_fell_to_whom(store: Store) -> None:
    race = await store.races.add(a_race())
    await store.lobbies.enter(race, [a_faction(1, ANN)], [an_entry(1, "red"), an_entry(2, "blue")])

    await store.write(a_batch(race, entries=(an_entry(2, "blue", 1),)))

    kept = await store.load(race)
    assert kept is not None
    assert [each.faction for each in kept.entries] == [None, Faction(1)]


class TestLobbies:
    async def test_of_two_who_want_one_colour_one_is_told(self, store: Store) -> None:
        race = await store.races.add(a_race())
        await store.lobbies.enter(race, [a_faction(1, ANN)], [an_entry(1, "red", 1)])

        with pytest.raises(StaleRace):
            await store.lobbies.enter(race, [a_faction(2, BOB)], [an_entry(2, "red", 2)])

        kept = await store.load(race)
        assert kept is not None
        assert kept.factions == (a_faction(1, ANN),)  # Bob's faction went with his entry

    async def test_of_two_who_want_one_place_one_is_told(self, store: Store) -> None:
        race = await store.races.add(a_race())
        await store.lobbies.enter(race, [a_faction(1, ANN)], [an_entry(1, "red", 1)])

        with pytest.raises(StaleRace):
            await store.lobbies.enter(race, [a_faction(1, BOB)], [an_entry(2, "blue", 1)])

    async def test_nobody_is_in_a_race_twice(self, store: Store) -> None:
        race = await a_lobby(store)

        with pytest.raises(StaleRace):
            await store.lobbies.enter(race, [a_faction(3, ANN)], [an_entry(3, "green", 3)])

    async def test_who_leaves_takes_his_entry_along(self, store: Store) -> None:
        race = await a_lobby(store)

        assert await store.lobbies.withdraw(race, BOB)

        kept = await store.load(race)
        assert kept is not None
        assert [each.entry for each in kept.entries] == [EntryId(1)]
        assert not await store.lobbies.withdraw(race, BOB)

    async def test_factions_count_from_1_without_a_gap_whoever_leaves(self, store: Store) -> None:
        race = await a_lobby(store)
        await store.lobbies.enter(race, [a_faction(3)], [an_entry(4, "white", 3)])

        await store.lobbies.withdraw(race, ANN)

        kept = await store.load(race)
        assert kept is not None
        assert [(each.faction, each.player) for each in kept.factions] == [(1, BOB), (2, None)]
        assert [(each.entry, each.faction) for each in kept.entries] == [(2, 1), (4, 2)]

    async def test_nobody_enters_or_leaves_once_it_runs(self, store: Store) -> None:
        race = await a_lobby(store)
        await store.write(a_batch(race))

        with pytest.raises(StaleRace):
            await store.lobbies.withdraw(race, BOB)
        with pytest.raises(StaleRace):
            await store.lobbies.enter(race, [a_faction(3, PlayerId(3))], [an_entry(3, "green", 3)])

    async def test_a_faction_is_driven_by_one_a_player_or_a_house_driver(self, store: Store) -> None:
        race = await store.races.add(a_race())

        for both_or_neither in (a_faction(1, ANN, driver="steady"), a_faction(1, driver=None)):
            with pytest.raises(StaleRace):
                await store.lobbies.enter(race, [both_or_neither], [])

    async def test_a_state_that_must_be_is_looked_at_in_the_same_step(self, store: Store) -> None:
        race = await a_lobby(store)
        await store.races.set(race, state="cancelled")

        with pytest.raises(StaleRace):
            await store.races.set(race, only_if=("lobby",), state="running")

    async def test_a_cancelled_race_waits_for_nobody(self, store: Store) -> None:
        race = await a_lobby(store)
        await store.write(a_batch(race))

        await store.races.set(race, state="cancelled")

        assert await store.deadlines.next_due() is None

    async def test_races_are_found_by_place_and_by_player(self, store: Store) -> None:
        here = await a_lobby(store, guild=1)
        there = await a_lobby(store, guild=2, host=BOB)
        hosted = await store.races.add(a_race(guild=3, host=PlayerId(9)))

        async def at(place: Place) -> list[RaceId]:
            return [race.id for race, _factions, _entries in await store.index.fields(place)]

        assert await at(Place((1,))) == [here]
        assert await at(Place(player=BOB)) == [here, there]
        assert await at(Place(player=PlayerId(9))) == [hosted]
        assert await store.index.running() == []
        await store.write(a_batch(there))
        assert await store.index.running() == [there]


async def test_a_race_that_never_got_a_thread_is_cancelled_at_the_start(store: Store) -> None:
    orphan = await store.races.add(a_race(thread=None))
    opened = await store.races.add(a_race(thread=77))

    await store.races.drop_threadless()

    assert [await seq_of(store, race) for race in (orphan, opened)] == [("cancelled", 0), ("lobby", 0)]


def test_what_each_answer_writes_of_its_race_stands_in_no_index() -> None:
    # On a server a row is else written anew into each index of its table
    indexed = {each.name for index in tables.races.indexes for each in index.columns}
    words = " ".join(str(index.dialect_options["postgresql"]["where"]) for index in tables.races.indexes)

    assert {"state", "ended"} <= indexed
    assert not set(_IS_MOVED) & {*indexed, *words.split()}
