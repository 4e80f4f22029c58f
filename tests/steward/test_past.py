"""What is looked up of races that are over: it follows from facts, and comes back however it was lost."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.past import Seen, Summary
from records.refusals import Reason, Refused
from records.values import RaceId
from tests.pasts import a_summary, keep
from tests.steward.circus import ANN, BOB, EVE, MOD, Circus
from tests.steward.test_cups import first_race, next_race, opened, run
from tests.steward.test_homecoming import a_race_that_is_over

Rows = dict[str, list[tuple[object, ...]]]


async def kept(circus: Circus) -> Rows:
    """Return all that is kept, once it is up to date."""
    await circus.steward.chronicler.catch_up()
    return await circus.store.past.everything()


async def ran(circus: Circus, red: int = 6, blue: int = 1) -> RaceId:
    """Run a race of one turn between Ann in red and Bob in blue; who writes the higher pace is ahead."""
    race = await circus.race(turns=1)
    circus.clock.pass_by(60)
    await run(circus, race, red, blue)
    return race


async def test_a_race_that_is_over_is_summed_up_and_nothing_before(circus: Circus) -> None:
    race = await circus.race(turns=1)
    assert (await kept(circus))["past_race"] == []

    await run(circus, race, 6, 1)
    await circus.steward.chronicler.catch_up()

    (first,) = await circus.store.past.summaries(1)
    assert (first.race.race, first.race.people, first.race.is_rated) == (race, 2, True)
    assert [(each.person, each.place, each.chariot, each.name) for each in first.entries] == [
        (ANN, 1, "Red", "Ann"),
        (BOB, 2, "Blue", "Bob"),
    ]


@pytest.mark.slow
async def test_all_that_is_kept_comes_back_row_for_row(circus: Circus) -> None:
    for red, blue in ((6, 1), (2, 5), (1, 4)):
        await ran(circus, red, blue)
    cup = await opened(circus)
    await first_race(circus, cup)
    await run(circus, await next_race(circus, cup), 2, 6)
    before = await kept(circus)
    assert [len(before[name]) for name in ("past_race", "past_entry", "past_title", "rating")] == [5, 10, 2, 10]

    await circus.steward.chronicler.make_anew()

    assert await circus.store.past.everything() == before


async def test_ratings_are_the_same_worked_out_race_by_race_or_all_at_once(circus: Circus) -> None:
    lost: dict[str, Any] = {"outcome": "called off", "called_off_by": ANN}
    races = [a_summary(n, ANN, BOB, **(lost if n == 1 else {})) for n in range(1, 9)]
    for race in races:
        await keep(circus.store, race)
        await circus.steward.chronicler._rate()
    by_steps = (await circus.store.past.everything())["rating"]

    await keep(circus.store, races[0])
    await circus.steward.chronicler._rate()

    assert len(by_steps) == 2 * len(races)
    assert (await circus.store.past.everything())["rating"] == by_steps


async def test_points_that_the_host_gives_after_the_last_race_reach_the_title(circus: Circus) -> None:
    cup = await opened(circus, races=1)
    await first_race(circus, cup)
    await circus.steward.chronicler.catch_up()

    await circus.steward.cups.correct(cup.id, MOD, ANN, 5, "as agreed")
    await circus.steward.chronicler.catch_up()

    assert [(each.rank, each.person) for each in await circus.store.past.titles(1)] == [(1, ANN), (2, BOB)]


async def test_who_wins_a_cup_has_its_title(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup)
    assert (await kept(circus))["past_title"] == []

    await run(circus, await next_race(circus, cup), 1, 6)
    await circus.steward.chronicler.catch_up()

    titles = await circus.store.past.titles(1)
    assert [(each.kind, each.number, each.rank, each.person) for each in titles] == [
        ("cup", cup.id, 1, BOB),
        ("cup", cup.id, 2, ANN),
    ]


async def test_a_race_that_is_kept_out_afterwards_moves_no_rating_until_it_is_taken_back_in(circus: Circus) -> None:
    races = [await ran(circus, 6, 1), await ran(circus, 1, 6), await ran(circus, 6, 1)]
    before = (await kept(circus))["rating"]
    assert len(before) == 6

    await circus.steward.desk.rate(races[0], EVE, "they knew the dice", counts=False)
    without = (await kept(circus))["rating"]
    await circus.steward.desk.rate(races[0], EVE, "a mistake", counts=True)
    again = (await kept(circus))["rating"]

    assert {row[0] for row in without} == set(races[1:]), "its own rows are gone, and the later ones worked out again"
    assert without != before[2:]
    assert again == before
    assert [act.reason for act in await circus.steward.desk.acts(races[0])] == ["they knew the dice", "a mistake"]


async def test_who_drove_keeps_no_race_out_and_nobody_one_that_is_not_over(circus: Circus) -> None:
    race, under_way = await ran(circus, 6, 1), await circus.race()

    for attempt, why in (
        (circus.steward.desk.rate(race, BOB, "I lost", counts=False), Reason.DROVE_IN_IT),
        (circus.steward.desk.rate(race, EVE, "It counts", counts=True), Reason.RATED_ALREADY),
        (circus.steward.desk.rate(race, EVE, " ", counts=False), Reason.REASON_WANTED),
        (circus.steward.desk.rate(under_way, EVE, "Too soon", counts=False), Reason.NOT_OVER),
    ):
        with pytest.raises(Refused) as refused:
            await attempt
        assert refused.value.reason is why
    assert await circus.steward.desk.acts(race) == []


async def test_the_next_race_of_a_cup_counts_though_the_last_was_kept_out_afterwards(circus: Circus) -> None:
    cup = await opened(circus)
    first = await first_race(circus, cup)
    await circus.steward.desk.rate(first, EVE, "a storm", counts=False)

    following = await circus.steward.race(await next_race(circus, cup))

    assert following.record.is_rated


@pytest.mark.slow
async def test_drivers_of_a_league_go_by_their_own_numbers_in_it(tmp_path: Path) -> None:
    circus, league, race = await a_race_that_is_over(tmp_path)
    await circus.steward.chronicler.catch_up()
    title = (await circus.steward.race(league)).record.title

    summary = next(each for each in await circus.store.past.summaries(1) if each.race.race == race)
    drivers = [each.driver for each in summary.entries]

    assert len(set(drivers)) == len(drivers) > 1
    assert all(re.fullmatch(rf"\d+ · {title}", driver) for driver in drivers), drivers
    await circus.close()


async def test_a_win_after_acts_as_host_counts_for_the_chariot_but_not_for_its_driver(circus: Circus) -> None:
    won = a_summary(1, ANN, BOB)
    first = msgspec.structs.replace(won.entries[0], is_meddled=True, turns=5, odds=900)
    await keep(circus.store, Summary(won.race, (first, *won.entries[1:])), a_summary(2, BOB, ANN))
    seen, fame = Seen(guild=1), circus.store.fame

    people = {each.name: (each.races, each.wins) for each in await fame.tallies(seen, "person", 9)}
    chariots = {each.key: each.wins for each in await fame.tallies(seen, "chariot", 9)}

    assert people == {f"P{ANN}": (2, 0), f"P{BOB}": (2, 1)}
    assert chariots[first.chariot] == 1
    assert await fame.feats(seen, ("quickest", "odds")) == []
    assert await fame.quickest(seen, 9) == []
