"""How chariots fare by what they are made of: ``python -m bench.balance [--races 2000] [--edition basic] [--to DIR]``.

Races of eight between house drivers, with preparations drawn by lot. Prints tables of win shares with their 95 %
intervals and of how races end, as Markdown; with ``--to`` it draws the charts there as well, and keeps
their figures (``python -m bench.charts`` draws them anew). One process, no clock.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from statistics import mean, median, stdev

import msgspec

from bench.charts import Bar, Chart, draw_balance
from bench.figures import Z, interval
from engine.circus_maximus.house.registry import DELIBERATE, DRIVERS, HouseDriver
from engine.circus_maximus.house.simulation import Outcome, play_race
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.ruleset import RULESET
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.turn.setup import UNSAID
from engine.circus_maximus.words import facts
from engine.circus_maximus.words.asks import Preparation, Prepare
from engine.circus_maximus.words.options import Options
from engine.questions import Answer, Ask
from records.values import EntryId

FIELD = 8
_SPREADS = Prepare().legal()
_POINTS = ("driver", "car", "team", "endurance")
CARS = ("light car", "normal car", "heavy car")


@dataclass(frozen=True)
class Start:
    """What a chariot started with, and how it fared."""

    temperament: str
    points: Preparation
    lane: int
    place: int | None  # none if it was not placed
    crossed: bool
    end: str  # what became of it
    is_driver_dead: bool


@dataclass(frozen=True)
class Race:
    turns: int
    starts: tuple[Start, ...]
    attacks: Mapping[str, int]  # by what they were made with; 0 of any other


def main(arguments: Sequence[str]) -> int:
    """Play the races, print the tables, draw the charts."""
    parser = argparse.ArgumentParser(prog="python -m bench.balance", description=__doc__)
    parser.add_argument("--races", type=int, default=2000)
    parser.add_argument("--edition", choices=tuple(EDITIONS), default="advanced")
    parser.add_argument("--with-strategist", action="store_true", help="one of the eight is a strategist, in any place")
    parser.add_argument("--with-default", action="store_true", help="one of the eight has the default preparation")
    parser.add_argument("--to", type=Path, help="folder for the charts")
    chosen = parser.parse_args(arguments)
    default = UNSAID if chosen.with_default else None
    options = Options(edition=chosen.edition)
    races = list(play(chosen.races, options, with_strategist=chosen.with_strategist, default=default))
    if default is not None:
        print(report_of_default(races), end="\n\n")
    print(report(races))
    if chosen.to:
        _draw(races, chosen.to, chosen.edition)
    return 0


# Playing


def play(races: int, options: Options, *, with_strategist: bool, default: Preparation | None = None) -> Iterator[Race]:
    """Play races between house drivers of all kinds; the same number is always the same race.

    :param default: the preparation of one chariot, the next one in each race; the others' are drawn by lot.
    """
    plain = RULESET.mixed
    for number in range(races):
        lots = random.Random(number)
        seats = [lots.choice(plain) for _ in range(FIELD)]
        if with_strategist:
            seats[lots.randrange(FIELD)] = next(iter(DELIBERATE))
        spreads = [lots.choice(_SPREADS) for _ in range(FIELD)]
        if default is not None:
            spreads[number % FIELD] = default
        prepared = {f"{place}": _prepared(DRIVERS[seats[place]], spreads[place]) for place in range(FIELD)}
        rules = replace(RULESET, drivers=prepared)
        outcome = play_race(rules, b"balance %d" % number, list(prepared), options)
        attacks = Counter[str](fact.means for fact in outcome.facts if isinstance(fact, facts.Attacked))
        yield Race(outcome.turns, tuple(_starts(outcome, seats, spreads)), attacks)
        if number % 100 == 99:
            print(f"{number + 1} races", file=sys.stderr, flush=True)


def _prepared(drive: HouseDriver, points: Preparation) -> HouseDriver:
    """Return a driver whose points are spent for him."""

    def answer(view: RaceView, ask: Ask) -> Answer:
        return points if isinstance(ask.question, Prepare) else drive(view, ask)

    return answer


def _starts(outcome: Outcome, seats: Sequence[str], spreads: Sequence[Preparation]) -> Iterator[Start]:
    lanes = {fact.entry: int(fact.lane) for fact in outcome.facts if isinstance(fact, facts.LaneDrawn)}
    dead = {fact.entry for fact in outcome.facts if isinstance(fact, facts.DriverDied)}
    dead |= {fact.entry for fact in outcome.facts if isinstance(fact, facts.RunDown)}
    placed = {placing.entry: placing for placing in outcome.places}
    ends = _ends(outcome)
    for place in range(FIELD):
        entry = EntryId(place + 1)
        placing = placed.get(entry)
        crossed = placing is not None and placing.crossed
        end = "finished" if crossed else ends.get(entry, "still on the way")
        number = None if placing is None else placing.place
        yield Start(seats[place], spreads[place], lanes[entry], number, crossed, end, entry in dead)


def _ends(outcome: Outcome) -> dict[EntryId, str]:
    """Return what put chariots out of the race: the first thing of each."""
    ends: dict[EntryId, str] = {}
    for fact in outcome.facts:
        match fact:
            case facts.Flipped(entry=entry, cause=cause):
                ends.setdefault(entry, f"flipped: {cause}")
            case facts.PulledOut(entry=entry):
                ends.setdefault(entry, "driver pulled out")
            case facts.Stopped(entry=entry):
                ends.setdefault(entry, "four dead horses")
    return ends


# Counting


def shares(races: Sequence[Race], key: Callable[[Start], str]) -> list[tuple[Bar, int]]:
    """Return the win share of each kind of chariot with how many there were: the best first, numbered ones in order."""
    started, won = Counter[str](), Counter[str]()
    for start in _all(races):
        started[key(start)] += 1
        won[key(start)] += start.place == 1
    bars = [(Bar(kind, won[kind] / of, *interval(won[kind], of)), of) for kind, of in started.items()]
    is_numbered = all(kind[-1].isdigit() and "/" not in kind for kind in started)
    return sorted(bars, key=lambda each: (0 if is_numbered else -each[0].share, each[0].label))


def _all(races: Sequence[Race]) -> Iterator[Start]:
    return (start for race in races for start in race.starts)


def _spread(start: Start) -> str:
    points = start.points
    return f"{points.driver}/{points.car}/{points.team}/{points.endurance}"


_KINDS: Mapping[str, Callable[[Start], str]] = {
    "preparation (driver/car/team/endurance)": _spread,
    "car": lambda start: CARS[start.points.car],
    "start lane": lambda start: f"lane {start.lane}",
    "temperament": lambda start: start.temperament,
    **{f"points for the {name}": lambda start, name=name: f"{getattr(start.points, name)}" for name in _POINTS},  # type: ignore[misc]
}


# Telling


def report(races: Sequence[Race]) -> str:
    """Return all tables as Markdown."""
    tables = [_table(kind, shares(races, key)) for kind, key in _KINDS.items()]
    return "\n\n".join([_summary(races), *tables, _table_of_places(races), _table_of_ends(races)])


def report_of_default(races: Sequence[Race]) -> str:
    """Return how the one chariot with the default preparation came in; without a place it counts as the last."""
    starts = [race.starts[number % FIELD] for number, race in enumerate(races)]
    places = [start.place or FIELD for start in starts]
    half = Z * stdev(places) / sqrt(len(places)) if len(places) > 1 else 0.0
    wins = sum(place == 1 for place in places)
    average = f"average place {mean(places):.2f} of {FIELD}, give or take {half:.2f}"
    middle = f"The middle of the field is {(FIELD + 1) / 2}."
    return f"Default preparation {_spread(starts[0])}: {average}; {wins} wins in {len(places)} races. {middle}"


def _summary(races: Sequence[Race]) -> str:
    turns = [race.turns for race in races]
    finished = [sum(start.crossed for start in race.starts) for race in races]
    dead = sum(start.is_driver_dead for start in _all(races))
    out = sum(start.place is None for start in _all(races))
    without = sum(not count for count in finished)
    return "\n".join(
        [
            "| what | how many |",
            "|---|---|",
            f"| races | {len(races):,} |",
            f"| turns to the finish, mean (median, longest) | {mean(turns):.1f} ({median(turns):.0f}, {max(turns)}) |",
            f"| across the line in a race, mean | {mean(finished):.2f} |",
            f"| out of a race, mean | {out / len(races):.2f} |",
            f"| drivers killed in a race, mean | {dead / len(races):.2f} |",
            f"| races that nobody finished | {without} |",
        ]
    )


def _table(kind: str, bars: Sequence[tuple[Bar, int]]) -> str:
    rows = [
        f"| {bar.label} | {of:,} | {100 * bar.share:.1f} % | {100 * bar.low:.1f} to {100 * bar.high:.1f} % |"
        for bar, of in bars
    ]
    return "\n".join([f"| {kind} | chariots | wins | 95 % interval |", "|---|---|---|---|", *rows])


def _table_of_places(races: Sequence[Race]) -> str:
    """Return the average place of each preparation, the best first; a chariot without a place counts as the last."""
    found: dict[str, list[int]] = {}
    for start in _all(races):
        found.setdefault(_spread(start), []).append(start.place or FIELD)
    ranked = sorted(found.items(), key=lambda each: (mean(each[1]), each[0]))
    rows = [f"| {points} | {len(places):,} | {mean(places):.2f} |" for points, places in ranked]
    return "\n".join(["| preparation | chariots | average place |", "|---|---|---|", *rows])


def _table_of_ends(races: Sequence[Race]) -> str:
    ends = Counter(start.end for start in _all(races))
    of = sum(ends.values())
    rows = [f"| {end} | {count:,} | {100 * count / of:.2f} % |" for end, count in ends.most_common()]
    return "\n".join(["| what became of a chariot | chariots | share |", "|---|---|---|", *rows])


def _draw(races: Sequence[Race], folder: Path, edition: str) -> None:
    """Draw a chart for each of the first kinds, and keep their figures."""
    charts = {}
    for kind, key in list(_KINDS.items())[: len(_POINTS)]:
        name = kind.split(" (")[0]
        bars = tuple(bar for bar, _ in shares(races, key))
        charts[f"{edition}-{name.replace(' ', '-')}"] = Chart(f"Wins by {name}, {edition} races", bars, 1 / FIELD)
    draw_balance(charts, folder)
    (folder / f"{edition}.json").write_bytes(msgspec.json.format(msgspec.json.encode(charts), indent=1) + b"\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
