"""How long the first answer to an interaction takes while fifty races are under way and pictures are being drawn."""

import asyncio
import tempfile
from collections.abc import Sequence
from datetime import datetime
from itertools import cycle
from math import ceil
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.figures import RUNS, Figure
from sandbox.client import Visitor
from sandbox.errors import Json
from tests.e2e.arena import Arena
from tests.e2e.player import Player

RACES = 50
ANSWERS = 150  # to interactions, in a run
MOST_MS = 150.0  # for all but one of a hundred

CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_EPOCH = 1_420_070_400_000  # of Discord's ids, in milliseconds since 1970
_PATIENCE = 60.0  # seconds until a player who waits is given up
_FLOOR_REQUESTS = 100


def figures() -> list[Figure]:
    """Let people play and look on in fifty races; beside it the floor: a request over loopback that does nothing."""
    runs, floor = asyncio.run(_measure())
    p50 = median(share(run, 0.50) for run in runs)
    p99 = median(share(run, 0.99) for run in runs)
    return [
        Figure("first answer to an interaction, p50", p50, "ms"),
        Figure("first answer to an interaction, p99", p99, "ms", at_most=MOST_MS),
        Figure("first answer, p50 / an empty request", p50 / floor),
    ]


async def _measure() -> tuple[list[list[float]], float]:
    """Return the milliseconds of each first answer, run by run, and those of an empty request."""
    with tempfile.TemporaryDirectory() as folder:
        async with Arena(Path(folder)) as arena:
            players = [arena.ana, arena.ben, arena.cato]
            for number in range(RACES):
                await players[number % len(players)].run("play alone", pace="moves")
            floor = await _floor(arena)
            busy = [asyncio.create_task(_play(visitor)) for visitor in players]
            busy.append(asyncio.create_task(_look_on(arena.ana, range(1, RACES + 1, len(players)))))
            try:
                runs = [await _run(arena) for _ in range(RUNS)]
            finally:
                for task in busy:
                    task.cancel()
                await asyncio.gather(*busy, return_exceptions=True)
            return runs, floor


async def _play(visitor: Visitor) -> None:
    """Answer whatever is asked, in race after race; each phase that is driven is told with a picture."""
    player = Player(visitor, str(visitor.state["me"]["username"]))
    while True:
        await player.play_one(_PATIENCE)
        player.is_over = False  # one race of many


async def _look_on(visitor: Visitor, races: Sequence[int]) -> None:
    """Look at one race of their own after the other."""
    for race in map(str, cycle(races)):
        await visitor.run("watch", race=race)
        await visitor.autocomplete("watch", what="status", focused="race", race=race)
        await visitor.run("watch", what="status", race=race)


async def _run(arena: Arena) -> list[float]:
    """Return the milliseconds of the next first answers."""
    requests = await arena.control.requests()
    seen = requests[-1]["n"] if requests else 0
    answers: list[Json] = []
    while len(answers) < ANSWERS:
        await asyncio.sleep(0.5)
        since = await arena.control.requests(seen)
        answers = [each for each in since if each["route"] == CALLBACK]
    return [milliseconds(each) for each in answers[:ANSWERS]]


def milliseconds(callback: Json) -> float:
    """Return how long after its interaction was sent, which its id tells, an answer was there."""
    sent = (int(callback["path"].split("/")[2]) >> 22) + _EPOCH
    return max(0.0, datetime.fromisoformat(callback["at"]).timestamp() * 1000 - sent)


async def _floor(arena: Arena) -> float:
    """Return the milliseconds of a request that does nothing."""
    taken = []
    for _ in range(_FLOOR_REQUESTS):
        start = perf_counter()
        await arena.control.gateway_state()
        taken.append((perf_counter() - start) * 1000)
    return median(taken)


def share(measured: Sequence[float], share: float) -> float:
    """Return what *share* of all stay below or at."""
    return sorted(measured)[ceil(share * len(measured)) - 1]
