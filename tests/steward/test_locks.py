"""Locks: one holder at a time, and none is kept that nobody holds."""

import asyncio

from steward.running.locks import Locks


async def test_of_two_who_want_a_lock_the_second_waits_and_others_do_not() -> None:
    locks, done = Locks[int](), []

    async def hold(key: int, name: str) -> None:
        async with locks[key]:
            done.append(f"{name} in")
            await asyncio.sleep(0)
            done.append(f"{name} out")

    await asyncio.gather(hold(1, "a"), hold(1, "b"), hold(2, "c"))
    assert done == ["a in", "c in", "a out", "c out", "b in", "b out"]


async def test_a_lock_that_nobody_holds_is_forgotten() -> None:
    locks = Locks[int]()
    for number in range(100):
        async with locks[number]:
            assert len(locks) == 1
    assert len(locks) == 0
