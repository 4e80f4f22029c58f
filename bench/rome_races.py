"""How many races of six of Chariots of Rome a second, on one core, beside Circus Maximus races of eight."""

from collections.abc import Iterator
from itertools import count
from time import process_time

from bench.beside import side_by_side
from bench.figures import Figure
from engine.chariots_of_rome.house.drivers import DRIVERS
from engine.chariots_of_rome.house.playing_out import play_out
from engine.chariots_of_rome.house.simulation import play_race
from engine.chariots_of_rome.printed.board import TRACK_NAMES
from engine.chariots_of_rome.seen.views import RaceView, view_for
from engine.chariots_of_rome.turn.rounds import play_turn
from engine.chariots_of_rome.turn.setup import new_race
from engine.chariots_of_rome.words.options import Options
from engine.dice import QuickDice, RaceDice
from engine.game import Entrant
from engine.playing import answers, play_through
from engine.table import Table
from records.values import EntryId

CHARIOTS = 6
ROUNDS = 10
EACH = 4
"""Races in a round, beside one race of Circus Maximus."""

AT_LEAST = 3.0
"""Times as many as races of eight of the Basic Game of Circus Maximus."""

MIDDLE = 7
"""The round that play-outs begin from."""

PLAY_OUTS, AT_MOST = 50, 5.0 * 50 / 200
"""Play-outs that are timed, and the seconds that they may take: 200 of them 5."""


def figures() -> list[Figure]:
    """Play races of all tracks, house drivers of each strength by themselves, and play out one from its middle."""
    numbers = count()  # no race is played twice
    found = []
    for name in DRIVERS:
        rate, circus = _side_by_side(name, numbers)
        found.append(Figure(f"Races of Rome of six a second, {name}", rate))
        target = AT_LEAST if name == "novice" else None  # the others look for the best way, space by space
        found.append(Figure(f"the same / Circus Maximus races of eight, {name}", rate / circus, at_least=target))
    found.append(Figure("Circus Maximus races of eight a second, in the last of these runs", circus))
    view = in_mid_race()
    found.append(Figure(f"seconds for {PLAY_OUTS} play-outs from mid-race", _play_outs(view), at_most=AT_MOST))
    return found


def _side_by_side(name: str, numbers: Iterator[int]) -> tuple[float, float]:
    """Return the races a second of the processor's time, and those of Circus Maximus, by turns on the same machine."""
    return side_by_side(lambda number: _play(number, name), count(), numbers, rounds=ROUNDS, each=EACH)


def _play(number: int, name: str) -> None:
    play_race(b"bench %d" % number, [name] * CHARIOTS, Options(TRACK_NAMES[number % len(TRACK_NAMES)]))


def in_mid_race() -> RaceView:
    """Return what everybody sees of a race of six in its middle."""
    race = new_race(Options(), [Entrant(EntryId(entry), f"colour {entry}", None) for entry in range(1, CHARIOTS + 1)])
    table = Table(RaceDice(b"middle"))
    while race.round < MIDDLE:
        play_through(play_turn(race, table), lambda asked: answers(asked, lambda ask: ask.default))
    return view_for(race, {}, ())


def _play_outs(view: RaceView) -> float:
    begun = process_time()
    for number in range(PLAY_OUTS):
        play_out(view, {}, QuickDice(number))
    return process_time() - begun
