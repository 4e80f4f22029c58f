"""A process that runs races beside another one, and does what it is told through a pipe; tests kill it at any instant.

What it posts goes to a wall, a database of its own that behaves as Discord does: of two messages with one nonce it
takes the first.
"""

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from typing import Any

import psycopg

from db.store import Store
from engine.betting.book import NewBet
from records.fleet import Shards
from records.notices import Notice
from records.refusals import Reason, Refused
from records.values import EntryId, PlayerId, RaceId
from steward import NewRace, Steward
from tests.steward.betting import LAPS
from tests.steward.circus import ANN, BOB, START_POST, no_painters
from tests.toy_ruleset import Options

FORKS = ForkServerContext()
FORKS.set_forkserver_preload(["tests.steward.one_of_two"])
SPANS = {"pace": 6, "step": 5, "stand": 4}
"""Seconds for each decision."""

SLOW = 0.03
"""Seconds that Discord takes at most, before it hears of a message and after."""

THE_WALL = """
CREATE TABLE wall (
    n SERIAL PRIMARY KEY, nonce TEXT UNIQUE, race INTEGER, player BIGINT, notice BIGINT, kind TEXT, sent INTEGER
)
"""


@dataclass(frozen=True)
class Given:
    """What such a process is started with."""

    address: str
    wall: dict[str, Any]
    shards: str
    seed: int


class Wall:
    """Posts on the wall."""

    def __init__(self, where: dict[str, Any], steward: Steward, chance: random.Random) -> None:
        self._where, self._fleet, self._chance = where, steward.fleet, chance
        self._wall: psycopg.AsyncConnection[Any] | None = None
        self._one = asyncio.Lock()

    async def ready(self, notice: Notice) -> None:
        pass

    async def is_member(self, _guild: int, _player: PlayerId) -> bool | None:
        return True

    async def deliver(self, notice: Notice) -> str:
        await asyncio.sleep(self._chance.uniform(0, SLOW))
        if not self._fleet.is_sure():
            raise ConnectionError
        nonce = f"{notice.race} {notice.player} {notice.kind == 'card'} {notice.place}"
        async with self._one:
            if self._wall is None or self._wall.closed:
                self._wall = await psycopg.AsyncConnection.connect(**self._where, autocommit=True)
            await self._wall.execute(
                "INSERT INTO wall (nonce, race, player, notice, kind, sent) VALUES (%s, %s, %s, %s, %s, 1) "
                "ON CONFLICT (nonce) DO UPDATE SET sent = wall.sent + 1",
                (nonce, notice.race, notice.player, notice.id, notice.kind),
            )
        await asyncio.sleep(self._chance.uniform(0, SLOW))
        return str(START_POST + notice.id)


class OneOfTwo(ForkServerProcess):
    """Such a process."""

    def __init__(self, given: Given) -> None:
        super().__init__(daemon=True)
        self._given = given
        self.pipe, self._told = FORKS.Pipe()

    def run(self) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        asyncio.run(Run(self._given, self._told).run())


class Run:
    """What goes on in it."""

    def __init__(self, given: Given, pipe: Connection) -> None:
        self._pipe, chance = pipe, random.Random(given.seed)
        self._store = Store(given.address)
        self.steward = Steward(
            self._store,
            clock=time.time,
            rulesets=LAPS,
            scenes=no_painters(),
            messenger=(messenger := _Later()),
            entropy=os.urandom,
        )
        messenger.wall = Wall(given.wall, self.steward, chance)
        self.steward.fleet.will_join(Shards.read(given.shards))
        self._doing = set[asyncio.Task[None]]()

    async def run(self) -> None:
        await self.steward.open()
        running = asyncio.create_task(self.steward.run())
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._read)
        while self.steward.fleet.state != "up":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        self._pipe.send(("up", self.steward.fleet.number))
        await running

    def _read(self) -> None:
        number, what, values = self._pipe.recv()
        task = asyncio.create_task(self._do(number, what, values))
        self._doing.add(task)
        task.add_done_callback(self._doing.discard)

    async def _do(self, number: int, what: str, values: tuple[Any, ...]) -> None:
        """Do something, and say whether it is taken."""
        try:
            taken = await getattr(self, f"_{what}")(*values)
        except Refused as refused:
            taken = ("refused", str(refused.reason))
        except Exception as error:  # whoever pressed is told that something went wrong
            taken = ("wrong", f"{type(error).__name__}: {error}")
        self._pipe.send((number, taken))

    async def _open(self, host: int, bettors: Sequence[PlayerId]) -> tuple[str, object]:
        """Open a race of two people and a house driver, have people bet, and begin it; return the tickets."""
        lobbies = self.steward.lobbies
        new = NewRace(1, 2, PlayerId(host), "toy", Options(turns=3), SPANS, f"Ludi {host}")
        race = await lobbies.open_race(new)
        await lobbies.set_thread(race, 1_000 + race)
        await lobbies.join(race, ANN, "Ann", colour="red")
        await lobbies.join(race, BOB, "Bob", colour="blue")
        await lobbies.fill(race, PlayerId(host), None, 1)
        tickets = [(await self._bet(race, player, f"first {player}"))[1] for player in bettors]
        await lobbies.start(race, PlayerId(host))
        return "taken", tickets

    async def _give(self, race: RaceId, entry: EntryId, player: PlayerId, asked: int) -> tuple[str, object]:
        opened = await self.steward.open_ask(race, entry, player, asked)
        await self.steward.races.drive(race, entry, [opened.ask.default], player=player, asked=opened.asked)
        return "taken", (race, entry, asked)

    async def _bet(self, race: RaceId, player: PlayerId, key: str) -> tuple[str, object]:
        board = await self.steward.wagers.board(race)
        market = next((each for each in board.markets if each.state == "open" and each.kind != "bank"), None)
        if market is None:
            raise Refused(Reason.RACE_IS_OVER)
        bet = NewBet(player, f"Bettor {player}", market.number, "1", 100, key, 30)
        ticket = await self.steward.wagers.place(race, bet)
        return "taken", (race, ticket.number)


class _Later:
    """A messenger that is made after the steward that it speaks for."""

    wall: Wall

    async def ready(self, notice: Notice) -> None:
        await self.wall.ready(notice)

    async def is_member(self, guild: int, player: PlayerId) -> bool | None:
        return await self.wall.is_member(guild, player)

    async def deliver(self, notice: Notice) -> str:
        return await self.wall.deliver(notice)


def stop(process: OneOfTwo, seconds: float) -> None:
    """Stop a process for so long."""
    assert process.pid is not None
    os.kill(process.pid, signal.SIGSTOP)
    time.sleep(seconds)
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGCONT)
