"""Chances are counts of races that were played out; scores and calibrations are exact."""

from fractions import Fraction

import msgspec
import pytest

from engine.betting.model import (
    BINS,
    Bin,
    Chances,
    Forecast,
    added,
    brier,
    calibration,
    dice_for,
    even,
    leader_takes_all,
    work_out,
)
from engine.game import Entrant
from engine.rulesets import RULESETS
from records.values import EntryId, Faction
from tests.toy_ruleset import TOY, Options

RED, BLUE, GREEN = EntryId(1), EntryId(2), EntryId(3)
TEMPERS = {BLUE: "pushy"}


def worked_out(samples: int = 60, seed: int = 1) -> Chances:
    entrants = [Entrant(entry, TOY.colours[entry - 1], Faction(entry)) for entry in (RED, BLUE, GREEN)]
    view = TOY.view_for(TOY.new_race(Options(), entrants), {}, ())
    return work_out(TOY, view, TEMPERS, samples, seed)


def test_chances_count_who_wins() -> None:
    chances = worked_out()
    assert (chances.turn, chances.samples) == (0, 60)
    assert list(chances.wins) == [RED, BLUE, GREEN]
    assert sum(chances.wins.values()) == 60
    assert chances.wins[BLUE] == max(chances.wins.values())  # pushy ones go farther
    assert worked_out() == chances
    assert worked_out(seed=2) != chances


def test_more_samples_go_on_from_fewer() -> None:
    few, many = worked_out(20), worked_out(21)
    assert sum(many.wins[entry] - few.wins[entry] for entry in few.wins) == 1


def test_dice_of_races_that_are_played_out_differ() -> None:
    rolls = {dice_for(seed, sample).roll(8, 6) for seed in range(20) for sample in range(20)}
    assert len(rolls) == 400


def test_a_game_that_cannot_be_played_out_has_no_chances() -> None:
    entrants = [Entrant(RED, "red", Faction(1)), Entrant(BLUE, "blue", Faction(2))]
    view = TOY.view_for(TOY.new_race(Options(), entrants), {}, ())
    without = type(TOY)(**{**TOY.__dict__, "play_out": None})
    with pytest.raises(ValueError, match="toy"):
        work_out(without, view, {}, 1, 1)


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_game_that_there_is_can_be_played_out(ruleset: str) -> None:
    rules = RULESETS[ruleset]
    field = rules.colours_for(rules.options())[:4]
    entrants = [Entrant(EntryId(number), colour, None) for number, colour in enumerate(field, start=1)]
    view = rules.view_for(rules.new_race(rules.options(), entrants), {}, ())
    chances = work_out(rules, msgspec.json.decode(msgspec.json.encode(view), type=rules.view), {}, 8, 1)
    assert sorted(chances.wins) == [each.entry for each in entrants]
    assert sum(chances.wins.values()) >= 7


def test_thousandths_are_rounded_to_the_nearest() -> None:
    assert Chances(3, 200, {RED: 1, BLUE: 199, GREEN: 0}).thousandths == {RED: 5, BLUE: 995, GREEN: 0}
    assert Chances(3, 3, {RED: 1, BLUE: 2}).thousandths == {RED: 333, BLUE: 667}
    assert Chances(3, 2000, {RED: 1, BLUE: 1999}).thousandths == {RED: 1, BLUE: 1000}


# How good they have been


def test_a_score_is_the_squared_error() -> None:
    sure, wrong = Forecast({RED: 1000, BLUE: 0}, (RED,)), Forecast({RED: 1000, BLUE: 0}, (BLUE,))
    assert brier([sure]) == 0
    assert brier([wrong]) == 2
    assert brier([sure, wrong]) == 1
    assert brier([Forecast({RED: 700, BLUE: 300}, (RED,))]) == Fraction(18, 100)
    assert brier([Forecast({RED: 500, BLUE: 500}, ())]) == Fraction(1, 2)


def test_the_floors() -> None:
    assert even([GREEN, RED, BLUE]) == {RED: 334, BLUE: 333, GREEN: 333}
    assert leader_takes_all([RED, BLUE], BLUE) == {RED: 0, BLUE: 1000}


def test_a_calibration_counts_what_came_true() -> None:
    bins = calibration([Forecast({RED: 100, BLUE: 99, GREEN: 1000}, (GREEN,)), Forecast({RED: 199, BLUE: 0}, (RED,))])
    assert bins[0] == Bin(2, 99, 0)
    assert bins[1] == Bin(2, 299, 1)
    assert bins[BINS - 1] == Bin(1, 1000, 1)
    assert sum(each.count for each in bins) == 5
    assert added(bins, bins)[1] == Bin(4, 598, 2)
