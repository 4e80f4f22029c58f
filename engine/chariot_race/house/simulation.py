"""Whole races between house drivers, without I/O, scenes or checkpoints."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from engine.chariot_race.facts import Placing, RaceEnded
from engine.chariot_race.house.drivers import DRIVERS, Driver
from engine.chariot_race.rules.setup import new_race
from engine.chariot_race.rules.turn import play_turn
from engine.chariot_race.state import Options, Race
from engine.chariot_race.views import view_for
from engine.dice import RaceDice
from engine.facts import Fact
from engine.playing import SILENT, answers, drive_to_end, play_through, seated
from engine.questions import Answer, Ask
from engine.story import latest
from engine.table import Table
from records.values import EntryId


class Outcome(NamedTuple):
    """How a race ended."""

    rounds: int
    winners: tuple[EntryId, ...]
    ranking: tuple[Placing, ...]  # first to last
    race: Race
    facts: tuple[Fact, ...]


def play_race(
    seed: bytes, temperaments: Sequence[str], options: Options | None = None, *, factions: Sequence[int] = ()
) -> Outcome:
    """Play a whole race between house drivers; the same arguments give the same race.

    :param temperaments: names of house drivers, or ``silent``, for entry 1, entry 2 and so on; 2 to 6.
    :param factions: of the entries, if players have several.
    """
    entrants, drivers = seated(temperaments, {**DRIVERS, SILENT: None}, factions=factions)
    race = new_race(options or Options(), entrants)
    table = Table(RaceDice(seed))
    drive(race, table, drivers)
    ended = latest(table.told, RaceEnded)
    return Outcome(race.round, ended.winners, ended.ranking, race, tuple(table.told))


def drive(race: Race, table: Table, drivers: Mapping[EntryId, Driver | None]) -> None:
    """Play a race on to its end; entries without a driver are silent."""
    drive_to_end(race, table, play_turn, _answering(race, drivers))


def drive_turn(race: Race, table: Table, drivers: Mapping[EntryId, Driver | None]) -> None:
    """Play a race on to the end of the round, likewise."""
    play_through(play_turn(race, table), partial(answers, answer=_answering(race, drivers)))


def _answering(race: Race, drivers: Mapping[EntryId, Driver | None]) -> Callable[[Ask], Answer]:
    """Return what answers the questions of a race."""

    def answer(ask: Ask) -> Answer:
        driver = drivers[ask.entry]
        if driver is None or type(ask.question) not in driver.weighs:
            return ask.default  # a view takes longer than the answer
        return driver(view_for(race, {}, (ask.entry,)), ask)

    return answer
