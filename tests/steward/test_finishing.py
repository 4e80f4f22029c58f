"""What has been begun is finished, though its caller is cancelled."""

import asyncio

import pytest

from steward.running.finishing import uninterrupted


async def test_work_is_done_before_its_caller_ends() -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        done.append("work")

    caller = asyncio.create_task(uninterrupted(work()))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert done == ["work"]


async def test_what_work_returns_or_raises_is_its_callers() -> None:
    async def fails() -> None:
        raise ValueError("full disk")

    assert await uninterrupted(asyncio.sleep(0, "answer")) == "answer"
    with pytest.raises(ValueError, match="full disk"):
        await uninterrupted(fails())
