"""Chances to win a cup: from results alone, after each race, told once, and right after whatever the host corrects."""

from pathlib import Path

import msgspec
import pytest

from engine.betting.cups import CupChances, CupJob
from engine.betting.working import done
from records.values import RaceId
from steward import Standings, read_body
from steward.chances.cup_odds import LEAST_SAMPLES, CupOdds
from steward.chances.workshop import JobFailed
from tests.steward.circus import ANN, Circus
from tests.steward.test_cups import first_race, next_race, opened, run
from tests.toy_ruleset import TOY, Pace

SAMPLES = 20


class FakeWorkshop:
    """Does jobs here and now, and remembers them; a test may have it fail."""

    def __init__(self) -> None:
        self.jobs: list[bytes] = []
        self.fails = False

    async def do(self, job: bytes) -> bytes:
        self.jobs.append(job)
        if self.fails:
            raise JobFailed("the process ended")
        return done(job, {"toy": TOY})

    async def stop(self) -> None:
        """Nothing runs."""


class Maker:
    def __init__(self, circus: Circus, samples: int = SAMPLES) -> None:
        self.shop, self.circus = FakeWorkshop(), circus
        self.odds = CupOdds(circus.store, circus.steward.cups, circus.rulesets, circus.clock, self.shop, samples)

    async def all(self) -> int:
        count = 0
        while await self.odds.work_once():
            count += 1
        return count


@pytest.fixture
def maker(circus: Circus) -> Maker:
    return Maker(circus)


async def told(circus: Circus, race: RaceId) -> int:
    """Return how often chances after a race are to be told."""
    notices = [each for each in await circus.steward.delivery.notices(race) if each.kind == "cup"]
    return sum(read_body(each, Standings).is_chances for each in notices)


async def test_after_a_race_everybody_has_a_chance_and_it_is_told_once(maker: Maker, circus: Circus) -> None:
    cup = await opened(circus, races=3)
    assert await maker.all() == 0, "no race is over"
    race = await first_race(circus, cup)

    assert await maker.all() == 1
    assert await maker.all() == 0

    known = await circus.steward.cups.cup(cup.id)
    found = await circus.steward.cups.chances(known)
    assert found is not None
    assert found.samples == SAMPLES
    assert sum(found.wins.values()) == SAMPLES
    assert set(found.wins) == {1, 2}
    assert await told(circus, race) == 1


async def test_chances_come_from_results_and_nothing_of_a_race_under_way(maker: Maker, circus: Circus) -> None:
    cup = await opened(circus, races=3)
    await first_race(circus, cup)
    await maker.all()
    second = await next_race(circus, cup)
    await circus.pace(second, 3, 4)

    again = Maker(await circus.again())
    assert await again.all() == 0, "after a restart nothing is missing"
    assert msgspec.json.decode(maker.shop.jobs[0], type=CupJob).races == 3
    assert len(maker.shop.jobs) == 1


async def test_the_same_job_gives_the_same_chances(maker: Maker, circus: Circus) -> None:
    cup = await opened(circus, races=3)
    await first_race(circus, cup)
    await maker.all()

    one, two = (msgspec.json.decode(done(maker.shop.jobs[0], {"toy": TOY}), type=CupChances) for _ in range(2))

    assert one == two


async def test_a_cup_that_is_over_is_not_played_out(maker: Maker, circus: Circus) -> None:
    cup = await opened(circus, races=2)
    await first_race(circus, cup)
    await run(circus, await next_race(circus, cup), 1, 6)

    assert await maker.all() == 0
    assert await circus.steward.cups.chances(await circus.steward.cups.cup(cup.id)) is None


async def test_what_the_process_dies_over_is_tried_again_and_then_left(maker: Maker, circus: Circus) -> None:
    await first_race(circus, await opened(circus, races=2))
    maker.shop.fails = True

    for _ in range(2):
        with pytest.raises(JobFailed):
            await maker.odds.work_once()

    assert not await maker.odds.work_once()


async def test_of_many_races_that_are_left_each_cup_is_played_out_less_often(circus: Circus) -> None:
    maker = Maker(circus, samples=100)
    await first_race(circus, await opened(circus, races=4))

    await maker.odds.work_once()

    assert msgspec.json.decode(maker.shop.jobs[0], type=CupJob).samples == max(LEAST_SAMPLES, 100 // 3)


async def two_worlds(circus: Circus, pace: int) -> list[bytes]:
    """Return all that is known of a cup's prospects while a race is under way in which Ann has sealed a pace."""
    cup = await opened(circus, races=3)
    await first_race(circus, cup)
    second = await next_race(circus, cup)
    asked = next(each for each in await circus.steward.open_asks(ANN) if each.race_id == second)
    await circus.steward.races.drive(second, asked.entry, [Pace(pace)], player=ANN, asked=asked.asked)
    maker = Maker(circus)
    await maker.all()
    known = await circus.steward.cups.cup(cup.id)
    chances = await circus.steward.cups.chances(known)
    return [*maker.shop.jobs, repr((known.standings, known.ranges, known.wins, chances)).encode()]


async def test_two_races_that_differ_in_a_secret_answer_give_the_same_prospects(circus: Circus, tmp_path: Path) -> None:
    other = await Circus(tmp_path / "other.sqlite3").open()

    one, two = await two_worlds(circus, 2), await two_worlds(other, 5)
    await other.close()

    assert one == two
    assert len(one) == 2
