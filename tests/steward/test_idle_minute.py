"""What falls due is found without a look at all races: a minute in which nothing does reads as much of few as of many.

It is counted in steps of SQLite's machine, which are as many on a busy computer as on an idle one.
"""

import sqlite3
from collections import Counter

import pytest

from records.people import GoneRecord
from records.values import RaceId
from tests.at_once import connection_of
from tests.db.statements import grown, steps
from tests.steward.circus import EVE, Circus

FEW, MANY = 10, 210
"""Copies of a race under way, and as many of one that is over."""

PARTS = ("faction", "entry", "input", "fact", "scene", "checkpoint", "deadline", "outbox")
DAY, MINUTE = 86_400.0, 60.0


def copied(connection: sqlite3.Connection, race: RaceId, first: int, times: int) -> None:
    """Copy a race with its rows, each time with people of its own, who are known as well."""
    for number in range(first, first + times):
        new = _copy(connection, "race", "id", race, f"thread = {10_000 + number}, panel = NULL")
        for table in PARTS:
            _copy(connection, table, "race", race, "", new)
        for table in ("faction", "input", "outbox"):
            mine = f"UPDATE {table} SET player = player + {1_000 * number} WHERE race = ? AND player IS NOT NULL"
            connection.execute(mine, (new,))
        known = "INSERT OR IGNORE INTO player (player, name) SELECT player, name FROM faction WHERE race = ?"
        connection.execute(f"{known} AND player IS NOT NULL", (new,))


def _copy(
    connection: sqlite3.Connection, table: str, key: str, race: RaceId, changes: str, new: int | None = None
) -> int:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    names = ", ".join(f'"{each}"' for each in columns if each not in ("id", key))
    added, given = (f", {key}", f", {new}") if new is not None else ("", "")
    made = connection.execute(
        f"INSERT INTO {table} ({names}{added}) SELECT {names}{given} FROM {table} WHERE {key} = ?", (race,)
    ).lastrowid
    if changes:
        connection.execute(f"UPDATE {table} SET {changes} WHERE {key} = ?", (made,))
    return made or 0


async def a_minute(circus: Circus) -> Counter[str]:
    """Let a minute pass by, with all looks at what may be due, and return what they read."""
    steward = circus.steward
    circus.clock.pass_by(MINUTE)
    with steps(connection_of(circus.store)) as counted:
        await steward.timekeeper.look()
        await steward.timekeeper._pause()
        await steward.delivery.deliver_due()
        for part in (steward.fixtures, steward.follows, steward.publishing, steward.gazettes, steward.daily_boards):
            await part.look()
    return counted


@pytest.mark.of_sqlite
async def test_a_minute_in_which_nothing_falls_due_reads_no_more_beside_many_races(circus: Circus) -> None:
    over = await circus.race(turns=1)
    await circus.to_the_end(over)
    running = await circus.race()
    await circus.pace(running)
    await circus.deliver()
    await circus.steward.chronicler.catch_up()
    await circus.store.people.note_gone(GoneRecord(guild=1, player=EVE, since=0.0))
    await circus.steward.presence.open()
    await circus.steward.publishing.set(1, 2, is_on=True)
    connection = connection_of(circus.store)
    connection.execute("UPDATE deadline SET at = at + ?, remind_at = NULL", (400 * DAY,))
    circus.clock.pass_by(3 * DAY)  # what has ended is no news any more
    await a_minute(circus)  # what is looked at once an hour
    read = list[Counter[str]]()
    for first, times in ((1, FEW), (1 + FEW, MANY - FEW)):
        copied(connection, over, first, times)
        copied(connection, running, 1_000 + first, times)
        read.append(await a_minute(circus))

    few, many = read
    assert few.total() > 0
    assert grown(few, many) == {}
