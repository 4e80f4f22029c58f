"""Rams: on teams and cars, involuntary and frontal (6.74, 9.5, 9.6)."""

from typing import Any

from engine.circus_maximus.control import chain, rams
from engine.circus_maximus.printed.tables import CAR_DAMAGE, HORSE_INJURY, WHEEL_DAMAGE
from engine.circus_maximus.words.asks import Meet
from engine.circus_maximus.words.facts import (
    FactorsLost,
    Held,
    Hindered,
    Rammed,
)
from engine.circus_maximus.words.state import CarType, Race
from engine.circus_maximus.words.threats import Threat
from engine.track import Side
from records.values import EntryId
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

ON_TEAM = Threat(RED, BLUE, "outside", "team", "ram")
HOLD = Meet(avoid=False)


def a_fight(
    red: dict[str, Any] | None = None,
    *,
    factors: int = 10,
    edition: str = "basic",
    **blue: Any,
) -> Race:
    """Red in lane 3 and blue outside it; red's car is beside blue's, and team beside team."""
    chariots = {RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)}
    return a_race(chariots, factors=factors, edition=edition)


def injuries(race: Race, entry: EntryId) -> list[int]:
    return [horse.injury for horse in race.chariots[entry].horses]


# On a team


def test_rule_9_5_only_living_horses_are_hurt() -> None:
    race = a_fight(horses=(0, 5, 5, 5))
    race.chariots[BLUE].horses[0].state = "cut free"

    rams.ram_team(race, Script(4, 5), ON_TEAM)

    assert injuries(race, BLUE) == [5, 2, 0, 0]


# Involuntary


def involuntary(race: Race, table: Script, *answers: Any, side: Side = "outside", modifier: int = -3) -> Any:
    return played(chain.involuntary(race, table, RED, side, modifier), *answers)[1]


def test_rule_9_61_to_the_inside_the_other_horse_is_nearest() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A21.2")})

    involuntary(race, Script(4, 5), HOLD, side="inside")

    assert injuries(race, RED) == [2, 0, 0, 0]


def test_rule_9_63_the_mover_goes_on_with_the_factors_it_has_left() -> None:
    race = a_fight(factors=7)

    involuntary(race, Script(4, 4, 5), HOLD, modifier=-3)

    assert race.phase is not None
    assert (race.phase.factors, race.phase.used, race.phase.is_ended) == (7, 0, False)


def test_rule_9_63_who_flips_has_no_next_phase_to_lose_from() -> None:
    race = a_fight({"wheels": (0, 9)})
    table = Script(1, 1, 1, 1, 1)

    involuntary(race, table, HOLD)

    assert race.chariots[RED].status == "out"
    assert not any(isinstance(fact, Hindered) for fact in table.told)


def test_rule_9_52_the_side_of_a_dead_horse_is_not_hurt_by_an_involuntary_ram() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", horses=(0, 5, 5, 5))})
    table = Script()

    asked = involuntary(race, table)

    assert asked == []
    assert injuries(race, BLUE) == [5, 0, 0, 0]
    assert table.told == [
        Held(BLUE, by_choice=False),
        Rammed(RED, BLUE, "team", "involuntary"),
        Hindered(RED, 1, "involuntary ram"),
    ]


def test_rule_9_52_the_other_side_is() -> None:
    race = a_race({RED: a_chariot("A20.3"), BLUE: a_chariot("A19.4", horses=(5, 5, 5, 0))})

    involuntary(race, Script(4, 5))

    assert injuries(race, BLUE) == [2, 0, 0, 5]


def test_rule_9_51_a_team_that_dies_in_an_involuntary_ram_stops_the_mover() -> None:
    race = a_race({RED: a_chariot("A20.3", horses=(5, 5, 5, 1)), BLUE: a_chariot("A21.4")}, factors=5)
    table = Script(4, 5)

    involuntary(race, table, HOLD)

    assert race.phase is not None
    assert race.chariots[RED].is_stationary
    assert race.phase.is_ended
    assert FactorsLost(RED, 5) in table.told


# Frontal


def a_jam(red: dict[str, Any] | None = None, car: CarType = "normal") -> Race:
    """Red right behind blue's car, in a race in which the injuries of a frontal ram are spread evenly."""
    chariots = {RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A22.3", car=car)}
    return a_race(chariots, factors=0, frontal_ram="even")


def test_rule_6_74_a_frontal_ram_may_hurt_nobody() -> None:
    race = a_jam(car="light")
    table = Script(4, 4)

    played(rams.frontal(race, table, RED))

    assert injuries(race, RED) == [0, 0, 0, 0]
    assert race.chariots[RED].penalty == 1


def test_rule_9_53_a_whole_team_that_dies_is_out_without_a_penalty() -> None:
    race = a_jam({"horses": (1, 1, 1, 1)})

    played(rams.frontal(race, Script(6, 6), RED))

    assert (race.chariots[RED].status, race.chariots[RED].penalty) == ("out", 0)


# The tables


def test_rule_9_5_the_tables_of_rams_have_a_row_for_every_roll() -> None:
    assert HORSE_INJURY.rows[-1][0] == WHEEL_DAMAGE.rows[-1][0] == 2 - 3
    assert HORSE_INJURY.rows[0][0] == WHEEL_DAMAGE.rows[0][0] == 12 + 3
    assert CAR_DAMAGE.rows[-1][0] == 3
