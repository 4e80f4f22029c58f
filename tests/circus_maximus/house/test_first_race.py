"""A first race that people can win: few and gentle house drivers fill it (docs/balance.md)."""

from statistics import median

import pytest

from bench.first_race import CIRCUS, chance_of_people, favourite_at_half, first_race, rivals
from engine.options import choose
from engine.rulesets import RULESETS


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_people_win_at_least_half_of_the_first_races_by_the_chances_told(people: int) -> None:
    assert list(rivals(CIRCUS, first_race(), people).values()) == ["novice"] * 3
    assert chance_of_people(CIRCUS, first_race(), people, 30) >= 500


@pytest.mark.slow
@pytest.mark.parametrize("people", [1, 3])
def test_half_of_a_first_race_decides_little(people: int) -> None:
    assert median(favourite_at_half(people, race, 20) for race in range(8)) <= 900  # 850 in docs/balance.md


@pytest.mark.slow
@pytest.mark.parametrize("game", ["circus-maximus", "ave-caesar", "chariot-race", "chariots-of-rome"])
def test_one_person_wins_half_of_the_practices(game: str) -> None:
    rules = RULESETS[game]
    alone = choose(rules.options, {}, practice=True)

    assert chance_of_people(rules, alone, 1, 40) >= 450


def test_novices_drive_only_where_they_are_asked_for() -> None:
    assert CIRCUS.mixed == ["careful", "racer", "brute"]
    assert CIRCUS.fillers(CIRCUS.options()) == CIRCUS.mixed
    assert CIRCUS.fillers(first_race()) == ["novice"]


def test_wanderers_drive_only_in_gentle_races_of_ave_caesar() -> None:
    rules = RULESETS["ave-caesar"]
    alone = choose(rules.options, {}, practice=True)

    assert rules.mixed == ["novice", "steady", "master"]
    assert rules.fillers(rules.options()) == rules.mixed
    assert list(rivals(rules, alone, 1).values()) == ["wanderer"] * 2
    assert chance_of_people(rules, alone, 1, 60) >= 500
