"""A program that stands still, and clocks that are set, cost nobody a turn."""

import asyncio
from collections.abc import Callable

import pytest

from records.values import RaceId
from steward import Standstill
from steward.time.presses import ON_ITS_WAY
from steward.time.standstill import ALIVE, LEAST_STALL
from steward.timekeeper import LEAST_AFTER_DOWNTIME
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus, FakeClock, until

PACE = 7200
HOUR, DAY = 3_600.0, 86_400.0


@pytest.fixture
def ticking(circus: Circus) -> FakeClock:
    """The machine's monotonic clock; its other one is the circus's."""
    monotonic = FakeClock(50.0)
    circus.steward.notice_standstills(Standstill(circus.clock, monotonic))
    return monotonic


async def given_by_default(circus: Circus, race: RaceId) -> list[int]:
    return [each.entry for each in await circus.store.stories.inputs(race) if each.by == "default"]


async def left(circus: Circus, race: RaceId) -> list[float]:
    """Return how many seconds each deadline is away."""
    return [each.at - circus.clock.now for each in await circus.store.deadlines.of_race(race)]


@pytest.mark.parametrize(("slept", "ran"), [(70.0, 0.0), (70.0, 70.0)], ids=["machine suspended", "program halted"])
async def test_who_could_not_answer_as_all_stood_still_has_a_minute(
    circus: Circus, ticking: FakeClock, slept: float, ran: float
) -> None:
    # Given deadlines that are 40 seconds away
    race = await circus.race()
    circus.clock.pass_by(PACE - 40)
    ticking.pass_by(PACE - 40)
    circus.steward.notice_standstills(Standstill(circus.clock, ticking))

    # When nothing runs for 70
    circus.clock.pass_by(slept)
    ticking.pass_by(ran)
    await circus.steward.timekeeper.look()

    # Then nobody has missed anything
    assert await given_by_default(circus, race) == []
    assert await left(circus, race) == [LEAST_AFTER_DOWNTIME, LEAST_AFTER_DOWNTIME]
    circus.clock.pass_by(LEAST_AFTER_DOWNTIME)
    ticking.pass_by(LEAST_AFTER_DOWNTIME / 10)  # looked at all the while, and for less than counts as a halt each time
    await circus.steward.timekeeper.tick()
    assert await given_by_default(circus, race) == [RED, BLUE]


async def test_a_clock_that_is_set_on_by_a_day_leaves_all_the_time_they_had(circus: Circus, ticking: FakeClock) -> None:
    race = await circus.race()

    circus.clock.pass_by(DAY)
    await circus.steward.timekeeper.look()

    assert await left(circus, race) == [PACE, PACE]
    (act,) = await circus.steward.desk.acts(race)
    assert (act.kind, act.body) == ("downtime", '{"seconds":86400.0}')
    await circus.steward.timekeeper.look()
    assert await left(circus, race) == [PACE, PACE]


async def test_a_clock_that_is_set_back_leaves_all_the_time_they_had(circus: Circus, ticking: FakeClock) -> None:
    race = await circus.race()
    await circus.steward.timekeeper.look()

    circus.clock.pass_by(-DAY)
    await circus.steward.timekeeper.look()

    assert await left(circus, race) == [PACE, PACE]
    assert await circus.steward.desk.acts(race) == []  # nobody lost or gained anything


async def test_a_clock_that_was_wrong_for_a_while_leaves_all_the_time_they_had(
    circus: Circus, ticking: FakeClock
) -> None:
    race = await circus.race()
    for seconds in (DAY, -DAY):
        circus.clock.pass_by(seconds)
        await circus.steward.timekeeper.look()

    assert await left(circus, race) == [PACE, PACE]


async def test_time_that_passes_as_it_should_gives_nothing(circus: Circus, ticking: FakeClock) -> None:
    # Given deadlines that are further away than the minute that a halt would leave
    race, looked_at = await circus.race(), 5 * LEAST_AFTER_DOWNTIME
    circus.clock.pass_by(PACE - looked_at)
    ticking.pass_by(PACE - looked_at)
    circus.steward.notice_standstills(Standstill(circus.clock, ticking))

    for _ in range(int((looked_at + ON_ITS_WAY) / LEAST_STALL) + 1):
        circus.clock.pass_by(LEAST_STALL)
        ticking.pass_by(LEAST_STALL)
        await circus.steward.timekeeper.look()

    assert await given_by_default(circus, race) == [RED, BLUE]


async def test_what_could_not_be_made_up_for_is_made_up_for_later(circus: Circus, ticking: FakeClock) -> None:
    race = await circus.race()
    circus.clock.pass_by(DAY)
    give_back = circus.store.deadlines.give_back

    async def fails(*_given: object) -> None:
        raise OSError("disk full")

    circus.store.deadlines.give_back = fails  # type: ignore[method-assign,assignment]
    with pytest.raises(OSError, match="disk full"):
        await circus.steward.timekeeper.look()
    circus.store.deadlines.give_back = give_back  # type: ignore[method-assign]
    await circus.steward.timekeeper.look()

    assert await left(circus, race) == [PACE, PACE]


async def test_it_is_never_noted_that_we_were_alive_at_a_time_to_come(circus: Circus) -> None:
    await circus.race()
    await circus.steward.timekeeper.tick()
    circus.clock.pass_by(-HOUR)

    await circus.steward.timekeeper.tick()

    assert float(await circus.store.memory.get(ALIVE) or 0) == circus.clock.now


async def test_a_start_with_a_clock_that_was_set_back_meanwhile_leaves_all_their_time(circus: Circus) -> None:
    race = await circus.race()
    await circus.steward.timekeeper.tick()
    circus.clock.pass_by(-HOUR)

    other = await circus.again()
    await other.steward.timekeeper.make_up_for_downtime()

    assert await left(circus, race) == [PACE, PACE]
    assert float(await circus.store.memory.get(ALIVE) or 0) == circus.clock.now


class JumpsOnce(Standstill):
    """The clock jumps just after the two clocks were compared."""

    jump: Callable[[], None] | None = None

    @property
    def lost(self) -> float:
        lost = super().lost
        if self.jump is not None:
            jump, self.jump = self.jump, None
            jump()
        return lost


async def test_a_clock_that_jumps_between_two_looks_makes_nothing_due(circus: Circus) -> None:
    race = await circus.race()
    standstill = JumpsOnce(circus.clock, FakeClock(50.0))
    standstill.jump = lambda: circus.clock.pass_by(PACE + HOUR)
    circus.steward.notice_standstills(standstill)

    await circus.steward.timekeeper.look()
    assert standstill.jump is None
    assert await given_by_default(circus, race) == []
    await circus.steward.timekeeper.look()

    assert await given_by_default(circus, race) == []
    assert await left(circus, race) == [PACE, PACE]


async def test_the_clocks_are_looked_at_while_it_runs(circus: Circus, ticking: FakeClock) -> None:
    race = await circus.race()

    async def is_alive() -> bool:
        return await circus.store.memory.get(ALIVE) is not None

    async def is_told() -> bool:
        return bool(await circus.steward.desk.acts(race))

    running = asyncio.create_task(circus.steward.run())
    try:
        await until(is_alive)
        circus.clock.pass_by(PACE + 10 * DAY)
        circus.steward.timekeeper.wake()
        await until(is_told)
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    assert await given_by_default(circus, race) == []
    assert [each.race.player_of(each.entry) for each in await circus.steward.open_asks(ANN)] == [ANN]
    assert [each.entry for each in await circus.steward.open_asks(BOB)] == [BLUE]
