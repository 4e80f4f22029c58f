"""What is told of how a league stands: money has no upper bound, so little can be ruled out."""

from engine.leagues import views
from tests.leagues.builders import ANN, BOB, CLEO, league
from words.leagues.standings import reach

NAMES = {ANN: "Ann", BOB: "Bob", CLEO: "Cleo"}


def test_of_a_league_only_that_is_told_which_can_be_proved() -> None:
    made = league({ANN: 3, BOB: 1, CLEO: 1})
    everybody = reach(views.view_for(made, {}, []), NAMES)
    made.stables[BOB].status = made.shown[BOB].status = "bankrupt"
    made.stables[CLEO].status = made.shown[CLEO].status = "kept"
    others = reach(views.view_for(made, {}, []), NAMES)
    made.phase = "over"

    assert everybody == "-# 🔭 Each stable can still finish 1st to 3rd: money has no upper bound."
    assert (
        others
        == "-# 🔭 Bob can't win any more. Each of the others can still finish 1st to 3rd: money has no upper bound."
    )
    assert reach(views.view_for(made, {}, []), NAMES) == ""
