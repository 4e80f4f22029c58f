"""A season that an earlier version left in the middle of a race goes on by the clock, to a sound end."""

import pytest

from engine.rulesets import PLAYED
from records.values import RaceId
from tests.archive.conftest import Opened
from tests.archive.files import named, problems_of
from tests.steward.leagues import check_treasuries, pass_by, to_the_end

SEASONS = named("*-season")
LEAGUE, FIRST, SECOND = RaceId(1), RaceId(2), RaceId(3)

every_season = pytest.mark.parametrize("name", SEASONS)


def test_the_archive_holds_a_season() -> None:
    assert SEASONS


@every_season
async def test_what_was_offered_is_a_notice_of_its_own_kind_now_and_each_race_the_first_of_its_event(
    name: str, opened: Opened
) -> None:
    circus = await opened(name, rulesets=PLAYED)

    told = await circus.store.outbox.of_race(LEAGUE)
    assert [each.kind for each in told if '"DealOffered"' in each.body] == ["deal"]
    races = await circus.steward.leagues.races(LEAGUE)
    assert [(each.id, each.round, each.number) for each in races] == [(FIRST, 1, 1), (SECOND, 2, 1)]
    assert [each.state for each in races] == ["finished", "running"]


@pytest.mark.slow
@every_season
async def test_it_goes_on_by_the_clock_to_its_end(name: str, opened: Opened) -> None:
    old = await opened(name, rulesets=PLAYED)
    before = {race: await old.told(race) for race in (LEAGUE, FIRST, SECOND)}
    await old.steward.timekeeper.make_up_for_downtime()
    await old.steward.resume()
    await pass_by(old, 60.0)

    circus = await old.again()  # what today's program wrote of it is taken up as well
    await circus.steward.resume()
    await to_the_end(circus, LEAGUE)

    for race, told in before.items():
        assert (await circus.told(race))[: len(told)] == told
    races = await circus.steward.leagues.races(LEAGUE)
    assert [(each.round, each.state) for each in races] == [(1, "finished"), (2, "finished"), (3, "finished")]
    for each in races:
        assert (await circus.steward.log.verify(each.id)).is_sound
        assert problems_of(await circus.steward.log.proof(each.id)) == []
    await check_treasuries(circus, LEAGUE)
    audit = await circus.steward.purses.audit()
    assert audit.is_sound, audit
