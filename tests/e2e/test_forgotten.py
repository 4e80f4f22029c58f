"""Somebody is forgotten by a program that is killed as it begins: either it did not happen, or they hear of it."""

import asyncio
import random

import pytest

from records.mine import Kept
from records.values import PlayerId
from sandbox.client import Outcome, Visitor, text_of
from sandbox.errors import Json
from tests.e2e.arena import Arena
from tests.e2e.races import started
from tests.steward.circus import until

pytestmark = pytest.mark.slow

DONE = "You are forgotten"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"


async def typing(visitor: Visitor) -> "asyncio.Task[Outcome]":
    """Type the two words; how that ends is not waited for."""
    asked = (await visitor.run("my forget")).message
    assert asked is not None
    form: Json | None = (await visitor.press(asked, "Forget me …")).modal
    assert form is not None
    return asyncio.create_task(visitor.submit(form, {"word": "forget me"}, may_fail=True))


async def under_way(arena: Arena) -> bool:
    return bool(await (await arena.store()).forgetting.under_way())


async def kept(arena: Arena) -> Kept:
    return await (await arena.store()).mine.kept(PlayerId(int(arena.ben.id)))


async def test_killed_before_any_answer_the_next_start_forgets_them_and_writes_to_them(arena: Arena) -> None:
    await started(arena, rivals=1)
    await arena.control.fault(method="POST", route=CALLBACK, delay=30.0, times=1, skip=2)  # after command and press

    typed = await typing(arena.ben)
    await until(lambda: under_way(arena), 30.0)
    await arena.restart_bot()

    told = await arena.ben.wait_for(lambda message: DONE in text_of(message))
    assert told["channel_id"] == (await arena.ben.dm())["id"]
    assert await kept(arena) == {}
    assert (await typed).state == "failed"


@pytest.mark.parametrize("seed", range(3))
async def test_whenever_it_is_killed_nobody_waits_for_ever(arena: Arena, seed: int) -> None:
    """Discord says that it did not work, and nothing is on record; or they are forgotten, and are told so."""
    await started(arena, rivals=1)
    typed = await typing(arena.ben)
    await asyncio.sleep(0.05 * random.Random(seed).random())
    arena.kill_bot()
    has_begun = await under_way(arena) or await kept(arena) == {}
    thinks = [each for each in arena.ben.seen.values() if each.get("flags", 0) & 128]
    await arena.restart_bot()

    if has_begun:
        await arena.ben.wait_for(lambda message: DONE in text_of(message))
        typed.cancel()
    else:
        assert not thinks
        assert (await typed).state == "failed"
        assert await kept(arena) != {}
