"""Two processes that share one database, for tests of a fleet."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from records.values import RaceId
from tests.db.around import around_the_program
from tests.steward.circus import Circus, FakeClock


class Running(FakeClock):
    """Goes on by itself as well, as the server's does."""

    def __init__(self) -> None:
        super().__init__()
        self._since = time.monotonic()

    def __call__(self) -> float:
        return self.now + time.monotonic() - self._since


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[tuple[Circus, Circus]]:
    """Give two processes that share one database, and have races."""
    first = await Circus(tmp_path / "races.sqlite3", shards="0/2", clock=Running()).open()
    yield first, await beside(first)
    await first.close()


async def beside(first: Circus) -> Circus:
    """Have another process join one that is open, and let both have races."""
    await first.steward._take_up()
    second = await first.again(shards="1/2")
    await second.steward._take_up()
    await first.steward.fleet.look()

    async def begun(_race: RaceId) -> None:
        """Deliver at both: whoever starts a race waits until its home has told it."""
        await asyncio.gather(first.deliver(), second.deliver())

    first.steward.lobbies.begun = begun
    return second


def silence(circus: Circus, seconds: float = 150.0) -> None:
    """Stop a process for so long: it says nothing meanwhile, and knows of nothing."""
    fleet = circus.steward.fleet
    assert fleet._beating is not None
    fleet._beating.cancel()
    fleet._beaten -= seconds
    with around_the_program(circus.path) as way:
        way.execute(f"UPDATE process SET beat = beat - {seconds} WHERE number = {fleet.number}")


async def races_of(circus: Circus, count: int = 8) -> list[RaceId]:
    """Start some races, each in a thread and of a host of its own."""
    races = []
    for _ in range(count):
        races.append(await circus.race())
        await circus.store.races.set(races[-1], thread=1000 + races[-1], host=1000 + races[-1])
    return races


async def races_of_both(two: tuple[Circus, Circus], each: int = 2) -> list[RaceId]:
    """Start races until each of two processes keeps so many at least: which keeps what falls by a hash."""
    races: list[RaceId] = []
    while min(len(homes_among(one, races)) for one in two) < each:
        assert len(races) < 64, "one of both keeps nothing"
        races += await races_of(two[0], each)
    return races


async def pass_by(two: tuple[Circus, Circus], seconds: float) -> None:
    """Let time pass for both, and let both know that it has passed for the other one as well.

    Each notes the other's clock as it looks. Until then one whose clock has gone on takes the other's to be far off,
    and all races to be its own.
    """
    two[0].clock.pass_by(seconds)
    for each in (*two, two[0]):
        await each.steward.fleet.look()


def homes_among(circus: Circus, races: list[RaceId]) -> list[RaceId]:
    return [race for race in races if circus.steward.fleet.is_home(race)]


def of_all(*circuses: Circus) -> Counter[int]:
    return Counter(each.id for circus in circuses for each in circus.messenger.delivered)
