"""Galas by the clock: their matches are races of the arena, side by side, and come home together (H.8)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.leagues.words.arena_facts import GalaOpened, GalaReckoned
from engine.leagues.words.arena_sheets import GalaDay, GalaEntries, GalaEntry
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import League
from records.races import RaceRecord
from records.values import PlayerId, RaceId
from tests.kept import once
from tests.steward.circus import Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    a_circus,
    a_season,
    check_treasuries,
    seal,
    sheet_of,
    to_phase,
    to_the_end,
)

GALA = LeagueOptions(events=1, laps=1, filled_to=4, campaign="epic", arena="both", kinds=("gala",))
DAY = 86_400.0


@pytest.fixture
async def circus(tmp_path: Path) -> AsyncIterator[Circus]:
    circus = await a_circus(tmp_path)
    yield circus
    await circus.close()


@once
async def stable_day(circus: Circus, options: LeagueOptions = GALA) -> RaceId:
    """Return a season on the stable day of its gala: Ann and Bob have bought two gladiators each."""
    league = await a_season(circus, options)
    for place, player in enumerate((ANN, BOB)):
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, AuctionDay)
        men = [lot for lot in opened.ask.question.lots if lot.kind == "gladiator"][2 * place : 2 * place + 2]
        await seal(circus, opened, BidSheet(tuple(Maximum(lot.number, 3_000) for lot in men)), player)
    await to_phase(circus, league, "stable")
    return league


async def state_of(circus: Circus, league: RaceId) -> League:
    async with circus.steward.races.viewing(league) as live:
        state: League = live.session.state
        return state


async def enter(circus: Circus, league: RaceId, *players: PlayerId) -> None:
    """Let players enter all their men."""
    for player in players:
        opened = await sheet_of(circus, league, player)
        assert opened is not None
        assert isinstance(opened.ask.question, GalaDay)
        men = tuple(GalaEntry(man, "life") for man in opened.ask.question.fit)
        await seal(circus, opened, GalaEntries(men), player)


async def matches_of(circus: Circus, league: RaceId, event: int = 1) -> list[RaceRecord]:
    return [each for each in await circus.store.leagues.races(league) if each.round == event]


async def told(circus: Circus, league: RaceId, *kinds: type[Any]) -> list[Any]:
    return [each for each in await circus.steward.log.facts(league, 0, 100_000) if isinstance(each, kinds)]


async def test_a_gala_ends_by_the_clock_alone_and_its_matches_come_home(circus: Circus) -> None:
    league = await stable_day(circus)
    await enter(circus, league, ANN, BOB)
    await to_phase(circus, league, "race")
    began = circus.clock.now
    matches = await matches_of(circus, league)
    owners = {each.player for match in matches for each in (await circus.steward.race(match.id)).factions}
    await to_the_end(circus, league)

    assert len(matches) >= 2
    assert {ANN, BOB} <= owners
    assert all(match.ruleset == "arena" for match in matches)
    assert circus.clock.now - began < 10 * DAY
    assert len(await told(circus, league, GalaOpened)) == len(await told(circus, league, GalaReckoned)) == 1
    await check_treasuries(circus, league)
