"""A season by clock alone, whose bot is killed at random moments, is the season it would have been.

``QUADRIGA_KILLS=100`` has it killed so often, in ten races.
"""

import asyncio
import os
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.values import EntryId, RaceId
from sandbox.client import text_of
from sandbox.errors import Json
from steward.seasons.treasurer import account_of
from tests.e2e.arena import Arena, masked
from tests.e2e.races import require_clean

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
SEED = int(os.environ.get("QUADRIGA_SEED", "5"))
EVENTS = 1 if KILLS <= 10 else 10
TITLE = "Ludi Magni"
SPAN = 130.0
"""Seconds: longer than any decision at the pace now may take, and than the time for protests."""

PATIENCE = 300
"""Spans of time in a row in which nothing happens, before the season counts as stalled."""

ACCOUNTS = range(-1, 4)
"""Pot, bank, and three stables."""

SEALS = ("Sealed", "Unsealed", "OrdersSealed", "OrdersUnsealed")


@dataclass(frozen=True)
class Season:
    """What is left of a season: what is on record, and what people have read of it."""

    facts: tuple[Any, ...]  # of the league and its races, but seals, which are salted
    money: tuple[int | None, ...]  # of pot, bank and stables
    papers: list[str]


async def founded(arena: Arena) -> tuple[RaceId, Json]:
    """Let Ana and Ben found stables beside one of the house, begin, and go on vacation: nobody presses any more."""
    await arena.ana.run("league new", title=TITLE, events=EVENTS, laps=1, pace="now")
    thread = await arena.ana.wait_for_thread(TITLE)
    for visitor in (arena.ana, arena.ben):
        await visitor.run("league join", channel=thread)
    await arena.ana.run("host league", what="house", channel=thread)
    await arena.ana.run("host league", what="start", channel=thread)
    for visitor in (arena.ana, arena.ben):
        assert "🏖️" in (await visitor.run("my vacation", until="8w", channel=thread)).text
    [league] = await (await arena.store()).leagues.running()
    return league, thread


async def by_clock_alone(arena: Arena, league: RaceId, kills: int) -> int:
    """Let time pass until the season is over, and kill the bot now and then; return how often that was done."""
    chance, done, store = random.Random(SEED), 0, await arena.store()
    told, stalled = (0, 0), 0
    while stalled < PATIENCE:
        found = await store.index.field(league)
        assert found is not None
        if found[0].state == "finished":
            return done
        now = found[0].seq, sum(race.seq for race in await store.leagues.races(league))
        told, stalled = now, stalled + 1 if now == told else 0
        await arena.pass_by(SPAN)
        await asyncio.sleep(chance.choice((0.02, 0.1, chance.uniform(0, 0.3))))
        if done < kills and chance.random() < 0.75:
            await arena.restart_bot()
            done += 1
    raise AssertionError(f"the season does not go on:\n{arena.log[-2000:]}")


async def left_of(arena: Arena, league: RaceId, thread: Json) -> Season:
    store, facts = await arena.store(), []
    races = await store.leagues.races(league)
    for each in (league, *(race.id for race in races)):
        await arena.all_told(each)
        told = [msgspec.json.decode(record.fact) for record in await store.stories.facts(each)]
        facts += [fact for fact in told if fact["type"] not in SEALS]
    assert [(race.round, race.state) for race in races] == [(event, "finished") for event in range(1, EVENTS + 1)]
    assert (await store.purses.audit()).is_sound
    papers = [text_of(post) for post in await arena.posts(thread) if "Acta Diurna" in text_of(post)]
    field = await store.index.field(league)
    assert field is not None
    money = [await store.wagers.balance(account_of(field[0], EntryId(number))) for number in ACCOUNTS]
    return Season(tuple(facts), tuple(money), [masked(paper) for paper in papers])


@pytest.mark.slow
async def test_a_season_whose_bot_is_killed_at_random_moments_is_the_same_season(tmp_path: Path) -> None:
    seasons = []
    for name, kills in (("quiet", 0), ("killed", KILLS)):
        async with Arena(tmp_path / name, dice="fifty", has_clock=True, is_forked=True) as arena:
            league, thread = await founded(arena)
            done = await by_clock_alone(arena, league, kills)
            seasons.append(await left_of(arena, league, thread))
            assert "✅" in (await arena.ben.run("league do", what="verify", channel=thread)).text
            await require_clean(arena, "no_answer", "late_answer")
            assert done >= kills // 2, f"killed {done} times alone"
            print(f"{name}: killed {done} times in {EVENTS} races")  # noqa: T201  the figure of a long run

    quiet, killed = seasons
    assert killed.facts == quiet.facts
    assert killed.money == quiet.money
    assert len(killed.papers) == EVENTS
    assert killed.papers == quiet.papers
