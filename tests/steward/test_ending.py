"""What must run either runs or ends the whole: nothing stays half alive."""

import asyncio
from collections.abc import Callable

import pytest

from steward import steward as running
from steward.steward import PartEnded
from steward.time.standstill import ALIVE
from tests.steward.circus import Circus, until


@pytest.fixture(autouse=True)
def _in_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "TAKE_UP_PAUSES", (0.01, 0.01, 0.01))


def failing(circus: Circus, times: int) -> list[str]:
    """Have the first writes of settings fail so often; return the names that were tried."""
    set_setting, tried = circus.store.set_setting, list[str]()

    async def sets(name: str, value: str) -> None:
        tried.append(name)
        if len(tried) <= times:
            raise OSError("database or disk is full")
        await set_setting(name, value)

    circus.store.set_setting = sets  # type: ignore[method-assign]
    return tried


async def test_a_disk_that_is_full_for_a_while_at_the_start_is_waited_for(circus: Circus) -> None:
    race, tried = await circus.race(), failing(circus, 3)
    runs = asyncio.create_task(circus.steward.run())

    await until(lambda: any(each.kind == "summons" for each in circus.messenger.delivered))

    assert tried == [ALIVE] * 4
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


async def test_pictures_that_cannot_be_prepared_end_nothing(circus: Circus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(circus.steward.studio, "warm_up", breaks)
    await circus.race()
    runs = asyncio.create_task(circus.steward.run())

    await until(lambda: bool(circus.messenger.delivered))

    assert not runs.done()
    runs.cancel()
    await asyncio.gather(runs, return_exceptions=True)
