"""The close of an auction by post: sixty lots, sixteen bidders with twenty-five lines each (H.5).

The last sheet that is sealed closes it: engine, ledger and record, in one transaction.
"""

import asyncio
import random
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from unittest import mock

from bench.figures import Figure
from bench.reckoning import count_writes
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_facts import AuctionLotSold, AuctionLotUnsold, MarketClosed
from engine.leagues.words.epic_sheets import MOST_LINES, AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from records.values import PlayerId, RaceId
from tests.steward.circus import Circus
from tests.steward.leagues import a_circus, a_league, check_treasuries, seal, sheet_of, to_phase

LOTS, BIDDERS = 60, 16
MOST_MILLISECONDS = 200.0
OPTIONS = LeagueOptions(events=3, laps=1, campaign="epic")


def figures() -> list[Figure]:
    """Measure in a database of its own."""
    took, busy, sold, transactions = asyncio.run(measured())
    name = f"close of an auction of {LOTS} lots, {BIDDERS} bidders, {MOST_LINES} lines each"
    return [
        Figure(name, took, "ms"),
        Figure(f"{name}, processor time", busy, "ms", at_most=MOST_MILLISECONDS),
        Figure(f"{name}, lots sold", sold),
        Figure(f"{name}, transactions", transactions, at_most=1),
    ]


async def measured() -> tuple[float, float, int, int]:
    """Return milliseconds and those of the processor, the lots sold, and the transactions."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(epic_charts, "FIRST_MARKET", LOTS):
        circus = await a_circus(Path(folder))
        league = await a_league(circus, OPTIONS)
        people = [PlayerId(1_000 + number) for number in range(BIDDERS)]
        for player in people:
            await circus.steward.leagues.join(league, player, f"Owner {player}")
        await circus.store.races.set(league, host=people[0])
        await circus.steward.leagues.start(league, people[0])
        await to_phase(circus, league, "market")
        for player in people[1:]:
            await _bid(circus, league, player)
        written: list[RaceId] = []
        count_writes(circus, written)
        began, busy = perf_counter(), process_time()
        await _bid(circus, league, people[0])
        took, worked = (perf_counter() - began) * 1_000, (process_time() - busy) * 1_000
        told = await circus.steward.log.facts(league)
        assert any(isinstance(fact, MarketClosed) for fact in told)
        sold = [fact for fact in told if isinstance(fact, AuctionLotSold)]
        assert len(sold) + sum(isinstance(fact, AuctionLotUnsold) for fact in told) == LOTS
        await check_treasuries(circus, league)
        await circus.close()
    return took, worked, len(sold), len(written)


async def _bid(circus: Circus, league: RaceId, player: PlayerId) -> None:
    """Let somebody bid for twenty-five lots at random."""
    sheet, dice = await sheet_of(circus, league, player), random.Random(player)
    assert sheet is not None
    assert isinstance(sheet.ask.question, AuctionDay)
    lots = dice.sample(sheet.ask.question.lots, MOST_LINES)
    lines = tuple(Maximum(lot.number, lot.start + 100 * dice.randint(0, 30)) for lot in lots)
    await seal(circus, sheet, BidSheet(lines), player)
