"""The sequence of turns (6): a play is a round, in which every racing chariot has its turn once, in turn order.

6.4  Without a legal card the turn is missed; 7.6 is about many in a row.
6.5  Otherwise a card must be played, even if it is a bad one (7.2).
6.6  The move is resolved (7.7), and a card drawn; out of cards, out of the race (7.8).

A race can be taken up from any position: the next play begins with the chariot at ``Race.active`` in the turn order,
and a new round is counted if that is the first. A chariot's ``played`` cards are for the record alone.
"""

from engine import questions
from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.choice import default_play
from engine.ave_caesar.facts import RoundBegan
from engine.ave_caesar.rules import nonplayers, scoring
from engine.ave_caesar.rules.resolving import question_of, resolve
from engine.ave_caesar.rules.setup import set_up
from engine.ave_caesar.rules.stalemate import miss
from engine.ave_caesar.state import Race
from engine.questions import Ask
from engine.table import Table
from records.values import EntryId


def play_turn(race: Race, table: Table) -> questions.Play[None]:
    """Play the set-up, if there was none yet (5), or else a round, or the rest of one (6)."""
    if not race.is_set_up:
        set_up(race, table)
        return
    if race.active == 0:
        race.round += 1
        table.tell(RoundBegan(race.round))
    for place in range(race.active, len(race.order)):
        entry = race.order[place]
        if race.chariots[entry].status == "racing":
            race.active = place
            yield from _take_turn(race, table, entry)
            race.active = place + 1
            _end_move(race, table)
    race.active = 0
    if 0 < race.options.most_rounds <= race.round and not race.is_over:
        scoring.end_race(race, table)
        table.end_scene()


def _take_turn(race: Race, table: Table, entry: EntryId) -> questions.Play[None]:
    if race.chariots[entry].is_nonplayer:
        nonplayers.take_turn(race, table, entry)
        return
    question = question_for(race, entry)
    if not question.cards:
        miss(race, table, entry)
        return
    answer: Play = yield Ask(entry, question, default_play(question))
    race.chariots[entry].hand.remove(answer.card)
    resolve(race, table, entry, answer)


def question_for(race: Race, entry: EntryId) -> PlayCard:
    """Return the question to the chariot whose turn comes (7.1); ask it only if a card can be played (7.2)."""
    return question_of(race, entry, tuple(sorted(race.chariots[entry].hand)))


def _end_move(race: Race, table: Table) -> None:
    if not race.racing():
        scoring.end_race(race, table)
    table.end_scene()
