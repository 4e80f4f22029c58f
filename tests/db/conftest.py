"""A database file of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests.databases import put_empty


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    path = tmp_path / "races.sqlite3"
    await put_empty(path)
    store = Store(path)
    await store.open()
    yield store
    await store.close()
