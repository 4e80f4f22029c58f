"""What the presets of orders make of a position, for whoever drives there and nobody else."""

from typing import Any

import msgspec
import pytest

from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.order_book import begun
from engine.circus_maximus.orders.orders import AttackWish, Orders, Preset
from engine.circus_maximus.orders.presets import PRESETS, drawn, preset
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import Preparation, Speed
from engine.circus_maximus.words.state import Chariot, DriverState, Race
from engine.daily.attempt import YOURS, Attempt, Day
from engine.daily.settings import setting_of
from records.values import EntryId
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race


def presets_of(race: Race) -> dict[Preset, Orders]:
    view = view_for(race, {}, [RED])
    return {name: preset(view, RED, name) for name in PRESETS}


def under_way(*chariots: Chariot, turn: int = 5) -> Race:
    for chariot in chariots:
        chariot.on_grid = False
    return a_race(*chariots, turn=turn)


def test_where_the_corner_is_near_they_differ_in_what_they_risk() -> None:
    race = under_way(a_chariot("A33.3"), a_chariot("D2.4"))
    view, drawn = view_for(race, {}, [RED]), presets_of(race)

    runs = {name: dry_run(view, RED, orders) for name, orders in drawn.items()}

    risks = [runs[name].course.flip_chance for name in PRESETS]
    speeds = [runs[name].speed.factors for name in PRESETS]
    assert risks[0] == 0 < risks[1] < risks[2]
    assert speeds == sorted(set(speeds))
    assert speeds == [drawn[name].speed for name in PRESETS]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (a_chariot("A33.3"), a_chariot("A33.3", endurance=1)),
        (a_chariot("A33.5"), a_chariot("A33.1")),
    ],
    ids=["endurance", "lane"],
)
def test_they_are_reckoned_from_the_position(better: Chariot, worse: Chariot) -> None:
    fast, slow = (presets_of(under_way(each, a_chariot("D9.8")))["fast"].speed for each in (better, worse))
    assert isinstance(fast, int)
    assert isinstance(slow, int)
    assert fast > slow


def test_only_one_attacks_and_only_those_it_can_meet() -> None:
    race = under_way(a_chariot("A14.3"), a_chariot("A20.4"), a_chariot("B20.5", corners=1))
    drawn = presets_of(race)

    assert (drawn["safe"].attacks, drawn["fast"].attacks) == ((), ())
    assert {wish.rival for wish in drawn["attack"].attacks} == {BLUE}
    assert drawn["attack"].eagerness == "hunt"
    assert dry_run(view_for(race, {}, [RED]), RED, drawn["attack"]).course.attacks


@pytest.mark.parametrize(("driver", "met"), [("dragged", {BLUE}), ("on foot", {None}), ("dead", {None})])
def test_a_team_that_has_lost_its_driver_for_good_is_let_be(driver: DriverState, met: set[EntryId | None]) -> None:
    runaway = a_chariot("A20.4", status="runaway", has_car=False, driver=driver)
    attack = presets_of(under_way(a_chariot("A14.3"), runaway))["attack"]
    assert {wish.rival for wish in attack.attacks} == met


@pytest.mark.parametrize(("endurance", "whip"), [(0, "never"), (9, "last straight")])
@pytest.mark.parametrize("name", PRESETS)
def test_on_the_last_straight_nobody_plans_to_strain_in_a_corner(name: Preset, endurance: int, whip: str) -> None:
    race = under_way(a_chariot("B10.3", corners=5, endurance=endurance), a_chariot("A20.5"))
    drawn = presets_of(race)[name]
    assert (drawn.corner_strain, drawn.whip) == (0, whip)


def test_with_nobody_to_meet_it_takes_who_comes() -> None:
    race = under_way(a_chariot("A14.3"), a_chariot("B20.5", corners=1))
    attack = presets_of(race)["attack"]
    assert (attack.attacks, attack.eagerness) == ((AttackWish(),), "beside")


def test_a_damaged_wheel_is_spared_by_the_safe_one_alone() -> None:
    race = under_way(a_chariot("B10.3", corners=5, wheels=(4, 0)), a_chariot("B20.5", corners=5))
    drawn = presets_of(race)
    assert (drawn["safe"].speed, drawn["fast"].speed) == (13, 20)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize(
    "own",
    [
        a_chariot("A20.3", status="out"),
        a_chariot("A20.3", status="runaway"),
        a_chariot("D2.2", no_strain=1),
        a_chariot("A20.3", endurance=0),
        a_chariot("A33.1", horses=(0, 5, 5, 5)),
    ],
    ids=["out", "runaway", "may not strain", "spent", "held by a dead horse"],
)
def test_they_can_be_written_wherever_a_chariot_is(own: Chariot, name: Preset) -> None:
    race = under_way(own, a_chariot("A22.4"))
    orders = preset(view_for(race, {}, [RED]), RED, name)
    assert orders.preset == name
    if own.status == "racing":
        assert dry_run(view_for(race, {}, [RED]), RED, orders).speed.factors <= 20


@pytest.mark.parametrize(
    ("square", "others", "offers_safe"),
    [("A32.2", {}, True), ("A31.3", {"corners": 3}, False), ("A13.6", {"corners": 3}, True)],
    ids=["before a corner", "fast is safe", "with the whip"],
)
def test_the_safe_one_is_never_faster_than_the_fast_one(square: str, others: dict[str, Any], offers_safe: bool) -> None:
    """In each of these positions the best orders without any risk are faster than the best of all (H-5)."""
    view = view_for(under_way(a_chariot(square, **others), a_chariot("D2.4")), {}, [RED])

    found = drawn(view, RED)

    safe, fast = found.orders["safe"], found.orders["fast"]
    assert ("safe" in found.offered) is offers_safe
    assert isinstance(safe.speed, int)
    assert isinstance(fast.speed, int)
    assert safe.speed <= fast.speed
    assert not dry_run(view, RED, safe).course.flip_chance


def test_no_button_of_any_turn_of_a_last_lap_breaks_that_order() -> None:
    day = Day(b"any dice" * 4, setting_of(7))
    attempt = Attempt(day)
    while not attempt.is_over:
        shown = [drawn(attempt.view, YOURS).orders[each].speed for each in drawn(attempt.view, YOURS).offered[:2]]
        assert shown == sorted(shown, key=int)
        attempt.give(attempt.begun())


# From turn to turn


def test_a_preset_is_drawn_up_anew_each_turn_and_what_was_chosen_by_hand_stays() -> None:
    race = under_way(a_chariot("A33.3"), a_chariot("D2.4"))
    last = Orders(7, "inside", defend="brake", preset="safe", by_hand=("speed", "defend"))

    begins = begun(view_for(race, {}, [RED]), RED, last, stands=False)

    fresh = presets_of(race)["safe"]
    assert begins == msgspec.structs.replace(fresh, defend="brake", by_hand=("defend",))


def test_standing_orders_keep_a_speed_in_figures() -> None:
    race = under_way(a_chariot("A33.3"), a_chariot("D2.4"))
    begins = begun(view_for(race, {}, [RED]), RED, Orders(7, preset="safe", by_hand=("speed",)), stands=True)
    assert begins.speed == 7


def test_nothing_ordered_begins_with_what_is_suggested() -> None:
    race = under_way(a_chariot("A33.3"), a_chariot("D2.4"))
    assert begun(view_for(race, {}, [RED]), RED, None, stands=False) == presets_of(race)["fast"]


# Two worlds


def test_what_a_player_may_not_see_does_not_bear_on_a_preset() -> None:
    """The worlds differ in what others have sealed; the presets of red, and what comes of them, do not."""
    race = under_way(a_chariot("A28.3"), a_chariot("A29.4"), a_chariot("A30.2"))
    worlds = [
        view_for(race, {BLUE: Speed(2), GREEN: Speed(19)}, [RED]),
        view_for(race, {BLUE: Speed(20), GREEN: Speed(0)}, [RED]),
        view_for(race, {BLUE: Preparation(1, 1, 1, 1)}, [RED]),
    ]
    drawn = [[preset(view, RED, name) for name in PRESETS] for view in worlds]
    assert drawn[0] == drawn[1] == drawn[2]
    runs = [[dry_run(view, RED, orders) for orders in each] for view, each in zip(worlds, drawn, strict=True)]
    assert runs[0] == runs[1]
