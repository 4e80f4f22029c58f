"""A team's endurance in its stable and in a race, with the reason where they differ; the race itself agrees."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.circus_maximus.printed.editions import EDITIONS
from engine.leagues.words.options import LeagueOptions
from tests.leagues.test_epic_words import ANN, NAMES, begun
from words.leagues.endurance import endurance_told, why_less
from words.leagues.standings import card

EPIC = EDITIONS["epic"]


def a_chariot(car: str, endurance: int) -> Any:
    found: Any = begun().view([ANN]).market[0].chariot
    return replace(found, car=car, team=replace(found.team, endurance=endurance))


@pytest.mark.parametrize(
    ("car", "laps", "left"),
    [("light", 3, 60), ("normal", 3, 45), ("heavy", 3, 30), ("light", 2, 40), ("light", 1, 20), ("heavy", 1, 10)],
)
def test_a_heavier_car_and_missing_laps_take_endurance_off(car: Any, laps: int, left: int) -> None:
    assert EPIC.endurance_left(laps, car, 60) == left
    options = LeagueOptions(campaign="epic", edition="epic", laps=3)
    told = endurance_told(options, a_chariot(car, 60), laps)
    assert told == ("endurance 60" if left == 60 else f"endurance 60, in the race {left}")
    assert bool(why_less(options, [a_chariot(car, 60)], laps)) == (left != 60)


def test_the_reason_names_cars_and_laps() -> None:
    options = LeagueOptions(campaign="epic", edition="epic", laps=1)
    (why,) = why_less(options, [a_chariot("heavy", 60)])
    assert "a medium car costs 1 in 4 and a heavy car costs 1 in 2" in why
    assert "a race of 1 lap, not 3, gives you 1 in 3 of what is left" in why


def test_a_classic_league_of_three_laps_has_no_reason_to_give() -> None:
    assert why_less(LeagueOptions(), [a_chariot("heavy", 60)]) == []
    assert endurance_told(LeagueOptions(), a_chariot("heavy", 60)) == "endurance 60"


def test_a_stables_card_tells_both() -> None:
    view: Any = begun(edition="epic").view([ANN])
    told = card(view, replace(view.stables[0], chariots=(a_chariot("light", 60),)), NAMES)
    assert "endurance 60, in the race 20" in told, "the league's races have one lap"
    assert "a race of 1 lap, not 3" in told
