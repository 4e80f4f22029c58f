"""A fixture and the daily post on the page's server: each date once, whatever moment the bot is killed at.

``QUADRIGA_KILLS=60 QUADRIGA_SEED=5`` kills it sixty times, at other moments with another seed.
"""

import asyncio
import os
import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from db.writing.fixtures import LEASE
from records.fixtures import Kept
from records.limits import DAY, HOUR
from records.values import FixtureId
from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, is_card
from tests.e2e.races import require_clean
from tests.e2e.weekdays import MONDAY, arena_on, is_asked

pytestmark = pytest.mark.slow

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
SEED = int(os.environ.get("QUADRIGA_SEED", "1"))
KILLS_A_WEEK = 4
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST = FixtureId(1)
SILENT = 1 << 12


class Weeks:
    """A fixture through some weeks, with kills."""

    def __init__(self, arena: Arena) -> None:
        self.arena, self.luck, self.killed = arena, random.Random(SEED), 0

    async def set_up(self) -> None:
        """Set a fixture up three days ahead, at the hour that begins there."""
        at = (self.arena.now() + 3 * DAY) // HOUR * HOUR
        when = datetime.fromtimestamp(at, UTC)
        day, hour = WEEKDAYS[when.weekday()], f"{when.hour:02}:00"
        told = await self.arena.ana.run("server fixture", day=day, time=hour, pace="moves", zone="UTC")
        assert f"{day} {hour}" in told.text, told.text
        self.next = at

    async def newest(self) -> Kept:
        return (await (await self.arena.store()).fixtures.dates(FIRST, 1))[0]

    async def _through(self, count: int, state: str) -> None:
        """Have what is due be done over some kills; what a killed one has claimed is free again after a while."""
        arena = self.arena
        for _ in range(KILLS_A_WEEK // 2):
            if self.killed < KILLS:
                await asyncio.sleep(self.luck.choice((0.02, 0.1, 0.3)) * self.luck.random())
                await arena.restart_bot()
                self.killed += 1
                await arena.pass_by(LEASE + 1)
        store = await arena.store()
        async with asyncio.timeout(60):
            while True:
                found = await store.fixtures.dates(FIRST, 100)
                if len(found) == count and found[0].state == state:
                    return
                await asyncio.sleep(0.1)
                await arena.pass_by(LEASE / 20)

    async def pass_one(self, number: int, *, comes: bool) -> None:
        """Let a week pass; its race is called off afterwards, so that the next one finds a quiet server."""
        arena = self.arena
        await arena.pass_by(self.next - DAY + 5 - arena.now())
        await self._through(number, "lobby")
        race = str((await self.newest()).race)
        if comes:
            card = await arena.ben.wait_for(lambda each: f"fixture-month:{race}" in str(each) and is_card(each))
            assert "No race of this month is over yet" in (await arena.ben.press(card, "Month")).text
            assert "You are in" in (await arena.ben.run("race join", race=race)).text
        await arena.pass_by(self.next + 5 - arena.now())
        await self._through(number, "running" if comes else "cancelled")
        if comes:
            form = await arena.ana.run("host race", what="cancel", race=race)
            await arena.ana.submit(form.modal, {"reason": "Enough"})
        await arena.until_quiet(0.5)
        self.next += 7 * DAY


async def cards(arena: Arena) -> list[Json]:
    channel = str(arena.ana.channel("races")["id"])
    return [each for each in await arena.posts(channel) if is_card(each) or "Called off" in text_of(each)]


async def test_a_fixture_keeps_its_hours_over_kills(tmp_path: Path) -> None:
    async with Arena(tmp_path, has_clock=True, is_forked=True, has_threads=True) as arena:
        weeks = Weeks(arena)
        await weeks.set_up()
        count = -(-KILLS // KILLS_A_WEEK)
        for week in range(1, count + 2):
            await weeks.pass_one(week, comes=week % 3 != 2)
        assert weeks.killed == KILLS
        dates = await (await arena.store()).fixtures.dates(FIRST, 100)
        assert len(dates) == len({each.day for each in dates}) == count + 1
        assert len(await cards(arena)) == count + 1, "each date has one card in the channel"
        passed = [each for each in dates if each.is_passed]
        assert len(passed) == len([week for week in range(1, count + 2) if week % 3 == 2])
        await require_clean(arena)


async def test_the_daily_post_comes_once_without_a_sound_and_can_be_driven(tmp_path: Path) -> None:
    async with arena_on(MONDAY, tmp_path, has_threads=True) as arena:
        channel = str(arena.ana.channel("races")["id"])
        assert "one silent post a day" in (await arena.ana.run("server daily")).text
        post = await arena.ben.wait_for(lambda each: "of the day" in text_of(each), channel=channel)
        assert post["flags"] & SILENT
        assert "Nobody here drove yesterday" not in text_of(post), "there was no post yesterday"

        await arena.ben.press(post, "Drive it")
        await arena.ben.wait_for(is_asked)
        for _ in range(3):
            await arena.restart_bot()
        await arena.pass_by(2 * DAY)
        await arena.restart_bot()
        async with asyncio.timeout(60):
            while len(posts := [each for each in await arena.posts(channel) if "of the day" in text_of(each)]) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
        await arena.until_quiet(1)
        assert len({text_of(each).split(" · ")[0] for each in posts}) == len(posts) == 2

        for shown, says in (
            ("Month", "Days count here"),
            ("Hall", "Days count here"),
            ("Proof", "python -m conformance"),
        ):
            assert says in (await arena.ben.press(posts[-1], shown)).text
        assert "no more" in (await arena.ana.run("server daily", post=False)).text
        await require_clean(arena)
