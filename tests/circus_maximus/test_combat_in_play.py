"""Attacks in the middle of a turn: who is asked when, and what it means for the phases after (6.21, 9.1 to 9.6)."""

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    ChooseWayOut,
    Forward,
    GrabbedWhip,
    KeepWhip,
    Meet,
    MeetAttack,
    Shares,
)
from engine.circus_maximus.words.facts import (
    CornerStrained,
    Evaded,
    Hindered,
    HorseCutFree,
    PhaseBegan,
    Rammed,
    Stopped,
    TeamLashed,
)
from engine.circus_maximus.words.state import Race
from engine.game import Fact, Rolled
from engine.session import Session
from records.values import Lane, Square
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    a_chariot,
    a_phase,
    a_race,
    a_session,
    asked,
    in_phase,
    told,
    unrolled,
)
from tests.circus_maximus.combat import Script, played


def rolls(facts: list[Fact]) -> list[str]:
    return [fact.what_for for fact in facts if isinstance(fact, Rolled)]


def test_rule_6_511_who_evades_before_his_phase_pays_in_it_but_strains_by_what_he_wrote() -> None:
    # Case P6: blue evades inside and has written 12
    red, blue = a_chariot("A21.4", written=3, has_whip=False), a_chariot("A20.3", written=12, has_whip=False)
    session = a_session(a_race(red, blue, resume="draw", cup=[RED, BLUE]), 1, 6, 6, 1, 1)

    session.answer(RED, Attack(BLUE, "team", "ram"))
    session.answer(BLUE, Meet(avoid=True))
    session.answer(BLUE, Avoid("evade"))
    session.answer(RED, Forward(2))

    assert told(session, Evaded) == [Evaded(BLUE, "inside", Square("A21.2"), 2)]
    assert told(session, PhaseBegan)[-1] == PhaseBegan(BLUE, written=12, total_speed=12, factors=10)
    assert session.state.chariots[BLUE].evade_debit == 0


def test_rule_9_41_what_was_whipped_into_a_team_it_uses_in_its_next_phase_even_above_its_maximum() -> None:
    # Blue has written its maximum of 20 and is lashed for 5
    red, blue = a_chariot("A20.3", written=1, has_whip=True, endurance=0), a_chariot("A19.4", written=20)
    session = a_session(a_race(red, blue, resume="draw", cup=[RED, BLUE]), 1, 6, 1)

    session.answer(RED, Attack(BLUE, "team", "lash"))
    session.answer(BLUE, Meet(avoid=False))
    session.answer(BLUE, Begin())

    assert told(session, TeamLashed) == [TeamLashed(BLUE, RED, 5, must_use=True)]
    assert told(session, PhaseBegan)[-1] == PhaseBegan(BLUE, written=20, total_speed=25, factors=25)


@pytest.mark.parametrize(("written", "runs"), [(18, 16), (16, 16), (12, 12)])
def test_rule_9_43_a_movement_loss_bites_only_what_was_written_above_the_new_maximum(written: int, runs: int) -> None:
    # Red's lash takes 4 off blue's maximum of 20
    red, blue = a_chariot("A20.3", written=1, endurance=0), a_chariot("A20.4", written=written)
    session = a_session(a_race(red, blue, resume="draw", cup=[RED, BLUE]), 1, 3, 4, 3, 4, 2, 3, 4)

    session.answer(RED, Attack(BLUE, "driver", "lash"))
    session.answer(BLUE, Meet(avoid=False))
    session.answer(BLUE, Begin())

    assert told(session, Hindered) == [Hindered(BLUE, 4, "lash")]
    assert told(session, PhaseBegan)[-1] == PhaseBegan(BLUE, written, total_speed=runs, factors=runs)
    assert session.state.chariots[BLUE].penalty == 0


def a_chain(*dice: int) -> Session[Race]:
    """Red lashes blue's driver, who swerves towards green."""
    red, blue, green = (
        a_chariot("A20.3", written=5, endurance=0),
        a_chariot("A20.4", written=10),
        a_chariot("A20.5", written=10),
    )
    session = a_session(a_race(red, blue, green, resume="draw", cup=[RED]), 3, 4, 3, 4, 4, 4, *dice)
    session.answer(RED, Attack(BLUE, "driver", "lash"))
    session.answer(BLUE, Meet(avoid=False))
    return session


def test_rule_9_61_a_lash_may_drive_its_victim_into_a_third_who_is_asked_too() -> None:
    session = a_chain(6, 6, 1, 1)

    assert list(session.open) == [GREEN]
    assert session.open[GREEN].question == MeetAttack(BLUE, "car", "ram", ("brake", "evade"), modifier=-3)
    session.answer(GREEN, Meet(avoid=True))
    assert session.open[GREEN].question == ChooseWayOut(BLUE, ("brake", "evade"), Square("A21.6"))
    session.answer(GREEN, Avoid("evade"))

    # The chain is over, blue has not moved, and red goes on with what it has left
    chariots = session.state.chariots
    assert [chariots[entry].square for entry in (RED, BLUE, GREEN)] == ["A20.3", "A20.4", "A21.6"]
    assert (chariots[BLUE].penalty, chariots[GREEN].evade_debit) == (1, 1)
    assert asked(session).factors == 4
    assert asked(session).attacks == ()
    assert unrolled(session) == 0


def test_rule_9_61_a_third_who_holds_is_rammed_by_the_one_who_was_lashed() -> None:
    session = a_chain(4, 4, 4, 2, 2, 1, 1)

    facts = session.answer(GREEN, Meet(avoid=False))

    assert Rammed(BLUE, GREEN, "car", "involuntary") in facts
    assert rolls(facts) == ["ram on a car", "wheel damage", "wheel damage"]
    assert session.state.chariots[BLUE].wheels.outside == 1
    assert session.state.chariots[GREEN].wheels.inside == 1
    assert asked(session).factors == 4


def test_rule_9_312_who_evades_into_a_corner_is_checked_at_the_speed_he_wrote() -> None:
    # Blue changes from A33.4 to D1.5, where 18 is safe
    red, blue = a_chariot("D1.3", written=1, endurance=0), a_chariot("A33.4", written=20)
    session = a_session(a_race(red, blue, resume="draw", cup=[RED]), 6, 6, 1, 1, 3, 3, 4)

    session.answer(RED, Attack(BLUE, "team", "ram"))
    session.answer(BLUE, Meet(avoid=True))
    session.answer(BLUE, Avoid("evade"))

    assert told(session, CornerStrained) == [CornerStrained(BLUE, Lane(5), limit=18, points=2)]
    assert session.state.chariots[BLUE].endurance == 38
    assert session.state.chariots[BLUE].corners == 1


def test_rule_9_42_the_one_who_grabs_a_whip_is_asked_in_the_attackers_phase() -> None:
    red, blue = a_chariot("A20.3", written=2, endurance=0), a_chariot("A20.4", has_whip=False)
    session = a_session(a_race(red, blue, resume="draw", cup=[RED]), 3, 4, 3, 4, 3, 4)

    session.answer(RED, Attack(BLUE, "driver", "lash"))
    session.answer(BLUE, Meet(avoid=False))
    assert session.open[BLUE].question == GrabbedWhip(RED)
    session.answer(BLUE, KeepWhip(keep=True))

    assert session.state.chariots[BLUE].has_whip
    assert not session.state.chariots[RED].has_whip


def test_rule_9_52_a_driver_who_has_cut_a_horse_free_makes_no_attacks_this_turn() -> None:
    # Case D19: 12 less 8, blue beside it
    red = a_chariot("A20.3", horses=(5, 0, 5, 5), modifier=1, written=12)
    session = a_session(a_race(red, a_chariot("A20.4"), resume="draw", cup=[RED]), 4, 3, 2)

    session.answer(RED, Begin(cut=True))

    assert told(session, HorseCutFree) == [HorseCutFree(RED, 2, cost=8)]
    assert (asked(session).factors, asked(session).attacks, asked(session).brake) == (4, (), 0)


def test_rule_9_53_a_chariot_without_horses_is_gone_and_the_attacker_goes_on() -> None:
    # Blue has one horse left, the others were cut free
    red, blue = a_chariot("A20.3", written=5, endurance=0), a_chariot("A19.4", horses=(1, 0, 0, 0))
    for horse in blue.horses[1:]:
        horse.state = "cut free"
    session = a_session(a_race(red, blue, resume="draw", cup=[RED]), 3, 3)

    session.answer(RED, Attack(BLUE, "team", "ram"))
    session.answer(BLUE, Meet(avoid=False))

    assert told(session, Stopped) == [Stopped(BLUE)]
    assert session.state.chariots[BLUE].status == "out"
    assert asked(session).factors == 4


def test_rule_7_34_a_double_sideslip_blocked_at_once_rams_with_six_less_and_gains_no_lane() -> None:
    # Case D33, first part: blue is abreast
    race = in_phase(a_chariot("A20.3"), a_chariot("A20.4", has_cut=True))
    table = Script(6, 6, 6)

    played(chain.forced_sideslip(race, table, RED, 2))

    red = race.chariots[RED]
    assert (red.square, red.penalty, red.no_inside, red.status) == ("A20.3", 1, False, "racing")
    assert [fact.total for fact in table.told if isinstance(fact, Rolled)] == [12]


def test_rule_7_34_one_blocked_at_its_second_lane_rams_from_the_first_with_three_less() -> None:
    # Case D33, second part: a lane is free, and blue stands beyond it
    race = in_phase(a_chariot("A20.3"), a_chariot("A20.5", has_cut=True))
    table = Script(5, 5, 5)

    played(chain.forced_sideslip(race, table, RED, 2))

    red = race.chariots[RED]
    assert (red.square, red.penalty, red.no_inside) == ("A20.4", 1, True)
    assert [fact.total for fact in table.told if isinstance(fact, Rolled)] == [12]


def a_jam(endurance: int, *dice: int) -> Session[Race]:
    """Red with four factors, and chariots ahead and on both sides; it has attacked from here already."""
    chariots = a_chariot("A20.3", written=4, endurance=endurance, has_whip=False), a_chariot("A22.3")
    session = a_phase(*chariots, a_chariot("A20.4", has_cut=True), a_chariot("A20.2"), dice=(4, 4, 4, *dice))
    session.answer(RED, Attack(GREEN, "car", "ram"))
    return session


def test_rule_6_74_who_cannot_brake_it_all_pays_what_is_left_and_runs_into_the_car_ahead() -> None:
    # Case D34: three factors left after the attack, and endurance for two; nothing else can be done, so nobody is asked
    session = a_jam(2, 6, 6)
    session.answer(RED, Shares((1, 1, 1, 1)))

    red = session.state.chariots[RED]
    assert (red.square, red.endurance, red.modifier, red.penalty) == ("A20.3", 0, -1, 1)
    assert told(session, Rammed)[-1] == Rammed(RED, BLUE, "car", "frontal")
    assert [horse.injury for horse in red.horses] == [1, 1, 1, 1]
    assert unrolled(session) == 0


def test_rule_6_74_who_can_brake_it_all_does_not() -> None:
    session = a_jam(3)

    red = session.state.chariots[RED]
    assert (red.square, red.endurance, red.penalty) == ("A20.3", 0, 0)
    assert [fact.kind for fact in told(session, Rammed)] == ["ram"]
