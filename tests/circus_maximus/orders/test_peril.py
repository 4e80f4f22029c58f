"""Green where something has gone wrong: a jump (14.3), and a man on foot (17). It is the best known, or nothing is."""

from time import process_time

import pytest

from engine.circus_maximus.orders.peril import best_jump, best_run
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.odds import crossing_odds
from engine.circus_maximus.seen.views import view_for
from engine.circus_maximus.words.asks import CrossObstacle, JumpFactors, Run, RunOnFoot
from engine.questions import Ask
from records.values import Square
from tests.circus_maximus.builders import RED, a_chariot, a_race, in_phase
from tests.cogs.advanced_positions import asked_in_advanced_races
from words.circus_maximus.codes import unpack
from words.circus_maximus.controls import controls
from words.shared.green import green
from words.shared.words import Names

FAR, NEAR = "A22.3", "A15.3"
"""Squares of a team: past a man in A20, and just behind him."""


def paths(*ends: str) -> tuple[tuple[Square, ...], ...]:
    """Return the ways of a man in A20.1, A20.2 or A20.3: the first square is his own."""
    own, *others = map(Square, ends)
    return ((own,), *((own, each) for each in others))


def run(team: str, ways: tuple[tuple[Square, ...], ...], climbs: tuple[str, ...] = ()) -> Run | None:
    race = a_race(a_chariot("A20.3", driver="on foot", status="out"), a_chariot(team))
    ask = Ask(RED, RunOnFoot(ways, tuple(map(Square, climbs))), Run(ways[0][0]))
    return best_run(view_for(race, {}, [RED]), ask)


def test_with_no_team_near_the_nearest_wall_is_green() -> None:
    assert run(FAR, paths("A20.3", "A20.2", "A20.4")) == Run(Square("A20.2"))


def test_with_a_team_behind_it_is_a_matter_of_luck_and_nothing_is_green() -> None:
    assert run(NEAR, paths("A20.3", "A20.2", "A20.4")) is None


def test_who_may_climb_out_more_often_than_anywhere_else_does() -> None:
    ways = ((Square("A20.1"),), (Square("A20.1"), Square("A21.1")), (Square("A20.1"), Square("A21.1"), Square("A22.1")))

    assert run(NEAR, ways, ("A21.1", "A22.1")) == Run(Square("A22.1"))


def test_between_two_ways_along_the_wall_under_a_team_nothing_is_green() -> None:
    ways = paths("A20.1", "A21.1", "A19.1")

    assert run(NEAR, ways, ("A21.1", "A19.1")) is None
    assert run(FAR, ways, ("A21.1", "A19.1")) == Run(Square("A21.1"))


@pytest.mark.parametrize("endurance", [1, 3, 6, 40])
@pytest.mark.parametrize("die", [1, 4, 6])
def test_a_jump_is_never_worse_than_one_for_the_same_endurance(die: int, endurance: int) -> None:
    race = in_phase(a_chariot("A10.3", endurance=endurance), a_chariot("A30.3"))
    question = CrossObstacle("wreck", die, min(die, endurance))

    best = best_jump(view_for(race, {}, [RED]), Ask(RED, question, JumpFactors(question.at_most)))

    def flips(paid: int) -> float:
        return float(crossing_odds(EDITIONS["advanced"], 0, die - paid)["flip"])

    question.verify(best)
    assert flips(best.factors) <= flips(0)
    assert best.factors == 0 or flips(best.factors) < flips(best.factors - 1) or best.factors < question.at_most


def test_a_green_button_is_the_answer_that_was_reckoned_and_there_is_one_at_each_jump() -> None:
    seen = set[str]()
    for view, ask in asked_in_advanced_races():
        if not isinstance(ask.question, CrossObstacle | RunOnFoot):
            continue
        names: Names = {each.entry: str(each.entry) for each in view.chariots}
        began, shown = process_time(), controls(view, ask, names)
        assert process_time() - began < 0.05
        choice = green(shown)
        best = best_jump(view, ask) if isinstance(ask.question, CrossObstacle) else best_run(view, ask)
        assert (None if choice is None else list(unpack(choice.code))) == (None if best is None else [best])
        assert "primary" not in [each.style for row in shown.rows for each in row]
        seen.add(f"{ask.question.kind} {best is not None}")
    assert seen >= {"obstacle True", "on foot True"}
