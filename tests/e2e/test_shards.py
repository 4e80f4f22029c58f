"""A bot of several shards: each has a session of its own, and a race goes over both."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.e2e.arena import PATIENCE, Arena
from tests.e2e.races import require_clean, started

HASTY = ("cogs.kit.sharded.IDENTIFY_REST", 0.2)
"""Sessions begin one after another all the same."""


@asynccontextmanager
async def on_two(folder: Path) -> AsyncIterator[Arena]:
    """Give an arena whose server is on the second shard of a bot that serves both."""
    async with Arena(folder, is_forked=True, on="1/2", shards="0-1/2", patched=(HASTY,)) as arena:
        await both_there(arena)
        yield arena


async def both_there(arena: Arena) -> None:
    """Wait until both shards have a session."""
    async with asyncio.timeout(PATIENCE):
        while len((await arena.control.gateway_state())["shards"]) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)


async def test_a_race_goes_over_two_shards(tmp_path: Path) -> None:
    async with on_two(tmp_path) as arena:
        race = await started(arena, people=(arena.ana,))
        dm = await arena.ana.dm()
        await arena.ana.wait_for(lambda message: message["channel_id"] == dm["id"])
        assert (await arena.ana.run("order", answer="1/1/1/1", channel=dm)).state == "answered"  # on shard 0
        await arena.ana.run("watch", what="status", channel=race.thread)  # on shard 1

        there = (await arena.control.gateway_state())["shards"]
        assert [each["shard"] for each in there] == [[0, 2], [1, 2]]
        kept = await arena.kept(race.id)
        assert any(each.by == "player" for each in kept.inputs)
        await require_clean(arena)


async def test_shards_that_were_cut_off_come_back(tmp_path: Path) -> None:
    async with on_two(tmp_path) as arena:
        before = await arena.control.gateway_state()
        for action, shard in (("cut", 1), ("drop", 0)):
            assert await arena.control.gateway(action, shard=shard) == 1
            await both_there(arena)
            assert (await arena.ana.run("order")).state == "answered"
            dm = await arena.ana.dm()
            assert (await arena.ana.run("order", channel=dm)).state == "answered"

        after = await arena.control.gateway_state()
        assert (after["resumes"] - before["resumes"], after["identifies"] - before["identifies"]) == (1, 1)
