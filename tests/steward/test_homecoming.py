"""What comes home of a league's race is kept with its end, and comes home whatever happens to the program since."""

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.facts import Rewound
from engine.game import AnyRuleset
from engine.leagues.words.facts import RaceCameBack
from engine.rulesets import PLAYED
from engine.stables import Aftermath
from engine.table import Table
from records.values import RaceId
from tests.steward.circus import Circus
from tests.steward.leagues import ANN, ONE, a_circus, a_season, pass_by, to_phase

RACES = PLAYED["circus-maximus"]


def changed(play_turn: Any) -> Mapping[str, AnyRuleset]:
    """Return the rules after an update: races are played otherwise."""
    return {**PLAYED, RACES.id: dataclasses.replace(RACES, play_turn=play_turn)}


def tells_more(race: Any, table: Table) -> Any:
    """Play a turn that begins with one more fact."""
    table.tell(Rewound(0, 0, "by other rules"))
    return (yield from RACES.play_turn(race, table))


async def run_alone(circus: Circus, race: RaceId) -> None:
    """Run a race to its end while its league does not look."""
    for _ in range(4000):
        if (await circus.steward.race(race)).record.state == "finished":
            return
        circus.clock.pass_by(60.0)
        for each, deadline in await circus.store.deadlines.due(circus.clock.now):
            await circus.steward.races.default(each, deadline.entry, deadline.asked)
    raise AssertionError("the race comes to no end")


async def a_race_that_is_over(path: Path) -> tuple[Circus, RaceId, RaceId]:
    circus = await a_circus(path)
    league = await a_season(circus, ONE)
    await to_phase(circus, league, "race")
    await circus.deliver()
    race = (await circus.steward.leagues.races(league))[0].id
    await run_alone(circus, race)
    return circus, league, race


async def homes_of(circus: Circus, league: RaceId) -> list[Aftermath]:
    """Return what came home to a league, as it is told."""
    told = [each for each in await circus.steward.log.facts(league) if isinstance(each, RaceCameBack)]
    return [Aftermath(each.homes, 0) for each in told]


async def test_an_update_between_a_races_end_and_its_homecoming_stops_nothing(tmp_path: Path) -> None:
    circus, league, race = await a_race_that_is_over(tmp_path)
    kept = (await circus.steward.race(race)).record.comes_home
    assert kept is not None

    updated = await circus.again(rulesets=changed(tells_more))
    await updated.steward.timekeeper.tick()
    await updated.steward.timekeeper.tick()

    came_home = msgspec.json.decode(kept, type=Aftermath)
    assert await homes_of(updated, league) == [Aftermath(came_home.homes, 0)]
    assert (await updated.steward.log.status(league)).view.phase == "protest"
    await circus.close()


async def test_a_race_that_ended_before_that_was_kept_comes_home_all_the_same(tmp_path: Path) -> None:
    circus, league, race = await a_race_that_is_over(tmp_path)
    kept = (await circus.steward.race(race)).record.comes_home
    assert kept is not None
    await circus.store.races.set(race, comes_home=None)

    await circus.steward.timekeeper.tick()

    assert await homes_of(circus, league) == [Aftermath(msgspec.json.decode(kept, type=Aftermath).homes, 0)]
    await circus.close()


async def test_where_it_cannot_be_replayed_its_last_turn_is_run_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    circus, league, race = await a_race_that_is_over(tmp_path)
    await circus.store.races.set(race, comes_home=None)

    updated = await circus.again(rulesets=changed(tells_more))
    await updated.steward.timekeeper.tick()
    await to_phase(updated, league, "protest")

    assert [each.kind for each in await updated.steward.desk.acts(race)][-1] == "update"
    assert any(isinstance(each, Rewound) for each in await updated.steward.log.facts(race))
    assert "another story" in caplog.text
    assert len(await homes_of(updated, league)) == 1
    assert (await updated.steward.race(race)).record.comes_home is not None
    await circus.close()


async def test_a_race_that_cannot_be_played_at_all_rests_and_its_host_is_told(tmp_path: Path) -> None:
    circus, league, race = await a_race_that_is_over(tmp_path)
    await circus.store.races.set(race, comes_home=None)

    def breaks(*_: Any) -> Any:
        raise ValueError

    updated = await circus.again(rulesets=changed(breaks))
    for _ in range(3):
        await pass_by(updated, 60.0)

    assert (await updated.steward.race(race)).record.state == "paused"
    assert [each.player for each in updated.messenger.delivered if each.kind == "warning"] == [ANN]
    assert (await updated.steward.log.status(league)).view.phase == "race"
    await circus.close()
