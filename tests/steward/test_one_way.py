"""A process that hears its database no more, or is heard no more: others go on, and nothing of it counts twice."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection

from db.opening.errors import Outlived
from tests import servers
from tests.between import Between, Way
from tests.steward.circus import BLUE, RED, Circus
from tests.steward.pair import Running, beside, homes_among, races_of_both
from tests.toy_ruleset import Pace

pytestmark = [pytest.mark.of_server, pytest.mark.threads]
PACE = 7200


@pytest.mark.parametrize("ways", [("there",), ("back",), ("there", "back")])
async def test_who_is_cut_off_has_no_effects_and_others_do_what_was_its(
    tmp_path: Path, ways: tuple[Way, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Between() as wire:
        with monkeypatch.context() as patched:
            patched.setattr(servers, "database_called", wire.database_called)
            first = Circus(tmp_path / "races.sqlite3", shards="0/2", clock=Running())
        await first.open()
        second = await beside(first)
        races = await races_of_both((first, second))
        (race, *_) = homes_among(first, races)
        number = first.steward.fleet.number

        # When it is cut off in the middle of a write, for which it holds a race
        def writing(connection: Connection) -> None:
            wire.cut(*ways)
            connection.exec_driver_sql("UPDATE race SET title = 'of a dead one'")

        writes = asyncio.create_task(first.store._writer.run(writing, race))

        # Then it knows that before others take its place, and they do what is due in its races
        async with asyncio.timeout(20):
            while number in second.steward.fleet._homes.living:
                await asyncio.sleep(0.05)
                is_sure = first.steward.fleet.is_sure()
        assert not is_sure
        assert homes_among(second, races) == races
        second.clock.pass_by(PACE + 60)
        await second.steward.fleet.look()
        async with asyncio.timeout(5):
            await second.steward.timekeeper.tick()
        done = {each: await second.store.stories.inputs(each) for each in races}
        assert all([each.entry for each in inputs] == [RED, BLUE] for inputs in done.values())

        # and once it is heard again, it joins anew, and what it was writing is told as too late
        wire.mend()
        async with asyncio.timeout(20):
            while first.steward.fleet.number == number:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
            (outcome,) = await asyncio.gather(writes, return_exceptions=True)
        assert isinstance(outcome, Outlived)
        assert (await second.steward.race(race)).record.title == "Ludi"
        assert {each: await second.store.stories.inputs(each) for each in races} == done
        await first.close()


async def test_a_cut_of_a_second_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Between() as wire:
        with monkeypatch.context() as patched:
            patched.setattr(servers, "database_called", wire.database_called)
            first = Circus(tmp_path / "races.sqlite3", shards="0/2", clock=Running())
        await first.open()
        second = await beside(first)
        (race, *_) = homes_among(first, await races_of_both((first, second)))

        wire.cut("back")
        writes = asyncio.create_task(first.give(race, RED, Pace(3)))
        await asyncio.sleep(1.0)
        wire.mend()
        await writes

        assert [each.entry for each in await second.store.stories.inputs(race)] == [RED]
        await first.close()
