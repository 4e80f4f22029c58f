"""Ways that are blocked: doomed, boxed in, and why running into somebody is refused (6.7, 6.74)."""

from collections.abc import Sequence
from typing import Any

from engine.circus_maximus.words.asks import Attack, RunInto, Shares
from engine.circus_maximus.words.facts import (
    Braked,
    EnduranceGone,
    FactorsLost,
    Hindered,
    HorseInjured,
    Rammed,
)
from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.state import Chariot, Race
from engine.session import Session
from records.values import Faction, Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, asked, told, unrolled
from tests.circus_maximus.turn.test_movement import driving, offered, refusal

# Doomed (6.7, B5)


def a_wall_of_chariots(number: int, *lanes: int) -> list[Chariot]:
    """Return chariots whose cars stand abreast on square *number* of straight A."""
    return [a_chariot(f"A{number + 1}.{lane}") for lane in lanes]


def test_rule_6_7_a_doomed_driver_may_not_change_where_it_is_barred() -> None:
    # Given lane 1 closed three squares ahead, lane 3 beside it, and only the inner lane open to red in lane 2
    wall = [*a_wall_of_chariots(23, 2), a_chariot("A20.3"), a_chariot("A22.3"), a_chariot("A24.3")]

    assert offered("A20.2", 6, *wall).sideslips == ()
    assert offered("A20.2", 6, *wall, no_inside=True).sideslips == ()  # and lane 3 has no room to slip into
    wall[2].square = Square("A25.3")
    wall[1].square = Square("A18.3")
    wall[3].square = Square("A23.3")
    assert offered("A20.2", 6, *wall, no_inside=True).sideslips == ("outside",)


# Blocked with factors left (6.74)


def boxed_in(factors: int, *, dice: Sequence[int] = (), **red: Any) -> Session[Race]:
    """Return red blocked ahead and on both sides, by chariots of its own faction: there is nothing to attack."""
    crew: dict[str, Any] = {"faction": Faction(1)}
    red = crew | red
    others = [
        a_chariot("A22.3", **crew),
        a_chariot("A20.2", **crew),
        a_chariot("A20.4", **crew),
    ]
    return driving("A20.3", factors, *others, dice=dice, **red)


def test_rule_6_74_without_endurance_there_is_only_the_ram() -> None:
    session = boxed_in(9, endurance=0, dice=[2, 3])

    assert told(session, Braked) == []
    assert told(session, Rammed) == [Rammed(RED, BLUE, "car", "frontal")]
    assert told(session, FactorsLost) == []


def test_rule_6_74_a_blocked_driver_may_attack_brake_or_slip() -> None:
    session = driving("A20.3", 4, a_chariot("A22.3"), a_chariot("A19.2"), endurance=2)
    question = asked(session)

    assert question.sideslips == ("outside",)
    assert question.attacks == (Attack(GREEN, "team", "ram"),)
    assert (question.brake, question.may_run_into, question.forward) == (2, False, 0)
    assert refusal(session, RunInto()) == (CircusReason.CAN_SLIP, "6.74", {"sides": ("outside",)})


def test_rule_6_74_who_can_brake_it_all_need_not_run_into_anybody() -> None:
    session = driving("A20.3", 4, a_chariot("A22.3"), endurance=4)

    assert not asked(session).may_run_into
    assert refusal(session, RunInto()) == (CircusReason.CAN_BRAKE, "6.74", {"factors": 4})


def test_rule_6_74_nobody_runs_into_nobody() -> None:
    assert refusal(driving("A20.3", 4), RunInto()) == (CircusReason.NOT_BLOCKED, "6.74", {})


# Straining barred (7.33, C5)


def test_rule_6_74_who_cannot_brake_it_all_runs_into_the_car_ahead() -> None:
    # Case D34: 4 factors, endurance 3; the injury roll is 5+4 from a normal car: two points, as the owner likes
    session = boxed_in(4, endurance=3, dice=[5, 4])
    session.answer(RED, Shares((0, 1, 0, 1)))
    red = session.state.chariots[RED]

    assert told(session, EnduranceGone) == [EnduranceGone(RED, -1)]
    assert told(session, Rammed) == [Rammed(RED, BLUE, "car", "frontal")]
    assert [(fact.horse, fact.points) for fact in told(session, HorseInjured)] == [(2, 1), (4, 1)]
    assert told(session, Hindered) == [Hindered(RED, 1, "involuntary ram")]
    assert (red.penalty, red.square, red.has_moved) == (1, "A20.3", True)
    assert unrolled(session) == 0
