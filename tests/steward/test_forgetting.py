"""Somebody is forgotten: nothing that is kept leads to them, and nothing of anybody else has changed."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from db.schema.tables import metadata
from records.people import is_former
from records.values import PlayerId
from tests.steward.circus import Circus
from tests.steward.test_mine import ANNA, BERT, CLIO, TITLE, WORDS, over, played, rows

MARKS = {ANNA: (str(ANNA), *WORDS[ANNA], TITLE), BERT: (str(BERT), *WORDS[BERT]), CLIO: (str(CLIO), *WORDS[CLIO])}
"""Numbers, names and words of each; Anna gave the cup its title."""


async def found_of(circus: Circus, player: PlayerId) -> dict[str, object]:
    """Return the columns in which a mark of somebody stands, each with a value."""
    found: dict[str, object] = {}
    for column, value in await rows(circus):
        if any(mark in str(value) for mark in MARKS[player]):
            found.setdefault(str(column), value)
    return found


def files_with(folder: Path, player: PlayerId) -> list[str]:
    """Return the files in which a mark of somebody stands: the database, its log, the list beside it."""
    marks = [mark.encode() for mark in MARKS[player]]
    files = [each for each in folder.rglob("*") if each.is_file()]
    return [str(each) for each in files if any(mark in each.read_bytes() for mark in marks)]


async def of_others(circus: Circus, player: PlayerId) -> dict[str, list[Any]]:
    """Return all rows in which nothing of somebody stands."""
    kept: dict[str, list[Any]] = {}
    for table in sorted(metadata.tables.values(), key=lambda each: each.name):
        every = await circus.store._reader.rows(select(table))
        told = [tuple(row) for row in every]
        kept[table.name] = [row for row in told if not any(mark in str(row) for mark in MARKS[player])]
    return kept


@pytest.mark.parametrize("who", WORDS)
async def test_after_a_race_nothing_leads_to_whom_it_forgot(
    circus: Circus, who: PlayerId, caplog: pytest.LogCaptureFixture
) -> None:
    race = await over(circus)
    assert await found_of(circus, who)
    proof = await circus.steward.log.proof(race)

    await circus.steward.forgetters.forget(who)

    assert await found_of(circus, who) == {}
    assert files_with(circus.path.parent, who) == []
    assert not [each for each in MARKS[who] if each in caplog.text]
    assert await circus.steward.log.proof(race) == proof
    assert (await circus.steward.log.verify(race)).is_sound
    assert (await circus.store.purses.audit()).is_sound


@pytest.mark.parametrize("who", WORDS)
async def test_in_the_middle_of_a_race_the_rest_goes_on_without_them(circus: Circus, who: PlayerId) -> None:
    race = await played(circus)

    await circus.steward.forgetters.forget(who)
    assert await found_of(circus, who) == {}

    for seat in (await circus.steward.race(race)).factions:
        assert seat.at_the_reins is None or not is_former(seat.at_the_reins)
    await circus.play_on(race)
    await circus.steward.chronicler.catch_up()
    assert await found_of(circus, who) == {}
    assert (await circus.steward.log.verify(race)).is_sound
    assert (await circus.store.purses.audit()).is_sound
