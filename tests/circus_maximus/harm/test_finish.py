"""Progress on the track, races that nobody can win any more, and the picture of the end (10)."""

from fractions import Fraction
from typing import Any

import pytest

from engine.circus_maximus.harm import finish
from engine.circus_maximus.position import progress
from engine.circus_maximus.words.facts import (
    RaceEnded,
)
from engine.circus_maximus.words.state import Chariot, Race
from engine.session import Session
from engine.table import Table
from records.values import Square
from tests.circus_maximus.builders import (
    BLUE,
    GREEN,
    RED,
    YELLOW,
    a_chariot,
    a_race,
    a_session,
    in_phase,
)
from tests.scripted_dice import ScriptedDice

LAST_LAP = 5  # corners entered before the finish line


def racer(square: str, written: int = 0, corners: int = LAST_LAP, **others: Any) -> Chariot:
    """Return a chariot with no whip, so that it is not asked whether to strain."""
    return a_chariot(square, written=written, corners=corners, has_whip=False, **others)


def final(*chariots: Chariot) -> Session[Race]:
    """Return a session on a turn in which all chariots, red first, are still to be drawn; speeds are written."""
    cup = list(a_race(*chariots).chariots)
    return a_session(a_race(*chariots, turn=21, resume="draw", cup=cup, markers=LAST_LAP))


def go(session: Session[Race]) -> None:
    """Answer every question of the phases under way with its default."""
    while session.open and not any(ask.secret for ask in session.open.values()):
        for entry, ask in list(session.open.items()):
            session.answer(entry, ask.default)


# Places (10.2 to 10.5)


@pytest.mark.parametrize(
    ("square", "corners", "expected"),
    [
        ("A33.3", 0, (0, Fraction(1))),
        ("D6.3", 1, (1, Fraction(1, 2))),
        ("B0.3", 1, (2, Fraction(1, 34))),
        ("E12.3", 2, (3, Fraction(1))),
        ("A0.3", 2, (4, Fraction(1, 34))),
        ("A33.3", 1, (0, Fraction(1))),  # braked back over the line
        ("B33.3", 2, (2, Fraction(1))),
        ("B33.3", 5, (10, Fraction(1))),
    ],
)
def test_rule_10_2_progress(square: str, corners: int, expected: tuple[int, Fraction]) -> None:
    assert progress.progress(corners, Square(square)) == expected


def test_rule_10_2_a_race_ends_with_a_picture() -> None:
    session = final(racer("B33.1", 5))
    go(session)

    assert session.scenes[-1].view.is_over
    assert not session.open


# Crossing by evasion (F3)


def test_rule_10_5_who_was_not_drawn_ranks_behind_those_who_were() -> None:
    race = in_phase(racer("A25.5"), racer("E1.3"), racer("E1.4"), racer("E1.2"), turn=20)
    for entry, order in ((BLUE, 0), (GREEN, 3), (YELLOW, 0)):
        chariot = race.chariots[entry]
        chariot.status, chariot.factors_left, chariot.order = "finished", 4, order
    race.chariots[RED].status = "out"
    table = Table(ScriptedDice())
    finish.end_race(race, table)

    [ended] = [fact for fact in table.told if isinstance(fact, RaceEnded)]
    assert [placing.entry for placing in ended.places] == [GREEN, YELLOW, BLUE]


# Races that nobody wins (F4)


@pytest.mark.parametrize(
    ("chariot", "can"),
    [
        (a_chariot(), True),
        (a_chariot(status="out"), False),
        (a_chariot(status="finished"), False),
        (a_chariot(endurance=0, decline=19), True),
        (a_chariot(endurance=0, decline=20), False),
        (a_chariot(endurance=0, decline=20, modifier=1), True),
        (a_chariot(endurance=0, decline=19, modifier=-1), False),
        (a_chariot(endurance=0, decline=20, gain_must=1), True),
        (a_chariot(endurance=1, decline=20), True),
        (a_chariot(endurance=1, decline=20, has_whip=False), False),
        (a_chariot(endurance=1, decline=20, modifier=-1), False),
        (a_chariot(jostle=-30), True),  # it passes
        (a_chariot(horses=(3, 0, 0, 0), decline=2, endurance=0), True),  # a one would do
        (a_chariot(horses=(3, 0, 0, 0), decline=3, endurance=0), False),
        (a_chariot(horses=(1, 1, 1, 0)), True),
        (a_chariot(horses=(1, 1, 1, 0), modifier=-1), False),
    ],
)
def test_rule_10_4_who_can_never_move_again(chariot: Chariot, can: bool) -> None:
    assert finish.can_ever_move(a_race(chariot), chariot) is can


def test_rule_3_7_markers_of_a_longer_race() -> None:
    race = in_phase(a_chariot(), laps=5)

    assert progress.last_corner(race) == 10
