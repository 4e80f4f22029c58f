"""The arena: a server and a bot as processes of their own, the people who visit, and what is left behind."""

import asyncio
import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

import psycopg

from db.store import Store
from records.play import FactRecord, Input
from records.races import EntryRecord, FactionRecord
from records.values import RaceId
from sandbox.client import Control, Outcome, Visitor, text_of
from sandbox.errors import Json
from tests import servers
from tests.databases import fresh
from tests.e2e.forked import Forked, ForkedServer, Order, prepare

ROOT = Path(__file__).parents[2]
PEOPLE = ("Ana", "Ben", "Cato", "Sulla")
EPHEMERAL, LOADING = 1 << 6, 1 << 7
DICE = "alea"
PATIENCE = 30.0  # seconds for what should come at once, on a very busy machine
ANSWER_WITHIN = 10.0  # seconds in which the bot must have begun to answer, on a very busy machine; with Discord 3
STARTS_WITHIN = 120.0  # seconds, on a very busy machine; a bot that has ended is noticed at once

_VARYING = (
    (re.compile(r"<t:\d+:R>"), "<time>"),
    (re.compile(r"`[0-9a-f]{16,64}`"), "`seal`"),
    (re.compile(r"\d{16,20}"), "<id>"),
)


def masked(text: str) -> str:
    """Return *text* without what differs from run to run: ids, times, seals."""
    for pattern, instead in _VARYING:
        text = pattern.sub(instead, text)
    return text


@dataclass(frozen=True)
class Kept:
    """What is on record of a race."""

    state: str
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]
    inputs: tuple[Input, ...]
    facts: tuple[FactRecord, ...]


class Arena:
    """A server and a bot. Use it in an ``async with``; people are there as :attr:`ana`, :attr:`ben`, ..."""

    def __init__(
        self,
        folder: Path,
        dice: str = DICE,
        *,
        people: Sequence[str] = PEOPLE,
        has_clock: bool = False,
        ahead: float = 0.0,
        chances: int = 0,
        is_forked: bool = False,
        drawn: Collection[str] = (),
        has_threads: bool = False,
        patched: Sequence[tuple[str, object]] = (),
        server_name: str = "",
        on: str = "",
        shards: str = "",
    ) -> None:
        """
        :param dice: a word that the secret of all dice is made of, the same in each run; of ``""`` it is drawn.
        :param people: who visits; the first owns the server, the last looks on.
        :param has_clock: whether the clocks of server and bot can be set on: see :meth:`pass_by`.
        :param ahead: seconds that these clocks are set on before the bot starts.
        :param chances: races to be played out for the chances after each turn.
        :param is_forked: whether server and bots are forked off, and find an empty database, which is quick; not
            started by their commands, in a folder that has none.
        :param drawn: rulesets whose races forked bots draw; of the others pictures are blank.
        :param has_threads: whether transactions of forked bots run on threads, as in earnest: see :class:`Order`.
        :param patched: what is something else in forked bots than in earnest.
        :param server_name: of a database on the server of this run, in place of a file of its own.
        :param on: the shard that the server is on, such as ``1/2``.
        :param shards: which of them the bot serves, such as ``0-1/2``.
        """
        self._on, self._shards, self._ahead = on, shards, ahead
        self._chances, self._server_name = chances, server_name
        self.folder, self._dice, self._names, self._has_clock = folder, dice, people, has_clock
        self.people: dict[str, Visitor] = {}
        self.control: Control
        self.addresses: Json = {}
        self.bot: subprocess.Popen[bytes] | Forked | None = None
        self._is_forked, self._drawn, self._has_threads, self._patched = is_forked, drawn, has_threads, patched
        self._server: subprocess.Popen[bytes] | ForkedServer
        self._store: Store | None = None
        self._heard = 0
        self._open = AsyncExitStack()

    # Processes

    async def __aenter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            if self._has_clock:
                self.clock_file.write_text("0")
            if self._is_forked:
                if self._server_name:
                    servers.copy(servers.template(), servers.database_called(self._server_name))
                else:
                    fresh(self.database)
                await asyncio.to_thread(prepare)
            self._server = self._launch_server()
            self.addresses = json.loads(await asyncio.to_thread(_first_line, self._server))
            self.control = await self._open.enter_async_context(Control(self.addresses["control_url"]))
            if self._ahead:
                await self.pass_by(self._ahead)
            await self.start_bot()
            for name in self._names:
                visitor = await self.control.visitor(name)
                self.people[name] = await self._open.enter_async_context(visitor)
        except BaseException:
            await self.__aexit__(None, None, None)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill_bot()
        await self._open.aclose()
        _end(self._server)
        if self._server_name:
            servers.administer("DROP DATABASE IF EXISTS {} WITH (FORCE)", self._server_name)

    def _launch_server(self) -> subprocess.Popen[bytes] | ForkedServer:
        *players, spectator = self._names
        users = [each for name in players for each in ("--player", name)]
        words = ["--print-json", "--keep-answers", "--answer-within", str(ANSWER_WITHIN)]
        words += [*users, "--spectator", spectator]
        words += ["--shard", self._on] if self._on else []
        if not self._is_forked:
            return _start([sys.executable, "-m", "sandbox", *words], self.folder, {})
        server = ForkedServer(self.folder, words)
        server.start()
        return server

    def launch_bot(self) -> None:
        """Start the bot's process."""
        self.bot = self._forked() if self._is_forked else self._run()

    def launch_beside(self, **settings: str) -> Forked:
        """Start another bot on the same database; whoever does so ends it."""
        return self._forked(settings)

    def _forked(self, settings: Mapping[str, str] = MappingProxyType({})) -> Forked:
        clock = self.clock_file if self._has_clock else None
        given = environment({**self._settings(), **settings})
        how = self._dice, clock, self._drawn, self._has_threads
        bot = Forked(Order(self.folder, self.log_file, given, *how, patched=self._patched))
        bot.start()
        return bot

    def _run(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, str(ROOT / "bot.py")]
        if self._dice or self._has_clock:
            clock = [str(self.clock_file)] if self._has_clock else []
            command = [sys.executable, "-m", "tests.e2e.seeded_bot", self._dice, *clock]
        with self.log_file.open("ab") as log:
            return _start(command, self.folder, self._settings(), log)

    def _settings(self) -> dict[str, str]:
        return {
            "QUADRIGA_API_BASE": self.addresses["api_base"],
            "QUADRIGA_GATEWAY": self.addresses["gateway_url"],
            "QUADRIGA_CDN": self.addresses["cdn_base"],
            "QUADRIGA_TOKEN": self.addresses["bot_token"],
            "QUADRIGA_DATABASE": self.address,
            "QUADRIGA_GUILD_READY_TIMEOUT": "0.1",
            "QUADRIGA_CHANCES": str(self._chances),
            "QUADRIGA_SHARDS": self._shards,
        }

    async def start_bot(self) -> None:
        """Start the bot and wait until it is online."""
        self.launch_bot()
        assert self.bot is not None
        try:
            async with asyncio.timeout(STARTS_WITHIN):
                while self.bot.poll() is None and not await self.control.is_online(within=0.5):
                    pass
        except TimeoutError:
            raise AssertionError(f"the bot does not come online:\n{self.log}") from None
        assert self.bot.poll() is None, f"the bot has ended:\n{self.log}"

    def kill_bot(self) -> None:
        """End the bot at once, with no chance to clear up."""
        if self.bot is not None:
            _end(self.bot)
            self.bot = None

    @property
    def bot_pid(self) -> int:
        """The bot's process id; it must have been started."""
        assert self.bot is not None
        assert self.bot.pid is not None
        return self.bot.pid

    async def restart_bot(self) -> None:
        self.kill_bot()
        await self.control.wait_until_online(STARTS_WITHIN, online=False)
        await self.start_bot()

    # Time

    @property
    def clock_file(self) -> Path:
        return self.folder / "clock"

    def now(self) -> float:
        """Return what the bot's clock says."""
        return time.time() + float(self.clock_file.read_text())

    async def pass_by(self, seconds: float) -> None:
        """Set the clocks of the server and of the bot on."""
        await self.control.advance(seconds)
        newer = self.folder / "clock.new"
        newer.write_text(repr(float(self.clock_file.read_text()) + seconds))
        newer.replace(self.clock_file)

    @property
    def database(self) -> Path:
        return self.folder / "quadriga.sqlite3"

    @property
    def address(self) -> str:
        """What names the bot's database to it."""
        if self._server_name:
            return servers.database_called(self._server_name).address.render_as_string()
        return str(self.database)

    @property
    def is_on_server(self) -> bool:
        return bool(self._server_name)

    def around_the_program(self) -> closing[Any]:
        """Connect to the database past the bot, with no transaction begun."""
        if self._server_name:
            return closing(
                psycopg.connect(
                    host=str(servers.folder()), user=servers.USER, dbname=self._server_name, autocommit=True
                )
            )
        return closing(sqlite3.connect(self.database, isolation_level=None, timeout=30))

    @property
    def log_file(self) -> Path:
        return self.folder / "bot.log"

    @property
    def log(self) -> str:
        """All that the bot has logged."""
        return self.log_file.read_text(encoding="utf-8")

    # People

    @property
    def ana(self) -> Visitor:
        return self.people["Ana"]

    @property
    def ben(self) -> Visitor:
        return self.people["Ben"]

    @property
    def cato(self) -> Visitor:
        return self.people["Cato"]

    @property
    def sulla(self) -> Visitor:
        return self.people["Sulla"]

    # What is left behind

    async def kept(self, race: int) -> Kept:
        """Return what is on record of a race."""
        store = await self.store()
        kept = await store.load(RaceId(race))
        assert kept is not None
        inputs, facts = await store.stories.inputs(RaceId(race)), await store.stories.facts(RaceId(race))
        return Kept(kept.race.state, kept.factions, kept.entries, tuple(inputs), tuple(facts))

    async def store(self) -> Store:
        """Return the bot's database, open."""
        if self._store is None:
            self._store = Store(self.address)
            await self._store.open()
            self._open.push_async_callback(self._store.close)
        return self._store

    async def all_told(self, race: int, patience: float = 60.0) -> None:
        """Wait until nothing of a race is to be posted any more."""
        store = await self.store()
        async with asyncio.timeout(patience):
            while any(each.state in ("new", "sending") for each in await store.outbox.of_race(RaceId(race))):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def until_quiet(self, seconds: float) -> None:
        """Wait until the bot has asked nothing of the server for so many seconds."""
        await self._hear()
        await asyncio.sleep(seconds)
        while await self._hear():  # noqa: ASYNC110
            await asyncio.sleep(seconds)

    async def _hear(self) -> bool:
        """Tell whether the bot has asked anything of the server since this was last asked."""
        newer = await self.control.requests(since=self._heard)
        self._heard = newer[-1]["n"] if newer else self._heard
        return bool(newer)

    async def posts(self, channel: str | Json) -> list[Json]:
        """Return what the bot has said in a channel for everybody to see, oldest first."""
        channel_id = channel["id"] if isinstance(channel, dict) else channel
        bot = str(self.addresses["application_id"])
        found = await self.control.messages(channel_id)
        return [each for each in found if each["author"]["id"] == bot and each["visible_to"] is None]


def is_story(message: Json) -> bool:
    """Tell whether a message tells phases: it bears their pictures."""
    return any(each["filename"].startswith("race-") for each in message.get("attachments") or ())


def is_panel(message: Json) -> bool:
    """Tell whether a message is a race's panel; its card in the channel is none."""
    shown = str(message.get("components"))
    return not is_card(message) and any(button in shown for button in ("lobby:start:", "watch:status:"))


def is_card(message: Json) -> bool:
    """Tell whether a message is a card in the channel: it has a button *Watch*, or a picture of its own name."""
    files = [each["filename"] for each in message.get("attachments") or ()]
    return "watch:race:" in str(message.get("components")) or any(each.startswith("card-") for each in files)


async def private_answer(visitor: Visitor, outcome: Outcome, patience: float = PATIENCE) -> str:
    """Return what was told to *visitor* alone in answer to what he did."""

    def look() -> Json | None:
        for message in reversed(visitor.seen.values()):
            about: Any = message.get("interaction_metadata") or {}
            flags = message.get("flags", 0)
            if about.get("id") == outcome.interaction_id and flags & EPHEMERAL and not flags & LOADING:
                return message
        return None

    return text_of(await visitor.until(look, patience, "a private answer"))


def _start(
    command: list[str], folder: Path, settings: dict[str, str], log: Any = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start a process in *folder*, where no settings of anybody lie about."""
    is_server = not settings
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment(settings),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if is_server else log,
        stderr=subprocess.DEVNULL if is_server else subprocess.STDOUT,
    )


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a process: *settings*, and no others of ours."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUADRIGA_")}
    return {**clean, "PYTHONPATH": str(ROOT), **settings}


def _first_line(process: subprocess.Popen[bytes] | ForkedServer) -> bytes:
    assert process.stdout is not None
    return process.stdout.readline()


def _end(process: subprocess.Popen[bytes] | Forked | ForkedServer) -> None:
    process.kill()
    process.wait(10)
    if process.stdout is not None:
        process.stdout.close()
