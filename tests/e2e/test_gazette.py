"""The gazette on the page's server: one silent post a week, whatever moment the bot is killed at."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from records.values import PlayerId
from sandbox.client import text_of
from sandbox.errors import Json
from steward.gazette.weeks import hour_of, latest_issue
from tests.e2e.arena import Arena
from tests.e2e.races import require_clean
from tests.e2e.test_fixture import SILENT
from tests.pasts import a_summary, keep

pytestmark = pytest.mark.slow

WEEK = 7 * 86_400.0
ANA, BEN = PlayerId(101), PlayerId(102)


async def issues(arena: Arena, channel: str) -> list[Json]:
    return [each for each in await arena.posts(channel) if "Gazette of the week" in text_of(each)]


async def test_a_gazette_comes_once_a_week_without_a_sound_over_kills(tmp_path: Path) -> None:
    async with Arena(tmp_path, has_clock=True, is_forked=True, has_threads=True) as arena:
        races = arena.ana.channel("races")
        channel, store = str(races["id"]), await arena.store()
        assert "one silent post a week" in (await arena.ana.run("server settings", gazette=True)).text
        (board,) = await store.gazettes.boards()
        for week in range(3):
            at = hour_of(latest_issue(arena.now(), "UTC") + 7, "UTC")
            where = {"guild": board.guild, "channel": int(channel), "thread": None}
            if week != 1:
                await keep(store, a_summary(1 + week, ANA, BEN, at=at - 3600, began=at - 7200, **where))
            await arena.pass_by(at + 5 - arena.now())
            for pause in (0.02, 0.1):
                await asyncio.sleep(pause)
                await arena.restart_bot()
            async with asyncio.timeout(60):
                while (board.number, board.post is None) != (latest_issue(at, "UTC"), False):
                    await asyncio.sleep(0.05)
                    (board,) = await store.gazettes.boards()
            await arena.until_quiet(0.5)
            assert len(await issues(arena, channel)) == (1, 1, 2)[week], "none in the week without a race"
        for post in await issues(arena, channel):
            assert post["flags"] & SILENT
            assert post["mentions"] == []
            assert "gazette-" in str(post)
        told = datetime.fromtimestamp(at, UTC)
        assert f"to {told.day} {told:%B}" in text_of((await issues(arena, channel))[-1])
        assert "Gazette: off" in (await arena.ana.run("server settings", gazette=False)).text
        await require_clean(arena)
