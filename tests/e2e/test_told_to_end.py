"""SIGTERM, which ends services and containers, ends the program as Ctrl-C does: in order, without a loss, in time."""

import asyncio
import contextlib
import os
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from cogs.kit import ending
from sandbox.client import Outcome
from steward.running import finishing
from tests.e2e.arena import Arena
from tests.e2e.forked import FORKS, prepare
from tests.e2e.player import Player
from tests.e2e.races import require_clean, started


async def ended(arena: Arena, number: int) -> int | None:
    """Send the bot a signal, wait until it has ended, and return its exit code."""
    bot, arena.bot = arena.bot, None
    assert bot is not None
    assert bot.pid is not None
    os.kill(bot.pid, number)
    await asyncio.to_thread(bot.wait, 10)
    return bot.poll()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_program_in_order_and_the_race_goes_on(tmp_path: Path, number: int) -> None:
    async with Arena(tmp_path, people=("Ana", "Ben", "Cato"), is_forked=True, has_clock=True) as arena:
        race = await started(arena, people=[arena.ana])
        player = Player(arena.ana, "Ana")
        await player.play_one()

        # When it comes while people press
        presses = [
            asyncio.ensure_future(each.run("watch", channel=race.thread)) for each in (arena.ben, arena.cato) * 8
        ]
        presses.append(asyncio.ensure_future(arena.ana.run("watch", what="status", channel=race.thread)))
        await asyncio.sleep(0.05)
        assert await ended(arena, number) == 0
        outcomes = await asyncio.gather(*presses, return_exceptions=True)

        # Then nothing is broken or half done, and nobody hears that something went wrong
        assert "Traceback" not in arena.log
        assert "ERROR" not in arena.log
        assert not [each for each in outcomes if isinstance(each, Outcome) and "went wrong" in str(each)]

        # and the next start goes on where it was
        await arena.start_bot()
        for _ in range(3):
            await player.play_one()
        await arena.all_told(race.id)
        await require_clean(arena, "no_answer")


async def nothing_else() -> None:
    await asyncio.sleep(3600)


async def a_step_that_swallows_the_first_cancellation() -> None:
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(3600)
    await asyncio.sleep(3600)


async def a_step_that_swallows_every_cancellation() -> None:
    while True:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(3600)


async def a_loop_that_stands_still() -> None:
    try:
        await asyncio.sleep(3600)
    finally:
        time.sleep(3600)  # noqa: ASYNC251


async def a_thread_that_goes_on() -> None:
    threading.Thread(target=time.sleep, args=[3600], name="archives").start()
    await asyncio.sleep(3600)


def until_told(steps: Callable[[], Awaitable[None]], log: Path) -> None:
    """Run *steps* as the program runs, but in haste, and where a shell has SIGINT ignored."""
    os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT), 2)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    finishing.AGAIN_AFTER, ending.NAMED_AFTER, ending.ENDS_AFTER = 0.05, 0.6, 0.8

    async def running() -> None:
        print("runs", file=os.fdopen(os.dup(2), "w"), flush=True)
        await steps()

    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(ending.until_told(running()))


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize(
    ("steps", "code", "named"),
    [
        (nothing_else, 0, ""),
        (a_step_that_swallows_the_first_cancellation, 0, ""),
        (a_step_that_swallows_every_cancellation, 1, "though this goes on: "),
        (a_loop_that_stands_still, 1, "MainThread at "),
        (a_thread_that_goes_on, 1, "archives at "),
    ],
)
def test_a_signal_ends_the_program_in_time_whatever_its_steps_do(
    tmp_path: Path, steps: Callable[[], Awaitable[None]], code: int, named: str, number: int
) -> None:
    prepare()
    log = tmp_path / "log"
    process = FORKS.Process(target=until_told, args=(steps, log), daemon=True)
    process.start()
    while not log.exists() or "runs" not in log.read_text():
        time.sleep(0.01)
    assert process.pid is not None

    os.kill(process.pid, number)
    process.join(10)

    assert process.exitcode == code
    assert named in log.read_text()
    assert ("I was told to end" in log.read_text()) == bool(named)
