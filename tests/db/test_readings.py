"""What reads the database may be cut off at any moment: no connection is left open."""

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from db.store import Store
from tests.databases import fresh


@pytest.mark.of_sqlite
@pytest.mark.parametrize("read", [lambda store: store.outbox.waiting(), lambda store: store.health()])
async def test_a_read_that_is_cut_off_while_it_connects_leaves_no_connection_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Store], Any]
) -> None:
    store, loop = Store(fresh(tmp_path / "races.sqlite3")), asyncio.get_running_loop()
    still_open: list[Any] = []

    class CuttingOff(sqlite3.Connection):
        """Has the read cut off while its connection is opened."""

        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            still_open.append(self)
            loop.call_soon_threadsafe(reading.cancel)

        def close(self) -> None:
            super().close()
            still_open.remove(self)

    connect = partial(sqlite3.connect, factory=CuttingOff)
    for module in (sqlite3, sqlite3.dbapi2):
        monkeypatch.setattr(module, "connect", connect)
    reading = asyncio.create_task(read(store))
    with pytest.raises(asyncio.CancelledError):
        await reading
    await store.close()

    assert still_open == []
