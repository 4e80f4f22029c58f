"""Leaving a cup for good: before, between and during its races (CUP-11)."""

import asyncio

import pytest

from records.limits import RETURNS
from records.refusals import Reason, Refused
from records.values import Faction
from steward.running.absence import stand_in
from tests.steward.circus import ANN, BOB, EVE, Circus
from tests.steward.test_cup_people import asked, waiting
from tests.steward.test_cups import first_race, next_race, opened, refused

pytestmark = pytest.mark.usefixtures("every_write_raises_revisions")


async def test_who_drives_in_a_cup_hears_how_to_leave_it(circus: Circus) -> None:
    race, lobby = await waiting(circus)
    assert lobby.record.round is not None

    assert (await refused(circus.steward.lobbies.leave(race, BOB))).reason is Reason.STAYS_IN_CUP
    await circus.steward.lobbies.start(race, ANN)
    assert (await refused(circus.steward.lobbies.leave(race, BOB))).reason is Reason.STAYS_IN_CUP
    assert (await refused(circus.steward.lobbies.leave(race, EVE))).reason is Reason.NOT_IN_LOBBY


async def test_who_leaves_while_a_race_waits_frees_the_chariot_for_a_substitute(circus: Circus) -> None:
    race, lobby = await waiting(circus)
    cup = lobby.record.cup
    assert cup is not None
    await circus.steward.substitutes.volunteer(race, EVE, "Eve")

    await circus.steward.quitting.leave(cup, BOB)
    await circus.steward.substitutes.look_at_cups()

    seat = (await circus.steward.race(race)).factions[1]
    assert (seat.player, seat.at_the_reins, seat.away_until) == (BOB, None, None)
    assert await asked(circus, race) == [EVE]
    assert "leave" in [each.kind for each in await circus.steward.desk.acts(race)], "all read it"
    assert (await refused(circus.steward.quitting.leave(cup, BOB))).reason is Reason.LEFT_CUP
    await circus.steward.desk.take_reins(race, EVE, Faction(2))
    await circus.steward.lobbies.start(race, ANN)
    assert (await circus.steward.race(race)).factions[1].at_the_reins == EVE


async def test_who_leaves_between_two_races_is_not_at_the_reins_of_the_next(circus: Circus) -> None:
    cup = await opened(circus)
    await first_race(circus, cup)

    await circus.steward.quitting.leave(cup.id, BOB)
    second = await next_race(circus, cup)

    race = await circus.steward.race(second)
    assert [each.at_the_reins for each in race.factions] == [ANN, None]
    assert race.factions[1].is_offered
    await circus.steward.desk.take_reins(second, BOB, Faction(2))
    assert (await circus.steward.race(second)).factions[1].at_the_reins == BOB, "nobody else wanted it"


async def test_who_leaves_under_way_is_followed_at_once(circus: Circus) -> None:
    race, lobby = await waiting(circus)
    await circus.steward.lobbies.start(race, ANN)
    assert lobby.record.cup is not None

    await circus.steward.quitting.leave(lobby.record.cup, BOB)

    seat = (await circus.steward.race(race)).factions[1]
    assert seat.is_offered
    await circus.deliver()
    assert "offer" in circus.messenger.kinds()


@pytest.mark.parametrize("starts", [True, False])
async def test_who_leaves_a_cup_and_comes_back_all_day_does_so_six_times(circus: Circus, *, starts: bool) -> None:
    race, lobby = await waiting(circus)
    cup, desk = lobby.record.cup, circus.steward.desk
    assert cup is not None
    if starts:
        await circus.steward.lobbies.start(race, ANN)
    for _ in range(RETURNS.most):
        await circus.steward.quitting.leave(cup, BOB)
        await desk.take_reins(race, BOB, Faction(2))
    await circus.steward.quitting.leave(cup, BOB)

    often = await refused(desk.take_reins(race, BOB, Faction(2)))
    acts = [each.kind for each in await desk.acts(race) if each.by == BOB]

    assert (often.reason, often.values["what"]) == (Reason.TOO_OFTEN, "return")
    assert (acts.count("leave"), acts.count("return")) == (RETURNS.most + 1, RETURNS.most)
    assert (await circus.steward.race(race)).factions[1].at_the_reins is None
    await circus.steward.substitutes.volunteer(race, EVE, "Eve")
    await desk.take_reins(race, EVE, Faction(2))


async def test_however_they_press_a_driver_leaves_a_cup_once(circus: Circus) -> None:
    race, lobby = await waiting(circus)
    cup = lobby.record.cup
    assert cup is not None

    done = await asyncio.gather(*(circus.steward.quitting.leave(cup, BOB) for _ in range(10)), return_exceptions=True)

    assert [each.reason for each in done if isinstance(each, Refused)] == [Reason.LEFT_CUP] * 9
    assert [each.kind for each in await circus.steward.desk.acts(race)].count("leave") == 1


async def test_who_was_away_all_day_takes_the_reins_back_each_time(circus: Circus) -> None:
    race, _ = await waiting(circus)
    await circus.steward.lobbies.start(race, ANN)
    for _ in range(RETURNS.most + 1):
        async with circus.steward.races.editing(race) as live:
            stand_in(live, Faction(2), circus.clock.now)
        await circus.steward.desk.take_reins(race, BOB, Faction(2))

    assert (await circus.steward.race(race)).factions[1].at_the_reins == BOB


async def test_before_the_first_race_one_simply_leaves(circus: Circus) -> None:
    cup = await opened(circus)

    await circus.steward.quitting.leave(cup.id, BOB)

    assert [each.player for each in (await circus.steward.cups.cup(cup.id)).races[0].factions] == [ANN]
    assert (await refused(circus.steward.quitting.leave(cup.id, BOB))).reason is Reason.NOT_ENTERED


async def test_whoever_drives_for_somebody_who_leaves_drives_on(circus: Circus) -> None:
    race, lobby = await waiting(circus)
    assert lobby.record.cup is not None
    await circus.steward.desk.vacation(race, BOB, circus.clock.now + 86_400)
    await circus.steward.substitutes.volunteer(race, EVE, "Eve")
    await circus.steward.substitutes.look_at_cups()
    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    await circus.steward.quitting.leave(lobby.record.cup, BOB)

    assert (await circus.steward.race(race)).factions[1].at_the_reins == EVE
    assert (await refused(circus.steward.quitting.leave(lobby.record.cup, EVE))).reason is Reason.NOT_ENTERED
