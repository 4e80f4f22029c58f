"""Chariot Race from end to end: move by move, by pressing, and by orders, a turn a day, with a bot that is killed."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import Opened, alt_texts, entered, require_clean, stories, story_text

OVER = "## 🏆 The race is over"


async def begun(arena: Arena, pace: str, **options: Any) -> Opened:
    """Let Ana open a Chariot Race, Ben enter it, and house drivers fill it to four."""
    outcome = await arena.ana.run(
        "play race", game="chariot-race", title="Lunch", pace=pace, story="full", join=False, **options
    )
    assert "is open" in outcome.text, outcome
    thread = await arena.ana.wait_for_thread("Lunch")
    panel = await arena.ana.wait_for(is_panel, channel=thread)
    found = re.search(r"lobby:join:(\d+)", str(panel["components"]))
    assert found
    race = Opened(int(found[1]), "Lunch", thread)
    await entered(race, (arena.ana, arena.ben))
    assert "taken" in (await arena.ana.run("host race", what="fill", channel=thread, drivers=2)).text
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=thread)).text
    return race


async def require_told(arena: Arena, race: Opened, *forgiven: str) -> None:
    """Fail unless every round is told once, in order, the end once, and all of it can be verified.

    :param forgiven: kinds of problems that the test has caused itself.
    """
    await arena.ana.wait_for(lambda each: is_panel(each) and "· over" in text_of(each), channel=race.thread)
    await arena.all_told(race.id)
    lines = story_text(await stories(arena, race))
    rounds = [int(found[1]) for line in lines if (found := re.match(r"### Round (\d+)", line))]
    assert rounds == list(range(1, len(rounds) + 1))
    assert sum(line.startswith(OVER) for line in lines) == 1
    assert "✅ Everything fits" in (await arena.ana.run("watch", what="verify", channel=race.thread)).text
    await require_clean(arena, *forgiven)


async def test_a_player_alone_presses_a_whole_race_at_pace_live(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="lunch", is_forked=True) as arena:
        await arena.ana.run(
            "play alone", channel="tavern", game="chariot-race", rivals=3, temperament="steady", pace="moves"
        )
        player = Player(arena.ana, "Ana")

        await player.play()

        thread = await arena.ana.wait_for_thread("Practice of")
        results = [alt for alt in alt_texts(await arena.posts(thread)) if alt.startswith("Result of")]
        assert len(results) == 1
        assert [each for each in player.told if "✅" not in each] == []
        await require_clean(arena)


@pytest.mark.slow
async def test_a_daily_race_goes_on_after_a_kill(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="mail", is_forked=True) as arena:
        race = await begun(arena, "turns")
        ana, ben = Player(arena.ana, "Ana"), Player(arena.ben, "Ben")
        await asyncio.gather(ana.until_asked("Round 2"), ben.until_asked("Round 2"))

        await arena.restart_bot()
        await play_together(ana, ben)

        await require_told(arena, race)
        assert "order" in {each.by for each in (await arena.kept(race.id)).inputs}
        for player in (ana, ben):
            assert set(times_asked(player.visitor).values()) == {1}
