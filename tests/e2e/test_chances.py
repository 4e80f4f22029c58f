"""Chances are worked out beside the bot, while it runs a race; killed with it, they are taken up again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from db.writing.chances import LOBBY
from engine.betting.records import ChanceRecord
from records.values import RaceId
from tests.e2e.arena import Arena
from tests.e2e.player import Player
from tests.e2e.races import require_clean, started

SAMPLES = 3
PATIENCE = 60.0


async def until(look: Callable[[], Awaitable[bool]], what: str) -> None:
    """Wait until *look* sees it."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not await look():  # noqa: ASYNC110
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"{what} is still not so after {PATIENCE} seconds") from None


def works_chances_out(process: int) -> bool:
    """Tell whether a process is there, and works chances out."""
    try:
        return b"working_out.py\0chances" in Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False  # it has ended


def workers_of(bot: int) -> list[int]:
    """Return the processes that work chances out for a bot; other tests may have their own."""
    children = Path(f"/proc/{bot}/task/{bot}/children").read_text().split()
    return [process for process in map(int, children) if works_chances_out(process)]


@pytest.mark.slow
async def test_chances_follow_a_race_through_a_crash(tmp_path: Path) -> None:
    async with Arena(tmp_path, chances=SAMPLES, is_forked=True) as arena:
        race = await started(arena, people=[arena.ana, arena.ben], rivals=1)
        store = await arena.store()

        async def rows() -> list[ChanceRecord]:
            return [row for row in await store.chances.of_race(RaceId(race.id)) if row.seq != LOBBY]

        async def has_begun() -> bool:
            return bool(await rows())

        await until(has_begun, "there are chances at the start")
        (first,) = await rows()
        wins = msgspec.json.decode(first.chances, type=dict[int, int])
        entries = sorted(each.entry for each in (await arena.kept(race.id)).entries)
        assert (first.turn, first.samples, sorted(wins)) == (0, SAMPLES, entries)

        (worker,) = workers_of(arena.bot_pid)
        arena.kill_bot()

        async def is_gone() -> bool:
            return not works_chances_out(worker)

        await until(is_gone, "the process ends with the bot")
        await arena.restart_bot()
        ana, ben = Player(arena.ana, "Ana"), Player(arena.ben, "Ben")

        async def are_told_again() -> bool:
            return len(await rows()) > 1

        async def waits_for_chances() -> None:
            """Play as Ben, who holds the second turn up until its chances are there: turns may come faster."""
            while not ben.is_over:
                if len([each for each in await store.stories.facts(RaceId(race.id)) if '"TurnBegan"' in each.fact]) > 1:
                    await until(are_told_again, "there are chances after a turn")
                await ben.play_one(200)

        async with asyncio.TaskGroup() as group:
            group.create_task(ana.play(200))
            group.create_task(waits_for_chances())

        assert (await arena.kept(race.id)).state == "finished"
        told = await rows()
        assert len(told) > 1
        assert [row.turn for row in told] == sorted({row.turn for row in told})
        await require_clean(arena, "no_answer")
