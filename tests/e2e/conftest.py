"""An arena for each test, and one that the tests of a file share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.arena import Arena


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    async with Arena(tmp_path, is_forked=True) as arena:
        yield arena


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_arena(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Arena]:
    async with Arena(tmp_path_factory.mktemp("arena"), is_forked=True) as arena:
        yield arena
