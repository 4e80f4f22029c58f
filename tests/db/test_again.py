"""What was opened anew: once after each race, in databases of earlier versions, too."""

import importlib
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from db.store import StaleRace, Store
from db.writing.again import Anew
from records.races import RaceState
from records.values import RaceId
from tests.databases import fresh
from tests.db.samples import BOB, a_faction, a_notice, a_race, an_entry

MIGRATION = importlib.import_module("db.opening.migrations.versions.0021_a_race_opened_anew")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    yield store
    await store.close()


def anew(old: RaceId) -> Anew:
    race = msgspec.structs.replace(a_race(), again_of=old, thread=7)
    return Anew(race, [a_faction(1)], [an_entry(1, "red", 1)], [a_notice(RaceId(0), kind="panel")])


async def test_all_of_it_is_kept_once(store: Store) -> None:
    old = await store.races.add(a_race())

    number = await store.again.add(anew(old))

    with pytest.raises(StaleRace):
        await store.again.add(anew(old))
    field = await store.index.field(number)
    assert field is not None
    assert (field[0].again_of, field[0].thread, len(field[1]), len(field[2])) == (old, 7, 1, 1)
    assert [(each.kind, each.race) for each in await store.outbox.of_race(number)] == [("panel", number)]
    assert await store.again.opened_after(old) == number
    assert await store.again.opened_after(number) is None


async def test_after_one_that_was_called_off_there_may_be_another(store: Store) -> None:
    old = await store.races.add(a_race())
    first = await store.again.add(anew(old))
    await store.races.set(first, state="cancelled")

    assert await store.again.opened_after(old) is None
    second = await store.again.add(anew(old))
    assert await store.again.opened_after(old) == second


async def test_who_cannot_be_kept_keeps_all_the_rest_away(store: Store) -> None:
    old = await store.races.add(a_race())
    twice = msgspec.structs.replace(a_race(), again_of=old)

    with pytest.raises(Exception, match=r"(?i)unique"):
        await store.again.add(Anew(twice, [a_faction(1), a_faction(1)], [], []))

    assert await store.again.opened_after(old) is None
    assert await store.index.field(RaceId(old + 1)) is None


async def migrated(store: Store, *, back: bool = False) -> None:
    def steps(connection: Connection) -> None:
        with Operations.context(MigrationContext.configure(connection)):
            if back:
                MIGRATION.downgrade()
            else:
                MIGRATION.upgrade()

    await store._writer.run(steps)


@pytest.mark.parametrize(
    ("state", "entered", "counts"),
    [
        ("lobby", True, True),
        ("lobby", False, False),  # its people never came in: they come into a new one
        ("running", True, True),
        ("finished", True, True),
        ("cancelled", False, False),
    ],
)
async def test_races_that_were_opened_by_earlier_versions_are_known(
    store: Store, state: RaceState, entered: bool, counts: bool
) -> None:
    old, new = [await store.races.add(a_race()) for _ in range(2)]
    if entered:
        await store.lobbies.enter(new, [a_faction(1, BOB)], [an_entry(1, "red", 1)])
    await store.races.set(new, state=state)
    await migrated(store, back=True)
    await store.memory.set(f"again {old}", str(new))
    await store.memory.set("tree", "one")

    await migrated(store)

    assert await store.again.opened_after(old) == (new if counts else None)
    assert await store.memory.get(f"again {old}") is None
    assert await store.memory.get("tree") == "one"


async def test_an_earlier_version_knows_them_by_their_key(store: Store) -> None:
    old = await store.races.add(a_race())
    new = await store.again.add(anew(old))

    await migrated(store, back=True)

    assert await store.memory.get(f"again {old}") == str(new)
    await migrated(store)
    assert await store.again.opened_after(old) == new
