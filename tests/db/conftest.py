"""A database file of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests.databases import fresh


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    yield store
    await store.close()
