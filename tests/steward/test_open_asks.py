"""What a player is asked, in one race or in all of theirs."""

from typing import Any

import pytest

from records.values import RaceId
from steward.running.races import Races
from tests.steward.circus import ANN, BLUE, BOB, EVE, RED, Circus


async def test_who_is_asked_in_two_races_is_told_of_each_and_of_both(circus: Circus) -> None:
    first, second = await circus.race(), await circus.race()
    ask = circus.steward.open_asks

    assert [(each.race_id, each.entry) for each in await ask(ANN)] == [(first, RED), (second, RED)]
    assert [(each.race_id, each.entry) for each in await ask(ANN, second)] == [(second, RED)]
    assert [(each.race_id, each.entry) for each in await ask(BOB, first)] == [(first, BLUE)]


async def test_in_a_race_that_is_not_theirs_rests_or_is_nowhere_nobody_is_asked(circus: Circus) -> None:
    race = await circus.race()
    nowhere = RaceId(race + 1)
    lobby = await circus.lobby()

    assert await circus.steward.open_asks(EVE, race) == []
    assert await circus.steward.open_asks(ANN, lobby) == []
    assert await circus.steward.open_asks(ANN, RaceId(nowhere + 1)) == []
    await circus.steward.desk.pause(race, ANN, "Dinner")
    assert await circus.steward.open_asks(ANN, race) == []


async def test_a_question_of_one_race_costs_no_look_at_the_others(
    circus: Circus, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await circus.race(), await circus.race()
    looked: list[RaceId] = []
    view = Races.viewing

    def noted(races: Races, race: RaceId) -> Any:
        looked.append(race)
        return view(races, race)

    monkeypatch.setattr(Races, "viewing", noted)

    await circus.steward.open_asks(ANN, second)
    assert looked == [second]
    await circus.steward.open_asks(ANN)
    assert looked == [second, first, second]
