"""How races of Chariots of Rome end by seat, charioteer and strength: the figures of docs/balance.md.

``python -m bench.rome_balance [RACES]`` plays so many races (100) of each kind and prints them; the same number of a
race is always the same race.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from engine.chariots_of_rome.house.drivers import DRIVERS
from engine.chariots_of_rome.house.simulation import Outcome, play_race
from engine.chariots_of_rome.printed.board import TRACK_NAMES
from engine.chariots_of_rome.printed.data import CHARIOTEERS
from engine.chariots_of_rome.words.options import Options
from engine.playing import SILENT
from records.values import EntryId

FIELD = 6

Kind = Callable[[Outcome, EntryId], object]


def shares(outcomes: Sequence[Outcome], kind: Kind) -> dict[object, float]:
    """Return for each kind of chariot how often one of it wins, as a multiple of an even share."""
    won: Counter[object] = Counter(kind(outcome, outcome.winner) for outcome in outcomes)
    started: Counter[object] = Counter(kind(outcome, entry) for outcome in outcomes for entry in outcome.race.chariots)
    return {each: FIELD * won[each] / started[each] for each in started}


def _seat(_outcome: Outcome, entry: EntryId) -> object:
    return entry


def _charioteer(outcome: Outcome, entry: EntryId) -> object:
    return outcome.race.chariots[entry].charioteer


def report(number: int) -> Iterator[str]:
    """Yield the figures, a line of a table each."""
    yield "| track, driver | rounds | out | wins of seats 1 to 6 |\n|---|---|---|---|"
    every: dict[str, list[Outcome]] = {}
    for track in TRACK_NAMES:
        for driver in (SILENT, *DRIVERS):
            seeds = (f"{track} {driver} {race}".encode() for race in range(number))
            outcomes = [play_race(seed, [driver] * FIELD, Options(track)) for seed in seeds]
            every.setdefault(driver, []).extend(outcomes)
            yield _row(f"{track}, {driver}", outcomes)
    for driver in ("steady", "master"):
        found = shares(every[driver], _charioteer)
        yield f"{driver}: " + " ".join(f"{each} {found.get(each, 0):.2f}" for each in CHARIOTEERS)
    names = [SILENT, *DRIVERS]
    mixed = []
    for race in range(number):
        seats = [names[(race + place) % len(names)] for place in range(FIELD)]
        mixed.append((seats, play_race(f"mixed {race}".encode(), seats, Options(TRACK_NAMES[race % 4]))))
    won = Counter(seats[outcome.winner - 1] for seats, outcome in mixed)
    started = Counter(name for seats, _ in mixed for name in seats)
    yield "strength: " + " ".join(f"{name} {FIELD * won[name] / started[name]:.2f}" for name in names)


def _row(name: str, outcomes: Sequence[Outcome]) -> str:
    chariots = [chariot for outcome in outcomes for chariot in outcome.race.chariots.values()]
    out = sum(not chariot.is_alive for chariot in chariots) / len(chariots)
    rounds = sum(outcome.rounds for outcome in outcomes) / len(outcomes)
    found = shares(outcomes, _seat)
    seats = " ".join(f"{100 * found[entry] / FIELD:.0f}" for entry in sorted(found, key=str))
    return f"| {name} | {rounds:.1f} | {100 * out:.1f}% | {seats} |"


if __name__ == "__main__":
    for line in report(int(sys.argv[1]) if len(sys.argv) > 1 else 100):
        print(line, flush=True)
