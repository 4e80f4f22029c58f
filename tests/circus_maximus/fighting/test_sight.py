"""Drivers with dust in their eyes: blinded, or half blind (option 16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.turn import phase, turn
from engine.circus_maximus.words.asks import NextAction
from engine.circus_maximus.words.facts import (
    FactorsLost,
    GainTaken,
    PhaseBegan,
    SpeedsRevealed,
)
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Ask
from records.values import EntryId
from tests.circus_maximus.combat import BLUE, RED, Script, a_chariot, a_race, played


def a_ride(*others: Chariot, square: str = "A20.3", **red: Any) -> Race:
    """Red, blinded in turn 2, before its phase in turn 3; the others stand in its way or beside it."""
    chariots = {RED: a_chariot(square, **({"written": 10, "blinded_since": 2} | red))}
    chariots |= {EntryId(number): chariot for number, chariot in enumerate(others, start=2)}
    return a_race(chariots, mover=None, edition="advanced", dust=True)


def ridden(race: Race, dice: list[int], *answers: Any) -> tuple[Script, list[Ask]]:
    """Play red's phase with these dice and answers, all of them."""
    table = Script(*dice)
    _, asked = played(phase.play_phase(race, table, RED), *answers)
    assert table.unrolled == 0
    return table, asked


# Blinded: driving


@pytest.mark.parametrize(("horses", "half"), [((5, 5, 5, 5), 10), ((5, 5, 5, 4), 10), ((5, 4, 5, 4), 9)])
def test_rule_16_2_a_blinded_driver_writes_nothing_and_goes_at_half_his_teams_speed(
    horses: tuple[int, ...], half: int
) -> None:
    race = a_ride(a_chariot("A20.5", horses=(1, 1, 1, 1)), horses=horses, modifier=2)
    table = Script()
    speeds = turn._write_speeds(race, table)

    waiting = next(speeds)

    assert [ask.entry for ask in waiting.asks] == [BLUE]  # type: ignore[union-attr]
    with pytest.raises(StopIteration):
        speeds.send({BLUE: waiting.asks[0].default})  # type: ignore[union-attr]
    assert [fact.speeds[RED] for fact in table.told if isinstance(fact, SpeedsRevealed)] == [half]


def test_rule_16_2_what_was_lost_and_whipped_into_the_team_counts_besides() -> None:
    race = a_ride(blinded_since=3, penalty=12, gain_must=3, gain_may=1)

    table, asked = ridden(race, [])

    # The highest speed is 20 - 12
    assert PhaseBegan(RED, written=10, total_speed=11, factors=11) in table.told
    assert not any(isinstance(fact, GainTaken) for fact in table.told)
    assert asked == []


def test_rule_9_4_a_corner_that_is_barred_to_him_he_enters() -> None:
    # Lane 3 has a limit of 12: half of 32 is too fast
    race = a_ride(square="A33.3", horses=(8, 8, 8, 8), jostled=True, modifier=1, blinded_since=3)

    table, _ = ridden(race, [1, 1, 1])

    assert race.chariots[RED].square == "B3.3"
    assert not any(isinstance(fact, FactorsLost) for fact in table.told)


# Half blind


def half_blind(*others: Chariot, square: str = "A20.3", **red: Any) -> Race:
    return a_ride(*others, square=square, **({"blinded_since": None, "straight_phases": 2, "has_whip": False} | red))


def choices(race: Race) -> NextAction:
    """Return what red is asked first in its phase."""
    play = phase.play_phase(race, Script(), RED)
    question = next(play).question  # type: ignore[union-attr]
    assert isinstance(question, NextAction)
    return question


def test_rule_16_2_to_the_inside_only_if_he_must() -> None:
    assert choices(half_blind(a_chariot("A24.3"), a_chariot("A21.4"), written=5)).changes == ("inside",)
    assert choices(half_blind(a_chariot("A24.8"), square="A20.8", written=5)).changes == ("inside",)
