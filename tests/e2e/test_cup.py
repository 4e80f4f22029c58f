"""A cup of two races with three people and two house drivers; the bot is killed in the middle."""

import asyncio
import re

import pytest

from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, is_panel
from tests.e2e.player import Player, play_together
from tests.e2e.races import require_clean

TITLE = "Ludi Romani"


def players(arena: Arena) -> list[Player]:
    """Return three who play from now on."""
    return [
        Player(visitor, name, since=len(visitor.frames))
        for name, visitor in (("Ana", arena.ana), ("Ben", arena.ben), ("Cato", arena.cato))
    ]


async def entered(arena: Arena) -> Json:
    """Open a cup that three people and two house drivers have entered; return the thread of its first race."""
    opened = await arena.ana.run("cup new", game="circus-maximus", title=TITLE, races=2, preset="quick race")
    assert "a cup of 2 races, is open" in opened.text
    thread = await arena.ana.wait_for_thread(f"{TITLE} · race 1 of 2")
    await arena.ana.wait_for(is_panel, channel=thread)
    for visitor in (arena.ana, arena.ben, arena.cato):
        assert "You are in" in (await visitor.run("cup join", channel=thread)).text
    assert "taken 2 places" in (await arena.ana.run("host race", what="fill", channel=thread, drivers=2)).text
    return thread


async def over(arena: Arena, thread: Json) -> None:
    """Wait until a race is over and all of it is told."""
    await arena.ana.wait_for(tells_standings, channel=thread)


def tells_standings(message: Json) -> bool:
    return any(file["filename"].startswith("cup-") for file in message.get("attachments") or ())


async def told_standings(arena: Arena, thread: Json) -> list[Json]:
    """Return what was posted of the cup's standings in a race's thread."""
    return [each for each in await arena.posts(thread) if tells_standings(each)]


def points(text: str) -> list[str]:
    """Return the points of a cup's standings, the first first."""
    return re.findall(r"^\d\. .*\*\*(\d+ points?)\*\*.*$", text, re.MULTILINE)


@pytest.mark.slow
async def test_a_cup_of_two_races_with_a_kill_in_the_middle(arena: Arena) -> None:
    # Given a cup whose first race is under way
    first = await entered(arena)
    people = players(arena)
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=first)).text
    early = await arena.ben.run("host cup", what="next", channel=first)
    assert "Only the host" in early.text
    assert "still under way" in (await arena.ana.run("host cup", what="next", channel=first)).text

    # When the bot is killed in the middle of it, and again between the races
    async with asyncio.TaskGroup() as group:
        group.create_task(play_together(*people))
        await arena.ana.until(lambda: sum(player.taken for player in people) >= 3 or None, 30.0, "three answers")
        await arena.restart_bot()
    await over(arena, first)
    await arena.restart_bot()

    # Then the standings stand in its thread once, with a picture that says the same
    told = await told_standings(arena, first)
    assert len(told) == 1
    assert "race 1 of 2" in text_of(told[0])
    assert "can still finish" in text_of(told[0])
    assert TITLE in told[0]["attachments"][0]["description"]

    # When the next race is opened, begun and run
    people = players(arena)
    assert "is open" in (await arena.ana.run("host cup", what="next", channel=first)).text
    second = await arena.ana.wait_for_thread(f"{TITLE} · race 2 of 2")
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=second)).text
    await play_together(*people)
    await over(arena, second)

    # Then the cup has a winner: told once, and the same to whoever asks
    told = await told_standings(arena, second)
    assert len(told) == 1
    text = text_of(told[0])
    assert f"wins {TITLE}!" in text or f"share {TITLE}!" in text
    shown = (await arena.sulla.run("cup do", channel=second)).text
    assert len(points(text)) == 5
    assert points(shown) == points(text)
    assert "over" in (await arena.ana.run("host cup", what="next", channel=second)).text
    await require_clean(arena, "no_answer")  # pressed as the bot was killed
