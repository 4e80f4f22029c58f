"""Ten thousand idle races and five hundred busy ones in one program: the first press after a start, and memory.

The races are copies, as in :mod:`bench.crowd`. Idle ones wait for an answer for weeks; of the busy ones, each in a
thread of its own, a turn falls due at once, and is played, drawn and told. All that is counted in time of processors:
how long it takes depends on what else the machine does.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from math import inf
from pathlib import Path
from time import time

import aiohttp

from bench.crowd import DAY, NOW, SEATS, _Clock, _copy, _memory, _populate, _put
from bench.figures import Figure
from bench.interactions import CALLBACK, milliseconds
from tests.e2e.arena import Arena

IDLE, BUSY = 10_000, 500
MOST_MIB, MOST_FIRST_PRESS = 500.0, 5.0
MOST_PROCESSOR = 120.0
"""Seconds of processors that all turns may take: on one that is free they are played within two minutes."""

WATCHED = 600.0
"""Seconds after the turns fell due, for which the program is watched at most."""

PEOPLE = ("Ana", "Ben", "Cato", "Sulla", "Nero")
"""The first four are in each busy race, so they are on its server; the last one presses."""

_MAKE_DUE = "UPDATE deadline SET at = ? WHERE race IN (SELECT id FROM race ORDER BY id LIMIT ?)"
_WRITTEN = "UPDATE race SET revision = revision + 1 WHERE id IN (SELECT id FROM race ORDER BY id LIMIT ?)"
"""As each write does: who has a race in memory reads it anew, with the deadlines that it now has."""
_STANDS = "SELECT id, seq FROM race ORDER BY id LIMIT ?"
_UNTOLD = """
SELECT race FROM outbox WHERE state IN ('new', 'sending') AND kind = 'story'
    AND race IN (SELECT id FROM race ORDER BY id LIMIT ?)
"""


def figures() -> list[Figure]:
    """Measure a start with all these races, and what becomes of all turns that are due."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "many.sqlite3"
        asyncio.run(_populate(path, _Clock()))
        _add_idle(path)
        found = asyncio.run(_run(Path(folder) / "arena", path))
    name = f"{IDLE:,} idle and {BUSY} busy races"
    return [
        Figure(f"{name}: first answer to a press after a start", found["press"], "s", at_most=MOST_FIRST_PRESS),
        Figure(f"{name}: from the start of the program until people can press", found["online"], "s"),
        Figure(f"{name}: the first of {BUSY} turns that were due at once is played", found["first"], "s"),
        Figure(f"{name}: turns that are played", found["played"], "turns", at_least=BUSY),
        Figure(f"{name}: processor time until they are", found["processor"], "s", at_most=MOST_PROCESSOR),
        Figure(f"{name}: time until they are, on this machine now", found["elapsed"], "s"),
        Figure(f"{name}: turns that are told as well, when nobody watches any more", found["told"], "turns"),
        Figure(f"{name}: processor time until then", found["in_all"], "s"),
        Figure(f"{name}: memory at most", found["memory"], "MiB", at_most=MOST_MIB),
    ]


def _add_idle(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        (first,) = connection.execute(
            "SELECT min(id) FROM race"
        ).fetchone()  # in its first turn: it has the fewest rows
        for number in range(IDLE):
            _copy(connection, first, 100_000 + SEATS * number)
        connection.execute("UPDATE deadline SET at = ?, remind_at = NULL", (NOW + 400 * DAY,))
        connection.execute("UPDATE outbox SET state = 'sent'")
        connection.execute("UPDATE player SET dms = 'refused'")  # their accounts are not on the server
        connection.commit()


async def _run(folder: Path, crowd: Path) -> dict[str, float]:
    async with Arena(folder, people=PEOPLE) as arena:
        arena.kill_bot()
        await arena.control.wait_until_online(60, online=False)
        _put(crowd, arena.database)
        _make_busy(arena, await _threads(arena))
        await arena.control.forget_requests()
        begun = time()
        await arena.start_bot()
        online = time() - begun
        outcome = await arena.people[PEOPLE[-1]].run("order", timeout=60)
        assert outcome.state == "answered", outcome
        (press, *_) = [each for each in await arena.control.requests() if each["route"] == CALLBACK]
        told = await _told(arena)
        return {
            "press": milliseconds(press) / 1000,
            "online": online,
            **told,
            "memory": _memory(arena.bot_pid),
        }


async def _threads(arena: Arena) -> list[int]:
    """Open a thread for each busy race, as the bot."""
    api, channel = arena.addresses["api_base"], arena.addresses["channels"]["races"]
    headers = {"Authorization": f"Bot {arena.addresses['bot_token']}"}
    found = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(BUSY):
            body = {"name": f"Ludi {number}", "type": 11}
            async with session.post(f"{api}/channels/{channel}/threads", json=body) as answer:
                found.append(int((await answer.json())["id"]))
    return found


def _make_busy(arena: Arena, threads: Sequence[int]) -> None:
    """Put all races on the server that is there, and so many into threads of their own, with people of that server."""
    guild, channel = int(arena.addresses["guild_id"]), int(arena.addresses["channels"]["races"])
    people = [int(arena.addresses["users"][name]["id"]) for name in PEOPLE[:SEATS]]
    with closing(sqlite3.connect(arena.database)) as connection:
        connection.execute("UPDATE race SET guild = ?", (guild,))
        races = [row[0] for row in connection.execute("SELECT id FROM race ORDER BY id LIMIT ?", (BUSY,))]
        for race, thread in zip(races, threads, strict=True):
            values = (channel, thread, people[0], race)
            connection.execute("UPDATE race SET channel = ?, thread = ?, host = ?, panel = NULL WHERE id = ?", values)
            _seat(connection, race, people)
        for number, name in zip(people, PEOPLE, strict=False):
            connection.execute(
                "INSERT OR REPLACE INTO player (player, name, dms) VALUES (?, ?, 'refused')", (number, name)
            )
        connection.commit()


def _seat(connection: sqlite3.Connection, race: int, people: Sequence[int]) -> None:
    """Put other people into the places of a race."""
    seats = "SELECT player FROM faction WHERE race = ? AND player IS NOT NULL ORDER BY faction"
    for new, (old,) in zip(people, connection.execute(seats, (race,)).fetchall(), strict=True):
        for table in ("faction", "input", "outbox"):
            connection.execute(f"UPDATE {table} SET player = ? WHERE race = ? AND player = ?", (new, race, old))


async def _told(arena: Arena) -> dict[str, float]:
    """Let a turn of each busy race fall due; watch how they are played and told."""
    with closing(sqlite3.connect(arena.database, timeout=30)) as connection:
        before = dict(connection.execute(_STANDS, (BUSY,)).fetchall())
        due, used, took, told = time(), _processor(arena.bot_pid), 0.0, 0
        found = {"first": WATCHED, "played": 0.0, "processor": inf, "elapsed": WATCHED}
        connection.execute(_MAKE_DUE, (due, BUSY))
        connection.execute(_WRITTEN, (BUSY,))
        connection.commit()
        while told < BUSY and took < WATCHED:
            await asyncio.sleep(0.2)
            took = time() - due
            played = {race for race, seq in connection.execute(_STANDS, (BUSY,)).fetchall() if seq > before[race]}
            told = len(played - {row[0] for row in connection.execute(_UNTOLD, (BUSY,)).fetchall()})
            if played and not found["played"]:
                found["first"] = took
            if len(played) == BUSY > found["played"]:
                found |= {"processor": _processor(arena.bot_pid) - used, "elapsed": took}
            found["played"] = len(played)
        return {**found, "told": told, "in_all": _processor(arena.bot_pid) - used}


def _processor(pid: int) -> float:
    """Return the seconds of processors that a process has used, and those that it has started."""
    used = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    children = {
        each for task in Path(f"/proc/{pid}/task").iterdir() for each in (task / "children").read_text().split()
    }
    return sum(map(int, used)) / os.sysconf("SC_CLK_TCK") + sum(_processor(int(each)) for each in children)
