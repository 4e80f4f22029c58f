"""How good chances to win are: ``python -m bench.odds [--races 60] [--samples 100] [--only "Basic Game"] [--to DIR]``.

Races between house drivers of mixed tempers are run, and at some moments of each the chances are worked out as for
spectators. Prints tables as Markdown, keeps the records where the program finds them, and with ``--to`` draws the
charts. The same number of a race is always the same race. ``python -m bench odds`` measures how long chances take.
"""

import argparse
import asyncio
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any

import msgspec

from bench.charts import draw_odds
from bench.figures import Figure, interval
from engine.betting.model import WHOLE, Bin, Forecast, Job, turn_of, work_out
from engine.betting.record import SIMULATED, Record, record_of, simulated
from engine.circus_maximus.words.options import Options as CircusOptions
from engine.dice import RaceDice
from engine.game import AnyRuleset, Entrant
from engine.playing import answers, play_through
from engine.questions import Answer, Ask
from engine.rulesets import RULESETS
from engine.table import Table
from records.values import EntryId
from steward.chances.workshop import Workshop

SAMPLES = 200  # as a bot plays out
MID_RACE = 7  # turns
MOST_SECONDS = 10.0
MOST_PAUSE = 50.0  # ms


@dataclass(frozen=True)
class Kind:
    """Races of one kind, and the moments at which chances are told: after so many turns, 0 for the start."""

    name: str
    ruleset: str
    options: Any
    field: int
    moments: tuple[int, ...]
    knows_tempers: bool = True  # else every chariot might be a player's

    @property
    def rules(self) -> AnyRuleset:
        return RULESETS[self.ruleset]


_BASIC, _ADVANCED = CircusOptions(), CircusOptions(edition="advanced")
KINDS = (
    Kind("Basic Game", "circus-maximus", _BASIC, 8, (0, 4, 8, 12)),
    Kind("Advanced Game", "circus-maximus", _ADVANCED, 8, (0, 4, 8, 12)),
    Kind("Advanced Game, drivers unknown", "circus-maximus", _ADVANCED, 8, (0, 4, 8, 12), knows_tempers=False),
    Kind("Ave Caesar", "ave-caesar", RULESETS["ave-caesar"].options(), 6, (0, 6, 12, 18)),
)


@dataclass(frozen=True)
class Told:
    """Chances at one moment of a race, who led then, and how it ended."""

    moment: int
    forecast: Forecast
    leader: EntryId


def main(arguments: Sequence[str]) -> int:
    """Run the races, print the tables, keep the records, draw the charts."""
    parser = argparse.ArgumentParser(prog="python -m bench.odds", description=__doc__)
    parser.add_argument("--races", type=int, default=60, help="of each kind")
    parser.add_argument("--samples", type=int, default=100, help="races played out for each moment")
    parser.add_argument("--only", choices=[kind.name for kind in KINDS], help="leave the other kinds as they are kept")
    parser.add_argument("--to", type=Path, help="folder for the charts")
    chosen = parser.parse_args(arguments)
    for kind in KINDS:
        if chosen.only in (None, kind.name):
            told = list(tell(kind, chosen.races, chosen.samples))
            record = _record(kind, told, chosen.races, chosen.samples)
            print(report(kind, told, record))
            keep(record)
            if chosen.to:
                draw_odds(record, chosen.to)
    return 0


# Telling chances


def tell(kind: Kind, races: int, samples: int) -> Iterator[Told]:
    """Run races, and work out chances at the moments of each."""
    for number in range(races):
        yield from _tell_one(kind, number, samples)
        if number % 10 == 9:
            print(f"{kind.name}: {number + 1} races", file=sys.stderr, flush=True)


def _tell_one(kind: Kind, number: int, samples: int) -> Iterator[Told]:
    rules, lots = kind.rules, random.Random(number)
    plain = rules.mixed
    tempers = {EntryId(place): lots.choice(plain) for place in range(1, kind.field + 1)}
    views = list(_run(kind, tempers, RaceDice(b"odds %d" % number)))
    winners = tuple(result.entry for result in rules.results(views[-1]) if result.place == 1)
    for moment in kind.moments:
        if moment + 1 < len(views):
            view, known = views[moment], tempers if kind.knows_tempers else {}
            chances = work_out(rules, view, known, samples, number).thousandths
            yield Told(moment, Forecast(chances, winners), leader_of(rules, view))


def _run(kind: Kind, tempers: dict[EntryId, str], dice: RaceDice) -> Iterator[Any]:
    """Run a race, and yield what the public sees after the set-up and after each turn."""
    rules, table = kind.rules, Table(dice)
    race = rules.new_race(kind.options, [Entrant(entry, rules.colours[entry - 1], None) for entry in tempers])
    while not rules.is_over(race):
        _play_turn(rules, race, table, tempers)
        yield rules.view_for(race, {}, ())


def _play_turn(rules: AnyRuleset, race: Any, table: Table, tempers: dict[EntryId, str]) -> None:
    def answer(ask: Ask) -> Answer:
        return rules.drivers[tempers[ask.entry]](rules.view_for(race, {}, (ask.entry,)), ask)

    play_through(rules.play_turn(race, table), partial(answers, answer=answer))


def leader_of(rules: AnyRuleset, view: Any) -> EntryId:
    """Return who leads; at the start whoever stands best."""
    if hasattr(view, "ranked"):
        leader: EntryId = view.ranked()[0].entry
        return leader
    return rules.results(view)[0].entry


def _record(kind: Kind, told: Sequence[Told], races: int, samples: int) -> Record:
    forecasts, leaders = [each.forecast for each in told], [each.leader for each in told]
    return record_of(forecasts, races=races, samples=samples, leaders=leaders, name=kind.name)


def keep(record: Record) -> None:
    """Keep a record in place of the one of the same name."""
    others = {each.name: each for each in simulated()} if SIMULATED.exists() else {}
    records = {**others, record.name: record}
    ordered = [records[kind.name] for kind in KINDS if kind.name in records]
    SIMULATED.write_bytes(msgspec.json.format(msgspec.json.encode(ordered), indent=1) + b"\n")
    simulated.cache_clear()


# Reporting


def report(kind: Kind, told: Sequence[Told], record: Record) -> str:
    """Return the tables of one kind of races as Markdown."""
    rows = [_row("all", record)]
    for moment in kind.moments:
        here = [each for each in told if each.moment == moment]
        if here:
            rows.append(_row("the start" if not moment else f"turn {moment}", _record(kind, here, 0, record.samples)))
    return "\n".join(
        [
            f"## {kind.name}: {record.races} races, {record.samples} played out for each moment",
            "",
            "| chances told after | how often | Brier score | even chances | the leader takes all |",
            "|---|---|---|---|---|",
            *rows,
            "",
            "| chance told | how many | mean | came true | 95 % interval |",
            "|---|---|---|---|---|",
            *(_bin(place, each) for place, each in enumerate(record.bins) if each.count),
            "",
        ]
    )


def _row(name: str, record: Record) -> str:
    scores = (record.brier, record.even_brier, record.leader_brier or 0)
    return f"| {name} | {record.points} | " + " | ".join(f"{score / WHOLE:.3f}" for score in scores) + " |"


def _bin(place: int, counted: Bin) -> str:
    low, high = interval(counted.won, counted.count)
    mean, came = counted.told / counted.count / 10, 100 * counted.won / counted.count
    return (
        f"| {10 * place} to {10 * place + 10} % | {counted.count} | {mean:.1f} % | {came:.1f} % | "
        f"{100 * low:.1f} to {100 * high:.1f} % |"
    )


# How long it takes


def figures() -> list[Figure]:
    """Measure the playing out of races in their midst, and what the bot's own loop notices of it."""
    kinds = [kind for kind in KINDS if kind.knows_tempers]
    return [*(_seconds(kind) for kind in kinds), *asyncio.run(_beside(kinds[1]))]


def _midst(kind: Kind) -> tuple[Any, dict[EntryId, str]]:
    plain = kind.rules.mixed
    tempers = {EntryId(place): plain[place % len(plain)] for place in range(1, kind.field + 1)}
    return list(_run(kind, tempers, RaceDice(b"midst")))[MID_RACE], tempers


def _seconds(kind: Kind) -> Figure:
    view, tempers = _midst(kind)
    work_out(kind.rules, view, tempers, SAMPLES // 10, 0)  # the tables of the drivers fill
    start = process_time()
    work_out(kind.rules, view, tempers, SAMPLES, 1)
    taken = process_time() - start
    return Figure(f"{kind.name}: {SAMPLES} races from turn {turn_of(view)}", taken, "s", at_most=MOST_SECONDS)


async def _beside(kind: Kind) -> list[Figure]:
    """Have a process of its own work, and see how long this one's loop is busy with it, and what the other takes."""
    view, tempers = _midst(kind)
    job = msgspec.json.encode(Job(kind.ruleset, msgspec.Raw(msgspec.json.encode(view)), tempers, SAMPLES, 1))
    shop, steps = Workshop(), list[float]()
    watching = asyncio.create_task(_watch(steps.append))
    start = perf_counter()
    try:
        await shop.do(job)
        taken, memory = perf_counter() - start, _memory_of(shop.pid)
    finally:
        watching.cancel()
        await shop.stop()
    return [
        Figure("the same in a process of its own, from its start", taken, "s"),
        Figure("its memory at most", memory, "MiB"),
        Figure("longest the event loop is busy with it, processor time", max(steps), "ms", at_most=MOST_PAUSE),
    ]


async def _watch(note: Callable[[float], object]) -> None:
    """Note again and again for how many milliseconds of its own time the loop did something else.

    What other programs take of a busy machine does not count.
    """
    for _ in count():
        start = thread_time()
        await asyncio.sleep(0.001)
        note((thread_time() - start) * 1000)


def _memory_of(process: int | None) -> float:
    """Return the most memory that a process had, in MiB; 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
