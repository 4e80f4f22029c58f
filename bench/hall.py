"""The hall of fame of a server with 2,000 races: made-up summaries, kept by the program's own door."""

import asyncio
import random
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from msgspec.structs import replace

from bench.figures import Figure
from cogs.commands.my import MyCommands
from cogs.commands.rating import RatingCommands
from cogs.panels.fame import PAGES, show_fame
from records.past import Summary
from records.values import PlayerId
from tests.cogs.arena import ANN, Arena, outcome
from tests.pasts import a_summary, keep

RACES, PEOPLE, FIELD, RUNS = 2_000, 60, 8, 5


def figures() -> list[Figure]:
    """Fill a hall, and measure what is asked of it."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder) / "races.sqlite3")
        await arena.steward.open()
        try:
            await keep(arena.circus.store, *_past())
            began = perf_counter()
            while await arena.steward.chronicler._rate():
                pass
            rated = perf_counter() - began
            arena.circus.clock.now = 1_000_000.0 + 3600 * RACES
            slowest, worked = await _slowest(arena)
            began = perf_counter()
            await arena.steward.chronicler.catch_up()
            looked = 1000 * (perf_counter() - began)
        finally:
            await arena.close()
    return [
        Figure(f"/fame, the slowest of {len(PAGES)} pages, {RACES:,} races of {FIELD}", slowest["fame"], "ms", 300),
        Figure("the same: processor time", worked["fame"], "ms"),
        Figure("/fame what:top", slowest["top"], "ms"),
        Figure("/fame what:rating", slowest["show"], "ms"),
        Figure("/fame what:card, without drawing", slowest["card"], "ms"),
        Figure("ratings worked out anew from the first race on", rated, "s"),
        Figure("a look whether anything is to be summed up", looked, "ms"),
    ]


def _past() -> list[Summary]:
    chance = random.Random("hall")
    return [_race(number, chance) for number in range(1, RACES + 1)]


def _race(number: int, chance: random.Random) -> Summary:
    """Return a race of four to eight people, some chariots those of house drivers."""
    drove = chance.sample(range(PEOPLE), chance.randint(4, FIELD))
    people = [PlayerId(ANN + each) for each in drove] + [None] * (FIELD - len(drove))
    chance.shuffle(people)
    course = f"{chance.choice((1, 2, 3))} laps"
    race = a_summary(number, *people, course=course, payoff=chance.randint(10, 9_999), payee=people[0])
    entries = tuple(
        replace(
            each,
            turns=chance.randint(10, 20),
            rams=chance.randint(0, 6),
            survived=chance.randint(0, 2),
            odds=chance.randint(110, 3_000),
            luck=chance.randint(-3_000, 3_000),
            rolls=chance.randint(5, 20),
            is_alive=chance.random() > 0.05,
            stable=f"Stable {each.entry}",
        )
        for each in race.entries
    )
    return Summary(race.race, entries)


async def _slowest(arena: Arena) -> tuple[dict[str, float], dict[str, float]]:
    """Return how many milliseconds each takes, and of the processor: of the slowest page the median."""
    rating: Any = RatingCommands()
    my: Any = MyCommands()

    async def page(interaction: Any, name: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_fame(interaction, name, "")

    asked: dict[str, Any] = {
        **{name: partial(page, name=name) for name in PAGES},
        "top": lambda interaction: rating.top.callback(rating, interaction),
        "show": lambda interaction: rating.show.callback(rating, interaction),
        "card": lambda interaction: my.card.callback(my, interaction),
    }
    took, worked = dict[str, float](), dict[str, float]()
    for name, ask in asked.items():
        runs = sorted([await _timed(arena, ask) for _ in range(RUNS)])
        took[name], worked[name] = runs[RUNS // 2]
    return tuple(  # type: ignore[return-value]
        {**each, "fame": max(value for name, value in each.items() if name in PAGES)} for each in (took, worked)
    )


async def _timed(arena: Arena, ask: Any) -> tuple[float, float]:
    interaction = arena.act(ANN)
    began, worked = perf_counter(), process_time()
    found = await outcome(interaction, ask(interaction))
    assert "went wrong" not in found.told, found.told
    return 1000 * (perf_counter() - began), 1000 * (process_time() - worked)
