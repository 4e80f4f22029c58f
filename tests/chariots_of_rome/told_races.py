"""Whole races driven at random, with every question and what its driver saw, for words and pictures."""

from functools import cache
from random import Random
from typing import NamedTuple

from engine.chariots_of_rome.printed.data import COLOURS, STRIPED
from engine.chariots_of_rome.seen.views import RaceView, view_for
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.turn.setup import new_race
from engine.chariots_of_rome.words.options import Options
from engine.dice import QuickDice
from engine.facts import Fact
from engine.game import Entrant
from engine.playing import drive_to_end
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId, Faction

ALL = (*COLOURS, *STRIPED)
NAMES = {EntryId(number): colour.title() for number, colour in enumerate(ALL, start=1)}


class Moment(NamedTuple):
    """A question as it is put, what its driver sees, and how much was told before."""

    view: RaceView
    ask: Ask
    told: int


class Told(NamedTuple):
    """A race that is over."""

    moments: list[Moment]
    facts: tuple[Fact, ...]
    end: RaceView


@cache
def told_race(options: Options, count: int, seed: int, boldness: float = 0.7) -> Told:
    """Return a race of *count* chariots; a share *boldness* of the answers is drawn, the others are the defaults."""
    entrants = [Entrant(EntryId(n), ALL[n - 1], Faction(n)) for n in range(1, count + 1)]
    race, table, luck = new_race(options, entrants), Table(QuickDice(seed)), Random(seed)
    moments: list[Moment] = []

    def answer(ask: Ask) -> Answer:
        moments.append(Moment(view_for(race, {}, [ask.entry]), ask, len(table.told)))
        return _drawn(ask, luck, boldness)

    drive_to_end(race, table, play_turn, answer)
    return Told(moments, tuple(table.told), view_for(race, {}, ()))


def _drawn(ask: Ask, luck: Random, boldness: float) -> Answer:
    return luck.choice(list(ask.question.legal())) if luck.random() < boldness else ask.default
