"""A play is driven through by whoever answers for the players."""

from functools import partial

from engine.dice import RaceDice
from engine.game import Entrant
from engine.playing import answers, drive_to_end, play_through
from engine.questions import Ask, AskAll
from engine.table import Table
from records.values import EntryId, Faction
from tests.toy_ruleset import TOY, Options, Pace, Walk

RED, BLUE = EntryId(1), EntryId(2)


def test_a_play_is_sent_what_is_answered_until_its_end() -> None:
    race = TOY.new_race(Options(), [Entrant(RED, "red", Faction(1)), Entrant(BLUE, "blue", Faction(2))])

    play_through(TOY.play_turn(race, Table(RaceDice(b"toy"))), partial(answers, answer=lambda ask: ask.default))

    assert race.turn == 1
    assert race.places == {RED: 2, BLUE: 2}


def test_a_race_is_played_turn_by_turn_to_its_end() -> None:
    race = TOY.new_race(Options(), [Entrant(RED, "red", Faction(1)), Entrant(BLUE, "blue", Faction(2))])

    drive_to_end(race, Table(RaceDice(b"toy")), TOY.play_turn, lambda ask: ask.default)

    assert race.is_over
    assert race.turn > 1


def test_a_play_is_left_once_enough_was_seen() -> None:
    race = TOY.new_race(Options(), [Entrant(RED, "red", Faction(1)), Entrant(BLUE, "blue", Faction(2))])
    asked: list[Ask | AskAll] = []

    def answer(waiting: Ask | AskAll) -> object:
        asked.append(waiting)
        return answers(waiting, lambda ask: Pace(5) if race.mover is None else Walk(5))

    play_through(TOY.play_turn(race, Table(RaceDice(b"toy"))), answer, until=lambda: race.mover == BLUE)

    assert race.places == {RED: 5, BLUE: 0}
    assert len(asked) == 2
