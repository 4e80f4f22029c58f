"""A steward of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.steward.circus import Circus


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    yield circus
    await circus.close()
