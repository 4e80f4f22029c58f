"""Ten thousand idle races and five hundred busy ones in one program: the first press after a start, and memory.

The races are copies, as in :mod:`bench.crowd`. Idle ones wait for an answer for weeks; of the busy ones, each in a
thread of its own, a turn falls due at once, and is played, drawn and told.
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import time

import aiohttp

from bench.crowd import DAY, NOW, SEATS, _Clock, _copy, _memory, _populate, _put
from bench.figures import Figure
from bench.interactions import CALLBACK, milliseconds
from tests.e2e.arena import Arena

IDLE, BUSY = 10_000, 500
MOST_MIB, MOST_FIRST_PRESS = 500.0, 5.0
WATCHED = 120.0
"""Seconds after the turns fell due, for which the program is watched: drawing them all takes longer on few cores."""

_MAKE_DUE = "UPDATE deadline SET at = ? WHERE race IN (SELECT id FROM race ORDER BY id LIMIT ?)"
_STANDS = "SELECT id, seq FROM race ORDER BY id LIMIT ?"


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
        Figure(f"{name}: played in {WATCHED / 60:.0f} minutes", found["played"], "turns", at_least=BUSY),
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
        connection.execute("ANALYZE")


async def _run(folder: Path, crowd: Path) -> dict[str, float]:
    async with Arena(folder) as arena:
        arena.kill_bot()
        await arena.control.wait_until_online(60, online=False)
        _put(crowd, arena.database)
        _make_busy(arena, await _threads(arena))
        await arena.control.forget_requests()
        begun = time()
        await arena.start_bot()
        online = time() - begun
        outcome = await arena.ana.run("order", timeout=60)
        assert outcome.state == "answered", outcome
        (press, *_) = [each for each in await arena.control.requests() if each["route"] == CALLBACK]
        first, played = await _played(arena)
        return {
            "press": milliseconds(press) / 1000,
            "online": online,
            "first": first,
            "played": played,
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
    """Put so many races into threads of their own, on the server that is there."""
    guild, channel = int(arena.addresses["guild_id"]), int(arena.addresses["channels"]["races"])
    with closing(sqlite3.connect(arena.database)) as connection:
        races = [row[0] for row in connection.execute("SELECT id FROM race ORDER BY id LIMIT ?", (BUSY,))]
        for race, thread in zip(races, threads, strict=True):
            values = (guild, channel, thread, race)
            connection.execute("UPDATE race SET guild = ?, channel = ?, thread = ?, panel = NULL WHERE id = ?", values)
        connection.commit()


async def _played(arena: Arena) -> tuple[float, float]:
    """Let a turn of each busy race fall due; return the seconds until the first was played, and how many were."""
    with closing(sqlite3.connect(arena.database, timeout=30)) as connection:
        before = dict(connection.execute(_STANDS, (BUSY,)).fetchall())
        due, first, played = time(), WATCHED, 0
        connection.execute(_MAKE_DUE, (due, BUSY))
        connection.commit()
        while played < BUSY and time() < due + WATCHED:
            played = sum(seq > before[race] for race, seq in connection.execute(_STANDS, (BUSY,)).fetchall())
            first = min(first, time() - due) if played else first
            await asyncio.sleep(0.2)
        return first, played
