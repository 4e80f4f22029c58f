"""Chariots of Rome from end to end: by daily orders with a bot that is killed, and a series of two."""

import asyncio
import re
from pathlib import Path

import pytest

from engine.chariots_of_rome.data import COLOURS
from sandbox.client import text_of
from tests.e2e.arena import PEOPLE, Arena, is_panel
from tests.e2e.player import Player, play_together, times_asked
from tests.e2e.races import require_clean, started
from tests.e2e.test_chariot_race import require_told
from tests.e2e.test_cup import TITLE, over, told_standings

GAME = {"game": "chariots-of-rome", "preset": "first race"}

KILLED_AT = (3, 9, 15)
"""How many answers the bot has taken when it is killed."""


async def kill(arena: Arena, players: list[Player]) -> None:
    """Kill the bot each time that so many answers are taken, and start it again."""
    for count in KILLED_AT:
        await arena.ana.until(lambda: sum(each.taken for each in players) >= count or None, 60.0, "answers")  # noqa: B023
        assert not any(each.is_over for each in players), "the race is too short for so many kills"
        await arena.restart_bot()


@pytest.mark.slow
async def test_a_daily_race_of_six_goes_on_after_three_kills(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="forum", people=(*PEOPLE, "Tullia"), is_forked=True) as arena:
        people = [arena.people[name] for name in PEOPLE]
        race = await started(arena, people=people, rivals=2, colours=COLOURS, pace="daily", **GAME)
        players = [Player(visitor, name) for name, visitor in zip(PEOPLE, people, strict=True)]

        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players))
            group.create_task(kill(arena, players))

        await require_told(arena, race, "no_answer")  # pressed as the bot was killed
        assert "order" in {each.by for each in (await arena.kept(race.id)).inputs}
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}


@pytest.mark.slow
async def test_a_series_of_two_adds_up_its_points(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="series", is_forked=True) as arena:
        opened = await arena.ana.run("cup new", title=TITLE, races=2, pace="daily", **GAME)
        assert "a cup of 2 races, is open" in opened.text
        for number in (1, 2):
            thread = await arena.ana.wait_for_thread(f"{TITLE} · race {number} of 2")
            if number == 1:
                await arena.ana.wait_for(is_panel, channel=thread)
                for visitor in (arena.ana, arena.ben):
                    assert "You are in" in (await visitor.run("cup join", channel=thread)).text
            players = [Player(each, name, since=len(each.frames)) for name, each in list(arena.people.items())[:2]]
            assert "has begun" in (await arena.ana.run("race start", channel=thread)).text
            await play_together(*players)
            await over(arena, thread)
            if number == 1:
                assert "is open" in (await arena.ana.run("cup next", channel=thread)).text

        (told,) = await told_standings(arena, thread)
        table = re.findall(r"^\d\. .*points?\*\*.*$", text_of(told), re.MULTILINE)
        assert len(table) == 2
        shown = (await arena.cato.run("cup standings", channel=thread)).text
        assert all(line in shown for line in table)
        await require_clean(arena)
