"""Chariots of Rome from end to end: a series of two by daily orders, with a bot that is killed."""

import asyncio
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Deed, Player, play_together, times_asked
from tests.e2e.races import Opened, require_clean
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
async def test_a_series_of_two_with_three_kills_adds_up_its_points(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="series", is_forked=True) as arena:
        # Given a series whose first race two people have entered, one of whom changes what is suggested
        opened = await arena.ana.run("cup new", title=TITLE, races=2, pace="daily", **GAME)
        assert "a cup of 2 races, is open" in opened.text
        first = await race_of(arena, 1)
        for visitor in (arena.ana, arena.ben):
            assert "You are in" in (await visitor.run("cup join", channel=first.thread)).text

        # When it is run by orders, and the bot is killed three times
        players = [Player(arena.ana, "Ana"), Brisk(arena.ben, "Ben")]
        assert "has begun" in (await arena.ana.run("race start", channel=first.thread)).text
        async with asyncio.TaskGroup() as group:
            group.create_task(play_together(*players))
            group.create_task(kill(arena))

        # Then it is told once, and nobody was asked twice
        await require_told(arena, first, "no_answer")  # pressed as the bot was killed
        assert "order" in {each.by for each in (await arena.kept(first.id)).inputs}
        for player in players:
            assert set(times_asked(player.visitor).values()) == {1}
        await over(arena, first.thread)

        # And after the second the standings stand there, the same to whoever asks
        assert "is open" in (await arena.ana.run("cup next", channel=first.thread)).text
        second = await race_of(arena, 2)
        again = [Brisk(each, name, since=len(each.frames)) for name, each in list(arena.people.items())[:2]]
        assert "has begun" in (await arena.ana.run("race start", channel=second.thread)).text
        await play_together(*again)
        await over(arena, second.thread)
        (told,) = await told_standings(arena, second.thread)
        table = re.findall(r"^\d\. .*points?\*\*.*$", text_of(told), re.MULTILINE)
        assert len(table) == 2
        shown = (await arena.cato.run("cup standings", channel=second.thread)).text
        assert all(line in shown for line in table)
        await require_clean(arena, "no_answer")


async def race_of(arena: Arena, number: int) -> Opened:
    """Return a race of the series once its panel stands in its thread."""
    title = f"{TITLE} · race {number} of 2"
    thread = await arena.ana.wait_for_thread(title)
    panel = await arena.ana.wait_for(is_panel, channel=thread)
    found = re.search(r"lobby:\w+:(\d+)", str(panel["components"]))
    assert found
    return Opened(int(found[1]), title, thread)
