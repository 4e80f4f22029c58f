"""An obstacle behind and a man ahead: what comes first (CM-50)."""

from collections.abc import Sequence

from engine.circus_maximus.words.asks import (
    Begin,
    BeginPhase,
    Forward,
)
from engine.circus_maximus.words.facts import (
    Jostled,
    ObstacleCrossed,
    RunDown,
)
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Chariot, Obstacle, Race, Runner
from engine.facts import Fact
from engine.session import Session
from records.values import Square
from tests.circus_maximus.builders import BLUE, GREEN, RED, a_chariot, a_race, a_session, told


def a_phase(*chariots: Chariot, dice: Sequence[int]) -> Session[Race]:
    """Return a session on the phase of red, the first of *chariots*; green's wreck lies before it."""
    race = a_race(*chariots, turn=4, resume="draw", cup=[RED])
    race.options = Options(edition="advanced")
    race.obstacles = [Obstacle("wreck", Square("A21.3"), GREEN)]
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


def test_ruling_cm_50_the_obstacle_behind_comes_before_a_man_ahead() -> None:
    # Jostled, red has nothing left; the man's die comes off its next phase
    chariot = a_chariot(written=4, horses=(1, 1, 1, 1), endurance=0)
    session = a_phase(chariot, a_man("A22.3"), dice=(1, 3, 3, 2, 3))

    session.answer(RED, Forward(1))
    session.answer(RED, Forward(1))

    assert order(session, ObstacleCrossed, Jostled, RunDown) == [ObstacleCrossed, Jostled, RunDown]
    assert told(session, RunDown) == [RunDown(BLUE, RED, 3, at_once=False)]
