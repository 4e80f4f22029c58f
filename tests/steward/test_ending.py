"""What must run either runs or ends the whole: nothing stays half alive."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from records.notices import Notice
from records.values import RaceId
from steward import steward as running
from steward import timekeeper
from steward.running import finishing
from steward.steward import PartEnded
from steward.time.standstill import ALIVE
from tests.steward.circus import Circus, until
from tests.steward.test_finishing import swallowing


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TAKE_UP_PAUSES", (0.01, 0.01, 0.01))


def failing(circus: Circus, times: int) -> list[str]:
    """Have the first writes of settings fail so often; return the names that were tried."""
    set_setting, tried = circus.store.memory.set, list[str]()

    async def sets(name: str, value: str) -> None:
        tried.append(name)
        if len(tried) <= times:
            raise OSError("database or disk is full")
        await set_setting(name, value)

    circus.store.memory.set = sets  # type: ignore[method-assign]
    return tried


async def test_a_disk_that_is_full_for_a_while_at_the_start_is_waited_for(circus: Circus) -> None:
    race, tried = await circus.race(), failing(circus, 3)
    runs = asyncio.create_task(circus.steward.run())

    await until(lambda: any(each.kind == "summons" for each in circus.messenger.delivered))

    assert tried[:4] == [ALIVE] * 4
    assert not runs.done()
    assert {each.race for each in circus.messenger.delivered} == {race}
    runs.cancel()
    await asyncio.gather(runs, return_exceptions=True)


async def test_what_never_can_be_taken_up_ends_the_steward(circus: Circus) -> None:
    tried = failing(circus, 99)

    with pytest.raises(OSError, match="disk is full"):
        async with asyncio.timeout(20):
            await circus.steward.run()

    assert tried == [ALIVE] * 4


async def returns() -> None:
    pass


async def breaks() -> None:
    raise KeyError("seat")


@pytest.mark.parametrize("part", ["delivery", "timekeeper"])
@pytest.mark.parametrize(("ends", "error"), [(returns, PartEnded), (breaks, KeyError)])
async def test_a_part_that_ends_ends_all(
    circus: Circus, part: str, ends: Callable[[], object], error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getattr(circus.steward, part), "run", ends)

    with pytest.raises(ExceptionGroup) as caught:
        async with asyncio.timeout(20):
            await circus.steward.run()

    assert [type(each) for each in caught.value.exceptions] == [error]


@pytest.mark.parametrize("part", ["delivery", "timekeeper", "chronicler"])
async def test_a_part_that_swallows_the_first_cancellation_ends_all_the_same(
    circus: Circus, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = asyncio.Event()

    async def swallows() -> None:
        begun.set()
        await swallowing(1)

    monkeypatch.setattr(finishing, "AGAIN_AFTER", 0.01)
    monkeypatch.setattr(getattr(circus.steward, part), "run", swallows)
    runs = asyncio.create_task(circus.steward.run())
    await begun.wait()

    runs.cancel()
    await asyncio.wait([runs], timeout=10)

    assert runs.cancelled()


async def test_pictures_that_cannot_be_prepared_end_nothing(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circus.steward.studio, "warm_up", breaks)
    await circus.race()
    runs = asyncio.create_task(circus.steward.run())

    await until(lambda: bool(circus.messenger.delivered))

    assert not runs.done()
    runs.cancel()
    await asyncio.gather(runs, return_exceptions=True)


async def ends_after_failing(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run until the steward has had enough; a test waits no minutes for it."""
    monkeypatch.setattr(finishing, "BORNE_FOR", 0.3)
    monkeypatch.setattr(timekeeper, "LONGEST_WAIT", 0.05)
    circus.steward.delivery._pause = 0.05
    async with asyncio.timeout(20):
        await circus.steward.run()


async def test_an_outbox_that_can_never_be_read_ends_the_steward(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable() -> list[Notice]:
        raise OSError("disk I/O error")

    await circus.race()
    circus.store.outbox.waiting = unreadable  # type: ignore[method-assign]

    with pytest.raises(ExceptionGroup) as ended:
        await ends_after_failing(circus, monkeypatch)

    assert [str(each) for each in ended.value.exceptions] == ["disk I/O error"]


async def test_deadlines_that_can_never_be_looked_at_end_the_steward(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unreadable(now: float) -> list[Any]:
        raise OSError("disk I/O error")

    await circus.race()
    circus.store.deadlines.due = unreadable  # type: ignore[method-assign]

    with pytest.raises(ExceptionGroup) as ended:
        await ends_after_failing(circus, monkeypatch)

    assert [str(each) for each in ended.value.exceptions] == ["disk I/O error"]


async def test_failures_that_pass_are_borne_however_often_they_come(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finishing, "BORNE_FOR", 0.0001)
    patience = finishing.Patience()

    for _ in range(3):
        assert not patience.is_over()
        await asyncio.sleep(0.001)
        patience.renew()


async def test_one_race_that_cannot_be_begun_keeps_no_deadline_of_another(circus: Circus) -> None:
    race = await circus.race()

    async def breaks_down(race: RaceId, post: int) -> None:
        raise ValueError("its state is damaged")

    async def late(before: float) -> list[RaceId]:
        return [RaceId(99)]

    circus.steward.races.begin = breaks_down  # type: ignore[method-assign]
    circus.store.outbox.unstarted = late  # type: ignore[method-assign]
    circus.clock.pass_by(30 * 86_400)

    await circus.steward.timekeeper.tick()

    assert any(each.by == "default" for each in await circus.store.stories.inputs(race))
