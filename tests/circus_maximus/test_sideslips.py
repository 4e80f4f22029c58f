"""Forced sideslips and swerves, and what comes of them (7.34, 9.43, 9.6)."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.circus_maximus.control import chain
from engine.circus_maximus.words.asks import Attack, Avoid, Meet, MeetAttack
from engine.circus_maximus.words.facts import (
    CarsDamaged,
    CornerStrained,
    DriverLashed,
    Evaded,
    Flipped,
    Hindered,
    Rammed,
    Sideslipped,
)
from engine.circus_maximus.words.state import Chariot, Race
from engine.game import Ask, Fact, Rolled, Table
from engine.track import Side
from records.values import Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_phase, in_phase, told
from tests.scripted_dice import ScriptedDice


def slipped(
    count: int, *chariots: Chariot, dice: Sequence[int] = (), speed: int = 10
) -> tuple[Race, list[Fact], list[Ask]]:
    """Force red, the first of *chariots*, so many lanes outward; whoever is asked holds."""
    race, table = in_phase(*chariots, speed=speed), Table(ScriptedDice(*dice))
    return race, table.told, played(chain.forced_sideslip(race, table, RED, count))


def swerved(side: Side, *chariots: Chariot, dice: Sequence[int] = ()) -> tuple[Race, list[Fact], list[Ask]]:
    """Let blue, the second of *chariots*, swerve to *side*."""
    race, table = in_phase(*chariots), Table(ScriptedDice(*dice))
    return race, table.told, played(chain.swerve(race, table, BLUE, side))


def played(play: Any) -> list[Ask]:
    asked: list[Ask] = []
    try:
        waiting = next(play)
        while True:
            asked.append(waiting)
            waiting = play.send(Meet(False))
    except StopIteration:
        return asked


def kinds(facts: list[Fact], *kind: type[Fact]) -> list[Fact]:
    return [fact for fact in facts if isinstance(fact, kind)]


@pytest.mark.parametrize(
    ("square", "to"), [("A20.3", "A20.4"), ("D1.1", "D1.2"), ("D2.1", "D2.2"), ("D5.2", "D6.3"), ("D9.2", "D12.3")]
)
def test_rule_7_34_a_forced_sideslip_goes_outward_to_the_square_beside_or_behind(square: str, to: str) -> None:
    race, facts, _ = slipped(1, a_chariot(square))

    assert facts == [Sideslipped(RED, "outside", Square(to), forced=True)]
    assert race.chariots[RED].no_inside
    assert race.phase is not None
    assert race.phase.factors == 10  # it costs nothing


def test_rule_7_34_two_lanes_one_after_the_other() -> None:
    _, facts, _ = slipped(2, a_chariot("D5.2"))

    assert [fact.to for fact in kinds(facts, Sideslipped) if isinstance(fact, Sideslipped)] == ["D6.3", "D7.4"]


@pytest.mark.parametrize(("lane", "count", "slips"), [(8, 1, 0), (8, 2, 0), (7, 2, 1)])
def test_rule_7_34_at_the_wall_the_chariot_flips(lane: int, count: int, slips: int) -> None:
    # Case D31: lane 7, SS, lane 8 free
    race, facts, _ = slipped(count, a_chariot(f"A20.{lane}"))

    assert len(kinds(facts, Sideslipped)) == slips
    assert facts[-1] == Flipped(RED, "wall", Square("A20.8"))
    assert race.chariots[RED].status == "out"


def test_rule_9_52_a_dead_horse_holds_the_chariot_even_at_the_wall() -> None:
    race, facts, _ = slipped(2, a_chariot("A20.8", horses=(5, 5, 0, 5)))

    assert facts == []
    assert not race.chariots[RED].no_inside


# Blocked (9.6)


@pytest.mark.parametrize(
    ("blocker", "part", "dice"),
    [
        ("A20.4", "car", (4, 4, 5)),  # its car is where red's would go
        ("A19.4", "team", (2, 2)),  # its team is
        ("A21.4", "car", (2, 2)),  # only red's team meets its car
    ],
)
def test_rule_7_34_where_there_is_no_room_it_rams_instead(blocker: str, part: str, dice: tuple[int, ...]) -> None:
    race, facts, _ = slipped(1, a_chariot("A20.3"), a_chariot(blocker), dice=dice)

    rams = [(fact.defender, fact.target, fact.kind) for fact in facts if isinstance(fact, Rammed)]
    assert rams == [(BLUE, part, "involuntary")]
    red = race.chariots[RED]
    assert red.square == "A20.3"
    assert kinds(facts, Sideslipped) == []
    assert not red.no_inside
    assert red.penalty == 1


def test_rule_9_62_a_blocked_sideslip_rams_a_car_abreast_with_three_less() -> None:
    # Case D32
    _, facts, asks = slipped(1, a_chariot("A20.3"), a_chariot("A20.4"), dice=[4, 4, 5])

    question = asks[0].question
    assert isinstance(question, MeetAttack)
    assert (asks[0].entry, question.modifier) == (BLUE, -3)
    assert [rolled.total for rolled in facts if isinstance(rolled, Rolled)] == [10]
    assert kinds(facts, CarsDamaged) == [CarsDamaged(RED, BLUE, ())]
    assert kinds(facts, Hindered) == [Hindered(RED, 1, "involuntary ram")]


@pytest.mark.parametrize(
    ("others", "slips", "modifier", "dice"),
    [
        (["A20.4"], 0, -6, (6, 6, 4)),
        (["A20.5"], 1, -3, (4, 4, 5)),
        (["A20.4", "A20.5"], 0, -6, (6, 6, 4)),
    ],
)
def test_rule_7_34_a_double_sideslip_blocked_at_once_rams_with_six_less(
    others: list[str], slips: int, modifier: int, dice: tuple[int, ...]
) -> None:
    # Case D33
    race, facts, asks = slipped(2, a_chariot("A20.3"), *(a_chariot(square) for square in others), dice=dice)

    assert len(kinds(facts, Sideslipped)) == slips
    assert [ask.question.modifier for ask in asks if isinstance(ask.question, MeetAttack)] == [modifier]
    assert race.chariots[RED].no_inside is (slips > 0)
    assert race.chariots[RED].penalty == 1


def test_rule_7_33_a_blocked_double_sideslip_still_bars_straining() -> None:
    # 12 in lane 1 is four points; 11 on three dice is SS
    race = in_phase(a_chariot("D1.1"), a_chariot("D1.2"), speed=12)
    table = Table(ScriptedDice(4, 4, 3, 6, 6, 4))
    played(chain.check_corner(race, table, RED))

    red = race.chariots[RED]
    assert (red.no_strain, red.no_inside, red.square) == (2, False, "D1.1")


def test_rule_7_34_a_double_sideslip_into_the_wall_leaves_nothing_to_bar() -> None:
    # 29 in lane 8 is one point; 14 on three dice is SS
    race = in_phase(a_chariot("D1.8"), speed=29)
    table = Table(ScriptedDice(5, 5, 4))
    played(chain.check_corner(race, table, RED))

    assert table.told[-1] == Flipped(RED, "wall", Square("D1.8"))
    assert race.chariots[RED].no_strain == 0


def test_rule_9_6_who_was_to_be_rammed_may_get_away() -> None:
    race = in_phase(a_chariot("A20.3"), a_chariot("A20.4", written=9))
    table = Table(ScriptedDice(4, 3, 5, 5))  # blue 7, red 10 less 3
    play = chain.forced_sideslip(race, table, RED, 1)
    next(play)
    play.send(Meet(True))
    with pytest.raises(StopIteration):
        play.send(Avoid("evade"))

    assert kinds(table.told, Evaded) == [Evaded(BLUE, "outside", Square("A21.5"), 1)]
    assert kinds(table.told, Rammed) == []
    assert (race.chariots[RED].square, race.chariots[RED].penalty) == ("A20.3", 1)


# Swerves (9.43)


@pytest.mark.parametrize(("side", "to"), [("inside", "A20.2"), ("outside", "A20.4")])
def test_rule_9_43_a_driver_swerves_away_from_the_lash(side: Side, to: str) -> None:
    race, facts, _ = swerved(side, a_chariot("A5.5"), a_chariot("A20.3", no_inside=False))

    assert facts == [Sideslipped(BLUE, side, Square(to), forced=True)]
    assert not race.chariots[BLUE].no_inside  # a swerve sets no flag


def test_rule_9_43_no_inside_does_not_hold_a_swerve() -> None:
    _, facts, _ = swerved("inside", a_chariot("A5.5"), a_chariot("A20.3", no_inside=True))

    assert len(kinds(facts, Sideslipped)) == 1


@pytest.mark.parametrize(("side", "square"), [("inside", "A20.1"), ("outside", "A20.8")])
def test_rule_9_43_who_swerves_into_the_wall_flips(side: Side, square: str) -> None:
    # Case D18
    _, facts, _ = swerved(side, a_chariot("A5.5"), a_chariot(square))

    assert facts == [Flipped(BLUE, "wall", Square(square))]


def test_rule_9_52_a_dead_horse_holds_a_lashed_chariot() -> None:
    _, facts, _ = swerved("inside", a_chariot("A5.5"), a_chariot("A20.1", horses=(0, 5, 5, 5)))

    assert facts == []


@pytest.mark.parametrize(("side", "last_speed", "checks"), [("inside", 12, 0), ("inside", 13, 1), ("outside", 30, 0)])
def test_rule_9_43_a_swerve_inside_a_corner_counts_the_speed_of_the_last_phase(
    side: Side, last_speed: int, checks: int
) -> None:
    blue = a_chariot("D5.4", last_speed=last_speed, written=20)
    _, facts, _ = swerved(side, a_chariot("A5.5"), blue, dice=[1, 1, 1])

    assert [fact.points for fact in facts if isinstance(fact, CornerStrained)] == [1] * checks


def test_rule_9_43_a_swerve_that_is_blocked_rams() -> None:
    _, facts, asks = swerved("outside", a_chariot("A5.5"), a_chariot("A20.3"), a_chariot("A20.4"), dice=[4, 4, 5])

    assert [ask.entry for ask in asks] == [GREEN]
    assert kinds(facts, Rammed) == [Rammed(BLUE, GREEN, "car", "involuntary")]


def test_rule_9_43_a_lash_that_throws_the_driver_into_the_wall() -> None:
    # Given red beside blue, who is in lane 1 and cannot get away; factor 0 and an 8 on the chart are S
    red = a_chariot("A20.2", written=3)
    session = a_phase(red, a_chariot("A20.1", endurance=1), dice=[3, 3, 3, 3, 4, 4])
    session.answer(RED, session.open[RED].default)
    session.answer(RED, Attack(BLUE, "driver", "lash"))

    assert told(session, DriverLashed) == [DriverLashed(BLUE, RED, 0, "S")]
    assert told(session, Flipped) == [Flipped(BLUE, "wall", Square("A20.1"))]
    assert RED in session.open  # who goes on
