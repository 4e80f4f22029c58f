"""The bot leaves a server, or is thrown out of it, in processes of their own, with kills in between."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from records.limits import DAY
from records.values import RaceId
from sandbox.client import text_of
from tests.e2e.arena import Arena
from tests.e2e.races import Opened, require_clean, started
from tests.e2e.test_shards import two_programs
from tests.steward.circus import until

pytestmark = pytest.mark.slow

GOODBYE = "I leave this server"


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    async with Arena(tmp_path, is_forked=True, has_clock=True) as arena:
        yield arena


async def until_state(arena: Arena, race: Opened, state: str) -> None:
    index = (await arena.store()).index

    async def is_so() -> bool:
        return (await index.revision_of(RaceId(race.id)) or ("",))[0] == state

    await until(is_so, 30.0)


async def has_left(arena: Arena) -> bool:
    bot = arena.ana.state["bot"]["id"]
    return bot not in [each["id"] for each in (await arena.ana.ask("GET", "api/state"))["guild"]["members"]]


async def removed(arena: Arena) -> None:
    """Wait until nothing is left of the server."""
    store, guild = await arena.store(), int(arena.ana.state["guild"]["id"])

    async def is_so() -> bool:
        return not await store.removals.all() and guild not in await store.removals.servers()

    await until(is_so, 60.0)


async def asked_to_go(arena: Arena, *, after_a_kill: bool = False) -> None:
    asked = (await arena.ana.run("server remove")).message
    assert asked is not None
    form = (await arena.ana.press(asked, "Remove Quadriga …")).modal
    assert form is not None
    if after_a_kill:
        await arena.restart_bot()
    said = await arena.ana.submit(form, {"word": "remove Quadriga"})
    assert "I say goodbye" in said.text


async def receipts(arena: Arena) -> int:
    """Return how often the owner reads that it has left: in the place of the goodbye, and in direct messages."""
    told = [*await arena.ana.messages("races"), *await arena.posts(await arena.ana.dm())]
    assert not [each for each in told if "I say goodbye" in text_of(each)]
    return sum("I have left" in text_of(each) for each in told)


@pytest.mark.parametrize("kills", [0, 3])
async def test_an_owner_has_it_removed_whatever_moment_it_is_killed_at(arena: Arena, kills: int) -> None:
    race = await started(arena, rivals=1)
    guild = arena.ana.state["guild"]["id"]

    await asked_to_go(arena, after_a_kill=kills > 0)
    luck = random.Random(7)
    for _ in range(kills):
        await asyncio.sleep(0.3 * luck.random())
        await arena.restart_bot()
    await arena.pass_by(20.0)
    await removed(arena)

    await until(lambda: has_left(arena), 30.0)
    posts = [text_of(each) for each in await arena.posts(race.thread)]
    assert sum(GOODBYE in each for each in posts) == 1
    for each in (arena.ana, arena.ben, arena.cato):
        told = [text_of(message) for message in await arena.posts(await each.dm())]
        assert sum("I leave **Circus**" in text for text in told) == 1
    store = await arena.store()

    async def is_told() -> bool:
        return not await store.removals.owed()

    await until(is_told, 30.0)
    assert await receipts(arena) == 1
    assert (await store.purses.audit()).is_sound
    assert guild not in arena.log
    await require_clean(arena)


async def test_a_bot_that_is_thrown_out_lets_all_rest_and_goes_on_once_it_is_back(arena: Arena) -> None:
    race, bot = await started(arena, rivals=1), arena.ana.state["bot"]["id"]
    await arena.all_told(race.id)
    posts = len(await arena.posts(race.thread))

    await arena.control.leave(bot)
    await until_state(arena, race, "paused")
    await arena.restart_bot()
    await arena.pass_by(20 * DAY)
    await asyncio.sleep(1.0)
    assert len(await arena.posts(race.thread)) == posts
    await arena.control.leave(bot, left=False)
    await until_state(arena, race, "running")

    async def is_told() -> bool:
        return len(await arena.posts(race.thread)) > posts

    await until(is_told, 30.0)
    kept = await arena.kept(race.id)
    assert [each.missed for each in kept.factions] == [0] * len(kept.factions)


async def test_who_was_thrown_out_while_it_was_down_notices_and_removes_all_after_thirty_days(arena: Arena) -> None:
    race, bot = await started(arena, rivals=1), arena.ana.state["bot"]["id"]
    await arena.all_told(race.id)
    posts = len(await arena.posts(race.thread))
    arena.kill_bot()
    await arena.control.wait_until_online(30.0, online=False)

    await arena.control.leave(bot)
    await arena.start_bot()
    await until_state(arena, race, "paused")
    await arena.pass_by(29 * DAY)
    await arena.restart_bot()
    assert (await arena.kept(race.id)).state == "paused"
    await arena.pass_by(2 * DAY)
    await removed(arena)

    assert len(await arena.posts(race.thread)) == posts
    assert await (await arena.store()).load(RaceId(race.id)) is None or (await arena.kept(race.id)).entries == ()


@pytest.mark.parametrize("is_killed", [True, False])
async def test_of_two_programs_over_one_database_any_goes_on_with_it(tmp_path: Path, is_killed: bool) -> None:
    async with two_programs(tmp_path) as (arena, other):
        race = await started(arena, people=(arena.ana, arena.ben), rivals=1)

        await asked_to_go(arena)  # the other program has the server
        if is_killed:
            other.kill()
        await removed(arena)

        await until(lambda: has_left(arena), 30.0)
        posts = [text_of(each) for each in await arena.control.messages(race.thread["id"])]
        assert sum(GOODBYE in each for each in posts) == 1
        assert (await (await arena.store()).purses.audit()).is_sound
