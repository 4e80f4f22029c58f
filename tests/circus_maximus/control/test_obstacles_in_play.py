"""Obstacles, wrecks and drivers on foot in whole phases (8.8, 8.9, 11.3, 11.4, 17)."""

from collections.abc import Sequence

from engine.circus_maximus.words.asks import (
    Begin,
    BeginPhase,
    CrossObstacle,
    Forward,
    JumpFactors,
    Sideslip,
)
from engine.circus_maximus.words.facts import (
    Jostled,
    Moved,
    ObstacleCrossed,
    RunDown,
    Sideslipped,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Obstacle, ObstacleKind, Race, Runner
from engine.game import Fact
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race, a_session, asked, told, unrolled


def a_phase(
    *chariots: Chariot, dice: Sequence[int] = (), lying: Sequence[tuple[ObstacleKind, str]] = (("wreck", "A21.3"),)
) -> Session[Race]:
    """Return a session on the phase of red, the first of *chariots*; what lies about was green's."""
    race = a_race(*chariots, turn=4, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle(kind, Square(square), GREEN) for kind, square in lying]
    session = a_session(race, *dice)
    if isinstance(session.open[RED].question, BeginPhase):
        session.answer(RED, Begin())
    return session


def a_man(square: str, since: int = 2) -> Chariot:
    return a_chariot(
        "A1.8", status="out", has_car=False, driver="on foot", hits=2, runner=Runner(Square(square), since)
    )


def order(session: Session[Race], *kinds: type[Fact]) -> list[type[Fact]]:
    return [type(fact) for fact in session.table.told if isinstance(fact, kinds)]


def test_rule_14_a_drive_over_a_wreck() -> None:
    session = a_phase(a_chariot(written=4), a_chariot("A5.1"), dice=(5, 3, 3, 3))

    session.answer(RED, Forward(4))
    assert session.open[RED].question == CrossObstacle("wreck", 5, 5)
    session.answer(RED, JumpFactors(5))
    assert asked(session).attacks == ()
    session.answer(RED, Forward(1))  # 9: jostled, and the highest speed falls from 20 to 17
    assert told(session, Jostled) == [Jostled(RED, -3)]
    session.answer(RED, Forward(2))

    assert [fact.to for fact in told(session, Moved)] == ["A21.3", "A22.3", "A24.3"]
    assert session.state.chariots[RED].endurance == 35
    assert unrolled(session) == 0


def test_rule_14_2_a_sideslip_that_puts_the_car_on_a_wreck() -> None:
    session = a_phase(
        a_chariot(written=4, endurance=0), a_chariot("A22.3"), lying=[("wreck", "A19.4")], dice=(2, 1, 1, 1)
    )

    session.answer(RED, Sideslip("outside"))

    assert told(session, Sideslipped) == [Sideslipped(RED, "outside", Square("A20.4"), forced=False)]
    assert told(session, ObstacleCrossed) == [ObstacleCrossed(RED, Square("A19.4"), "-")]


def test_ruling_cm_50_the_obstacle_behind_comes_before_a_man_ahead() -> None:
    # Jostled, red has nothing left; the man's die comes off its next phase
    chariot = a_chariot(written=4, horses=(1, 1, 1, 1), endurance=0)
    session = a_phase(chariot, a_man("A22.3"), dice=(1, 3, 3, 2, 3))

    session.answer(RED, Forward(1))
    session.answer(RED, Forward(1))

    assert order(session, ObstacleCrossed, Jostled, RunDown) == [ObstacleCrossed, Jostled, RunDown]
    assert told(session, RunDown) == [RunDown(BLUE, RED, 3, at_once=False)]
