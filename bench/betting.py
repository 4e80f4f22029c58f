"""What a crowd at the betting table costs: settling thousands of tickets, a race that has them, two hundred at once.

The first answers are those of the program alone: users act on its buttons directly, all in the same instant.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from bench.figures import RUNS, Figure
from bench.interactions import share
from bench.storage import Nobody
from db.store import Store
from db.writing.books import Decide
from engine.betting.book import Book, Changes, Ticket
from engine.betting.draft import Draft
from engine.rulesets import RULESETS
from records.batches import Batch
from records.values import PlayerId, RaceId, Sesterces
from renderers import SCENES
from steward import NewRace, Steward
from tests.cogs.arena import Arena
from tests.cogs.bettors import button, fill_in, house_race, tap
from tests.cogs.fakes import FakeInteraction, FakeResponse

BETTORS, EACH = 1_000, 5
MARKETS = (1, 2, 3, 4, 7)  # sealed, win, place, last survivor, number of finishers
MOST_SECONDS = 1.0
CROWD = 200
MOST_FIRST_ANSWER_MS = 250.0
SAMPLE = 0.001
"""Seconds after which the event loop is looked at again, to see how long it was held up."""

RULESET, HOST = "circus-maximus", PlayerId(1)


def figures() -> list[Figure]:
    """Measure races with many tickets and with none, and a crowd that bets."""
    with tempfile.TemporaryDirectory() as folder:
        settled = [asyncio.run(_race(Path(folder) / f"{run}.sqlite3", bettors=BETTORS)) for run in range(RUNS)]
        floor = [asyncio.run(_race(Path(folder) / f"none{run}.sqlite3", bettors=0)) for run in range(RUNS)]
        answers, placed = asyncio.run(_crowd(Path(folder) / "crowd.sqlite3"))
    seconds, batch = median(each["settled"] for each in settled), median(each["batch"] for each in settled)
    return [
        Figure("1,000 bettors, 5 tickets each: settled", seconds, "s", at_most=MOST_SECONDS),
        Figure("the same: longest pause of the event loop meanwhile", median(each["pause"] for each in settled), "ms"),
        Figure("a batch of a race with 5,000 tickets", batch, "ms"),
        Figure("the same / of a race without a bet", batch / median(each["batch"] for each in floor)),
        Figure("200 people bet in the same instant: first answer, p50", share(answers, 0.50), "ms"),
        Figure(
            "200 people bet in the same instant: first answer, p99",
            share(answers, 0.99),
            "ms",
            at_most=MOST_FIRST_ANSWER_MS,
        ),
        Figure("200 people bet in the same instant: all 200 tickets placed and shown", placed, "s"),
    ]


# A race with many tickets


async def _race(path: Path, *, bettors: int) -> dict[str, float]:
    """Run a race of a player among house drivers; return how long its batches took, and the one that settled bets."""
    store = Store(path)
    steward = Steward(
        store,
        clock=lambda: 1_000_000.0,
        rulesets=RULESETS,
        scenes=SCENES,
        messenger=Nobody(),
        entropy=bytes,
    )
    await steward.open()
    rules = RULESETS[RULESET]
    seconds = {kind: decision.seconds for kind, decision in rules.decisions.items()}
    race = await steward.lobbies.open_race(NewRace(1, 2, HOST, RULESET, rules.options(laps=1), seconds, "Ludi"))
    await steward.lobbies.join(race, HOST, "Host", colour="red")
    await steward.lobbies.fill(race, HOST)
    if bettors:
        await store.wagers.change(race, lambda book: _tickets(book, bettors))
    written = _Written(store)
    await steward.lobbies.start(race, HOST)
    while asks := await steward.open_asks(HOST):
        opened = asks[0]
        await steward.races.drive(race, opened.entry, [opened.ask.default], player=HOST, asked=opened.asked)
    assert (await steward.purses.audit()).is_sound
    book = await store.wagers.book(race)
    assert len(book.tickets) == bettors * EACH
    assert all(each.state in ("won", "lost", "refunded") for each in book.tickets)
    await steward.close()
    return written.figures()


def _tickets(book: Book, bettors: int) -> Changes:
    """Return what so many bettors place, each on another chariot in every market."""
    draft = Draft(book, 1_000_000.0)
    field = [str(each.entry) for each in book.entries]
    for place in range(bettors):
        player = PlayerId(1_000 + place)
        draft.touch(player)
        for number, market in enumerate(MARKETS):
            on = ("over", "under")[place % 2] if market == MARKETS[-1] else field[(place + number) % len(field)]
            draft.stake(_ticket(book.race.id, draft.next_ticket(), player, market, on))
    return draft.changes()


def _ticket(race: RaceId, number: int, player: PlayerId, market: int, choice: str) -> Ticket:
    return Ticket(
        race=race,
        number=number,
        market=market,
        player=player,
        name=f"Player {player}",
        choice=choice,
        stake=Sesterces(100 * (1 + number % 7)),
        key=f"press {number}",
        at=1_000_000.0,
        salt="00" * 16,
    )


class _Written:
    """Measures what a store writes of races, and how long the event loop is held up meanwhile."""

    def __init__(self, store: Store) -> None:
        self._write = store.write
        self._batches: list[float] = []
        self._settled = self._pause = 0.0
        store.write = self._measured  # type: ignore[method-assign]

    async def _measured(self, batch: Batch, decide: Decide | None = None, **season: Any) -> None:
        pauses: list[float] = []
        watch = asyncio.create_task(_watch(pauses))
        await asyncio.sleep(0)
        start = perf_counter()
        await self._write(batch, decide, **season)
        taken = perf_counter() - start
        watch.cancel()
        if batch.state == "finished":
            self._settled, self._pause = taken, max(pauses, default=0.0)
        else:
            self._batches.append(taken)

    def figures(self) -> dict[str, float]:
        """Return seconds of the settlement, and milliseconds of the rest but for the first, which closes the bets."""
        batches = [each * 1000 for each in self._batches[1:]]
        return {"settled": self._settled, "pause": self._pause * 1000, "batch": median(batches)}


async def _watch(pauses: list[float]) -> None:
    """Note how much later than it should the event loop comes back, again and again."""
    while True:
        start = perf_counter()
        await asyncio.sleep(SAMPLE)
        pauses.append(perf_counter() - start - SAMPLE)


# A crowd


async def _crowd(path: Path) -> tuple[list[float], float]:
    """Let all press at once, one button after the other; return milliseconds to first answers, seconds to tickets."""
    arena = Arena(path)
    await arena.circus.open()
    race = await house_race(arena, rivals=8)
    people = [PlayerId(1_000 + place) for place in range(CROWD)]
    answers: list[float] = []

    async def all_at_once(act: Callable[[PlayerId], Awaitable[FakeInteraction]]) -> list[FakeInteraction]:
        with _first_answers(answers):
            return await asyncio.gather(*(act(player) for player in people))

    await all_at_once(lambda player: tap(arena, player, f"bets:open:{race}"))
    choices = {player: (1 + player % 3, str(1 + player % 8)) for player in people}
    asked = await all_at_once(
        lambda player: tap(arena, player, f"betstake:{race}:{choices[player][0]}:{choices[player][1]}", press=player)
    )
    forms = {player: each.response.modal for player, each in zip(people, asked, strict=True)}
    shown = await all_at_once(lambda player: fill_in(arena, player, forms[player], "300"))
    tickets = {player: button(each.last, "Place") for player, each in zip(people, shown, strict=True)}
    start = perf_counter()
    placed = await all_at_once(lambda player: tap(arena, player, tickets[player]))
    taken = perf_counter() - start
    assert all("ticket" in each.told for each in placed)
    assert (await arena.steward.purses.audit()).is_sound
    await arena.close()
    return answers, taken


@contextmanager
def _first_answers(answers: list[float]) -> Iterator[None]:
    """Note how many milliseconds after now each first answer is given."""
    start, answer = perf_counter(), FakeResponse._answer

    def noted(response: FakeResponse) -> None:
        answer(response)
        answers.append((perf_counter() - start) * 1000)

    FakeResponse._answer = noted  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        FakeResponse._answer = answer  # type: ignore[method-assign]
