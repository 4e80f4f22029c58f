"""Whole races between house drivers, without I/O, scenes or checkpoints."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from engine.ave_caesar.facts import Placing, RaceEnded
from engine.ave_caesar.house.drivers import HouseDriver
from engine.ave_caesar.state import Options, Race
from engine.ave_caesar.views import RaceView, view_for
from engine.facts import Fact
from engine.game import Ruleset
from engine.playing import answers, play_through, race_of_drivers
from engine.questions import Answer, Ask
from engine.story import latest
from engine.table import Table
from records.values import EntryId

MOST_ROUNDS = 400
"""Rounds after which a simulation gives a race up: by then it will never end."""


class Outcome(NamedTuple):
    """How a race ended."""

    rounds: int
    order: tuple[EntryId, ...]  # start positions, first to last
    ranking: tuple[Placing, ...]  # first to last, those who did not finish behind
    missed: int  # turns
    moves: int
    facts: tuple[Fact, ...]

    @property
    def finishers(self) -> tuple[EntryId, ...]:
        """The chariots that finished, first to last (10)."""
        return tuple(placing.entry for placing in self.ranking if placing.place is not None)


def play_race(
    rules: Ruleset[Options, Race, RaceView, Any],
    seed: bytes,
    temperaments: Sequence[str],
    options: Options | None = None,
) -> Outcome:
    """Play a whole race between house drivers; the same arguments give the same race.

    :param temperaments: names of ``rules.drivers`` for entry 1, entry 2 and so on; 3 to 6.
    :param options: those of the rules; all defaults if left out.
    :raises RuntimeError: if the race comes to no end.
    """
    race, table, drivers = race_of_drivers(rules, seed, temperaments, options)
    while not rules.is_over(race):
        if race.round == MOST_ROUNDS:
            raise RuntimeError(f"no end after {MOST_ROUNDS} rounds")
        _drive(race, table, rules, drivers)
    return _outcome(race, table.told)


def _drive(
    race: Race, table: Table, rules: Ruleset[Options, Race, RaceView, Any], drivers: Mapping[EntryId, HouseDriver]
) -> None:
    """Play one turn, with all that it asks answered."""

    def answer(ask: Ask) -> Answer:
        given = drivers[ask.entry](view_for(race, {}, (ask.entry,)), ask)
        ask.question.verify(given)
        return given

    play_through(rules.play_turn(race, table), partial(answers, answer=answer))


def _outcome(race: Race, facts: Sequence[Fact]) -> Outcome:
    ended = latest(facts, RaceEnded)
    chariots = race.chariots.values()
    return Outcome(
        race.round,
        tuple(race.order),
        ended.ranking,
        sum(chariot.missed for chariot in chariots),
        sum(chariot.moves_made for chariot in chariots),
        tuple(facts),
    )
