"""Critical hits: on drivers after a lash (13.1), and on horses (16.4)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.fighting import lashes
from engine.circus_maximus.harm import injuries
from engine.circus_maximus.printed.tables import CRITICAL_HITS, CRITICAL_HORSE_HITS
from engine.circus_maximus.words.facts import (
    CriticallyHit,
    DriverDied,
    DriverHurt,
    DriverLashed,
    Flipped,
    Hindered,
    HorseDied,
    HorseInjured,
    HorseWorseHurt,
    Maimed,
    PulledOut,
    TuggedOfWar,
    Weakened,
    WhipLost,
    Wounded,
)
from engine.circus_maximus.words.state import Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Modifier, Rolled
from engine.track import Side
from records.values import EntryId
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played

ON_DRIVER = Threat(RED, BLUE, "outside", "driver", "lash")
ALIKE = (3, 4, 3, 4)
"""Dice that give a lash factor of 0 to two drivers with the same CDM."""
WOUND = (1, 1)
"""A row of the chart that is a W in the column of 0."""


def a_fight(red: dict[str, Any] | None = None, *, edition: str = "advanced", **blue: Any) -> Race:
    """Red in lane 3, and blue outside it, whose driver is beside red's car."""
    return a_race({RED: a_chariot("A20.3", **(red or {})), BLUE: a_chariot("A20.4", **blue)}, edition=edition)


def struck(race: Race, dice: Sequence[int], *, factor: int = 0, threat: Threat = ON_DRIVER) -> Script:
    """Roll for a critical hit with these dice, all of them."""
    table = Script(*dice)
    played(lashes.strike(race, table, threat, factor))
    assert table.unrolled == 0
    return table


# When it is rolled


def test_rule_13_1_a_wound_of_the_advanced_game_is_rolled_for_after_all_else() -> None:
    race = a_fight(hits=4, hits_start=7, modifier=0)
    table = Script(*ALIKE, *WOUND, 2, 4, 4)

    played(lashes.lash_driver(race, table, ON_DRIVER))

    assert table.told[3:] == [
        DriverLashed(BLUE, RED, 0, "W"),
        Wounded(BLUE, left=3),
        Rolled(BLUE, "movement loss", (2,), 6, (), 2, "9.43"),
        Hindered(BLUE, 2, "lash"),
        Weakened(BLUE, -1, "half wounded"),
        Rolled(BLUE, "critical hit", (4, 4), 6, (), 8, "13.1"),
        CriticallyHit(BLUE, RED, "-"),
    ]


def test_rule_13_1_there_are_none_in_the_basic_game() -> None:
    race = a_fight(edition="basic")
    table = Script(*ALIKE, *WOUND, 2)

    played(lashes.lash_driver(race, table, ON_DRIVER))

    assert not any(isinstance(fact, CriticallyHit) for fact in table.told)
    assert table.unrolled == 0


def test_rule_13_1_a_dead_driver_is_past_it() -> None:
    race = a_fight(hits=1)
    table = Script(*ALIKE, *WOUND, 2)

    played(lashes.lash_driver(race, table, ON_DRIVER))

    assert DriverDied(BLUE) in table.told
    assert not any(isinstance(fact, CriticallyHit) for fact in table.told)


def test_rule_13_1_a_wound_for_want_of_room_to_brake_back_may_be_critical_too() -> None:
    race = a_fight(endurance=1)
    table = Script(*ALIKE, 1, 2, 2, 6, 2)  # a B

    played(lashes.lash_driver(race, table, ON_DRIVER))

    assert table.told[-1] == CriticallyHit(BLUE, RED, "-")


# What comes of it


@pytest.mark.parametrize("total", CRITICAL_HITS)
def test_rule_13_1_every_row_of_the_chart(total: int) -> None:
    effects = ["pulled out", "modifier", "arm", "eye", "lashed again", "hit", "-", "-", "-", "-", "tug of war"]

    assert CRITICAL_HITS[total] == effects[total - 2]


def test_rule_13_1_a_2_pulls_the_driver_out_and_costs_the_attacker_his_whip() -> None:
    race = a_fight({"long_whip": True})

    table = struck(race, [1, 1])

    red, blue = race.chariots[RED], race.chariots[BLUE]
    assert (red.has_whip, red.long_whip, red.status) == (False, False, "racing")
    assert (blue.status, blue.driver, blue.has_car) == ("runaway", "dragged", True)
    assert table.told[1:4] == [CriticallyHit(BLUE, RED, "pulled out"), WhipLost(RED, None), PulledOut(BLUE, RED)]


def test_rule_13_1_a_3_weakens_the_driver_for_the_race() -> None:
    race = a_fight(modifier=2, jostle=-3)

    table = struck(race, [1, 2])

    blue = race.chariots[BLUE]
    assert (blue.modifier, blue.jostle, blue.hits) == (1, -3, 7)
    assert table.told[-1] == Weakened(BLUE, 1, "critical hit")


def test_rule_13_1_a_4_costs_an_arm_once() -> None:
    race = a_fight()

    first, second = struck(race, [1, 3]), struck(race, [2, 2])

    assert race.chariots[BLUE].arm
    assert first.told[-1] == Maimed(BLUE, "arm")
    assert second.told[-1] == CriticallyHit(BLUE, RED, "arm")


@pytest.mark.parametrize(("side", "eye"), [("outside", "inside"), ("inside", "outside")])
def test_rule_13_1_a_5_costs_the_eye_on_the_side_of_the_lash(side: Side, eye: Side) -> None:
    race = a_fight()

    table = struck(race, [1, 4], threat=ON_DRIVER._replace(side=side))

    assert race.chariots[BLUE].eyes_lost == [eye]
    assert table.told[-1] == Maimed(BLUE, "inside eye" if eye == "inside" else "outside eye")


def test_rule_13_1_an_eye_is_lost_once_and_the_other_may_follow() -> None:
    race = a_fight(eyes_lost=["inside"])

    table = struck(race, [1, 4])
    assert table.told[-1] == CriticallyHit(BLUE, RED, "eye")
    struck(race, [1, 4], threat=ON_DRIVER._replace(side="inside"))

    assert race.chariots[BLUE].eyes_lost == ["inside", "outside"]


@pytest.mark.parametrize(("factor", "column"), [(1, 0), (0, -1), (-3, -4), (-4, -4)])
def test_rule_13_1_a_6_lashes_again_a_column_lower(factor: int, column: int) -> None:
    race = a_fight()

    table = struck(race, [2, 4, 3, 4], factor=factor)  # a G in all these columns

    assert table.told[1:4] == [
        CriticallyHit(BLUE, RED, "lashed again"),
        Rolled(RED, "driver lash chart", (3, 4), 6, (), 7, "9.42"),
        DriverLashed(BLUE, RED, column, "G"),
    ]
    assert not race.chariots[RED].has_whip


def test_rule_13_1_lashing_again_may_repeat_and_costs_nothing() -> None:
    # Column 0, a W: again in column -1, a W by a five: again in column -2, a W by a four: a hit by a seven
    race = a_fight(endurance=10)
    table = Script(*ALIKE, *WOUND, 1, 3, 3, 2, 3, 1, 2, 4, 1, 3, 1, 3, 4)

    played(lashes.lash_driver(race, table, ON_DRIVER))

    lashed = [(fact.factor, fact.code) for fact in table.told if isinstance(fact, DriverLashed)]
    assert lashed == [(0, "W"), (-1, "W"), (-2, "W")]
    assert race.chariots[BLUE].hits == 3
    assert race.phase is not None
    assert race.phase.factors == 10
    assert table.unrolled == 0


def test_rule_13_1_a_7_is_a_hit_more_without_another_roll() -> None:
    race = a_fight(hits=4, modifier=1)

    table = struck(race, [3, 4])

    blue = race.chariots[BLUE]
    assert (blue.hits, blue.modifier, blue.penalty) == (3, 0, 0)
    assert table.told[1:] == [
        CriticallyHit(BLUE, RED, "hit"),
        DriverHurt(BLUE, 1, 3, "critical hit"),
        Weakened(BLUE, 0, "half wounded"),
    ]


def test_rule_13_1_that_hit_may_kill() -> None:
    race = a_fight(hits=1)

    table = struck(race, [3, 4])

    blue = race.chariots[BLUE]
    assert (blue.driver, blue.status, blue.has_car) == ("dead", "runaway", False)
    assert [type(fact) for fact in table.told if isinstance(fact, DriverDied | Flipped)] == [DriverDied, Flipped]


@pytest.mark.parametrize("dice", [(4, 4), (4, 5), (5, 5), (5, 6)])
def test_rule_13_1_8_to_11_are_nothing(dice: tuple[int, int]) -> None:
    race = a_fight()

    table = struck(race, dice)

    assert table.told[1:] == [CriticallyHit(BLUE, RED, "-")]


# Tug of war


@pytest.mark.parametrize(
    ("red", "blue", "loser"), [((6, 6), (1, 1), BLUE), ((2, 2), (2, 4), None), ((2, 1), (2, 4), RED)]
)
def test_rule_13_1_a_12_is_a_tug_of_war_with_the_hits_left(
    red: tuple[int, int], blue: tuple[int, int], loser: EntryId | None
) -> None:
    # Red has seven hits and blue five: with 4 and 6 they are even
    race = a_fight({"hits": 7}, hits=5)

    table = struck(race, [6, 6, *red, *blue])

    totals = sum(red) + 7, sum(blue) + 5
    assert table.told[1:6] == [
        CriticallyHit(BLUE, RED, "tug of war"),
        Rolled(RED, "tug of war", red, 6, (Modifier("hits", 7),), totals[0], "13.1"),
        Rolled(BLUE, "tug of war", blue, 6, (Modifier("hits", 5),), totals[1], "13.1"),
        TuggedOfWar(BLUE, RED, loser),
        WhipLost(RED, None),
    ]
    out = [entry for entry, chariot in race.chariots.items() if chariot.driver == "dragged"]
    assert out == ([] if loser is None else [loser])
    assert [fact.by for fact in table.told if isinstance(fact, PulledOut)] == ([] if loser is None else [3 - loser])


def test_rule_13_1_an_attacker_who_is_pulled_out_leaves_a_team_that_goes_on() -> None:
    race = a_fight({"hits": 1}, hits=7)

    struck(race, [6, 6, 1, 1, 1, 1])

    red = race.chariots[RED]
    assert race.phase is not None
    assert (red.status, red.has_car, red.has_whip) == ("runaway", True, False)
    assert (race.phase.is_ended, race.phase.factors) == (False, 10)


# On horses


def a_herd(*, critical_horse_hits: bool = True, **red: Any) -> Race:
    return a_race({RED: a_chariot("A20.3", **red)}, edition="advanced", critical_horse_hits=critical_horse_hits)


@pytest.mark.parametrize(
    ("dice", "more"), [((1, 1), 0), ((4, 4), 0), ((4, 5), 1), ((5, 5), 2), ((5, 6), 3), ((6, 6), 7)]
)
def test_rule_16_4_two_dice_say_how_much_worse_it_is(dice: tuple[int, int], more: int) -> None:
    race = a_herd(horses=(8, 8, 8, 8))
    table = Script(*dice)

    injuries.injure(race, table, RED, 1, 1)

    assert [horse.injury for horse in race.chariots[RED].horses] == [0, 1 + more, 0, 0]
    assert table.told[:2] == [
        HorseInjured(RED, 2, 1, speed=7),
        Rolled(RED, "critical horse hit", dice, 6, (), sum(dice), "16.4"),
    ]
    worse = [fact for fact in table.told if isinstance(fact, HorseWorseHurt)]
    assert worse == ([HorseWorseHurt(RED, 2, more, killed=more == 7)] if more else [])


def test_rule_16_4_further_injury_is_not_rolled_for_again() -> None:
    race = a_herd(horses=(8, 8, 8, 8))
    table = Script(4, 5, 4, 5)

    injuries.injure(race, table, RED, 0, 1)

    assert table.unrolled == 2


def test_rule_16_4_a_horse_that_dies_of_it_dies_like_any_other() -> None:
    race = a_herd(horses=(3, 8, 8, 8), endurance=23)
    table = Script(5, 5)

    injuries.injure(race, table, RED, 0, 1)

    assert race.chariots[RED].endurance == 18
    assert [fact for fact in table.told if isinstance(fact, HorseDied)] == [HorseDied(RED, 1)]


def test_rule_16_4_it_is_not_hurt_by_more_than_it_has_left() -> None:
    race = a_herd(horses=(3, 8, 8, 8))
    table = Script(5, 6)

    injuries.injure(race, table, RED, 0, 1)

    assert race.chariots[RED].horses[0].injury == 3
    assert HorseWorseHurt(RED, 1, 2, killed=True) in table.told


def test_rule_16_4_a_dead_horse_is_not_rolled_for() -> None:
    race = a_herd(horses=(2, 8, 8, 8))
    table = Script()

    injuries.injure(race, table, RED, 0, 2)

    assert HorseDied(RED, 1) in table.told


def test_rule_16_4_nor_one_that_was_not_hurt() -> None:
    race = a_herd()
    table = Script()

    injuries.injure(race, table, RED, 0, 0)

    assert table.told == []


def test_rule_16_4_nobody_rolls_without_the_option() -> None:
    race = a_herd(critical_horse_hits=False)
    table = Script()

    injuries.injure(race, table, RED, 0, 1)

    assert table.told == [HorseInjured(RED, 1, 1, speed=4)]


def test_rule_16_4_the_table_has_a_row_for_every_roll() -> None:
    assert list(CRITICAL_HORSE_HITS) == list(range(2, 13))
