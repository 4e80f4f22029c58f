"""A race of the Epic edition as people see it: chosen in the panel, bet on, killed once, told with its own figures."""

import asyncio
import random
from pathlib import Path

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.bettor import WIN
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import Opened, entered, opened, require_clean, stories, story_text
from tests.e2e.test_killed import kill_now_and_then
from words.circus_maximus.builds import BUILDS


async def begun(arena: Arena) -> Opened:
    """Let Ana open a race of one lap, choose the Epic edition in the panel, and begin it with Ben and the house."""
    race = await opened(arena)
    lobby = await arena.ana.wait_for(is_panel, channel=race.thread)
    panel = (await arena.ana.press(lobby, "Options")).message
    assert panel
    await arena.ana.choose(panel, ["epic"], custom_id=f"option:{race.id}:edition")
    await arena.ana.wait_for(lambda each: each["id"] == panel["id"] and "Epic edition" in text_of(each))
    await entered(race, (arena.ana, arena.ben))
    assert (
        "taken"
        in (await arena.ana.run("host race", what="fill", channel=race.thread, drivers=2, temperament="brute")).text
    )
    slip = (await arena.sulla.run("bet place", channel=race.thread, market=WIN, on="1", amount="100")).message
    assert slip
    await arena.sulla.press(slip, "Place")
    await arena.sulla.wait_for(lambda each: each["id"] == slip["id"] and "icket 1" in text_of(each))
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
    return race


@pytest.mark.slow
async def test_an_epic_race_with_a_bet_survives_a_kill_and_tells_its_own_figures(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="epic", is_forked=True) as arena:
        race = await begun(arena)
        players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben")]
        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players, patience=200))
            killer = group.create_task(kill_now_and_then(arena, players, random.Random(1), 1))
        assert killer.result() == 1
        await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in str(each), channel=race.thread)
        await arena.all_told(race.id)

        lines = "\n".join(story_text(await stories(arena, race)))
        asked = "\n".join(text_of(each["message"]) for each in arena.ana.frames if each["type"] == "message")
        advice = asked.split("Prepare your chariot")[1].split("No answer?")[0]
        assert all(build.good_for in advice for build in BUILDS)
        assert "Wins" not in advice
        assert "at least 1 is left. (rule II.8.4.3)" in asked
        assert "### Turn 1" in lines
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}
        assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=race.thread)).text
        await require_clean(arena, "no_answer")
