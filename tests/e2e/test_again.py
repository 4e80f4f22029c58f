"""Again, by a bot that is killed in the middle of it: one race, or one season, with places for all, in one thread."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from records.races import RaceRecord
from records.values import PlayerId, RaceId
from sandbox.client import THREADS, Visitor
from sandbox.errors import Json
from tests.e2e.arena import PATIENCE, Arena
from tests.e2e.player import Player, play_together
from tests.e2e.races import require_clean, started

pytestmark = pytest.mark.slow

THREADS_OF_A_CHANNEL = "/channels/{channel_id}/threads"
AS_IT_OPENS = None
"""The bot is killed when the thread is there, but all that it has heard is an error: it waits to try again."""

MOMENTS = (AS_IT_OPENS, 0.0, 0.005, 0.01, 0.015, 0.02, 0.04, 0.08)
"""Seconds between a press and the kill."""

Press = Callable[[Visitor], Awaitable[object]]


async def over(arena: Arena, race: RaceId) -> None:
    """Let a race or league be over, as if it had been played to its end."""
    arena.kill_bot()
    await arena.control.wait_until_online(PATIENCE, online=False)
    await (await arena.store()).races.set(race, state="finished", ended=1.0)
    await arena.start_bot()


async def killed(arena: Arena, press: Press, moment: float | None, title: str) -> None:
    """Press, have the bot killed at a moment, and start it again."""
    if moment is AS_IT_OPENS:
        await arena.control.fault(method="POST", route=THREADS_OF_A_CHANNEL, status=500, done=True)
    pressing = asyncio.ensure_future(press(arena.ana))
    if moment is AS_IT_OPENS:
        await arena.ana.wait_for_thread(title)
    else:
        await asyncio.sleep(moment)
    await arena.restart_bot()
    await arena.control.clear_faults()
    pressing.cancel()
    with contextlib.suppress(asyncio.CancelledError, AssertionError):
        await pressing


async def opened_after(arena: Arena, old: RaceId) -> RaceRecord:
    """Wait for what was opened after a race or league, and return it."""
    store = await arena.store()
    async with asyncio.timeout(PATIENCE):
        while (number := await store.again.opened_after(old)) is None:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    field = await store.index.field(number)
    assert field is not None
    return field[0]


async def people(arena: Arena, race: RaceId) -> list[PlayerId]:
    """Return who is in a race or league, and for whom a place is reserved, each as often as that is so."""
    field = await (await arena.store()).index.field(race)
    assert field is not None
    return sorted([*await seated(arena, race), *(each.player for each in field[0].reservations)])


async def seated(arena: Arena, race: RaceId) -> list[PlayerId]:
    """Return who is in a race or league."""
    field = await (await arena.store()).index.field(race)
    assert field is not None
    return [each.player for each in field[1] if each.player is not None]


def threads_of(visitor: Visitor, title: str) -> list[Json]:
    return [each for each in visitor.state["channels"] if each["type"] in THREADS and each["name"].endswith(title)]


async def require_one(arena: Arena, old: RaceId, press: Press, title: str) -> RaceRecord:
    """Press once more, and fail unless there is one race with this title, whole, in one thread with one panel."""
    await press(arena.ben)
    new = await opened_after(arena, old)
    await arena.all_told(new.id)
    assert (new.state, new.title) == ("lobby", title)
    assert await people(arena, new.id) == await people(arena, old), "all are in, or have a place reserved"
    assert await seated(arena, new.id) == [new.host], "only the one whose press opened it is in (S-72)"
    assert new.host in {PlayerId(int(each.id)) for each in (arena.ana, arena.ben)}
    assert [each["id"] for each in threads_of(arena.ana, title)] == [str(new.thread)]
    assert len(await arena.posts(str(new.thread))) == 1
    return new


async def call_off(arena: Arena, new: RaceRecord) -> None:
    """Call off what was opened anew, so that another may be."""
    await (await arena.store()).races.set(new.id, state="cancelled", ended=1.0)


async def test_a_bot_that_is_killed_in_again_opens_one_race_with_the_same_people(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="fifty", is_forked=True, has_threads=True) as arena:
        race = await started(arena, people=(arena.ana, arena.ben), rivals=1, story="turn")
        await play_together(Player(arena.ana, "Ana"), Player(arena.ben, "Ben"))
        result = await arena.ana.wait_for(lambda each: f"again:{race.id}" in str(each), channel=race.thread)
        await arena.all_told(race.id)

        async def press(visitor: Visitor) -> None:
            await visitor.press(result, "Again", may_fail=True)

        for number, moment in enumerate(MOMENTS, start=2):
            title = f"Ludi ({number})"
            await killed(arena, press, moment, title)
            await call_off(arena, await require_one(arena, RaceId(race.id), press, title))
        await require_clean(arena, "no_answer", "late_answer")


async def test_a_bot_that_is_killed_in_again_opens_one_season_with_the_same_people(tmp_path: Path) -> None:
    async with Arena(tmp_path, dice="fifty", is_forked=True, has_threads=True) as arena:
        await arena.ana.run("league new", title="Lustrum", events=1, laps=1, pace="now")
        thread = await arena.ana.wait_for_thread("Lustrum")
        for visitor in (arena.ana, arena.ben):
            await visitor.run("league join", channel=thread)
        await arena.ana.run("host league", what="house", channel=thread)
        await arena.ana.run("host league", what="start", channel=thread)
        [league] = await (await arena.store()).leagues.running()
        await over(arena, league)

        async def press(visitor: Visitor) -> None:
            await visitor.run("league do", what="again", channel=thread, league=str(league), may_fail=True)

        title = "Lustrum · season 2"
        await killed(arena, press, AS_IT_OPENS, title)
        await require_one(arena, league, press, title)
        await require_clean(arena, "no_answer", "late_answer")
