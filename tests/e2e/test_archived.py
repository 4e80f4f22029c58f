"""Threads that Discord has archived: whoever presses there is answered, and what stands there is brought up to date."""

import asyncio
import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from sandbox.client import Outcome, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena, is_panel, private_answer
from tests.e2e.races import Opened, opened, require_clean

pytestmark = [pytest.mark.slow, pytest.mark.asyncio(loop_scope="module")]

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
ARCHIVED = 50083
BETTING = "Win"


_numbers = itertools.count(1)


@pytest_asyncio.fixture(loop_scope="module")
async def arena(shared_arena: Arena) -> AsyncIterator[Arena]:
    """The arena that these tests share: nothing is left in it of what one of them has asked or was refused."""
    yield shared_arena
    await shared_arena.control.deny(shared_arena.ana.channel("races")["id"])
    await shared_arena.control.forget_problems()
    await shared_arena.control.forget_requests()


@pytest_asyncio.fixture(loop_scope="module")
async def race(arena: Arena) -> Opened:
    """A race that Ana has opened."""
    return await opened(arena, f"Ludi {next(_numbers)}.")


async def panel(arena: Arena, race: Opened) -> Json:
    [found] = [each for each in await arena.posts(race.thread) if is_panel(each)]
    await arena.all_told(race.id)
    return found


async def is_archived(arena: Arena, race: Opened) -> bool:
    await asyncio.sleep(0)
    shown = next(each for each in arena.ana.state["channels"] if each["id"] == race.thread["id"])
    return bool(shown["thread_metadata"]["archived"])


async def refusals(arena: Arena) -> list[tuple[str, str]]:
    """Return what the bot was refused because a thread is archived: method and end of the path."""
    found = [each for each in await arena.control.requests() if each["code"] == ARCHIVED]
    return [(each["method"], each["path"].rsplit("/", 1)[-1]) for each in found]


async def looked(arena: Arena, race: Opened) -> Outcome:
    """Let Ana press a button of the panel whose answer comes later, for her alone."""
    return await arena.ana.press(await panel(arena, race), "Bet")


async def test_whoever_presses_in_an_archived_thread_is_answered_and_the_thread_opens(
    arena: Arena, race: Opened
) -> None:
    await arena.control.archive(race.thread["id"])

    outcome = await looked(arena, race)

    assert BETTING in await private_answer(arena.ana, outcome)
    assert await refusals(arena) == [("PATCH", "@original")]
    assert not await is_archived(arena, race)
    await require_clean(arena)


async def test_what_stands_in_an_answer_is_changed_in_an_archived_thread(arena: Arena, race: Opened) -> None:
    shown = (await arena.ana.press(await panel(arena, race), "Options")).message
    assert shown is not None
    await arena.control.archive(race.thread["id"])

    await arena.ana.choose(shown, ["2"], custom_id=f"option:{race.id}:laps")

    now = await arena.ana.wait_for(lambda each: each["id"] == shown["id"] and text_of(each) != text_of(shown))
    assert "2" in text_of(now)
    assert await refusals(arena) != []
    await require_clean(arena)


async def test_an_answer_that_is_refused_at_once_in_an_archived_thread_is_sent_again(
    arena: Arena, race: Opened
) -> None:
    """The sandbox takes a first answer there; Discord might not."""
    await arena.control.archive(race.thread["id"])
    await arena.control.fault(method="POST", route=CALLBACK, status=400, code=ARCHIVED)

    outcome = await looked(arena, race)

    assert BETTING in await private_answer(arena.ana, outcome)
    answers = [each["status"] for each in await arena.control.requests() if each["path"].endswith("/callback")]
    assert answers[-2:] == [400, 200]
    assert not await is_archived(arena, race)


async def test_a_thread_that_a_moderator_has_locked_stays_shut_and_the_bot_goes_on(arena: Arena, race: Opened) -> None:
    shown = await panel(arena, race)
    await arena.control.deny(arena.ana.channel("races")["id"], "manage_threads")
    await arena.control.archive(race.thread["id"], locked=True)

    outcome = await arena.ana.press(shown, "Bet", may_fail=True)

    assert outcome.state == "failed"
    assert "could not answer: 400 50083" in arena.log
    assert await is_archived(arena, race)
    await arena.control.archive(race.thread["id"], archived=False)
    assert BETTING in await private_answer(arena.ana, await arena.ana.press(shown, "Bet"))
    await require_clean(arena, "no_answer")


async def test_a_panel_in_an_archived_thread_is_brought_up_to_date_where_it_stands(arena: Arena, race: Opened) -> None:
    before = await panel(arena, race)
    await arena.control.archive(race.thread["id"])

    assert "taken" in (await arena.ana.run("host race", what="fill", channel="races", race=str(race.id))).text
    await arena.all_told(race.id)

    now = await panel(arena, race)
    assert now["id"] == before["id"]
    await require_clean(arena)
