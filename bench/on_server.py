"""An answer stored on PostgreSQL, and the room that a race takes: ``python -m bench.on_server``.

docs/scale.md rests on it. The server is one of its own, as in the tests. Time is that of processors, of the program and
of all processes of the server.
"""

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import psycopg

from bench.many import _processor
from bench.storage import _again, _played, _rows, _steward
from db.store import Store
from tests import servers

RUNS, RACES = 8, 5
"""How often so many races are kept."""


async def main() -> None:
    servers.plan()
    try:
        await _measure()
    finally:
        servers.clear_away()


async def _measure() -> None:
    database = servers.database_called("on_server")
    servers.make_empty(database)
    with tempfile.TemporaryDirectory() as folder:
        plain = Store(Path(folder) / "races.sqlite3")
        steward = _steward(plain)
        await steward.open()
        played = await _played(steward, plain)
        await steward.close()
    store = Store(database.address.render_as_string(hide_password=False))
    await store.open()
    where: dict[str, Any] = {
        "host": str(servers.folder()),
        "user": servers.USER,
        "dbname": str(database.address.database),
    }
    with psycopg.connect(**where, autocommit=True) as way:
        server = int((servers.folder() / "data" / "postmaster.pid").read_text().split()[0])
        before, ours, its = _size(way), [], []
        for _ in range(RUNS):
            races = [await _again(store, played) for _ in range(RACES)]
            here, there = process_time(), _processor(server)
            for batches in races:
                for batch in batches:
                    await store.write(batch)
            answers = RACES * len(played)
            ours.append((process_time() - here) * 1000 / answers)
            its.append((_processor(server) - there) * 1000 / answers)
        size = (_size(way) - before) / (RUNS * RACES)
    rows = sum(len(values) for batch in played for _, values in _rows(batch))
    await store.close()
    print(f"{len(played)} answers and {rows} rows a race; {size / 1000:.0f} kB a race with its indexes")
    print(f"an answer: {median(ours):.2f} ms of the program, {median(its):.2f} ms of the server")


def _size(way: psycopg.Connection[tuple[int]]) -> int:
    found = way.execute("SELECT pg_database_size(current_database())").fetchone()
    assert found is not None
    return found[0]


if __name__ == "__main__":
    asyncio.run(main())
