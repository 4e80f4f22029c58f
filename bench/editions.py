"""How the editions of Circus Maximus play beside each other: ``python -m bench.editions [--races 200]``.

Every edition runs the same races of eight house drivers: the same temperaments, preparations and seeds of the dice.
Prints tables as Markdown, with an edition in each column. One process, no clock.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import mean, median

from bench.balance import CARS, Race, Start, play, shares
from engine.circus_maximus.words.options import Options

COLUMNS: Mapping[str, Options] = {
    "Basic": Options(),
    "Advanced": Options(edition="advanced"),
    "Table game": Options(edition="table"),
    "Epic": Options(edition="epic"),
    "Epic, as its preset": Options(edition="epic", weather=True, horse_carcasses=True),
}
"""The editions without what a host may add, and Epic with the weather and carcasses of its preset, all for eight."""

Played = Mapping[str, Sequence[Race]]


def main(arguments: Sequence[str]) -> int:
    """Play the races and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m bench.editions", description=__doc__)
    parser.add_argument("--races", type=int, default=200)
    parser.add_argument("--only", choices=tuple(COLUMNS), nargs="+", default=tuple(COLUMNS), help="these columns")
    chosen = parser.parse_args(arguments)
    print(report(play_all(chosen.races, chosen.only)))
    return 0


def play_all(races: int, columns: Sequence[str]) -> Played:
    """Play so many races for each column, by its heading."""
    return {name: list(play(races, COLUMNS[name], with_strategist=False)) for name in columns}


def report(played: Played) -> str:
    """Return all tables as Markdown."""
    kinds: tuple[tuple[str, Callable[[Start], str]], ...] = (
        *((f"points for the {name}", _points(name)) for name in ("driver", "team", "endurance")),
        ("car", lambda start: CARS[start.points.car]),
    )
    return "\n\n".join([_table("a race of eight", _races(played), played), *(_wins(*kind, played) for kind in kinds)])


def _points(name: str) -> Callable[[Start], str]:
    return lambda start: f"{name} {getattr(start.points, name)}"


def _races(played: Played) -> Iterator[tuple[str, list[str]]]:
    """Yield what is counted, and what it is in each edition."""
    for what, count in _COUNTED.items():
        yield what, [count(races) for races in played.values()]


def _a_race(count: Callable[[Start], bool]) -> Callable[[Sequence[Race]], str]:
    return lambda races: f"{sum(count(start) for race in races for start in race.starts) / len(races):.2f}"


def _attacks(*means: str) -> Callable[[Sequence[Race]], str]:
    return lambda races: f"{mean(sum(race.attacks[each] for each in means) for race in races):.2f}"


def _turns(races: Sequence[Race]) -> str:
    turns = [race.turns for race in races]
    return f"{mean(turns):.1f} ({median(turns):.0f}, {max(turns)})"


_COUNTED: Mapping[str, Callable[[Sequence[Race]], str]] = {
    "races": lambda races: f"{len(races)}",
    "turns to the finish: mean (median, longest)": _turns,
    "across the line": _a_race(lambda start: start.crossed),
    "chariots without a place": _a_race(lambda start: start.place is None),
    "chariots that turn over": _a_race(lambda start: start.end.startswith("flipped")),
    "… in a corner, by the chart": _a_race(lambda start: start.end == "flipped: corner"),
    "drivers pulled out of the car": _a_race(lambda start: start.end == "driver pulled out"),
    "drivers killed": _a_race(lambda start: start.is_driver_dead),
    "lashes": _attacks("lash"),
    "rams": _attacks("ram"),
    "dust": _attacks("dust"),
    "knives": _attacks("knife"),
    "races without a winner": lambda races: f"{sum(all(each.place != 1 for each in race.starts) for race in races)}",
}
"""A row of the table on races, and how it is counted; a mean of a race where nothing else is said."""


def _wins(kind: str, key: Callable[[Start], str], played: Played) -> str:
    """Return the share of wins of each kind of chariot."""
    found = {name: {bar.label: bar for bar, _ in shares(races, key)} for name, races in played.items()}
    labels = Counter(label for bars in found.values() for label in bars)
    rows = (
        (label, [f"{100 * bars[label].share:.1f}% ({100 * bars[label].low:.0f} to {100 * bars[label].high:.0f})"
                 if label in bars else "none" for bars in found.values()])
        for label in sorted(labels, key=lambda label: (label.split()[-1], label))
    )  # fmt: skip
    return _table(f"wins by {kind}", rows, played)


def _table(title: str, rows: Iterator[tuple[str, list[str]]], played: Played) -> str:
    lines = [f"| {title} | {' | '.join(played)} |", "|---" * (len(played) + 1) + "|"]
    return "\n".join([*lines, *(f"| {name} | {' | '.join(values)} |" for name, values in rows)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
