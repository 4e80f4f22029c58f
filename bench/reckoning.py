"""The reckoning of a league of sixteen stables, with two hundred bets of theirs and two hundred spectators' tickets.

Engine, ledger and record, in one transaction.
"""

import asyncio
import tempfile
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bench.figures import Figure
from engine.betting.book import NewBet
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.sheets import Eve, EveOfRace
from engine.leagues.words.state import Stake
from records.values import PlayerId, RaceId
from tests.steward.circus import Circus
from tests.steward.leagues import a_circus, a_league, check_treasuries, pass_by, seal, sheet_of, to_phase

STABLES = 16
WIN = 1
"""The number of the pool on the winner."""

BETS_EACH = 13  # 208 bets
TICKETS = 200
MOST_MILLISECONDS = 1_000.0
OPTIONS = LeagueOptions(events=3, laps=1, own_bet=False)


def figures() -> list[Figure]:
    """Measure in a database of its own."""
    took, busy, bets, transactions = asyncio.run(_measured())
    name = f"reckoning of {STABLES} stables with {bets} bets and {TICKETS} tickets of spectators"
    return [
        Figure(name, took, "ms", at_most=MOST_MILLISECONDS),
        Figure(f"{name}, processor time", busy, "ms"),
        Figure(f"{name}, transactions", transactions, at_most=1),
    ]


async def _measured() -> tuple[float, float, int, int]:
    with tempfile.TemporaryDirectory() as folder:
        circus = await a_circus(Path(folder))
        league = await a_league(circus, OPTIONS)
        people = [PlayerId(1_000 + number) for number in range(STABLES)]
        for player in people:
            await circus.steward.leagues.join(league, player, f"Owner {player}")
        await circus.store.races.set(league, host=people[0])
        await circus.steward.leagues.start(league, people[0])
        await to_phase(circus, league, "eve")
        bets = 0
        for player in people:
            bets += await _bet(circus, league, player)
        await to_phase(circus, league, "race")
        await _spectators_bet(circus, league)
        await to_phase(circus, league, "protest")
        written: list[RaceId] = []
        count_writes(circus, written)
        circus.clock.pass_by(600.0)
        began, busy = perf_counter(), process_time()
        await circus.steward.timekeeper.tick()
        took, worked = (perf_counter() - began) * 1_000, (process_time() - busy) * 1_000
        view = (await circus.steward.log.status(league)).view
        assert (view.phase, view.event) == ("stable", 2), view.phase
        await pass_by(circus, 0.0)
        await check_treasuries(circus, league)
        assert await circus.store.leagues.unsettled() == []
        await circus.close()
    return took, worked, bets, len(written)


async def _bet(circus: Circus, league: RaceId, player: PlayerId) -> int:
    """Let somebody back thirteen chariots and guard against everything; return how many bets that is."""
    sheet = await sheet_of(circus, league, player)
    assert sheet is not None
    question = sheet.ask.question
    assert isinstance(question, EveOfRace)
    chosen = [*question.own[:1], *(each for each in question.entered if each not in question.own)][:BETS_EACH]
    stakes = tuple(Stake(chariot, 100 * (place + 1)) for place, chariot in enumerate(chosen))
    await seal(circus, sheet, Eve(stakes, (), (100, 100, 100)), player)
    return len(stakes)


async def _spectators_bet(circus: Circus, league: RaceId) -> None:
    """Let two hundred people without a part in the league bet on its race, one after another chariot."""
    await circus.steward.timekeeper.tick()
    (race,) = await circus.steward.leagues.races(league)
    entries = [each.entry for each in (await circus.steward.race(race.id)).entries]
    for number in range(TICKETS):
        player, on = PlayerId(5_000 + number), entries[number % len(entries)]
        bet = NewBet(player, f"Spectator {number}", WIN, str(on), 100, f"bench:{number}")
        await circus.steward.wagers.place(race.id, bet)


def count_writes(circus: Circus, written: list[RaceId]) -> None:
    """Note each transaction that is written of a season."""
    write: Any = circus.store.write_season

    async def counted(batch: Any, *others: Any) -> None:
        written.append(batch.race)
        await write(batch, *others)

    circus.store.write_season = counted  # type: ignore[method-assign,assignment]
