"""The detailed specification (16.1, chart 17.19)."""

import msgspec
import pytest

from engine.circus_maximus.words.asks import Preparation
from engine.circus_maximus.words.costs import (
    BLADES_COST,
    BLADES_PAIR_COST,
    BOXES_COST,
    BUDGET,
    ENDURANCE_COST,
    HITS_COST,
    HORSE_COST,
    MODIFIER_COST,
    WEAPON_COST,
    WHIP_COST,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.specifications import (
    Specification,
    Specify,
    cost,
    in_order,
    name_of,
    ready_made,
    verify,
)
from engine.circus_maximus.words.state import Blades, Weapon
from engine.refusals import GameReason
from records.refusals import Refused

LEAST = Specification((1, 1, 1, 1), 0, 2, "none", 2, 2, 20)
"""Of everything the least; it costs nothing."""
WEAPONS: tuple[Weapon, ...] = ("dust", "knife", "spear")


def but(**changed: object) -> Specification:
    return msgspec.structs.replace(LEAST, **changed)


def refusal(specification: Specification, weapons: tuple[Weapon, ...] = (), budget: int = 99) -> Refused:
    with pytest.raises(Refused) as caught:
        verify(specification, budget, weapons)
    return caught.value


# The chart


def test_rule_17_19_the_chart_is_whole() -> None:
    assert BUDGET == 32
    assert dict(HORSE_COST) == {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 7}
    assert dict(MODIFIER_COST) == {0: 0, 1: 5, 2: 10, 3: 15}
    assert dict(HITS_COST) == {2: 0, 4: 1, 6: 2, 8: 3, 10: 4, 12: 5}
    assert dict(WHIP_COST) == {"none": 0, "regular": 2, "long": 4}
    assert dict(BOXES_COST) == {2: 0, 4: 1, 6: 2, 8: 3, 10: 4}
    assert list(ENDURANCE_COST) == list(range(20, 85, 5))
    assert list(ENDURANCE_COST.values()) == list(range(13))
    assert (dict(BLADES_COST), dict(BLADES_PAIR_COST)) == (
        {"none": 0, "regular": 4, "long": 6},
        {"none": 0, "regular": 7, "long": 11},
    )
    assert dict(WEAPON_COST) == {"dust": 1, "knife": 2, "spear": 4}


@pytest.mark.parametrize(
    ("specification", "points"),
    [
        (LEAST, 0),
        (but(horses=(8, 7, 7, 8)), 26),
        (but(modifier=3), 15),
        (but(hits=12), 5),
        (but(whip="long"), 4),
        (but(boxes_inside=10), 4),
        (but(boxes_inside=4, boxes_outside=8), 4),
        (but(endurance=80), 12),
        (but(weapons=("spear", "dust")), 5),
        (
            Specification((8, 8, 8, 8), 3, 12, "long", 10, 10, 80, "long", "long", WEAPONS),
            28 + 15 + 5 + 4 + 8 + 12 + 18,
        ),
    ],
)
def test_rule_17_19_everything_is_paid_for(specification: Specification, points: int) -> None:
    assert cost(specification) == points


@pytest.mark.parametrize(
    ("inside", "outside", "points"),
    [
        ("regular", "none", 4),
        ("none", "regular", 4),
        ("regular", "regular", 7),
        ("long", "none", 6),
        ("long", "long", 11),
        ("regular", "long", 10),
        ("long", "regular", 10),
    ],
)
def test_rule_16_1_two_kinds_of_blades_cost_as_much_as_both(inside: Blades, outside: Blades, points: int) -> None:
    assert cost(but(blades_inside=inside, blades_outside=outside)) == points


# What is legal


def test_rule_16_1_all_points_may_be_spent_but_none_more() -> None:
    # Given 7 + 6 + 6 + 7 for horses, 5 for the driver and 1 for endurance
    spent = but(horses=(8, 7, 7, 8), modifier=1, endurance=25)
    assert cost(spent) == 32

    Specify(BUDGET, ()).verify(spent)
    Specify(BUDGET, ()).verify(LEAST)
    over = refusal(msgspec.structs.replace(spent, endurance=30), budget=BUDGET)

    assert (over.reason, over.rule, over.values) == (CircusReason.TOO_DEAR, "16.1", {"cost": 33, "at_most": 32})


@pytest.mark.parametrize(
    ("horses", "is_legal"),
    [
        ((5, 4, 3, 4), True),
        ((4, 4, 4, 4), True),
        ((5, 4, 4, 5), True),
        ((4, 4, 4, 5), False),  # h1 < h4
        ((5, 5, 3, 4), False),  # h4 < h2
        ((5, 3, 4, 4), False),  # h2 < h3
    ],
)
def test_rule_16_1_the_first_horse_is_fastest_then_the_fourth_the_second_and_the_third(
    horses: tuple[int, int, int, int], is_legal: bool
) -> None:
    if is_legal:
        verify(but(horses=horses), BUDGET, ())
        return
    refused = refusal(but(horses=horses))

    assert refused.reason is CircusReason.HORSES_OUT_OF_ORDER
    assert refused.values == {"horses": horses, "ordered": in_order(horses)}
    verify(but(horses=in_order(horses)), BUDGET, ())


@pytest.mark.parametrize(
    ("changed", "item", "value"),
    [
        ({"horses": (9, 1, 1, 1)}, "horse", 9),
        ({"horses": (1, 1, 0, 1)}, "horse", 0),
        ({"modifier": 4}, "driver modifier", 4),
        ({"modifier": -1}, "driver modifier", -1),
        ({"hits": 1}, "hits", 1),
        ({"hits": 5}, "hits", 5),
        ({"hits": 14}, "hits", 14),
        ({"boxes_inside": 0}, "wheel boxes", 0),
        ({"boxes_outside": 11}, "wheel boxes", 11),
        ({"endurance": 15}, "endurance", 15),
        ({"endurance": 42}, "endurance", 42),
        ({"endurance": 85}, "endurance", 85),
    ],
)
def test_rule_16_1_what_is_not_on_the_chart_is_not_to_be_had(changed: dict[str, object], item: str, value: int) -> None:
    refused = refusal(but(**changed))

    assert (refused.reason, refused.rule) == (CircusReason.NOT_ON_THE_CHART, "16.1")
    assert (refused.values["item"], refused.values["value"]) == (item, value)


def test_rule_16_2_only_the_weapons_of_this_race_can_be_bought_each_once() -> None:
    verify(but(weapons=("knife", "dust")), BUDGET, WEAPONS)
    unknown = refusal(but(weapons=("spear",)), weapons=("dust", "knife"))
    twice = refusal(but(weapons=("dust", "dust")), weapons=WEAPONS)

    assert unknown.reason is CircusReason.WEAPON_NOT_ALLOWED
    assert unknown.values == {"weapon": "spear", "possible": ["dust", "knife"]}
    assert (twice.reason, twice.values) == (CircusReason.WEAPON_TWICE, {"weapon": "dust"})


def test_rule_16_1_something_else_is_no_specification() -> None:
    with pytest.raises(Refused) as refused:
        Specify(BUDGET, ()).verify(Preparation(1, 1, 1, 1))

    assert refused.value.reason is GameReason.NOT_A_CHOICE


# Ready-made ones


@pytest.mark.parametrize("weapons", [(), ("dust",), ("spear",), ("dust", "knife"), WEAPONS])
def test_rule_16_1_the_ready_made_ones_are_legal_different_and_spend_everything(weapons: tuple[Weapon, ...]) -> None:
    made = Specify(BUDGET, weapons).legal()

    assert len(made) == len(set(made)) == (10 if weapons else 8)
    assert made[0] == ready_made(BUDGET, ())[0], "the default is the same in all races"
    for each in made:
        Specify(BUDGET, weapons).verify(each)
        assert cost(each) == BUDGET
    assert {weapon for each in made for weapon in each.weapons} == set(weapons)


def test_rule_16_1_fewer_points_leave_fewer_ready_made_ones() -> None:
    made = ready_made(31, WEAPONS)

    assert all(cost(each) <= 31 for each in made)
    assert len(made) == 2, "of the armed ones the endurance gives way"


def test_ready_made_specifications_have_names() -> None:
    names = [name_of(each) for each in ready_made(BUDGET, WEAPONS)]

    assert names[0] == "all-rounder"
    assert len(set(names[:8])) == 8
    assert names[8:] == ["armed", "armed"]
    assert name_of(LEAST) == "own"
