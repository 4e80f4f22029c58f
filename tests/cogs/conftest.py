"""A world for each test, or two."""

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cogs.panels.bets import tickets
from tests.at_once import at_once
from tests.cogs.arena import Arena, sketch
from tests.cogs.forum import Forum
from tests.kept import allow
from tests.undrawn import DRAWN


@pytest.fixture
async def arena(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Arena]:
    arena = Arena(tmp_path / "races.sqlite3", draws=request.node.get_closest_marker("drawn") is not None)
    await arena.circus.open()
    yield arena
    await arena.close()


@pytest.fixture
def forum(arena: Arena) -> Forum:
    return Forum(arena)


@pytest.fixture
async def alike(tmp_path: Path) -> AsyncIterator[Callable[[int], Awaitable[list[Arena]]]]:
    """Yield what opens so many worlds, all alike."""
    numbers = itertools.count()

    async def opened(how_many: int) -> list[Arena]:
        found = [Arena(tmp_path / f"{next(numbers)}.sqlite3") for _ in range(how_many)]
        for world in found:
            await world.circus.open()
            stack.push_async_callback(world.close)
        return found

    async with AsyncExitStack() as stack:
        yield opened


@pytest.fixture
async def worlds(alike: Callable[[int], Awaitable[list[Arena]]]) -> tuple[Arena, Arena]:
    one, other = await alike(2)
    return one, other


@pytest.fixture(autouse=True)
def quick(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make tests cheap.

    Nothing is drawn for a test that looks at no picture. Transactions need no threads, and worlds that were played are
    kept. However slow the machine is, forms say all that they can.
    """
    draws = request.node.get_closest_marker("drawn") is not None
    with pytest.MonkeyPatch.context() as patched:
        for where, name in () if draws else DRAWN:
            patched.setattr(where, name, sketch)
        patched.setattr(tickets, "READ_WITHIN", 60.0)
        at_once(patched)
        allow(is_allowed="monkeypatch" not in request.fixturenames)
        yield
        allow(is_allowed=False)
