"""Chances are told of the round that is over, not of the one that begins."""

from functools import partial

from engine.betting.model import turn_of, work_out
from engine.chariots_of_rome.ruleset import RULESET
from engine.chariots_of_rome.seen.views import view_for
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.turn.setup import new_race
from engine.chariots_of_rome.words.options import Options
from engine.dice import RaceDice
from engine.game import Entrant
from engine.playing import answers, play_through
from engine.table import Table
from records.values import EntryId


def test_chances_are_worked_out_after_the_set_up_and_after_each_round() -> None:
    race = new_race(
        Options(laps=1, by_orders=True), [Entrant(EntryId(each), RULESET.colours[each - 1], None) for each in (1, 2, 3)]
    )
    table = Table(RaceDice(bytes(32)))
    turns = [turn_of(view_for(race, {}, ()))]
    for _ in range(3):
        play_through(play_turn(race, table), partial(answers, answer=lambda ask: ask.default))
        chances = work_out(RULESET, view_for(race, {}, ()), {}, 1, 7)
        assert sum(chances.wins.values()) == 1
        turns.append(chances.turn)

    assert turns == [0, 0, 1, 2]
