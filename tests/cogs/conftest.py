"""A world for each test, or two."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.panels.bets import tickets
from tests.cogs.arena import Arena, sketch
from tests.undrawn import DRAWN


@pytest.fixture
async def arena(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Arena]:
    arena = Arena(tmp_path / "races.sqlite3", draws=request.node.get_closest_marker("drawn") is not None)
    await arena.circus.open()
    yield arena
    await arena.close()


@pytest.fixture
async def worlds(tmp_path: Path) -> AsyncIterator[tuple[Arena, Arena]]:
    one, other = (Arena(tmp_path / f"{name}.sqlite3") for name in ("one", "other"))
    for world in (one, other):
        await world.circus.open()
    yield one, other
    for world in (one, other):
        await world.close()


@pytest.fixture(autouse=True)
def sketches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn for a test that looks at no picture."""
    if request.node.get_closest_marker("drawn") is None:
        for where, name in DRAWN:
            monkeypatch.setattr(where, name, sketch)


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, forms say all that they can."""
    monkeypatch.setattr(tickets, "READ_WITHIN", 60.0)
