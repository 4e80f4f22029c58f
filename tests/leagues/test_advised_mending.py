"""What a house manager mends: the best chariot that can't start, if that is worth its price, beside those that can."""

import pytest

from engine.leagues.epic_house import plan
from engine.leagues.views import view_for
from engine.leagues.words.acts import BuyDriver
from engine.leagues.words.state import Horse, League, Loan, Team
from tests.leagues.builders import ANN, BOB, league

CHAMPIONS = 1
"""The chariot whose driver was freed."""


def a_stable(speed: int, cash: int = 20_000, chariots: int = 4) -> League:
    """Return a league in which a chariot with horses of this speed has no driver; three others can start."""
    made = league({ANN: chariots, BOB: 1}, "stable", cash=cash, campaign="epic")
    for stables in (made.stables, made.shown):
        stables[ANN].chariots[CHAMPIONS].driver = None
        stables[ANN].chariots[CHAMPIONS].team = Team([Horse(speed) for _ in range(4)], 60)
    return made


def hired(made: League) -> list[int]:
    return [each.chariot for each in plan(view_for(made, {}, [ANN]), ANN) if isinstance(each, BuyDriver)]


@pytest.mark.parametrize(
    ("speed", "cash", "chariots", "expected"),
    [(8, 20_000, 4, [CHAMPIONS]), (3, 20_000, 4, []), (8, 1_000, 4, []), (3, 20_000, 3, [CHAMPIONS])],
    ids=["the fastest", "no better than others", "too dear", "one of three"],
)
def test_the_team_of_a_freed_champion_gets_a_driver_where_that_pays(
    speed: int, cash: int, chariots: int, expected: list[int]
) -> None:
    assert hired(a_stable(speed, cash, chariots)) == expected


@pytest.mark.parametrize(("after", "expected"), [(2, []), (3, [CHAMPIONS])], ids=["due now", "due later"])
def test_money_that_is_due_at_the_coming_reckoning_is_not_spent(after: int, expected: list[int]) -> None:
    made = a_stable(8, 4_000)
    made.loans.append(Loan(1, BOB, ANN, 3_000, 6_000, after, paid=3_000))

    assert made.event == 2
    assert hired(made) == expected
