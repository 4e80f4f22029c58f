"""What a race costs that waits, and a turn of one that does not: ``python -m bench.waiting``.

docs/scale.md rests on it. The races of :mod:`bench.many` are taken up first; then nothing falls due for a minute; then
a turn of each busy race does. All in time of processors, since how long it takes depends on what else the machine does.
"""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from time import time

from bench import many
from bench.crowd import _Clock, _memory, _populate, _put
from tests.e2e.arena import Arena

LOOKS, QUIET, LONGEST = 5.0, 0.25, 480.0
"""Seconds between two looks whether all are taken up; the seconds of processors between two that say so; how long to
wait for that at most."""

MINUTE, WATCHED = 60.0, 400.0


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        crowd = Path(folder) / "many.sqlite3"
        await _populate(crowd, _Clock())
        many._add_idle(crowd)
        async with Arena(Path(folder) / "arena", people=many.PEOPLE) as arena:
            arena.kill_bot()
            await arena.control.wait_until_online(60, online=False)
            _put(crowd, arena.database)
            many._make_busy(arena, await many._threads(arena))
            print(f"{arena.database.stat().st_size / 1e6:.0f} MB of database", flush=True)
            await arena.start_bot()
            await _watch(arena)


async def _watch(arena: Arena) -> None:
    races, begun = many.IDLE + many.BUSY, time()
    before = used = many._processor(arena.bot_pid)
    await asyncio.sleep(LOOKS)
    while (now := many._processor(arena.bot_pid)) - used > QUIET and time() - begun < LONGEST:
        used = now
        await asyncio.sleep(LOOKS)
    print(f"{races} races taken up: {now - before:.1f} s, {_memory(arena.bot_pid):.0f} MiB", flush=True)
    await asyncio.sleep(MINUTE)
    print(f"a minute without a turn: {many._processor(arena.bot_pid) - now:.2f} s", flush=True)
    many.WATCHED = WATCHED
    found = await many._told(arena)
    print(f"{found['played']} turns played, {found['told']} told: {found['in_all']:.1f} s", flush=True)
    print(f"all of them played after {found['processor']:.1f} s; {_memory(arena.bot_pid):.0f} MiB", flush=True)
    with closing(sqlite3.connect(arena.database, timeout=30)) as connection:
        posted = connection.execute("SELECT count(*) FROM outbox WHERE state = 'sent'").fetchone()
    print(f"{posted[0]} posts in all", flush=True)


if __name__ == "__main__":
    asyncio.run(main())
