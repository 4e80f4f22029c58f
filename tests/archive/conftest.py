"""Circuses that take up databases of earlier versions."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from engine.rulesets import RULESETS
from tests.archive.files import unpacked
from tests.at_once import at_once
from tests.steward.circus import Circus

Opened = Callable[..., Awaitable[Circus]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do transactions without threads."""
    at_once(monkeypatch)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Opened]:
    """Give what opens a database of the archive, with a clock that goes on where its races stood."""
    circuses: list[Circus] = []

    async def open_one(name: str, **changed: Any) -> Circus:
        circus = Circus(unpacked(name, tmp_path), **{"rulesets": RULESETS, **changed})
        circuses.append(circus)
        circus.clock.now = 1_790_100_000.0
        return await circus.open()

    yield open_one
    for circus in circuses:
        await circus.close()
