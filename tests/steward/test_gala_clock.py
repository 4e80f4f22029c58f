"""A gala of eight men of four owners ends by the clock alone (H.8, H.15): one is prompt, one slow, one silent from the
second exchange on, one without direct messages. Though the program is killed again and again, it ends the same.
"""

import os
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from db.opening.writer import Writer
from engine.arena.asks import Plan
from engine.leagues.words.arena_facts import GalaReckoned, ManEnteredGala
from engine.leagues.words.arena_sheets import GalaDay, GalaEntries, GalaEntry
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.options import LeagueOptions
from engine.rulesets import PLAYED
from records.values import PlayerId, RaceId
from steward import DmRefused
from steward.seasons.leagues import Founded
from tests.steward.circus import Circus
from tests.steward.leagues import (
    ANN,
    BOB,
    CHANNEL,
    EVE,
    GUILD,
    THREAD,
    a_circus,
    check_treasuries,
    same_bytes,
)
from tests.steward.test_crashes import PowerCut

DOT = PlayerId(400)
OWNERS = (ANN, BOB, EVE, DOT)
GALA = LeagueOptions(events=1, laps=1, filled_to=4, campaign="epic", arena="galas", kinds=("gala",))
HOUR, DAY = 3_600.0, 86_400.0
SLOW = 20 * HOUR
PHASES = {"founding": 7_200, "market": 172_800, "stable": 86_400, "eve": 86_400, "protest": 43_200, "auction": 86_400}
PLANS = {
    ANN: Plan("close", "hard-legs", "all"),
    BOB: Plan("close", "quick-chest", "body"),
    EVE: Plan("close", "two-arms", "all"),
    DOT: Plan("close", "hard-head", "high"),
}
KILLS = int(os.environ.get("QUADRIGA_KILLS", "12"))
OFTEN = 0.1
"""The share of writes in which the program ends, as long as it may."""


class Show:
    """A gala, hour by hour; each deed is done again by a new process if the program ended in it."""

    def __init__(self, circus: Circus, kills: int) -> None:
        self.circus, self.kills, self.killed = circus, kills, 0
        self.league = RaceId(0)
        self.since: dict[tuple[RaceId, int, PlayerId], float] = {}
        self._chance, self._opens = random.Random(7), False

    async def do(self, deed: Callable[[], Awaitable[Any]]) -> None:
        while True:
            try:
                await deed()
            except PowerCut:
                self.killed += 1
                self._opens = True
                before, self.circus = self.circus, await self.circus.again()
                await before.store.close()
                await self.circus.steward.resume()
                self._opens = False
                self.circus.messenger.fails = closed
            else:
                return

    def arm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Have the program end before or after some writes."""
        run = Writer.run

        async def doomed(writer: Writer, *args: Any) -> Any:
            if not writer.writes or self._opens or self.killed >= self.kills or self._chance.random() > OFTEN:
                return await run(writer, *args)
            if self._chance.random() < 0.5:
                await run(writer, *args)
            raise PowerCut

        monkeypatch.setattr(Writer, "run", doomed)

    async def hour(self) -> None:
        self.circus.clock.pass_by(HOUR)
        await self.do(self._tick)
        await self.do(self._deliver)
        for player in OWNERS:
            await self.do(lambda player=player: self._play(player))  # type: ignore[misc]

    async def _tick(self) -> None:
        await self.circus.steward.timekeeper.tick()

    async def _deliver(self) -> None:
        await self.circus.deliver()

    async def _play(self, player: PlayerId) -> None:
        for opened in await self.circus.steward.open_asks(player):
            question = opened.ask.question
            key = opened.race_id, opened.asked, player
            since = self.since.setdefault(key, self.circus.clock.now)
            if isinstance(question, GalaDay):
                men = tuple(GalaEntry(man, "life") for man in question.fit)
                await self._give(opened, GalaEntries(men), player)
            elif opened.race_id != self.league and question.kind == "turn":
                is_first = opened.view.turn == 0
                if (player == BOB and self.circus.clock.now < since + SLOW) or (player == EVE and not is_first):
                    continue
                await self._give(opened, PLANS[player], player)

    async def _give(self, opened: Any, answer: Any, player: PlayerId) -> None:
        await self.circus.steward.races.drive(opened.race_id, opened.entry, [answer], player=player, asked=opened.asked)

    async def buy(self) -> None:
        """Let each owner bid for two gladiators of their own."""
        for place, player in enumerate(OWNERS):
            (opened,) = await self.circus.steward.open_asks(player)
            assert isinstance(opened.ask.question, AuctionDay)
            men = [lot for lot in opened.ask.question.lots if lot.kind == "gladiator"][2 * place : 2 * place + 2]
            await self._give(opened, BidSheet(tuple(Maximum(lot.number, 3_000) for lot in men)), player)

    async def phase(self) -> str:
        if (await self.circus.steward.race(self.league)).record.state == "finished":
            return "over"
        return str((await self.circus.steward.log.status(self.league)).view.phase)


def closed(notice: Any) -> Exception | None:
    return DmRefused() if notice.player == DOT else None


async def shown(path: Path, monkeypatch: pytest.MonkeyPatch, kills: int = 0) -> tuple[Show, float, dict[str, Any]]:
    """Return a gala that is over, how long it took from the close of the entries, and all that was told."""
    circus = await a_circus(path, entropy=same_bytes)
    circus.messenger.fails = closed
    show = Show(circus, kills)
    spans = {kind: each.seconds for kind, each in PLAYED["circus-maximus"].decisions.items()}
    show.league = await circus.steward.leagues.open(Founded(GUILD, CHANNEL, ANN, GALA, PHASES, spans, "Ludi Magni"))
    await circus.steward.lobbies.set_thread(show.league, THREAD)
    for player in OWNERS:
        await circus.steward.leagues.join(show.league, player, f"Owner {player}")
    await circus.steward.leagues.start(show.league, ANN)
    await show.buy()
    show.arm(monkeypatch)
    entered = over = 0.0
    for _ in range(24 * 40):
        await show.hour()
        phase = await show.phase()
        if phase in ("eve", "race") and not entered:
            entered = show.circus.clock.now
        if phase in ("protest", "over") and not over:
            over = show.circus.clock.now
        if phase == "over":
            break
    else:
        raise AssertionError("the gala does not end")
    told: dict[str, Any] = {}
    for race in [show.league, *(each.id for each in await show.circus.steward.leagues.races(show.league))]:
        record = (await show.circus.steward.race(race)).record
        told[record.title] = [each.fact for each in await show.circus.store.stories.facts(race)]
    return show, over - entered, told


async def test_a_gala_of_eight_ends_within_ten_days_whoever_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, took, told = await shown(tmp_path, monkeypatch)

    facts = await show.circus.steward.log.facts(show.league, 0, 100_000)
    assert len([each for each in facts if isinstance(each, ManEnteredGala)]) == 8
    assert len(told) == 5, "four pairs, and the season"
    assert sum(isinstance(each, GalaReckoned) for each in facts) == 1
    assert took <= 10 * DAY
    await check_treasuries(show.circus, show.league)
    await show.circus.close()


_calm: list[tuple[float, dict[str, Any]]] = []
"""What the gala comes to if nothing is killed; the same on either database."""


async def calm(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[float, dict[str, Any]]:
    """Play the gala once with nothing killed; return how long it took, and all that was told."""
    if not _calm:
        with monkeypatch.context() as patched:
            show, took, told = await shown(path, patched)
        await show.circus.close()
        _calm.append((took, told))
    return _calm[0]


@pytest.mark.slow
@pytest.mark.on_both
async def test_it_ends_the_same_though_the_program_is_killed_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "calm").mkdir()
    (tmp_path / "killed").mkdir()
    took, told = await calm(tmp_path / "calm", monkeypatch)

    show, took_killed, told_killed = await shown(tmp_path / "killed", monkeypatch, KILLS)

    assert show.killed == KILLS
    assert told_killed == told
    assert took_killed == took
    await check_treasuries(show.circus, show.league)
    await show.circus.close()
