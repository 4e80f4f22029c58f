"""Homes among several processes: one for each thing, the same for all who look, and quiet when others come or go."""

from collections import Counter

import pytest

from records.fleet import Process, ProcessState, Shards
from steward.fleet.homes import MOST_APART, Homes


def process(number: int, **other: object) -> Process:
    known = {"state": "up", "rules": 1, "shards": Shards(), "ahead": 0.0}
    return Process(number, **{**known, **other})  # type: ignore[arg-type]


def test_each_race_has_one_home_and_only_those_of_the_dead_move() -> None:
    five = [process(number) for number in (3, 8, 9, 11, 40)]
    before, after = Homes(five), Homes(five[1:])

    homes = {race: before.home(str(race)) for race in range(2000)}

    assert set(Counter(homes.values())) == {3, 8, 9, 11, 40}
    assert min(Counter(homes.values()).values()) > 300
    for race, home in homes.items():
        assert after.home(str(race)) == home if home != 3 else after.home(str(race)) in {8, 9, 11, 40}


@pytest.mark.parametrize("state", ["joins", "drains"])
def test_who_comes_or_goes_has_no_races(state: ProcessState) -> None:
    homes = Homes([process(1, state=state), process(2)])

    assert {homes.home(str(race)) for race in range(100)} == {2}
    assert Homes([process(1, state=state)]).home("7") is None


def test_an_older_program_has_no_races_beside_a_newer_one() -> None:
    homes = Homes([process(1, rules=3), process(2, rules=2)])

    assert {homes.home(str(race)) for race in range(100)} == {1}


def test_whose_clock_is_off_has_no_races() -> None:
    homes = Homes([process(1, ahead=MOST_APART + 25), process(2, ahead=0.3), process(3, ahead=-3.0)])

    assert {homes.home(str(race)) for race in range(100)} == {2, 3}
    assert homes.time == 0.3


def test_direct_messages_are_sent_where_presses_on_them_come() -> None:
    homes = Homes([process(1, shards=Shards.read("2-3/4")), process(2, shards=Shards.read("0-1/4"))])

    assert {homes.sender(player) for player in range(100)} == {2}
