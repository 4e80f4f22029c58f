"""Worlds of an Epic league that differ in one secret of Bob's: nobody else sees a difference before it is told.

Neither its host, who owns a stable, nor a guest: in posts, their sizes and times, looks or completions (H.11, H.15).
"""

from collections.abc import Sequence
from typing import Any

import pytest

from cogs.panels.league import LeagueButton
from engine.leagues.words.epic_acts import BuyNewTeam, BuyStoredCar, BuyStoredHorse, HireDriver
from engine.leagues.words.epic_sheets import BidSheet, Maximum
from engine.leagues.words.sheets import Entries
from tests.cogs.arena import ANN, BOB, EVE
from tests.cogs.forum import Forum
from tests.cogs.test_epic_leagues import follow
from tests.cogs.test_league_secrets import (
    LEAGUE,
    Steps,
    Worlds,
    acts,
    check_alike,
    check_seen,
    eve,
    settled,
    sheet,
    worlds,
)
from tests.kept import once

__all__ = ["worlds"]
HOST_AND_GUEST = (ANN, EVE)
PHASES = ("market", "stable", "eve")


@once
async def to(forum: Forum, phase: str) -> None:
    """Start an Epic season of Ann, who is the host, Bob and two stables of the house, and bring it to a phase."""
    await forum.use("league", "new", title="Ludi Magni", events=2, laps=1, pace="now", preset="epic")
    await forum.press(LeagueButton(LEAGUE, "join"))
    await forum.press(LeagueButton(LEAGUE, "join"), BOB)
    for _ in range(2):
        await forum.press(LeagueButton(LEAGUE, "house"))
    await forum.press(LeagueButton(LEAGUE, "start"))
    await settled(forum)
    for _ in range(PHASES.index(phase)):
        for player in (ANN, BOB):
            await follow(forum, player)
        await settled(forum)
    view = (await forum.arena.steward.log.status(LEAGUE)).view
    assert view is not None
    assert view.phase == phase


def bids(*maxima: int, **limits: int) -> Steps:
    """Return Bob's sheet of maxima for the first lots."""
    return sheet(BidSheet(tuple(Maximum(lot, most) for lot, most in enumerate(maxima, start=1)), **limits), BOB)


def buys(*done: Any) -> Steps:
    return acts(*done, player=BOB)


def enters(many: int) -> Steps:
    """Return that Bob enters so many chariots, none of which lacks anything."""

    async def seal(forum: Forum) -> None:
        question: Any = (await forum.arena.steward.asks_of(BOB))[0].ask.question
        chosen = tuple(question.injuries)[:many]
        assert len(chosen) == many
        await sheet(Entries(chosen), BOB)(forum)

    return seal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("phase", "secrets"),
    [
        ("market", (bids(), bids(3_000), bids(3_000, 2_500, 4_000, 9_900))),
        ("market", (bids(3_000, 3_000), bids(3_000, 9_900), bids(3_000, 3_000, budget=4_000, wanted=1))),
        ("stable", (buys(), buys(HireDriver(0)), buys(BuyStoredCar("heavy"), BuyStoredHorse(500), HireDriver(1)))),
        ("stable", (buys(), buys(BuyNewTeam((500, 500, 500, 500))))),
        ("stable", (enters(0), enters(1), enters(2))),
        ("eve", (eve(player=BOB), eve(900, player=BOB))),
        ("eve", (eve(player=BOB), eve(player=BOB, plans=[("drug", 700)]), eve(player=BOB, plans=[("slow", 1_900)]))),
        ("eve", (eve(player=BOB), eve(player=BOB, guards=(0, 300, 0)), eve(player=BOB, guards=(900, 300, 700)))),
    ],
    ids=["a bid", "a maximum and limits", "a store", "a team", "entries", "a bet", "a plan", "a guard"],
)
async def test_one_secret_shows_nowhere_before_it_is_told(worlds: Worlds, phase: str, secrets: Sequence[Steps]) -> None:
    forums = await worlds(len(secrets))
    for forum, steps in zip(forums, secrets, strict=True):
        await to(forum, phase)
        await steps(forum)
        await settled(forum)

    await check_alike(forums, *HOST_AND_GUEST, holder=BOB)


@pytest.mark.slow
async def test_a_bribe_that_waits_and_guards_show_nowhere_as_the_race_begins(worlds: Worlds) -> None:
    """The eve closes: neither cash, nor sizes, nor numbers of facts tell of what was spent in the dark."""
    forums = await worlds()
    both = (eve(player=BOB), eve(player=BOB, plans=[("slow", 1_500)], guards=(100, 300, 700)))
    for forum, steps in zip(forums, both, strict=True):
        await to(forum, "eve")
        await steps(forum)
        await follow(forum, ANN)
        await settled(forum)
        view = (await forum.arena.steward.log.status(LEAGUE)).view
        assert view is not None
        assert view.phase == "race"

    for player in HOST_AND_GUEST:
        await check_seen(forums, player)
    assert await forums[1].arena.steward.midway.bribes(LEAGUE, BOB)
