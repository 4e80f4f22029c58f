"""A duel from end to end: two people plan by pressing, and the bot is killed in the middle."""

import asyncio
import re
from typing import Any

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import entered, opened, require_clean, story_text
from words.arena import story as story_words

OF_RACES = re.compile(r"\b(laps?|chariots?|drivers?|reins|track)\b", re.IGNORECASE)


@pytest.mark.slow
@pytest.mark.parametrize(("pace", "story"), [("moves", "full"), ("now", "turn")])
async def test_a_duel_is_fought_to_its_end_with_a_kill_in_the_middle(arena: Arena, pace: str, story: str) -> None:
    # Given a duel of two people
    given: dict[str, Any] = {"game": "arena", "preset": None, "pace": pace, "story": story}
    duel = await opened(arena, **given)
    await entered(duel, [arena.ana, arena.ben])
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=duel.thread)).text
    players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben")]

    # When the bot is killed in the middle of it
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(*players))
        await arena.ana.until(lambda: sum(player.taken for player in players) >= 4 or None, 60.0, "four answers")
        await arena.restart_bot()
    told = "Result of Ludi" if story == "turn" else story_words.OVER
    await arena.ana.wait_for(lambda each: told in text_of(each), channel=duel.thread)
    await arena.all_told(duel.id)

    # Then it came to its result, told once, nobody was asked twice, and all of it can be verified
    lines = story_text(await arena.posts(duel.thread))
    assert sum(line.startswith(("## 🏆", "## 🏁")) for line in lines) == 1
    for player in players:
        assert set(times_asked(player.visitor).values()) == {1}
    assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=duel.thread)).text
    assert not [line for line in lines if OF_RACES.search(line)]
    await require_clean(arena, "no_answer")  # pressed as the bot was killed
