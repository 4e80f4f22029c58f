"""SIGTERM, which ends services and containers, ends the program as Ctrl-C does: in order, and without a loss."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from sandbox.client import Outcome
from tests.e2e.arena import Arena
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
            asyncio.ensure_future(each.run("race board", channel=race.thread)) for each in (arena.ben, arena.cato) * 8
        ]
        presses.append(asyncio.ensure_future(arena.ana.run("race status", channel=race.thread)))
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
