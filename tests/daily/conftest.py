"""A world of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.daily.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    world = World(tmp_path / "daily.sqlite3")
    await world.store.open()
    yield world
    world.studio.close()
    await world.store.close()
