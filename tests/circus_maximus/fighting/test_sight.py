"""Drivers with dust in their eyes: blinded, or half blind (option 16.2)."""

from typing import Any

import pytest

from engine.circus_maximus.control import chain, ways_out
from engine.circus_maximus.turn import phase, turn
from engine.circus_maximus.words.asks import Begin, BeginPhase, Forward, NextAction
from engine.circus_maximus.words.facts import (
    EnduranceLost,
    FactorsLost,
    GainTaken,
    Held,
    HorseCutFree,
    Moved,
    PhaseBegan,
    Rammed,
    Sideslipped,
    SightRegained,
    SpeedsRevealed,
)
from engine.circus_maximus.words.state import Chariot, Race
from engine.circus_maximus.words.threats import Threat
from engine.game import Ask, Rolled
from records.values import EntryId, Square
from tests.circus_maximus import combat
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


# Blinded: seeing again


@pytest.mark.parametrize(("die", "sees"), [(4, False), (5, True)])
def test_rule_16_2_a_blinded_driver_sees_again_with_a_five(die: int, sees: bool) -> None:
    race = a_ride(has_whip=False)

    table, _ = ridden(race, [die], *([Forward(10)] if sees else []))

    assert table.told[0] == Rolled(RED, "seeing again", (die,), 6, (), die, "16.2")
    assert (SightRegained(RED) in table.told) is sees
    assert race.chariots[RED].blinded_since == (None if sees else 2)


def test_rule_16_2_but_not_in_the_turn_in_which_it_happened() -> None:
    race = a_ride(blinded_since=3)

    table, asked = ridden(race, [])

    assert race.chariots[RED].blinded_since == 3
    assert asked == []
    assert not any(isinstance(fact, Rolled) for fact in table.told)


def test_rule_16_2_who_sees_again_decides_again_before_any_other_die() -> None:
    race = a_ride()

    table, asked = ridden(race, [5, 3], Begin(strain=True), Forward(13))

    assert isinstance(asked[0].question, BeginPhase)
    assert PhaseBegan(RED, written=10, total_speed=13, factors=13) in table.told


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


def test_rule_16_2_whatever_he_had_written_before_it_happened() -> None:
    race = a_ride(blinded_since=3, written=3)

    table, _ = ridden(race, [])

    assert PhaseBegan(RED, written=10, total_speed=10, factors=10) in table.told
    assert race.chariots[RED].square == "A30.3"


def test_rule_16_2_what_was_lost_and_whipped_into_the_team_counts_besides() -> None:
    race = a_ride(blinded_since=3, penalty=12, gain_must=3, gain_may=1)

    table, asked = ridden(race, [])

    # The highest speed is 20 - 12
    assert PhaseBegan(RED, written=10, total_speed=11, factors=11) in table.told
    assert not any(isinstance(fact, GainTaken) for fact in table.told)
    assert asked == []


def test_rule_16_2_he_drives_straight_on_past_whom_he_could_attack() -> None:
    race = a_ride(a_chariot("A20.4"))

    table, asked = ridden(race, [1])

    assert asked == []
    assert Moved(RED, 10, Square("A30.3")) in table.told


@pytest.mark.parametrize(("taken", "side"), [("A23.8", "outside"), ("A20.4", "inside")])
def test_rule_11_3_he_slips_past_what_blocks_him_to_the_outside_if_he_can(taken: str, side: str) -> None:
    race = a_ride(a_chariot("A22.3"), a_chariot(taken))

    table, asked = ridden(race, [1])

    assert asked == []
    slips = [fact for fact in table.told if isinstance(fact, Sideslipped)]
    assert [fact.side for fact in slips] == [side]


def test_rule_16_2_he_does_not_brake_but_runs_into_what_is_ahead() -> None:
    race = a_ride(a_chariot("A22.3"), a_chariot("A20.4"), a_chariot("A20.2"), endurance=40)

    table, asked = ridden(race, [1, 1, 1])

    assert asked == []
    assert Rammed(RED, BLUE, "car", "frontal") in table.told
    assert not any(isinstance(fact, EnduranceLost) for fact in table.told)


def test_rule_9_4_a_corner_that_is_barred_to_him_he_enters() -> None:
    # Lane 3 has a limit of 12: half of 32 is too fast
    race = a_ride(square="A33.3", horses=(8, 8, 8, 8), jostled=True, modifier=1, blinded_since=3)

    table, _ = ridden(race, [1, 1, 1])

    assert race.chariots[RED].square == "B3.3"
    assert not any(isinstance(fact, FactorsLost) for fact in table.told)


def test_rule_11_3_a_dead_horse_he_tries_to_cut_free() -> None:
    race = a_ride(horses=(0, 5, 5, 5))

    table, asked = ridden(race, [1, 2, 2, 2])

    assert asked == []
    assert HorseCutFree(RED, 1, 6) in table.told


def test_rule_16_2_he_cannot_avoid_an_attack() -> None:
    race = a_ride()

    away, _ = played(chain.meet(race, table := Script(), Threat(BLUE, RED, "outside", "team", "ram")))

    assert away is False
    assert table.told == [Held(RED, by_choice=False)]


def test_rule_9_43_but_he_can_be_forced_back() -> None:
    assert ways_out.may_brake_back(a_ride(), RED)


# Half blind


def half_blind(*others: Chariot, square: str = "A20.3", **red: Any) -> Race:
    return a_ride(*others, square=square, **({"blinded_since": None, "straight_phases": 2, "has_whip": False} | red))


def choices(race: Race) -> NextAction:
    """Return what red is asked first in its phase."""
    play = phase.play_phase(race, Script(), RED)
    question = next(play).question  # type: ignore[union-attr]
    assert isinstance(question, NextAction)
    return question


def test_rule_16_2_half_blind_he_drives_straight_for_two_phases() -> None:
    race = half_blind(written=2)

    for left in (1, 0):
        question = choices(race)
        assert (question.forward, question.changes, question.sideslips) == (2, (), ())
        assert race.chariots[RED].straight_phases == left
        race.phase = None
    assert choices(race).changes == ("inside", "outside")


def test_rule_16_2_half_blind_he_may_brake_and_attack() -> None:
    question = choices(half_blind(a_chariot("A19.4"), written=5))

    assert question.brake == 5
    assert [attack.means for attack in question.attacks] == ["ram"]


@pytest.mark.parametrize(("square", "changes"), [("A27.3", ()), ("A26.3", ("outside",))])
def test_rule_16_2_for_others_in_his_way_he_turns_aside_to_the_outside(square: str, changes: tuple[str, ...]) -> None:
    # Five factors lead him to A25.3
    assert choices(half_blind(a_chariot(square), written=5)).changes == changes


def test_rule_16_2_to_the_inside_only_if_he_must() -> None:
    assert choices(half_blind(a_chariot("A24.3"), a_chariot("A21.4"), written=5)).changes == ("inside",)
    assert choices(half_blind(a_chariot("A24.8"), square="A20.8", written=5)).changes == ("inside",)


@pytest.mark.parametrize(("taken", "slips"), [("A24.8", ("outside",)), ("A20.4", ("inside",))])
def test_rule_16_2_and_so_he_slips(taken: str, slips: tuple[str, ...]) -> None:
    assert choices(half_blind(a_chariot("A22.3"), a_chariot(taken), written=5)).sideslips == slips


def test_rule_16_2_he_may_evade_an_attack_that_he_sees_coming() -> None:
    race = half_blind(eyes_lost=["inside"], endurance=0)

    assert combat.ways_out(race, RED, "inside") == ("evade",)
    assert combat.ways_out(race, RED, "outside") == ()  # 13.1
