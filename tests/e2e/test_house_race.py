"""House drivers race at a fixture in an announcement channel of the page's server, and the result is published."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from records.limits import DAY, HOUR
from records.values import FixtureId, RaceId
from sandbox.client import text_of
from sandbox.model import CROSSPOSTED
from steward.hosting.house_races import line_up
from tests.e2e.arena import Arena, is_card
from tests.e2e.races import require_clean

pytestmark = pytest.mark.slow

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
NEWS = "acta"
FIRST = FixtureId(1)


async def set_up(arena: Arena) -> float:
    """Set a fixture up three days ahead; return its hour."""
    at = (arena.now() + 3 * DAY) // HOUR * HOUR
    when = datetime.fromtimestamp(at, UTC)
    wished: dict[str, Any] = {
        "day": WEEKDAYS[when.weekday()],
        "time": f"{when.hour:02}:00",
        "game": "chariot-race",
        "pace": "moves",
    }
    told = await arena.ana.run("server fixture", **wished, zone="UTC", circus=True, calendar=True, channel=NEWS)
    assert "house drivers race" in told.text
    assert "I lack the right to create events" in told.text
    assert "published to their followers" in (await arena.ana.run("server settings", publish=True, channel=NEWS)).text
    return at


async def thread_of(arena: Arena, race: RaceId) -> str:
    field = await (await arena.store()).index.field(race)
    assert field is not None
    return str(field[0].thread)


async def panel_of(arena: Arena, race: RaceId) -> str:
    """Return what a race's thread says, once it says anything: its card may be in the channel before."""
    async with asyncio.timeout(60):
        while not (posts := await arena.posts(await thread_of(arena, race))):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return "\n".join(text_of(each) for each in posts)


async def state_of(arena: Arena, race: RaceId) -> str:
    field = await (await arena.store()).index.field(race)
    assert field is not None
    return field[0].state


async def until(arena: Arena, race: RaceId, state: str, step: float) -> None:
    """Let time pass until a race is so far."""
    async with asyncio.timeout(120):
        while await state_of(arena, race) != state:
            await arena.pass_by(step)
            await asyncio.sleep(0.1)


async def test_nobody_comes_but_a_bettor_and_the_result_is_published_once(tmp_path: Path) -> None:
    soon = [("steward.delivering.publishing.LOOK_EACH", 0.5)]  # it is a minute, of which the clocks know nothing
    async with Arena(tmp_path, has_clock=True, is_forked=True, has_threads=True, patched=soon) as arena:
        at = await set_up(arena)
        await arena.pass_by(at - DAY + 5 - arena.now())
        channel = str(arena.ana.channel(NEWS)["id"])
        card = await arena.ben.wait_for(is_card, channel=channel)
        (kept,) = await (await arena.store()).fixtures.dates(FIRST, 1)
        names = line_up(FIRST, kept.day)[:6]
        panel = await panel_of(arena, kept.race)
        assert all(each in panel for each in names), panel
        assert "House drivers race each other. Join, and one of them makes room for you." in panel
        await arena.restart_bot()
        await arena.pass_by(at + 5 - arena.now())
        await until(arena, kept.race, "running", 10.0)
        await arena.restart_bot()
        await until(arena, kept.race, "finished", DAY)
        async with asyncio.timeout(60):
            while not (await published(arena, channel, str(card["id"]))):
                await arena.pass_by(61)
                await asyncio.sleep(0.2)
        won = await arena.ben.run("fame")
        assert "House drivers" in str(won.message)
        await require_clean(arena)


async def published(arena: Arena, channel: str, card: str) -> bool:
    """Tell whether the card of a race is published; nothing else of the channel is."""
    posts = [each for each in await arena.posts(channel) if each.get("flags", 0) & CROSSPOSTED]
    assert [each["id"] for each in posts] in ([], [card]), [text_of(each) for each in posts]
    return bool(posts)
