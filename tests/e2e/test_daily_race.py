"""The race of the day, driven to its end on the page's server, with a kill on the way."""

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from sandbox.client import text_of
from tests.e2e.arena import Arena
from tests.e2e.races import require_clean
from tests.e2e.weekdays import MONDAY, SUNDAY, arena_on, green_of, is_asked

MOST_PRESSES = 25


@pytest.mark.slow
@pytest.mark.parametrize("day", [MONDAY, SUNDAY], ids=["by answers", "by orders"])
async def test_the_race_of_the_day_is_driven_by_green_presses_over_a_kill(day: datetime, tmp_path: Path) -> None:
    async with arena_on(day, tmp_path) as arena:
        await _driven(arena)


async def _driven(arena: Arena) -> None:
    opened = await arena.ana.run("daily")
    assert "of the day" in opened.text
    assert "Nobody has driven it yet" in opened.text
    assert opened.message
    await arena.ana.press(opened.message, "Drive it")
    message = await arena.ana.wait_for(is_asked)
    presses = 1
    while pressed := green_of(message):
        if presses == 3:
            arena.kill_bot()
            await arena.restart_bot()
        await arena.ana.press(message, custom_id=pressed)
        presses += 1
        assert presses <= MOST_PRESSES

        def moved_on(number: str = message["id"], old: str = pressed) -> Any:
            now = arena.ana.seen[number]
            return None if green_of(now) == old else now

        message = await arena.ana.until(moved_on, what="the next question")
    assert "house drivers in your seat" in text_of(message)
    assert "1 day driven" in text_of(message)

    # It counts once, and others learn nothing of it but that it was driven.
    again = await arena.ana.run("daily")
    assert "house drivers in your seat" in again.text
    others = await arena.ben.run("daily")
    assert "1 has driven it so far" in others.text
    assert "in your seat" not in others.text
    assert text_of(others.message or {}).count("Ana") == 0
    await require_clean(arena)
