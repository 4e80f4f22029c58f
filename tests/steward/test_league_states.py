"""Every state of a league is entered, and left again, in a season that the clock plays (H.3)."""

from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import get_args

import pytest

from engine.leagues import reckoning
from engine.leagues.words.acts import Accept, OfferLoan
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import League, PhaseName
from engine.table import Table
from records.values import EntryId, RaceId
from tests.steward.circus import ANN, BOB, Circus, FakeClock
from tests.steward.leagues import a_circus, a_league, check_treasuries, pass_by
from tests.steward.test_league_times import ROME, a_daily_season, at, due

HOUR = 3_600.0
GRACE = {2, 3, 8, 14}
"""Hours at which a day of grace is used up in parts, each of a quarter of it, from eight in the evening on: at three in
the night in which clocks are set forward."""

WITH_GAP = LeagueOptions(events=2, laps=1, filled_to=4, gap=1)
EPIC_WITH_GAP = LeagueOptions(events=2, laps=1, filled_to=4, gap=1, campaign="epic", edition="epic")
AT_ONCE = ("race", "over")
"""Phases in which the league itself has no deadline: one ends with its race, one never."""


class Watch:
    """Looks at a league after each step of the clock.

    :ivar in_races: seconds of a step while a race is under way.
    """

    def __init__(self, circus: Circus, league: RaceId, in_races: float = 60.0) -> None:
        self.circus, self.league, self.in_races = circus, league, in_races
        self.states: list[str] = []
        self.phases: list[str] = []

    async def look(self) -> None:
        """Note state and phase; fail if the league waits for something that never comes."""
        status = await self.circus.steward.log.status(self.league)
        self.states.append(status.race.record.state)
        if status.view is not None:
            self.phases.append(status.view.phase)
        if status.race.record.state == "running" and status.view.phase not in AT_ONCE:
            assert await due(self.circus, self.league), f"{status.view.phase} never ends"

    async def to(self, phase: str) -> None:
        while not self.phases or self.phases[-1] != phase:
            await self.step()

    async def to_the_end(self) -> None:
        while self.states[-1] != "finished":
            await self.step()

    async def step(self) -> None:
        assert len(self.states) < 3_000, f"{self.phases[-1]} is never left"
        await pass_by(self.circus, self.in_races if self.phases[-1:] == ["race"] else HOUR / 2)
        await self.look()


def in_order(seen: list[str]) -> list[str]:
    return [each for each, _ in groupby(seen)]


@pytest.fixture
def hurt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ann lose a driver in each event: somebody has to be able to bid, or no auction is held (L-44)."""
    reckon = reckoning.reckon

    def hurting(league: League, table: Table) -> None:
        reckon(league, table)
        next(iter(league.stables[EntryId(1)].chariots.values())).driver = None

    monkeypatch.setattr(reckoning, "reckon", hurting)


@pytest.mark.slow
@pytest.mark.usefixtures("hurt")
async def test_every_state_is_entered_and_left_by_the_clock(tmp_path: Path) -> None:
    """Bob borrows more than he can pay back: his parts are auctioned. Ann, who hosts, lets the league rest once."""
    circus = await a_circus(tmp_path)
    league = await a_league(circus, WITH_GAP)
    watch, steward = Watch(circus, league), circus.steward
    await watch.look()
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await steward.leagues.join(league, player, name)
    await steward.leagues.add_house(league, ANN, 2)
    await steward.leagues.start(league, ANN)
    await watch.look()
    await watch.to("stable")
    await steward.leagues.act(league, ANN, OfferLoan(EntryId(2), 9_000, 27_000, 1))
    await steward.leagues.act(league, BOB, Accept(1))
    await watch.to("eve")
    await steward.desk.pause(league, ANN, "a feast", 5 * HOUR)
    await watch.look()

    await watch.to_the_end()

    assert in_order(watch.states) == ["lobby", "running", "paused", "running", "finished"]
    event = ["stable", "eve", "race", "protest"]
    assert in_order(watch.phases) == ["founding", *event, "auction", "gap", *event, "over"]
    told = {each.view.phase for each in await steward.log.scenes(league, 1, 100)}
    assert {*watch.phases, *told} == {*get_args(PhaseName)} - {"market"}, "the reckoning takes no time"
    assert [each.status for each in (await steward.log.status(league)).view.stables] == [
        "kept",
        "bankrupt",
        "active",
        "active",
    ], "Ann was silent, Bob was auctioned, and the house plays on"
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


@pytest.mark.slow
async def test_the_epic_campaign_enters_and_leaves_its_market_by_the_clock(tmp_path: Path) -> None:
    """Nobody bids or enters: each event begins with its auction, and nothing is founded."""
    circus = await a_circus(tmp_path)
    league = await a_league(circus, EPIC_WITH_GAP)
    watch, steward = Watch(circus, league), circus.steward
    await watch.look()
    for player, name in ((ANN, "Ann"), (BOB, "Bob")):
        await steward.leagues.join(league, player, name)
    await steward.leagues.add_house(league, ANN, 2)
    await steward.leagues.start(league, ANN)

    await watch.to_the_end()

    assert in_order(watch.states) == ["lobby", "running", "finished"]
    event = ["market", "stable", "eve", "race", "protest"]
    assert in_order(watch.phases) == [*event, "gap", *event, "over"]
    await check_treasuries(circus, league)
    assert (await circus.store.purses.audit()).is_sound
    await circus.close()


@pytest.mark.slow
@pytest.mark.parametrize("opened", ["2026-03-24T21:00", "2026-10-20T21:00"], ids=["spring", "autumn"])
async def test_a_season_by_clock_alone_keeps_its_evenings_over_a_change_of_the_clocks(
    tmp_path: Path, opened: str
) -> None:
    circus = await a_circus(tmp_path, clock=FakeClock(at(opened)))
    league = await a_daily_season(circus)
    watch, ends = Watch(circus, league, HOUR), dict[str, set[datetime]]()
    while watch.states[-1:] != ["finished"]:
        races = [each.id for each in await circus.steward.leagues.races(league) if each.state == "running"]
        for each in [moment for one in (league, *races) for moment in await due(circus, one)]:
            phase = watch.phases[-1] if watch.phases else "founding"
            ends.setdefault(phase, set()).add(datetime.fromtimestamp(each, ROME))
        await watch.step()

    assert set(ends) == {"founding", "stable", "eve", "race", "protest"}
    for phase in ("stable", "eve", "race"):
        assert {each.hour for each in ends[phase]} - GRACE == {20}, phase
        assert {each.minute for each in ends[phase]} == {0}
    assert all(len({each.utcoffset() for each in ends[phase]}) == 2 for phase in ("stable", "eve")), "before and after"
    await circus.close()
