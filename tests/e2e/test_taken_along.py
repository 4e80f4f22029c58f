"""The race of the day in a chat of friends, to which one of them has taken the bot along."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena
from tests.e2e.races import require_clean
from tests.e2e.weekdays import MONDAY, arena_on, is_asked


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    async with arena_on(MONDAY, tmp_path) as arena:
        yield arena


async def test_the_race_of_the_day_begins_in_a_chat_of_friends(arena: Arena) -> None:
    opened = await arena.ana.run("daily", along=True)
    assert "Nobody has driven it yet" in opened.text
    assert opened.message
    assert opened.message["interaction_metadata"]["authorizing_integration_owners"] == {"1": arena.ana.id}

    await arena.ana.press(opened.message, "Drive it")
    asked = await arena.ana.wait_for(is_asked)

    assert "of the day" in text_of(asked)
    orders = await arena.ana.run("order", along=True)
    assert "Nothing to do now" in orders.text
    await require_clean(arena)


@pytest.mark.parametrize("path", ["play alone", "fame", "help", "settings"])
async def test_no_other_command_is_taken_along(arena: Arena, path: str) -> None:
    with pytest.raises(Exception, match="not installed by users"):
        await arena.ana.run(path, along=True)


async def test_it_is_driven_in_a_server_that_the_bot_has_left(arena: Arena) -> None:
    """Whoever installed it for themselves has it there still: what it answers is pressed there, too."""
    before = await arena.ana.run("daily")
    assert before.message
    await arena.control.leave(before.message["author"]["id"])
    opened = await arena.ana.run("daily")
    assert opened.message

    await arena.ana.press(opened.message, "Drive it")
    asked = await arena.ana.wait_for(is_asked)

    assert "of the day" in text_of(asked)
