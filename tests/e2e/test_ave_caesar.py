"""Ave Caesar from end to end: cards are played by pressing, and the bot is killed in the middle."""

import asyncio

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import require_clean, started, stories, story_text


@pytest.mark.slow
async def test_a_race_is_played_to_its_end_with_a_kill_in_the_middle(arena: Arena) -> None:
    # Given a race of two people and a house driver
    race = await started(arena, people=[arena.ana, arena.ben], rivals=1, game="ave-caesar", preset=None)
    players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben")]

    # When the bot is killed in the middle of it
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(*players))
        await arena.ana.until(lambda: sum(player.taken for player in players) >= 6 or None, 60.0, "six answers")
        await arena.restart_bot()
    await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)

    # Then it came to its result, told once, nobody was asked twice, and all of it can be verified
    lines = story_text(await stories(arena, race))
    assert sum(line.startswith("## 🏆") for line in lines) == 1
    for player in players:
        assert set(times_asked(player.visitor).values()) == {1}
    assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=race.thread)).text
    await require_clean(arena, "no_answer")  # pressed as the bot was killed
