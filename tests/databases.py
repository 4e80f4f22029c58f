"""Databases for tests: the migrations run once in a process, and each test begins with a copy of what they lead to."""

import tempfile
from pathlib import Path

from db.store import Store

_made: list[bytes] = []
"""The file of a database with its schema and nothing in it, once it is made."""


async def put_empty(path: Path) -> None:
    """Put a database with its schema and nothing in it at *path*, unless there is one."""
    if not _made:
        await _make()
    _put(path)


async def _make() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "empty.sqlite3")
        store = Store(path)
        await store.open()
        await store.close()
        _keep(path)


def _keep(path: Path) -> None:
    _made.append(path.read_bytes())


def _put(path: Path) -> None:
    if not path.exists():
        path.write_bytes(_made[0])
