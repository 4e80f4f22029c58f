"""A steward of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.steward.betting import LAPS
from tests.steward.circus import Circus


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await Circus(tmp_path / "races.sqlite3").open()
    yield circus
    await circus.close()


@pytest.fixture
async def audited(tmp_path: Path) -> AsyncIterator[Circus]:
    """Give a circus whose money is in balance at the end."""
    circus = await Circus(tmp_path / "bets.sqlite3", rulesets=LAPS).open()
    yield circus
    audit = await circus.steward.wagers.audit()
    assert audit.is_sound, audit
    await circus.close()
