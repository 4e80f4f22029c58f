"""A thousand people who press *Drive it* as the race of the day opens: how long until each hears anything.

They press within :data:`WITHIN` seconds. The bot is a real one on a real database, without Discord: the first answer
counts until the bot sends it, the first question until its picture is drawn.
"""

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec

from bench.figures import Figure
from bench.interactions import share
from bench.storage import Nobody
from cogs.panels.daily import DailyDrive
from db.store import Store
from engine.daily.working import DayJob, done
from engine.rulesets import PLAYED
from renderers import SCENES
from steward import Steward
from steward.daily.days import opens
from tests.cogs.fakes import FakeClient, FakeInteraction

PEOPLE, WITHIN = 1_000, 30.0
DAY = 8
"""Ave Caesar, as on most days."""

MOST_FIRST_ANSWER_MS = 250.0
MOST_FIRST_QUESTION_MS = 1_000.0
RUNS_OF_PAR = 6


class Quick:
    """Chooses the day by few runs: how long that takes is no matter here."""

    async def do(self, job: bytes) -> bytes:
        asked = msgspec.structs.replace(msgspec.json.decode(job, type=DayJob), runs=RUNS_OF_PAR)
        return done(msgspec.json.encode(asked))

    async def stop(self) -> None:
        """Nothing runs."""


class Person:
    """Somebody who presses, and the times in milliseconds until something comes."""

    def __init__(self, steward: Steward, number: int) -> None:
        self.interaction = FakeInteraction(steward, 10_000 + number, name=f"P{number}", client=FakeClient(steward))
        self.first_answer = self.question = 0.0

    async def press(self, at: float) -> None:
        """Press when the clock says so; what the loop is late by is part of the wait."""
        await asyncio.sleep(max(0.0, at - time.perf_counter()))
        defer = self.interaction.response.defer

        async def deferred(**how: object) -> None:
            await defer(**how)
            self.first_answer = (time.perf_counter() - at) * 1000

        self.interaction.response.defer = deferred  # type: ignore[method-assign]
        await DailyDrive(DAY).callback(self.interaction)  # type: ignore[arg-type]
        self.question = (time.perf_counter() - at) * 1000
        assert self.interaction.said, "everybody gets a question"


def figures() -> list[Figure]:
    """Measure first answers and first questions."""
    with tempfile.TemporaryDirectory() as folder:
        people = asyncio.run(_a_midnight(Path(folder) / "daily.sqlite3"))
    first, asked = [each.first_answer for each in people], [each.question for each in people]
    told = f"{PEOPLE:,} people in {WITHIN:.0f} s at midnight"
    return [
        Figure(f"{told}: first answer, p50", share(first, 0.50), "ms"),
        Figure(f"{told}: first answer, p99", share(first, 0.99), "ms", at_most=MOST_FIRST_ANSWER_MS),
        Figure(f"{told}: first question, p50", share(asked, 0.50), "ms", at_most=MOST_FIRST_QUESTION_MS),
        Figure(f"{told}: first question, p99", share(asked, 0.99), "ms"),
    ]


async def _a_midnight(path: Path) -> list[Person]:
    steward = Steward(
        Store(path),
        clock=lambda: opens(DAY).timestamp() + 1.0,
        rulesets=PLAYED,
        scenes=SCENES,
        messenger=Nobody(),
        entropy=lambda count: b"\x07" * count,
    )
    await steward.open()
    try:
        steward.daily._workshop = Quick()
        await steward.daily.make_ready(DAY)
        await steward.studio.warm_up()
        people, luck = [Person(steward, number) for number in range(PEOPLE)], Random(1)
        begins = time.perf_counter() + 0.5
        await asyncio.gather(*(each.press(begins + luck.random() * WITHIN) for each in people))
        return people
    finally:
        await steward.close()
