"""A league of two events, two people and a house stable, played by pressing; the bot is killed in the middle."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.client import text_of
from sandbox.errors import Json
from sandbox.limits.components import walk
from tests.e2e.arena import Arena
from tests.e2e.player import Deed, Player
from tests.e2e.races import require_clean

TITLE = "Ludi Magni"
SPAN = 130.0
"""Seconds: longer than any decision at the pace now may take, and than the time for protests."""


def is_paper(message: Json) -> bool:
    return "Acta Diurna" in text_of(message)


async def until_papers(arena: Arena, thread: Json, many: int) -> list[Json]:
    """Let time pass whenever nothing is told for a while, and return the papers once there are so many."""
    told = 0
    for _ in range(400):
        posts = await arena.posts(thread)
        found = [post for post in posts if is_paper(post)]
        if len(found) >= many:
            return found
        if len(posts) == told:
            await arena.pass_by(SPAN)
        told = len(posts)
        await asyncio.sleep(0.4)
    raise AssertionError(f"paper {many} never comes; the latest: {text_of(posts[-1])[:300]}")


class Owner(Player):
    """Presses the first button of an eve's sheet as it is, and plays all else as players do."""

    def _deeds(self, message: Json) -> Iterator[Deed]:
        ids = [str(each.get("custom_id") or "") for each in walk(message["components"])]
        if any(each.startswith("plan-menu:") for each in ids):
            seal = next(each for each in ids if each.startswith("answer:"))
            return iter([Deed(message["id"], message["channel_id"], seal)])
        return super()._deeds(message)


async def press_on(player: Player) -> None:
    """Press whatever there is to press, until cancelled."""
    while True:
        player.is_over = False
        await player.play_one(120.0)


@pytest.mark.slow
async def test_a_league_of_two_events_with_a_kill_in_the_middle(tmp_path: Path) -> None:
    async with Arena(tmp_path, has_clock=True, is_forked=True) as arena:
        # Given a league that two people have joined by command
        opened = await arena.ana.run("league new", title=TITLE, events=2, laps=1, pace="now")
        assert "is open" in opened.text
        thread = await arena.ana.wait_for_thread(TITLE)
        for visitor in (arena.ana, arena.ben):
            assert "You found a stable" in (await visitor.run("league join", channel=thread)).text
        assert "1 house stable joined" in (await arena.ana.run("host league", what="house", channel=thread)).text
        people = [Owner(visitor, name) for name, visitor in (("Ana", arena.ana), ("Ben", arena.ben))]
        assert "begins" in (await arena.ana.run("host league", what="start", channel=thread)).text

        # When they press what they are sent, and the bot is killed in the middle of the first event
        pressing = [asyncio.create_task(press_on(player)) for player in people]
        await arena.ana.until(lambda: sum(player.taken for player in people) >= 8 or None, 90.0, "8 answers")
        await arena.restart_bot()
        told = await until_papers(arena, thread, 2)
        for task in pressing:
            task.cancel()

        # Then each event has its paper, which names every stable, and the season has an end
        assert len(told) == 2
        assert all(name in text_of(paper) for paper in told for name in ("Ana", "Ben", "Fuscus"))
        assert "The season is over" in text_of(told[-1])
        assert all(paper["attachments"] for paper in told)
        assert "✅" in (await arena.ben.run("league do", what="verify", channel=thread)).text
        await require_clean(
            arena, "no_answer", "late_answer"
        )  # the bot was killed, and the clock set on while people press
