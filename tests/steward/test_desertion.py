"""Races without people (S-23): turns at their deadlines, a rest, somebody who comes, and an end."""

import msgspec
import pytest

from engine.betting.rules import TableRules
from records.refusals import Refused
from records.values import Faction, RaceId
from steward.running.desertion import LONGEST_REST, MOST_TURNS
from tests.kept import once
from tests.steward.circus import ANN, BOB, EVE, SECONDS, Circus

PACE = SECONDS["pace"]


@once
async def deserted(circus: Circus) -> RaceId:
    """Start a race of Ann, Bob and a house driver, and let both players go away."""
    race = await circus.race(house="steady", rivals=1, turns=9)
    for player, faction in ((ANN, 1), (BOB, 2)):
        await circus.steward.desk.offer(race, player, Faction(faction), "gone fishing")
    return race


async def state_of(circus: Circus, race: RaceId) -> str:
    return (await circus.steward.race(race)).record.state


async def turn_of(circus: Circus, race: RaceId) -> int:
    return int((await circus.steward.log.status(race)).view.turn)


async def pass_by(circus: Circus, seconds: float) -> None:
    circus.clock.pass_by(seconds)
    await circus.steward.timekeeper.tick()


async def acts(circus: Circus, race: RaceId) -> list[str]:
    return [each.kind for each in await circus.steward.desk.acts(race)]


@once
async def rested(circus: Circus) -> RaceId:
    race = await deserted(circus)
    for _ in range(MOST_TURNS + 1):
        await pass_by(circus, PACE)
    assert await state_of(circus, race) == "paused"
    return race


async def test_turns_go_on_at_their_deadlines_and_no_faster(circus: Circus) -> None:
    race = await deserted(circus)
    first = await turn_of(circus, race)

    await pass_by(circus, PACE - 1)
    assert await turn_of(circus, race) == first
    await pass_by(circus, 1)
    assert await turn_of(circus, race) == first + 1
    await pass_by(circus, PACE - 1)
    assert await turn_of(circus, race) == first + 1


async def test_it_is_told_once_that_nobody_is_there(circus: Circus) -> None:
    race = await deserted(circus)
    await pass_by(circus, PACE)
    await pass_by(circus, PACE)

    assert (await acts(circus, race)).count("deserted") == 1


async def test_after_seven_turns_it_rests_and_nothing_of_it_is_lost_in_a_restart(circus: Circus) -> None:
    race = await deserted(circus)
    first = await turn_of(circus, race)
    for _ in range(MOST_TURNS):
        await pass_by(circus, PACE)
    assert (await state_of(circus, race), await turn_of(circus, race)) == ("running", first + MOST_TURNS)

    after = await circus.again()
    await pass_by(after, PACE)

    assert await state_of(after, race) == "paused"
    assert (await acts(after, race))[-1] == "rest"
    await pass_by(after, LONGEST_REST - 1)
    assert await state_of(after, race) == "paused"


async def test_who_comes_lets_it_go_on_and_is_asked(circus: Circus) -> None:
    race = await rested(circus)

    await circus.steward.desk.take_reins(race, EVE, Faction(2))

    assert await state_of(circus, race) == "running"
    assert (await acts(circus, race))[-2:] == ["resume", "substitute"]
    assert (await circus.steward.race(race)).record.deserted == 0
    await pass_by(circus, PACE)
    assert [each.race_id for each in await circus.steward.open_asks(EVE)] == [race]


async def test_who_has_no_place_to_take_wakes_nobody(circus: Circus) -> None:
    race = await rested(circus)

    with pytest.raises(Refused):
        await circus.steward.desk.take_reins(race, EVE, Faction(3))

    assert await state_of(circus, race) == "paused"


async def test_after_thirty_days_it_is_called_off(circus: Circus) -> None:
    race = await rested(circus)

    await pass_by(circus, LONGEST_REST)

    assert await state_of(circus, race) == "cancelled"
    assert (await acts(circus, race))[-1] == "close"


async def test_a_rest_that_the_host_ends_begins_anew_after_seven_turns(circus: Circus) -> None:
    race = await rested(circus)

    await circus.steward.desk.resume(race, ANN)
    await pass_by(circus, PACE)

    assert await state_of(circus, race) == "finished" or (await circus.steward.race(race)).record.deserted < MOST_TURNS


async def test_a_vacation_that_ends_wakes_the_race(circus: Circus) -> None:
    race = await circus.race(house="steady", rivals=1, turns=9)
    await circus.steward.desk.offer(race, ANN, Faction(1), "gone fishing")
    back = circus.clock.now + (MOST_TURNS + 3) * PACE
    await circus.steward.desk.vacation(race, BOB, back)
    for _ in range(MOST_TURNS + 1):
        await pass_by(circus, PACE)
    assert await state_of(circus, race) == "paused"

    circus.clock.now = back
    await circus.steward.timekeeper.tick()

    assert await state_of(circus, race) == "running"


async def test_house_drivers_alone_are_an_exhibition_told_at_the_race_s_pace(circus: Circus) -> None:
    race = await circus.lobby()
    await circus.steward.lobbies.fill(race, ANN, "steady", 3)
    await circus.steward.lobbies.start(race, ANN)
    turns = [await turn_of(circus, race)]
    while await state_of(circus, race) == "running":
        await pass_by(circus, PACE)
        turns.append(await turn_of(circus, race))
        assert len(turns) < 9
    await circus.deliver()

    assert await state_of(circus, race) == "finished"
    assert turns == [2, 3, 3], "the first one at once, then a turn a deadline"
    rules = msgspec.json.decode((await circus.steward.race(race)).record.betting, type=TableRules)
    assert (rules.pools, rules.sealed, rules.bank) == (True, False, 0)
    assert await acts(circus, race) == []
