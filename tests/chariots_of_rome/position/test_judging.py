"""What is told of a position: what may come of orders, and how the chariots lie."""

from functools import partial

import pytest

from engine.chariots_of_rome.dry_run import dry_run
from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.position.judging import best_step, ways_with
from engine.chariots_of_rome.seen.views import view_for
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.words.answers import Step
from engine.chariots_of_rome.words.facts import Swerved
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.questions import ChooseAttack, ChooseStep
from engine.chariots_of_rome.words.state import Race
from engine.dice import RaceDice
from engine.playing import answers, play_through
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import Square
from tests.chariots_of_rome.builders import BLUE, GREEN, RED, WHITE, a_race


def _mid_race(**squares: str) -> Race:
    """Return a race in its second round, chariots on these spaces, each with twelve Endurance."""
    race = a_race()
    race.is_set_up, race.is_open, race.round, race.active, race.revealed = True, True, 2, RED, [RED]
    race.initiative = [WHITE, GREEN, BLUE]
    for entry, square in zip((RED, WHITE, GREEN, BLUE), squares.values(), strict=True):
        race.chariots[entry].square, race.chariots[entry].has_started = Square(square), True
    return race


def test_what_may_come_of_orders_is_worked_out_once_for_all_who_look() -> None:
    race = _mid_race(red="S1/3/7", white="S2/1/1", green="S2/2/1", blue="S2/3/1")

    first = dry_run(view_for(race, {}, (RED,)), RED, Orders())

    assert dry_run(view_for(race, {}, ()), RED, Orders()) is first
    race.chariots[RED].rattled = 3
    assert dry_run(view_for(race, {}, ()), RED, Orders()) != first


def test_whoever_was_hit_and_is_not_placed_yet_lies_where_it_was_hit() -> None:
    race = _mid_race(red="S2/1/5", white="S2/1/9", green="S2/1/7", blue="S2/1/1")
    race.lifted = {GREEN: Square("S2/1/7")}
    race.chariots[GREEN].square = None

    assert [each.entry for each in view_for(race, {}, ()).ranked()] == [WHITE, GREEN, RED, BLUE] == race.order()


@pytest.mark.parametrize("seed", [b"push", b"whip"])
def test_a_way_that_is_gone_on_with_is_the_one_that_would_be_found_anew(seed: bytes) -> None:
    race = a_race(Options(track="talladegas", laps=1), chariots=6)
    steps = 0

    def answer(ask: Ask) -> Answer:
        nonlocal steps
        if isinstance(ask.question, ChooseStep):
            path = best_step(race, ask.entry)
            ways, square = ways_with(race, ask.entry, race.total_move, race.moves_left)
            assert path == ways.step(square, race.moves_left)
            steps += 1
            return Step(path) if path in ask.question.steps else ask.default
        if isinstance(ask.question, ChooseAttack):
            return ask.question.attacks[-1]
        return ask.default

    table = Table(RaceDice(seed))
    while not race.is_over:
        play_through(play_turn(race, table), partial(answers, answer=answer))

    assert steps > 100
    assert any(isinstance(fact, Swerved) for fact in table.told)
