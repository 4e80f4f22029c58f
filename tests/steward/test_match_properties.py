"""Matches under random acts of two members, hosts, clocks and crashes: stakes are where the facts say, and none twice.

``QUADRIGA_ACTS=1000`` has so many acts done, ``QUADRIGA_SEED`` chooses them.
"""

import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from engine.leagues.words.epic_acts import (
    AcceptMatch,
    Challenge,
    DeclineMatch,
    NameForMatch,
    OfferSideBet,
    RaiseMatch,
    TakeSideBet,
)
from engine.leagues.words.epic_facts import MatchEnded, MatchRan
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.state import ESCROW
from engine.questions import Answer
from records.races import MATCHES
from records.refusals import Refused
from records.values import EntryId
from steward.seasons.treasurer import account_of
from tests.steward.circus import ANN, BOB
from tests.steward.leagues import a_circus, check_treasuries
from tests.steward.test_league_properties import ACTS, SEED, WHY, PowerCut, Season
from tests.steward.test_matches import stable_day

LONG = LeagueOptions(events=20, laps=1, filled_to=4, campaign="epic", ends_by_fortune=False)
OF = {ANN: EntryId(1), BOB: EntryId(2)}


class MatchSeason(Season):
    """A season in which Ann and Bob do little but challenge each other."""

    async def challenge(self) -> None:
        pick, who = self.dice, self.dice.choice([ANN, BOB])
        other = OF[BOB if who == ANN else ANN]
        view = (await self.steward.log.status(self.league, who)).view
        numbers = [each.number for each in view.matches if each.state in ("offered", "agreed")] or [1]
        mine = [each.number for each in view.own[OF[who]].stable.chariots] or [99]
        to_accept = [each.number for each in view.matches if each.to_answer == OF[who]]
        to_name = [each for each in view.matches if each.state == "agreed"]
        choices: list[Answer] = [
            Challenge(other, pick.randint(1, 2), pick.randint(1, 2), pick.choice([200, 400]), 1),
            *[AcceptMatch(number) for number in to_accept] * 6,
            *[NameForMatch(each.number, tuple(pick.sample(mine, min(each.side, len(mine))))) for each in to_name] * 6,
            RaiseMatch(pick.choice(numbers), 600),
            DeclineMatch(pick.choice(numbers)),
            OfferSideBet(pick.choice(numbers), OF[who], 100, pick.choice([100, 300])),
            *[TakeSideBet(each.number) for each in view.side_bets if each.state == "offered"],
        ]
        await self.steward.leagues.act(self.league, who, pick.choice(choices))

    async def wait(self) -> None:
        """Let a short time pass, so that a stable day is long enough for a match."""
        for _ in range(6):
            self.circus.clock.pass_by(self.dice.choice([30.0, 60.0, 120.0]))
            await self.steward.timekeeper.tick()

    async def end_a_race(self) -> None:
        races = [each for each in await self.steward.leagues.races(self.league) if each.round == MATCHES]
        if races and self.dice.random() < 0.3:
            await self.steward.desk.close(self.dice.choice(races).id, ANN, WHY)

    async def undo(self) -> None:
        if self.dice.random() < 0.3:
            await self.go_back()

    async def check(self) -> None:
        """Compare what is in escrow with the matches that stand, and each of their races with its match."""
        await check_treasuries(self.circus, self.league)
        record = (await self.steward.race(self.league)).record
        if record.state != "running":
            return
        async with self.steward.races.viewing(self.league) as live:
            state = live.session.state
            held = sum(sum(each.stakes.values()) for each in state.matches if each.state in ("agreed", "running"))
            held += sum(sum(each.stakes.values()) for each in state.side_bets if each.is_open)
        assert held == state.escrow == (await self.circus.store.wagers.balance(account_of(record, ESCROW)) or 0)
        open_races = [each for each in await self.steward.leagues.races(self.league) if each.round == MATCHES]
        running = sum(each.state in ("running", "over") for each in state.matches)
        assert len(open_races) <= running + 1, "one that is void is called off at the next look"


DEEDS: list[Callable[[MatchSeason], Awaitable[None]]] = [
    *[MatchSeason.challenge] * 14,
    *[MatchSeason.wait] * 12,
    MatchSeason.end_a_race,
    MatchSeason.pass_by,
    *[MatchSeason.crash] * 2,
    MatchSeason.undo,
]


@pytest.mark.slow
async def test_stakes_are_where_the_facts_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    circus = await a_circus(tmp_path)
    try:
        done, ran = Counter[str](), 0
        seed, ended = SEED, Counter[str]()
        while sum(done.values()) < 4 * ACTS or (not ran and seed < SEED + 12):  # most seasons run no match
            season = MatchSeason(circus, await stable_day(circus, LONG), seed)
            season.dice, seed = random.Random(seed), seed + 1
            for _ in range(4 * ACTS):
                if (await season.steward.race(season.league)).record.state not in ("running", "paused"):
                    break
                await step(season, monkeypatch)
                await season.check()
            done += season.done
            told = await season.steward.log.facts(season.league)
            ran += sum(isinstance(each, MatchRan) for each in told)
            ended.update(each.state for each in told if isinstance(each, MatchEnded))
            assert (await season.steward.log.verify(season.league)).is_sound
        assert ran, f"no match was run: {ended}, {done}"
        print(ended, f"{done.total()} acts, {ran} chariots in matches: {dict(done)}")  # noqa: T201  figures of a long run
    finally:
        await circus.close()


async def step(season: MatchSeason, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do something at random; it may be refused, and the program may end in its midst."""
    deed, cuts = season.dice.choice(DEEDS), season.dice.random() < 0.15
    with monkeypatch.context() as patched:
        if cuts:
            season._cut(patched)
        try:
            await deed(season)
            season.done[deed.__name__] += 1
        except Refused:
            season.done["refused"] += 1
        except PowerCut:
            season.done["cut"] += 1
    if cuts:
        await season.crash()
    await season.circus.deliver()
