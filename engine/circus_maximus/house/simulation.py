"""Whole races between house drivers, without I/O, scenes or checkpoints."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.circus_maximus.seen.views import RaceView, live_view, view_for
from engine.circus_maximus.words.facts import Cause, Flipped, Placing, RaceEnded
from engine.circus_maximus.words.options import Options
from engine.circus_maximus.words.state import Race
from engine.facts import Fact
from engine.game import Ruleset
from engine.playing import Driver, play_through, race_of_drivers
from engine.questions import Ask, AskAll, Play
from records.values import EntryId

MOST_TURNS = 200
"""Turns after which a simulation gives a race up: by then it will never end."""


class Outcome(NamedTuple):
    """How a race ended."""

    turns: int
    places: tuple[Placing, ...]  # first to last; empty if nobody finished
    flipped: Mapping[EntryId, Cause]  # why
    facts: tuple[Fact, ...]
    asked: int  # questions answered

    @property
    def finishers(self) -> tuple[EntryId, ...]:
        """The chariots that crossed the finish line, first to last (10.2)."""
        return tuple(placing.entry for placing in self.places if placing.crossed)


def play_race(
    rules: Ruleset[Options, Race, RaceView, Any],
    seed: bytes,
    temperaments: Sequence[str],
    options: Options | None = None,
) -> Outcome:
    """Play a whole race between house drivers; the same arguments give the same race.

    :param temperaments: names of ``rules.drivers`` for entry 1, entry 2 and so on; 2 to 16.
    :param options: those of the rules; all defaults if left out.
    :raises RuntimeError: if the race comes to no end.
    """
    race, table, drivers = race_of_drivers(rules, seed, temperaments, options)
    for entry, name in zip(drivers, temperaments, strict=True):
        if name in rules.deliberate:
            drivers[entry] = _who_keeps_views(race, drivers[entry])
    asked = 0
    while not rules.is_over(race):
        if race.turn == MOST_TURNS:
            raise RuntimeError(f"no end after {MOST_TURNS} turns")
        asked += _drive(race, rules.play_turn(race, table), drivers)
    return _outcome(race.turn, table.told, asked)


def _who_keeps_views(race: Race, driver: Driver[RaceView]) -> Driver[RaceView]:
    """Return a driver who looks ahead as one who may keep what they see."""
    return lambda _, ask: driver(view_for(race, {}, ()), ask)


def _drive(race: Race, play: Play[None], drivers: Mapping[EntryId, Driver[RaceView]]) -> int:
    """Answer all that *play* asks, and return how many questions that were."""
    count = 0

    def answer(asked: Ask | AskAll) -> Any:
        nonlocal count
        if isinstance(asked, AskAll):
            return {ask.entry: answer(ask) for ask in asked.asks}
        count += 1
        given = drivers[asked.entry](live_view(race), asked)
        asked.question.verify(given)
        return given

    play_through(play, answer)
    return count


def _outcome(turns: int, facts: Sequence[Fact], asked: int) -> Outcome:
    places = next(fact.places for fact in reversed(facts) if isinstance(fact, RaceEnded))
    flipped = {fact.entry: fact.cause for fact in facts if isinstance(fact, Flipped)}
    return Outcome(turns, places, flipped, tuple(facts), asked)
