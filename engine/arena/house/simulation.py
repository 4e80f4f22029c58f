"""Matches between house fighters, for benches and tests."""

from collections.abc import Mapping, Sequence
from functools import partial

from engine.arena.house.fighters import FIGHTERS, HouseFighter
from engine.arena.men import Man
from engine.arena.rules import setup
from engine.arena.rules.turn import play_turn
from engine.arena.state import Match, Options
from engine.arena.views import view_for
from engine.dice import Dice
from engine.game import Entrant
from engine.playing import QuietTable, answers, play_through
from engine.questions import Answer, Ask
from engine.table import Table
from records.values import EntryId, Faction

COLOURS = ("red", "blue", "green", "yellow", "purple", "black", "white", "orange")


def match_of(men: Sequence[Man], options: Options, table: Table, sides: int = 0) -> Match:
    """Return a match of these men, about to begin.

    :param sides: how many sides they belong to by turns; each man is one of his own if it is 0.
    """
    entrants = [
        Entrant(EntryId(place), COLOURS[place - 1], Faction(1 + (place - 1) % (sides or len(men))))
        for place in range(1, len(men) + 1)
    ]
    match = setup.new_match(options, entrants)
    for entry, man in zip(match.fighters, men, strict=True):
        match.fighters[entry].man = man
    setup.draw_omens(match, table)
    match.stage = "fight"
    wishes = {} if options.sides in ("one", "melee") else {e: setup.usual(match, e) for e in match.fighters}
    setup.begin_bout(match, table, wishes)
    return match


def fight_out(match: Match, table: Table, fighters: Mapping[EntryId, HouseFighter]) -> int:
    """Fight a match to its end, and return how many plans each man was asked for at most."""
    asked: dict[EntryId, int] = {}

    def answer(ask: Ask) -> Answer:
        asked[ask.entry] = asked.get(ask.entry, 0) + 1
        return fighters[ask.entry](view_for(match, {}, (ask.entry,)), ask)

    while not match.is_over:
        play_through(play_turn(match, table), partial(answers, answer=answer))
    return max(asked.values(), default=0)


def duel(men: Sequence[Man], tempers: Sequence[str], dice: Dice, options: Options | None = None) -> tuple[Match, int]:
    """Return a duel that was fought out, and how many plans each was asked for."""
    table = QuietTable(dice)
    match = match_of(men, options or Options(exchange="turn"), table)
    fighters = {entry: FIGHTERS[temper] for entry, temper in zip(match.fighters, tempers, strict=True)}
    return match, fight_out(match, table, fighters)
