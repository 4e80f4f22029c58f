"""A race of the Table game as people see it: opened by its preset, killed once, every attack answered in one word."""

import asyncio
import random
from pathlib import Path

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import entered, opened, require_clean, stories, story_text
from tests.e2e.test_killed import kill_now_and_then


@pytest.mark.slow
async def test_a_race_of_the_table_game_survives_a_kill_and_is_told_by_its_cards(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="table", is_forked=True) as arena:
        race = await opened(arena, preset="table game")
        lobby = await arena.ana.wait_for(is_panel, channel=race.thread)
        assert "Table game" in text_of(lobby)
        await entered(race, (arena.ana, arena.ben))
        assert (
            "taken"
            in (await arena.ana.run("host race", what="fill", channel=race.thread, drivers=2, temperament="brute")).text
        )
        assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
        players = [Player(arena.ana, "Ana"), Player(arena.ben, "Ben")]
        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players, patience=200))
            killer = group.create_task(kill_now_and_then(arena, players, random.Random(1), 1))
        assert killer.result() == 1
        await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in str(each), channel=race.thread)
        await arena.all_told(race.id)

        lines = "\n".join(story_text(await stories(arena, race)))
        assert "### Turn 1" in lines
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}
        assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=race.thread)).text
        await require_clean(arena, "no_answer")
