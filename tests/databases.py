"""Databases for tests: one is made in each process, then copied, as making one takes longer than most tests."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from db.store import Store


def fresh(path: Path) -> Path:
    """Put an empty database, up to date, at *path*, unless there is one already; return the path."""
    if not path.exists():
        path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as thread:  # here a loop may be running already
        path = Path(folder) / "empty.sqlite3"
        thread.submit(lambda: asyncio.run(_make(path))).result()
        return path.read_bytes()


async def _make(path: Path) -> None:
    store = Store(path)
    await store.open()
    await store.close()
