"""Chariots of Rome from end to end: by orders, a turn a day, with a bot that is killed, and a series of two."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.chariots_of_rome.printed.data import COLOURS
from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.arena import PEOPLE, Arena, is_panel
from tests.e2e.player import Deed, Player, play_together, times_asked
from tests.e2e.races import require_clean, started
from tests.e2e.test_chariot_race import require_told
from tests.e2e.test_cup import TITLE, over, told_standings

GAME: dict[str, Any] = {"game": "chariots-of-rome", "preset": "first race"}

KILLED_AFTER = (1, 3, 5)
"""Rounds whose story stands in the thread when the bot is killed."""


class Brisk(Player):
    """Seals what is suggested: each look at an order tries it out again, which takes long."""

    def _orders(self, place: tuple[str, str], menus: list[Json], seal: Json) -> Iterator[Deed]:
        return super()._orders(place, [], seal)


def tells(number: int, message: Json) -> bool:
    return f"### Round {number}" in text_of(message)


async def kill(arena: Arena) -> None:
    """Kill the bot as soon as each of some rounds is told, and start it again."""
    for number in KILLED_AFTER:
        await arena.ana.wait_for(partial(tells, number), timeout=60.0)
        await arena.restart_bot()


@pytest.mark.slow
async def test_a_daily_race_of_six_goes_on_after_three_kills(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="forum", people=(*PEOPLE, "Tullia"), is_forked=True) as arena:
        people = [arena.people[name] for name in PEOPLE]
        race = await started(arena, people=people, rivals=2, colours=COLOURS, pace="turns", **GAME)
        players = [Player(people[0], "Ana"), *(Brisk(each, each.id) for each in people[1:])]

        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players))
            group.create_task(kill(arena))

        await require_told(arena, race, "no_answer")  # pressed as the bot was killed
        assert "order" in {each.by for each in (await arena.kept(race.id)).inputs}
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}


@pytest.mark.slow
async def test_a_series_of_two_adds_up_its_points(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="series", is_forked=True) as arena:
        opened = await arena.ana.run("cup new", title=TITLE, races=2, pace="turns", **GAME)
        assert "a cup of 2 races, is open" in opened.text
        for number in (1, 2):
            thread = await arena.ana.wait_for_thread(f"{TITLE} · race {number} of 2")
            if number == 1:
                await arena.ana.wait_for(is_panel, channel=thread)
                for visitor in (arena.ana, arena.ben):
                    assert "You are in" in (await visitor.run("cup join", channel=thread)).text
            players = [Brisk(each, name, since=len(each.frames)) for name, each in list(arena.people.items())[:2]]
            assert "has begun" in (await arena.ana.run("host race", what="start", channel=thread)).text
            await play_together(*players)
            await over(arena, thread)
            if number == 1:
                assert "is open" in (await arena.ana.run("host cup", what="next", channel=thread)).text

        (told,) = await told_standings(arena, thread)
        table = re.findall(r"^\d\. .*points?\*\*.*$", text_of(told), re.MULTILINE)
        assert len(table) == 2
        shown = (await arena.cato.run("cup do", channel=thread)).text
        # What the last race moved is news in the paper, and not in the table that is looked up.
        assert all(re.sub(r" [▲▼]\d+", "", line) in shown for line in table)
        await require_clean(arena)
