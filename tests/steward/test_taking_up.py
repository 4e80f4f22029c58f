"""Races under way are taken up beside everything else: who has thousands of them waits for none but their own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from records.values import RaceId
from steward import taking_up
from tests.steward.circus import BLUE, RED, Circus, until
from tests.toy_ruleset import Pace

PACE = 7200


@contextlib.asynccontextmanager
async def runs(circus: Circus) -> AsyncIterator["asyncio.Task[None]"]:
    """Have the steward run meanwhile."""
    task = asyncio.create_task(circus.steward.run())
    try:
        yield task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


class Held:
    """Holds the taking up of the first race that comes until it may go on."""

    def __init__(self, circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
        self.came, self.may_go_on, self.races = asyncio.Event(), asyncio.Event(), list[RaceId]()
        self._resumes = circus.steward.races.resume
        monkeypatch.setattr(circus.steward.races, "resume", self._resume)

    async def _resume(self, race: RaceId) -> None:
        self.races.append(race)
        self.came.set()
        await self.may_go_on.wait()
        await self._resumes(race)


async def entries(circus: Circus, race: RaceId) -> list[int]:
    return [each.entry for each in await circus.store.stories.inputs(race)]


async def owing(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> RaceId:
    """Return a race in which a house driver owes an answer, as whoever began it was killed in between."""

    async def nobody(_live: object) -> None:
        return None

    with monkeypatch.context() as patched:
        patched.setattr("steward.running.races.first_by_itself", nobody)
        race = await circus.race(rivals=1)
        await circus.deliver()
    assert await entries(circus, race) == []
    return race


async def test_turns_are_played_told_and_pressed_while_others_are_taken_up(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a program that starts with two races, and does not get over the first one
    race, other = await circus.race(), await circus.race()
    await circus.deliver()
    after = await circus.again()
    held = Held(after, monkeypatch)

    async with runs(after):
        await held.came.wait()
        # Then a press in the other one is kept, and what falls due is played and told
        await after.give(other, RED, Pace(3))
        assert await entries(after, other) == [RED]
        after.clock.pass_by(10 * PACE)
        after.steward.timekeeper.wake()

        async def both_played() -> bool:
            return bool(await entries(after, race)) and len(await entries(after, other)) > 1

        await until(both_played)
        await until(lambda: {race, other} <= {each.race for each in after.messenger.delivered})
        assert held.races == [race]
        held.may_go_on.set()
        await until(lambda: held.races == [race, other])


async def test_who_owes_an_answer_gives_it_beside_the_rest(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    races = [await owing(circus, monkeypatch) for _ in range(2)]
    after = await circus.again()

    async with runs(after):

        async def all_given() -> bool:
            return all([await entries(after, race) for race in races])

        await until(all_given)

    for race in races:
        assert {each.by for each in await after.store.stories.inputs(race)} == {"house"}


async def test_a_race_that_breaks_keeps_no_other_from_being_taken_up(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, race = await owing(circus, monkeypatch), await owing(circus, monkeypatch)
    after = await circus.again()
    resumes = after.steward.races.resume

    async def breaks(which: RaceId) -> None:
        if which == broken:
            raise OSError("disk I/O error")
        await resumes(which)

    monkeypatch.setattr(after.steward.races, "resume", breaks)
    async with runs(after) as running:

        async def is_given() -> bool:
            return bool(await entries(after, race))

        await until(is_given)
        assert not running.done()


async def test_an_end_waits_for_the_race_at_hand_and_no_other(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    race, _other = await owing(circus, monkeypatch), await owing(circus, monkeypatch)
    after = await circus.again()
    held = Held(after, monkeypatch)

    async with runs(after) as running:
        await held.came.wait()
        running.cancel()
        await asyncio.sleep(0.05)
        assert not running.done()
        held.may_go_on.set()
        await asyncio.wait([running], timeout=10)
        assert running.cancelled()

    assert held.races == [race]
    assert await entries(after, race)


async def test_who_has_the_nearest_deadline_is_taken_up_first(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    later, sooner = await circus.race(), await circus.race()
    for race, seconds in ((later, 9 * PACE), (sooner, 3 * PACE)):
        async with circus.steward.races.editing(race) as live:
            live.move_deadline(RED, circus.clock() + seconds, None)
            live.move_deadline(BLUE, circus.clock() + seconds, None)
    held = Held(circus, monkeypatch)
    held.may_go_on.set()

    await circus.steward.resume()

    assert held.races == [sooner, later]


async def test_others_have_the_processor_for_as_long_as_a_race_took(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await circus.race()
    breaths, time, sleep = list[float](), 0.0, asyncio.sleep

    async def breathes(seconds: float) -> None:
        breaths.append(seconds)
        await sleep(0)

    async def takes_long(_race: RaceId) -> None:
        nonlocal time
        time += (0.1, 0.02, 30.0)[len(breaths)]

    monkeypatch.setattr(taking_up, "perf_counter", lambda: time)
    monkeypatch.setattr(circus.steward.races, "resume", takes_long)
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", breathes)
        await circus.steward.resume()

    assert breaths == pytest.approx([0.1, 0.02, taking_up.LONGEST_BREATH])


@pytest.mark.parametrize("times", [2, 99])
async def test_races_that_cannot_be_read_are_tried_again_but_not_for_ever(
    circus: Circus, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    race = await owing(circus, monkeypatch)
    after = await circus.again()
    reads, tried = after.store.deadlines.running, 0

    async def unreadable() -> Any:
        nonlocal tried
        tried += 1
        if tried <= times:
            raise OSError("disk I/O error")
        return await reads()

    monkeypatch.setattr(after.store.deadlines, "running", unreadable)
    monkeypatch.setattr(taking_up, "AGAIN_AFTER", 0.01)
    monkeypatch.setattr("steward.running.finishing.BORNE_FOR", 0.3)
    if times == 99:
        with pytest.raises(ExceptionGroup) as caught:
            async with asyncio.timeout(20):
                await after.steward.run()
        assert [type(each) for each in caught.value.exceptions] == [OSError]
        return
    async with runs(after):

        async def is_given() -> bool:
            return bool(await entries(after, race))

        await until(is_given)
    assert tried == times + 1
