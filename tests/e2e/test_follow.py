"""Somebody follows a race and a driver, and hears once how it ended, whatever moment the bot is killed at."""

from pathlib import Path

import pytest

from sandbox.client import text_of
from sandbox.errors import Json
from steward.front.follows import GATHERED
from tests.e2e.arena import Arena
from tests.e2e.player import Player, play_together
from tests.e2e.races import require_clean, started

pytestmark = pytest.mark.slow


async def told(arena: Arena) -> list[Json]:
    """Return the messages to Sulla about races that are over."""
    return [each for each in await arena.sulla.messages(await arena.sulla.dm()) if "is over" in text_of(each)]


async def test_a_follower_is_told_once_and_nobody_else_learns_of_it(tmp_path: Path) -> None:
    async with Arena(tmp_path, has_clock=True, is_forked=True, has_threads=True) as arena:
        race = await started(arena, people=(arena.ana, arena.ben), rivals=1, story="turn")
        board = await arena.sulla.run("watch", channel=race.thread)
        assert board.message
        followed = await arena.sulla.press(board.message, "Follow")
        assert "You follow **Ludi**" in followed.text
        listed = await arena.sulla.run("my races")
        assert listed.message
        assert "1. **Ludi**" in (await arena.sulla.press(listed.message, "What I follow")).text

        await play_together(Player(arena.ana, "Ana"), Player(arena.ben, "Ben"))
        await arena.all_told(race.id)
        before = await arena.posts(race.thread)
        for pause in (0.0, 0.05, 0.3):
            await arena.until_quiet(pause)
            await arena.restart_bot()
        await arena.pass_by(GATHERED + 5)
        await arena.restart_bot()
        await arena.sulla.wait_for(lambda each: "is over" in text_of(each), channel=await arena.sulla.dm())
        await arena.restart_bot()
        await arena.until_quiet(1.0)

        (only,) = await told(arena)
        assert "wins" in text_of(only)
        assert "You follow this race" in text_of(only)
        assert len(await arena.posts(race.thread)) == len(before)
        assert not any(arena.sulla.id in str(each) for each in before)
        await require_clean(arena)
