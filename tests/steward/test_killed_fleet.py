"""Two processes on one real server that are killed and stopped again and again: each thing takes effect once, in time.

``QUADRIGA_KILLS=200 QUADRIGA_SEED=5 make test ARGS="tests/steward/test_killed_fleet.py -n 0 -s"`` kills 200 times, at
other moments with another seed, and prints what it has measured. With ``QUADRIGA_STOP=150`` one of both is stopped for
150 s besides, after half of the kills, and goes on afterwards.
"""

import asyncio
import itertools
import os
import random
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from records.play import STEWARD
from records.values import EntryId, PlayerId, RaceId
from steward.running.rebuilding import rebuild
from steward.time.presses import ON_ITS_WAY
from tests import servers
from tests.steward.betting import LAPS
from tests.steward.circus import ANN, BLUE, BOB, RED, Circus
from tests.steward.one_of_two import THE_WALL, Given, OneOfTwo, stop

KILLS, SEED = int(os.environ.get("QUADRIGA_KILLS", "6")), int(os.environ.get("QUADRIGA_SEED", "1"))
RACES = 6
STOP = float(os.environ.get("QUADRIGA_STOP", "0"))
"""Seconds for which one of both is stopped after half of the kills; not at all if 0."""

LONG = f", and one stop of {STOP:.0f} s"

AT_MOST_LATE = 5.0
"""Seconds by which a deadline may take effect late, whoever is killed."""

PLAYERS = {RED: ANN, BLUE: BOB}
BETTORS = tuple(PlayerId(number) for number in (1001, 1002, 1003))


@dataclass
class Found:
    """What was told, and what was seen to come late."""

    answers: list[tuple[RaceId, EntryId, int]] = field(default_factory=list)
    tickets: list[tuple[RaceId, int]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    latest: float = 0.0
    kills: int = 0
    stops: int = 0
    is_long_over: bool = False  # the one stop that is asked for by hand


class Two:
    """Both processes, and somebody who presses what they ask."""

    def __init__(self, circus: Circus, wall: dict[str, Any], chance: random.Random, late: float) -> None:
        """:param late: seconds by which a deadline may take effect late, at most."""
        self.circus, self.wall, self.chance, self.found, self.late = circus, wall, chance, Found(), late
        self.address = circus.store._backend.address.render_as_string(hide_password=False)  # type: ignore[attr-defined]
        self.running: list[OneOfTwo] = []
        self.is_up = [asyncio.Event(), asyncio.Event()]
        self._numbers, self._hosts = itertools.count(1), itertools.count(5_000)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._asked: set[tuple[RaceId, EntryId, int]] = set()

    def launch(self, place: int) -> None:
        """Start one of both, and hear what it says."""
        process = OneOfTwo(Given(self.address, self.wall, f"{place}/2", self.chance.randrange(1 << 30)))
        process.start()
        process._told.close()
        self.running[place : place + 1] = [process]
        self.is_up[place].clear()
        asyncio.get_running_loop().add_reader(process.pipe.fileno(), self._hear, place, process)

    def _hear(self, place: int, process: OneOfTwo) -> None:
        try:
            number, said = process.pipe.recv()
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(process.pipe.fileno())
            return
        if number == "up":
            self.is_up[place].set()
        elif number in self._answers:
            self._answers.pop(number).set_result(said)

    async def say(self, what: str, *values: object, patience: float = 20.0) -> tuple[str, Any]:
        """Have one of both do something; ``lost`` if it was killed meanwhile."""
        places = [place for place in (0, 1) if self.is_up[place].is_set()]
        process = self.running[self.chance.choice(places or [0])]
        number, answer = next(self._numbers), asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        try:
            process.pipe.send((number, what, values))
            async with asyncio.timeout(patience):
                while not answer.done():
                    if not process.is_alive():
                        await asyncio.sleep(0.1)  # its last words are read
                        break
                    await asyncio.wait([answer], timeout=0.1)
        except (TimeoutError, OSError):
            pass
        self._answers.pop(number, None)
        return answer.result() if answer.done() else ("lost", None)

    # People

    async def press(self) -> None:
        """Answer, bet and open races as long as both run."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.02, 0.15))
            with suppress(psycopg.OperationalError):  # who looks for what to press may look while the server is away
                await self._press()

    async def _press(self) -> None:
        store = self.circus.store
        running = await store.index.running()
        if len(running) < RACES:
            await self._open()
            return
        race = self.chance.choice(running)
        if self.chance.random() < 0.2:
            await self._bet(race)
            return
        for due in await store.deadlines.of_race(race):
            key = (race, due.entry, due.asked)
            if due.entry in PLAYERS and key not in self._asked:
                self._asked.add(key)
                if self.chance.random() < 0.7:  # else the deadline counts
                    await self._answer(*key)

    async def _open(self) -> None:
        kind, told = await self.say("open", next(self._hosts), BETTORS)
        if kind == "taken":
            self.found.tickets += told
        elif kind == "wrong":
            self.found.wrong.append(told)

    async def _answer(self, race: RaceId, entry: EntryId, asked: int) -> None:
        kind, told = await self.say("give", race, entry, PLAYERS[entry], asked)
        if kind == "taken":
            self.found.answers.append(told)
        elif kind == "wrong":
            self.found.wrong.append(told)

    async def _bet(self, race: RaceId) -> None:
        kind, told = await self.say("bet", race, self.chance.choice(BETTORS), f"press {next(self._numbers)}")
        if kind == "taken":
            self.found.tickets.append(told)
        elif kind == "wrong":
            self.found.wrong.append(told)

    async def watch(self) -> None:
        """Look how late deadlines are that are still open."""
        while True:
            await asyncio.sleep(0.1)
            now = time.time() - ON_ITS_WAY
            for race, due in await self.circus.store.deadlines.due(now):
                if due.at <= now:
                    self.found.latest = max(self.found.latest, now - due.at)
                    if now - due.at > self.late:
                        raise AssertionError(f"race {race}: {due} is {now - due.at:.1f} s late")

    async def kill(self, kills: int) -> None:
        """Kill one of both again and again, or stop it for a while; the other one is there meanwhile."""
        while self.found.kills < kills:
            await asyncio.gather(*(each.wait() for each in self.is_up))
            await asyncio.sleep(self.chance.uniform(0.1, 2.0))
            place = self.chance.randrange(2)
            if STOP and not self.found.is_long_over and self.found.kills >= KILLS // 2:
                await asyncio.to_thread(stop, self.running[place], STOP)
                self.found.is_long_over = True
                await asyncio.sleep(10.0)  # it comes anew, and goes on
                continue
            if self.chance.random() < 0.15:
                await asyncio.to_thread(stop, self.running[place], self.chance.choice((2.0, 6.0)))
                self.found.stops += 1
                continue
            self.is_up[place].clear()
            self.running[place].kill()
            await asyncio.to_thread(self.running[place].join, 10)
            self.found.kills += 1
            self.launch(place)

    async def run(self, disturb: Callable[["Two"], Coroutine[Any, Any, None]]) -> None:
        for place in (0, 1):
            self.launch(place)
        async with asyncio.timeout(60):
            await asyncio.gather(*(each.wait() for each in self.is_up))
        parts = [asyncio.create_task(part) for part in (*(self.press() for _ in range(4)), self.watch())]
        killing = asyncio.create_task(disturb(self))
        try:
            done, _ = await asyncio.wait([killing, *parts], return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                each.result()
        finally:
            for each in (killing, *parts):
                each.cancel()
            await asyncio.gather(killing, *parts, return_exceptions=True)

    async def settle(self) -> None:
        """Let all that is due be posted."""
        store = self.circus.store
        async with asyncio.timeout(60):
            while any(each.due <= time.time() for each in await store.outbox.waiting()):  # noqa: ASYNC110
                await asyncio.sleep(0.1)

    def end(self) -> None:
        for each in self.running:
            each.kill()
            each.join(10)


async def played(path: Path, disturb: Callable[[Two], Coroutine[Any, Any, None]], late: float = AT_MOST_LATE) -> None:
    """Play races with two processes while something goes wrong, and see what came of it."""
    wall = servers.database_called(f"wall_{os.getpid()}")
    where: dict[str, Any] = {"host": str(servers.folder()), "user": servers.USER, "dbname": wall.address.database}
    circus = await Circus(path / "races.sqlite3", rulesets=LAPS, clock=time.time).open()  # type: ignore[arg-type]
    two = Two(circus, where, random.Random(SEED), late)
    servers.make_empty(wall)
    try:
        with psycopg.connect(**where, autocommit=True) as around:
            around.execute(THE_WALL)
        await two.run(disturb)
        await two.settle()
        two.end()
        with psycopg.connect(**where, autocommit=True) as around:
            posted = around.execute("SELECT nonce, race, player, notice, kind, sent FROM wall ORDER BY n").fetchall()
        await require_all_once(circus, two.found, posted)
    finally:
        two.end()
        await circus.close()
        servers.administer("DROP DATABASE {} WITH (FORCE)", str(wall.address.database))


@pytest.mark.slow
@pytest.mark.on_both
@pytest.mark.of_server
@pytest.mark.threads
async def test_two_processes_that_are_killed_again_and_again_do_everything_once(tmp_path: Path) -> None:
    await played(tmp_path, lambda two: two.kill(KILLS))


@pytest.fixture
def own_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a server that is this test's alone."""
    here = servers.make_folder()
    monkeypatch.setenv(servers.OURS, str(here))
    monkeypatch.setitem(servers._SETTINGS, "synchronous_commit", "on")  # what was told as kept outlives it
    for name in ("_free", "_used", "_like_new"):
        monkeypatch.setattr(servers, name, type(getattr(servers, name))())
    monkeypatch.setattr(servers, "template", servers.template.__wrapped__)
    yield here
    servers.clear_away()
    monkeypatch.setenv(servers.OURS, str(here))


@pytest.mark.slow
@pytest.mark.on_both
@pytest.mark.of_server
@pytest.mark.threads
async def test_a_server_that_is_killed_and_comes_back_costs_nothing_that_was_told(
    tmp_path: Path, own_server: Path
) -> None:
    async def restart(two: Two) -> None:
        for seconds in (0.0, 2.0):
            await asyncio.sleep(4.0)
            await asyncio.to_thread(servers.stop, own_server)
            await asyncio.sleep(seconds)
            await asyncio.to_thread(servers.go_on, own_server)
        await asyncio.sleep(8.0)
        assert two.found.answers

    await played(tmp_path, restart, late=20.0)


async def require_all_once(circus: Circus, found: Found, posted: Sequence[tuple[Any, ...]]) -> None:
    """Fail unless each answer, bet, deadline and post is there once, and all money is."""
    store = circus.store
    races = [*range(1, 1 + max(race for race, *_ in found.answers))]
    notices = [each for race in races for each in await store.outbox.of_race(RaceId(race))]
    inputs = {race: await store.stories.inputs(RaceId(race)) for race in races}

    # All that was told as taken is on record
    given = Counter((race, each.entry) for race in races for each in inputs[race] if each.by == "player")
    told = Counter((race, entry) for race, entry, _ in found.answers)
    assert told <= given
    for race, number in set(found.tickets):
        assert number in {each.number for each in (await store.wagers.book(race)).tickets}
    assert (await circus.steward.purses.audit()).is_sound

    # No input is lost or doubled, and each race is told as it was
    for race in races:
        assert [each.seq for each in inputs[race]] == list(range(1, len(inputs[race]) + 1))
        for each in inputs[race]:
            kept = await store.load(RaceId(race), until=each.seq)
            assert kept is not None
            rebuild(kept, circus.rulesets["toy"])

    # Each post is there once, in the order of its race, and none is missing
    sent = {each.id: each for each in notices if each.state in ("sent", "answered")}
    assert len({each[3] for each in posted}) == len(posted)
    by_themselves = {each.id for each in sent.values() if "told with" not in (each.outcome or "")}
    assert by_themselves <= {row[3] for row in posted}
    of_target: dict[tuple[object, ...], list[int]] = {}
    for _, race, player, notice, kind, _ in posted:
        of_target.setdefault((race, player, kind == "card"), []).append(notice)
    assert all(order == sorted(order) for order in of_target.values())
    assert not [each for each in notices if each.state in ("new", "sending") and each.due <= time.time()]
    if KILLS > 20 or found.is_long_over:
        defaults = sum(each.by == "default" and each.entry != STEWARD for some in inputs.values() for each in some)
        again = sum(row[5] - 1 for row in posted)
        print(  # noqa: T201  what is measured by hand
            f"{found.kills} kills and {found.stops} stops over {len(races)} races{LONG if found.is_long_over else ''}: "
            f"{len(found.answers)} answers and "
            f"{len(found.tickets)} bets told as taken, {defaults} deadlines that counted, {len(posted)} posts, of "
            f"which {again} were sent once more and taken as one; at most {found.latest:.1f} s late; "
            f"{Counter(each.split(':')[0] for each in found.wrong)} went wrong"
        )
