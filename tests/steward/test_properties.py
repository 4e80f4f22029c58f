"""Whatever players, host, time and crashes do to a race, in whatever order: its record stays whole.

Each example is a race of the toy game and a row of deeds. A deed may be refused; nothing else may go wrong.
"""

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.game import Corrections
from records.notices import Notice, duty_of
from records.play import STEWARD
from records.races import Pace
from records.refusals import Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward import DmRefused, NewRace
from steward.running.rebuilding import rebuild
from steward.telling.shown import OrdersGiven
from steward.time.schedules import Schedule, Timing
from tests.steward.circus import ANN, BOB, EVE, SECONDS, Circus, FakeClock, FakeMessenger
from tests.steward.test_desk import correct, fields
from tests.toy_ruleset import TOY, Options, Orders

RULES = replace(TOY, corrections=Corrections(fields, correct))
PEOPLE = (ANN, BOB, EVE)
ENTRIES = tuple(EntryId(number) for number in (1, 2, 3))
WHY = "so it was agreed"

Deed = tuple[str, int, int]
"""What is done, and two numbers that say by whom, to whom, how long."""


class World:
    """A race, and the process that runs it now."""

    def __init__(self, circus: Circus, race: RaceId) -> None:
        self.circus, self.race = circus, race
        self.processes = [circus]

    @property
    def steward(self) -> Any:
        return self.circus.steward

    async def do(self, deed: Deed) -> None:
        """Do it; it may be refused."""
        name, who, much = deed
        try:
            await DEEDS[name](self, who, much)
        except Refused:
            return

    # Players

    async def order(self, who: int, much: int) -> None:
        player = PEOPLE[who % 3]
        for each in await self.steward.asks_of(player):
            if each.ask.question.kind == "pace":
                orders = Orders(1 + much % 6, ENTRIES[much % 3] if much % 2 else None, hold=much % 4 < 2)
                given = OrdersGiven(each.entry, orders, each.asked, much % 5 == 0)
                await self.steward.races.order(self.race, player, given, each.asked)

    async def answer(self, who: int, much: int) -> None:
        player = PEOPLE[who % 3]
        for each in await self.steward.asks_of(player):
            choices = each.ask.question.legal()
            given = [choices[much % len(choices)], each.ask.default][: 1 + much % 2]
            await self.steward.races.drive(self.race, each.entry, given, player=player, asked=each.asked)

    async def wait(self, who: int, much: int) -> None:
        asked = (await self.steward.log.status(self.race)).asked
        await self.steward.races.wait_for(self.race, PEOPLE[who % 3], asked, wait=much % 3 > 0)

    async def vacation(self, who: int, much: int) -> None:
        await self.steward.desk.vacation(self.race, PEOPLE[who % 3], self.circus.clock.now + much * 900)

    async def take_reins(self, who: int, much: int) -> None:
        await self.steward.desk.take_reins(self.race, [*PEOPLE, PlayerId(400)][who % 4], Faction(1 + much % 3))

    # The host

    async def extend(self, who: int, much: int) -> None:
        await self.steward.desk.extend(self.race, ANN, 600 * much, WHY, [None, *ENTRIES][who % 4])

    async def pause(self, who: int, much: int) -> None:
        await self.steward.desk.pause(self.race, ANN, WHY, 3600.0 * much if who % 2 else None)

    async def resume(self, who: int, much: int) -> None:
        await self.steward.desk.resume(self.race, ANN, WHY)

    async def force(self, who: int, much: int) -> None:
        await self.steward.desk.force(self.race, ANN, ENTRIES[who % 3], WHY)

    async def remind(self, who: int, much: int) -> None:
        await self.steward.desk.remind(self.race, ENTRIES[who % 3])

    async def rewind(self, who: int, much: int) -> None:
        inputs = [each.seq for each in await self.circus.store.stories.inputs(self.race) if not each.void]
        if inputs:
            await self.steward.desk.rewind(self.race, ANN, inputs[(7 * who + much) % len(inputs)] - 1, WHY)

    async def restart_turn(self, who: int, much: int) -> None:
        await self.steward.desk.restart_turn(self.race, ANN, WHY)

    async def put_right(self, who: int, much: int) -> None:
        await self.steward.desk.correct(self.race, ANN, ENTRIES[who % 3], "place", str(much % 9), WHY)

    async def replace(self, who: int, much: int) -> None:
        instead = [None, *PEOPLE, PlayerId(400), PlayerId(500)][much % 6]
        await self.steward.desk.replace(self.race, ANN, Faction(1 + who % 3), instead, WHY)

    async def offer(self, who: int, much: int) -> None:
        await self.steward.desk.offer(self.race, ANN, Faction(1 + who % 3), WHY)

    # The world

    async def time(self, who: int, much: int) -> None:
        self.circus.clock.pass_by((600, 3600, 7200, 26_000)[who % 4] * (1 + much % 3))
        await self.steward.timekeeper.tick()

    async def deliver(self, who: int, much: int) -> None:
        await self.steward.delivery.deliver_due()

    async def crash(self, who: int, much: int) -> None:
        """Let another process take over, after a while."""
        self.circus.clock.pass_by((0, 10, 500, 30_000)[who % 4])
        self.circus = replace(self.circus, messenger=self.circus.messenger)
        self.processes.append(self.circus)
        await self.steward.timekeeper.make_up_for_downtime()
        await self.steward.resume()

    # What must hold

    async def require_whole(self) -> None:
        """Fail unless the record is whole, and tells what the process in memory knows."""
        store = self.circus.store
        inputs, facts = await store.stories.inputs(self.race), await store.stories.facts(self.race)
        assert [each.seq for each in inputs] == list(range(1, len(inputs) + 1))
        assert [each.n for each in facts] == list(range(1, len(facts) + 1))
        acts = await self.steward.desk.acts(self.race)
        assert [each.n for each in acts] == list(range(1, len(acts) + 1))
        kept = await store.load(self.race)
        assert kept is not None
        open_duties: set[str] = set()
        if kept.race.state == "running":
            live = rebuild(kept, RULES)  # it checks the digest of each input itself
            async with self.steward.races.viewing(self.race) as known:
                assert known.session.table.digest == live.session.table.digest
                assert known.session.asked == live.session.asked
                assert list(known.session.open) == list(live.session.open)
                assert known.session.view() == live.session.view()
                assert [known.orders_of(each) for each in ENTRIES] == [live.orders_of(each) for each in ENTRIES]
                assert known.race.factions == live.race.factions
            awaited = {entry for entry in live.session.open if live.driver_of(entry) is None}
            if live.session.is_held:
                awaited = {STEWARD}
            assert {each.entry for each in kept.deadlines} == awaited
            assert {each.asked for each in kept.deadlines} <= {live.session.asked}
            open_duties = {duty_of(self.race, entry, live.session.asked) for entry in awaited}
        elif kept.race.state == "paused":
            open_duties = {duty_of(self.race, each.entry, each.asked) for each in kept.deadlines}
        else:
            assert kept.deadlines == ()
        self._require_notices(await self.steward.delivery.notices(self.race), open_duties)

    def _require_notices(self, notices: list[Notice], open_duties: set[str]) -> None:
        # A player who takes another's place is summoned anew: the latest summons to a duty is the one that counts.
        latest = {each.duty: each for each in notices if each.duty in open_duties}
        for each in latest.values():
            assert each.state not in ("answered", "cancelled"), each
        for each in notices:
            if each.duty is not None and each.duty not in open_duties:
                assert each.state not in ("new", "sending", "sent"), each

    async def to_the_end(self) -> None:
        """Let time alone bring the race to its end: nobody does anything any more."""
        for _ in range(120):
            state = (await self.steward.race(self.race)).record.state
            if state not in ("running", "paused"):
                return
            self.circus.clock.pass_by(86_400)
            await self.steward.timekeeper.tick()
        raise AssertionError("time alone does not bring the race to its end")

    async def close(self) -> None:
        for each in self.processes:
            await each.steward.close()


DEEDS: dict[str, Callable[[World, int, int], Awaitable[None]]] = {
    name: getattr(World, name)
    for name in (
        "order", "answer", "wait", "vacation", "take_reins", "extend", "pause", "resume", "force", "remind", "rewind",
        "restart_turn", "put_right", "replace", "offer", "time", "deliver", "crash",
    )
}  # fmt: skip
OFTEN = ("order", "order", "order", "answer", "time", *DEEDS)

deeds = st.lists(st.tuples(st.sampled_from(OFTEN), st.integers(0, 11), st.integers(0, 24)), min_size=1, max_size=25)


class Some(FakeMessenger):
    """A messenger that Bob refuses to hear by direct message."""

    def __init__(self) -> None:
        super().__init__()
        self.fails = lambda notice: DmRefused() if notice.player == BOB else None


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with its schema and nothing in it."""
    path = tmp_path_factory.mktemp("empty") / "empty.sqlite3"

    async def make() -> None:
        circus = await Circus(path).open()
        await circus.close()

    asyncio.run(make())
    return path


async def begun(path: Path, pace: Pace) -> World:
    circus = Circus(path, {"toy": RULES}, clock=FakeClock(), messenger=Some())
    timing = Timing(SECONDS, pace, Schedule(grace=10_000.0))
    race = await circus.steward.lobbies.open_race(NewRace(1, 2, ANN, "toy", Options(turns=3), timing, "Ludi"))
    await circus.steward.lobbies.set_thread(race, 3)
    for player, colour in zip(PEOPLE, RULES.colours, strict=False):
        await circus.steward.lobbies.join(race, player, f"Player {player}", colour=colour)
    await circus.steward.lobbies.start(race, ANN)
    await circus.steward.timekeeper.tick()
    return World(circus, race)


async def example(folder: Path, empty: Path, pace: Pace, row: list[Deed]) -> None:
    path = folder / "race.sqlite3"
    shutil.copy(empty, path)
    world = await begun(path, pace)
    try:
        await world.require_whole()
        for deed in row:
            await world.do(deed)
            await world.require_whole()
        await world.to_the_end()
        await world.require_whole()
        assert (await world.steward.log.verify(world.race)).is_sound
    finally:
        await world.close()


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(pace=st.sampled_from([Pace.TURNS, Pace.TURNS, Pace.MOVES]), row=deeds)
def test_the_record_of_a_race_stays_whole_whatever_is_done_to_it(empty: Path, pace: Pace, row: list[Deed]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(example(Path(folder), empty, pace, row))
