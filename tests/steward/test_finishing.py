"""What has been begun is finished, though its caller is cancelled."""

import asyncio
import contextlib

import pytest

from steward.running import finishing
from steward.running.finishing import cut_off, uninterrupted


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


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_work_is_done_however_often_its_caller_is_cut_off(times: int) -> None:
    done: list[str] = []

    async def work() -> None:
        await asyncio.sleep(0.02)
        done.append("work")

    caller = asyncio.create_task(uninterrupted(work()))
    for _ in range(times):
        await asyncio.sleep(0)
        caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert done == ["work"]


async def test_what_fails_while_its_caller_is_cut_off_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        await asyncio.sleep(0.01)
        raise ValueError("full disk")

    caller = asyncio.create_task(uninterrupted(fails()))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller

    assert "full disk" in caplog.text


@pytest.mark.parametrize("swallowed", [0, 1, 3])
async def test_a_task_that_swallows_cancellations_is_cut_off_until_it_is_done(
    swallowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finishing, "AGAIN_AFTER", 0.01)
    task = asyncio.create_task(swallowing(swallowed))
    await asyncio.sleep(0)

    cut_off(task)
    await asyncio.wait([task], timeout=10)

    assert task.cancelled()


async def swallowing(times: int) -> None:
    """Go on for ever, and after so many cancellations still."""
    for _ in range(times):
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)
    await asyncio.sleep(3600)
