"""A database file of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import Store
from tests import on_both
from tests.databases import fresh

database, pytest_generate_tests = on_both.database, on_both.for_each_kind


@pytest.fixture
async def store(tmp_path: Path, database: str) -> AsyncIterator[Store]:
    store = Store(fresh(tmp_path / "races.sqlite3"))
    await store.open()
    yield store
    await store.close()
