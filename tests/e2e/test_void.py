"""When a race goes back, the posts that told what is void now say so, and keep their words and pictures."""

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from cogs.posts.voiding import PARTLY_VOID, VOID
from db.store import Store
from engine.rulesets import RULESETS
from records.notices import Notice
from records.values import PlayerId, RaceId
from sandbox.client import text_of, urls_of
from steward import Steward
from tests.e2e.arena import Arena
from tests.e2e.player import Player
from tests.e2e.races import require_clean, started, stories


class Nobody:
    """A messenger with nobody to tell: the bot delivers."""

    async def ready(self, _notice: Notice) -> None:
        pass

    async def deliver(self, _notice: Notice) -> str:
        raise AssertionError("the bot delivers")

    async def is_member(self, _guild: int, _player: PlayerId) -> None:
        return None


@asynccontextmanager
async def beside(arena: Arena) -> AsyncIterator[Steward]:
    """Give a steward on the bot's own database."""
    steward = Steward(
        Store(arena.database), clock=time.time, rulesets=RULESETS, scenes={}, messenger=Nobody(), entropy=os.urandom
    )
    await steward.open()
    yield steward
    await steward.close()


@pytest.mark.slow
async def test_posts_of_what_is_void_say_so_on_top(tmp_path: Path) -> None:
    async with Arena(tmp_path, people=("Ana", "Ben", "Sulla"), has_clock=True, is_forked=True) as arena:
        # Given a race of which some phases were told
        race = await started(arena, people=[arena.ana])
        player = Player(arena.ana, "Ana")
        for _ in range(4):
            await player.play_one()
        await arena.ana.wait_for(lambda each: "race-2-" in str(each.get("attachments")), 20, channel=race.thread)
        await arena.all_told(race.id)
        before = {each["id"]: text_of(each) for each in await stories(arena, race)}

        # When the race is taken back to its beginning
        async with beside(arena) as steward:
            await steward.desk.rewind(RaceId(race.id), PlayerId(int(arena.ana.id)), 0, "We begin anew")
        await arena.pass_by(1.0)
        seen = arena.ana.seen
        await arena.ana.until(lambda: all("oid: the race went" in text_of(seen[each]) for each in before) or None, 20)

        # Then each of those posts begins with it, once, and shows all that it showed before
        marked = [each for each in await stories(arena, race) if each["id"] in before]
        assert [each["id"] for each in marked] == list(before)
        for each in marked:
            text = text_of(each)
            assert text.count(VOID) + text.count(PARTLY_VOID) == 1
            assert each["components"][0]["content"] == VOID
            for line in before[each["id"]].splitlines():
                assert line in text
            for url in urls_of(each):
                assert (await arena.ana.read(url)).startswith(b"\x89PNG")

        # and those that tell what holds do not
        for _ in range(4):
            await player.play_one()
        await arena.ana.wait_for(
            lambda each: each["id"] not in before and "race-" in str(each.get("attachments")), 20, channel=race.thread
        )
        fresh = [each for each in await stories(arena, race) if each["id"] not in before]
        assert fresh
        assert all(VOID not in text_of(each) for each in fresh)
        await require_clean(arena)
