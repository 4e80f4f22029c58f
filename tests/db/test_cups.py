"""What is kept of cups; races and outboxes from before there were any."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from db import opening
from db.opening.backend import backend_of
from db.store import StaleRace, Store
from records.cups import CupRecord
from records.values import CupId, RaceId
from tests.db.samples import ANN, BOB, a_batch, a_faction, a_notice, a_race, an_entry, seq_of

FIELD = [a_faction(1, ANN), a_faction(2, BOB)], [an_entry(1, "red", 1), an_entry(2, "blue", 2)]


def a_cup(**values: Any) -> CupRecord:
    given: dict[str, Any] = {
        "id": CupId(0),
        "guild": 1,
        "channel": 2,
        "ruleset": "toy",
        "options": "{}",
        "series": "{}",
        "seconds": {"pace": 7200},
        "races": 2,
        "host": ANN,
        "title": "Ludi",
        "opened": 1000.0,
    }
    return CupRecord(**{**given, **values})


async def finish(store: Store, race: RaceId) -> None:
    found = await seq_of(store, race)
    assert found
    await store.write(a_batch(race, found[1], deadlines=(), state="finished", ended=2000.0))


async def test_a_cup_is_kept_with_its_first_race(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())

    kept = await store.cups.cup(cup)
    assert kept == a_cup(id=cup)
    assert [(race.cup, race.round, race.state) for race in await store.cups.races(cup)] == [(cup, 1, "lobby")]
    assert await store.cups.cup(CupId(99)) is None
    assert await store.cups.of_guild(1) == [kept]
    assert await store.cups.of_guild(3) == []


async def test_cups_of_a_player_are_those_he_hosts_or_drives_in(store: Store) -> None:
    hosted = await store.cups.add(a_cup(), a_race())
    driven = await store.cups.add(a_cup(host=BOB), a_race(host=BOB))
    await store.cups.add(a_cup(host=BOB), a_race(host=BOB))
    await store.lobbies.enter((await store.cups.races(driven))[0].id, [a_faction(1, ANN)], [an_entry(1, "red", 1)])

    assert [cup.id for cup in await store.cups.of_player(ANN)] == [hosted, driven]


async def test_terms_of_a_cup_and_its_first_race_change_together_or_not_at_all(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())
    (first,) = await store.cups.races(cup)
    was = a_cup(id=cup)

    await store.cups.agree(was, first, '{"a":1}', '{"b":2}', '{"c":3}')
    with pytest.raises(StaleRace):  # the cup has changed since it was read
        await store.cups.agree(was, first, "{}", "{}", "{}")
    now = await store.cups.cup(cup)
    assert now is not None
    with pytest.raises(StaleRace):  # the race has changed since it was read
        await store.cups.agree(now, first, "{}", "{}", "{}")
    (changed,) = await store.cups.races(cup)
    await store.races.set(changed.id, state="running")
    with pytest.raises(StaleRace):  # the race has begun
        await store.cups.agree(now, changed, "{}", "{}", "{}")

    assert await store.cups.cup(cup) == a_cup(id=cup, options='{"a":1}', series='{"b":2}')
    assert [race.options for race in await store.cups.races(cup)] == ['{"c":3}']


async def test_a_round_is_run_once_and_again_only_if_it_was_cancelled(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())
    second = await store.cups.add_race(a_race(cup=cup, round=2), *FIELD)

    with pytest.raises(StaleRace):
        await store.cups.add_race(a_race(cup=cup, round=2), *FIELD)
    await store.races.set(second, state="cancelled")
    third = await store.cups.add_race(a_race(cup=cup, round=2), *FIELD)

    assert [race.id for race in await store.cups.races(cup)] == [RaceId(1), third]
    kept = await store.load(third)
    assert kept
    assert [faction.player for faction in kept.factions] == [ANN, BOB]


async def test_a_race_is_kept_with_all_who_drive_in_it_or_not_at_all(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())
    twice = [an_entry(1, "red", 1), an_entry(2, "red", 2)]

    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.cups.add_race(a_race(cup=cup, round=2), FIELD[0], twice)

    assert len(await store.cups.races(cup)) == 1


async def test_the_last_race_ends_the_cup_and_no_other_does(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())
    other = await store.cups.add(a_cup(), a_race())
    first = (await store.cups.races(cup))[0].id

    states = []
    await finish(store, first)
    states.append(await store.cups.cup(cup))
    await finish(store, await store.cups.add_race(a_race(cup=cup, round=2), *FIELD))
    states += [await store.cups.cup(cup), await store.cups.cup(other)]

    assert [(each.state, each.ended) for each in states if each] == [
        ("open", None),
        ("finished", 2000.0),
        ("open", None),
    ]
    assert not await store.cups.cancel(cup, 3000.0)


async def test_a_cancelled_cup_takes_no_race(store: Store) -> None:
    cup = await store.cups.add(a_cup(), a_race())

    assert await store.cups.cancel(cup, 3000.0)

    with pytest.raises(StaleRace):
        await store.cups.add_race(a_race(cup=cup, round=2), *FIELD)


async def test_the_outbox_takes_notices_of_cups(store: Store) -> None:
    race = await store.races.add(a_race())

    await store.outbox.put(a_notice(race, kind="cup"))

    assert [notice.kind for notice in await store.outbox.waiting()] == ["cup"]


@pytest.mark.of_sqlite
async def test_what_was_kept_before_there_were_cups_is_still_there(tmp_path: Path) -> None:
    # Given a database of the first schema with a race, an answer, and a notice that has long been sent
    path = tmp_path / "races.sqlite3"
    await _migrate(path, "0001")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(
            "INSERT INTO race (id, guild, channel, ruleset, options, host, title, state, secret, commitment, seconds,"
            " seq, facts, opened) VALUES (7, 1, 2, 'toy', '{}', 100, 'Ludi', 'running', 'ab', 'cd', '{}', 1, 0, 1.0)"
        )
        database.execute(
            'INSERT INTO input (race, seq, entry, answer, "by", salt, digest, at)'
            " VALUES (7, 1, 1, '{}', 'player', '', '', 1.0)"
        )
        database.execute(
            "INSERT INTO outbox (id, race, kind, body, due, attempts, state)"
            " VALUES (40, 7, 'story', '{}', 1.0, 1, 'sent')"
        )

    # When it is brought up to date
    store = Store(path)
    await store.open()

    # Then nothing is lost, and no number is used again
    kept = await store.load(RaceId(7))
    assert kept
    assert (kept.race.cup, kept.race.round, kept.race.title) == (None, None, "Ludi")
    assert [each.seq for each in kept.inputs] == [1]
    await store.outbox.put(a_notice(RaceId(7)))
    assert [each.id for each in await store.outbox.of_race(RaceId(7))] == [40, 41]
    assert await store.races.add(a_race()) == 8
    await store.close()


async def _migrate(path: Path, to: str) -> None:
    engine = backend_of(path).engine()

    def upgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(opening.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, to)

    with engine.begin() as connection:
        upgrade(connection)
    engine.dispose()


async def test_a_cup_that_is_open_is_listed_however_many_were_opened_and_cancelled_later(store: Store) -> None:
    still = await store.cups.add(a_cup(), a_race())
    later = [await store.cups.add(a_cup(), a_race()) for _ in range(60)]
    for cup in later:
        await store.cups.cancel(cup, 2000.0)

    for listed in (await store.cups.of_guild(1), await store.cups.of_player(ANN)):
        assert [cup.id for cup in listed] == [still, *later[-50:]]
    assert (await store.cups.cup(later[0])) is not None
    assert await store.cups.cup(CupId(10**30)) is None
