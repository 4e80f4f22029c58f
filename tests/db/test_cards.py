"""Which writes ask for an edit of a card."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from records.values import RaceId
from tests.databases import fresh
from tests.db.samples import a_batch, a_notice, a_race


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    yield store
    await store.close()


async def asked(store: Store, race: RaceId) -> int:
    """Return how many notices about a card wait."""
    return len([each for each in await store.outbox.of_race(race) if each.kind == "card"])


async def opened(store: Store, **values: object) -> RaceId:
    """Keep a race that has a card, and a thread, unless it is said otherwise."""
    race = await store.races.add(a_race(**{"thread": 3, "card": 0, **values}))
    assert await asked(store, race) == 0
    return race


async def test_a_batch_that_draws_the_panel_anew_edits_the_card(store: Store) -> None:
    race = await opened(store)

    await store.write(a_batch(race, notices=(a_notice(race, kind="panel"),)))
    assert await asked(store, race) == 1

    await store.write(a_batch(race, 1, notices=(a_notice(race, kind="panel"),)))
    assert await asked(store, race) == 1  # it waits already


async def test_a_batch_of_which_nobody_else_is_told_edits_no_card(store: Store) -> None:
    race = await opened(store)

    await store.write(a_batch(race))

    assert await asked(store, race) == 0


@pytest.mark.parametrize("values", [{"card": None}, {"thread": None}], ids=["from before", "without a thread"])
async def test_a_race_without_a_card_is_asked_for_none(store: Store, values: dict[str, object]) -> None:
    race = await opened(store, **values)

    await store.write(a_batch(race, notices=(a_notice(race, kind="panel"),)))
    await store.races.set(race, title="Other")

    assert await asked(store, race) == 0


async def test_races_of_a_league_are_told_on_the_card_of_the_league(store: Store) -> None:
    league = await opened(store, is_league=True)
    race = await opened(store, league=league, round=1, card=None)

    await store.races.set(race, title="Other")

    assert (await asked(store, league), await asked(store, race)) == (1, 0)
