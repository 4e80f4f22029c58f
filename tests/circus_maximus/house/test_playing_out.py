"""A race is played out from what everybody sees: it begins as it looks, and ends by the rules."""

from itertools import islice
from typing import Any

import msgspec
import pytest

from conformance import recorded
from conformance.recorded import Recorded
from engine.circus_maximus.house.playing_out import play_out, race_as_a_turn_begins
from engine.circus_maximus.seen.views import RaceView, view_for
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Dragging, Race
from engine.dice import QuickDice
from engine.game import Entrant
from engine.series import Result
from records.values import EntryId, Square
from tests.circus_maximus.builders import BLUE, RED, RULES, a_chariot, a_race
from tests.circus_maximus.seen.test_moments import by_turns

KEPT = recorded.read("circus-maximus")
SEEDS = 40
DICE = QuickDice(5)


def seen(race: Race) -> RaceView:
    return view_for(race, {}, ())


def taken_up(race: Race) -> Race:
    return race_as_a_turn_begins(seen(race))


def winners(view: RaceView, temperaments: dict[EntryId, str], seeds: int = SEEDS) -> list[EntryId]:
    """Return who wins when a race is played out with so many dice."""
    ends = (play_out(view, temperaments, QuickDice(seed)) for seed in range(seeds))
    return [result.entry for results in ends for result in results if result.place == 1]


def as_it_counts(view: RaceView) -> RaceView:
    """Return a view without the lanes of those who are on no square any more."""
    replace = msgspec.structs.replace
    chariots = tuple(
        each if each.status in ("racing", "runaway") else replace(each, lane=None, on_grid=False)
        for each in view.chariots
    )
    return replace(view, chariots=chariots)


@pytest.mark.parametrize("kept", KEPT, ids=[str(each.seed) for each in KEPT])
def test_the_race_that_is_made_up_looks_like_the_real_one(kept: Recorded) -> None:
    for session in islice(by_turns(kept), 0, None, 3):
        race = msgspec.json.decode(session.checkpoint.state, type=Race)
        assert as_it_counts(seen(taken_up(race))) == as_it_counts(seen(race))


@pytest.mark.slow
def test_every_turn_of_a_race_with_every_option_can_be_played_out() -> None:
    for kept in KEPT[::4]:
        for session in islice(by_turns(kept), 0, None, 5):
            race = msgspec.json.decode(session.checkpoint.state, type=Race)
            results = play_out(seen(race), {}, QuickDice(kept.seed))
            assert sorted(each.entry for each in results) == list(race.chariots)
            places = [each.place for each in results if each.place is not None]
            assert places == sorted(places)


@pytest.mark.slow
def test_the_same_dice_give_the_same_race_and_others_another() -> None:
    view = seen(a_race(*(a_chariot(f"A20.{lane}") for lane in range(1, 6))))
    assert play_out(view, {}, QuickDice(3)) == play_out(view, {}, QuickDice(3))
    assert len({play_out(view, {}, QuickDice(seed)) for seed in range(5)}) > 1


def test_who_is_far_ahead_wins_most() -> None:
    ahead, behind = a_chariot("A9.4", corners=4), a_chariot("A9.5", corners=2)
    assert winners(seen(a_race(behind, ahead)), {}).count(BLUE) > SEEDS * 3 // 4


@pytest.mark.slow
def test_a_race_is_played_out_from_before_its_set_up() -> None:
    entrants = [Entrant(EntryId(number), RULES.colours[number - 1], None) for number in range(1, 5)]
    for options in Options(), Options(edition="advanced", detailed_specification=True, weather=True, teams=True):
        view = seen(RULES.new_race(options, entrants))
        won = winners(view, {RED: "careful", BLUE: "strategist"}, 12)
        assert len(won) >= 12
        assert len(set(won)) > 1


@pytest.mark.slow
def test_a_temper_makes_a_difference() -> None:
    view = seen(RULES.new_race(Options(), [Entrant(entry, RULES.colours[entry - 1], None) for entry in (RED, BLUE)]))
    one, other = winners(view, {RED: "careful", BLUE: "brute"}), winners(view, {RED: "brute", BLUE: "careful"})
    assert one != other


def test_where_nobody_comes_in_nobody_wins() -> None:
    wrecks = [a_chariot("A20.3", status="out"), a_chariot("A20.5", status="out")]
    ended = play_out(seen(a_race(*wrecks)), {}, DICE)
    assert ended == (Result(RED, None), Result(BLUE, None))


def test_a_race_without_end_has_no_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.circus_maximus.house.playing_out.MOST_TURNS", 1)
    view = seen(a_race(a_chariot("A20.3"), a_chariot("A20.5")))
    assert {each.place for each in play_out(view, {}, DICE)} == {None}


# What the view does not say outright


def one(**others: Any) -> Race:
    return a_race(a_chariot("A20.3", **others), turn=4)


def test_a_team_without_endurance_goes_on_to_decline() -> None:
    assert taken_up(one(endurance=0)).chariots[RED].zero_since is not None
    assert taken_up(one(endurance=0, endurance_start=0)).chariots[RED].zero_since is None  # it never had any
    assert taken_up(one(endurance=1)).chariots[RED].zero_since is None


def test_a_jostled_driver_may_not_strain_until_he_has_recovered() -> None:
    assert taken_up(one(jostle=-2, jostled=True)).chariots[RED].jostled
    assert not taken_up(one(jostle=0, no_strain=1)).chariots[RED].jostled


@pytest.mark.parametrize("behind_car", [True, False])
def test_a_dragged_driver_hangs_where_he_is_seen(behind_car: bool) -> None:
    path = [Square("A18.3" if behind_car else "A19.3")]
    dragged = one(status="runaway", driver="dragged", dragging=Dragging(path, behind_car=behind_car))
    dragging = taken_up(dragged).chariots[RED].dragging
    assert dragging == Dragging(path, may_try=False, behind_car=behind_car)


def test_a_dragged_driver_tries_again_only_where_that_is_the_rule() -> None:
    without_car = one(status="runaway", has_car=False, driver="dragged", dragging=Dragging([Square("A19.3")]))
    without_car.options = Options(edition="advanced", free_attempts="every phase")
    dragging = taken_up(without_car).chariots[RED].dragging
    assert dragging == Dragging([Square("A19.3")], may_try=True)
