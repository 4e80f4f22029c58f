"""A season of a league by clock alone, whose bot may be killed at random, and what is left of it in the end."""

import asyncio
import contextlib
import random
import re
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Self

import msgspec

from engine.leagues.words.state import BANK, ESCROW, POT
from records.notices import Notice
from records.values import EntryId, RaceId
from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from steward.seasons.treasurer import account_of
from steward.time.standstill import ALIVE
from steward.timekeeper import HEARTBEAT
from tests.e2e.arena import Arena, masked
from tests.e2e.player import Deed, Player
from tests.e2e.races import require_clean
from tests.e2e.test_killed import SEALS

MORNING, EVENING = 72_000.0, 14_400.0
"""Seconds until those who are slow act, and from then on until the next day: a day together."""

LATER = 100.0
"""Seconds: more than those by which deadlines fall later that passed while the bot was dead."""

QUIET = 0.15
"""Seconds in which the bot asks for nothing once it has nothing to do."""

MOMENT = re.compile(r"<t:\d+:\w>")
CALLED = re.compile(r"(Nobody is waited for here any more\.) ~~.*~~")
"""A call that is over strikes off who decided, unless the next question is open by then, which hangs on moments."""

FAULT = "Something went wrong"
REMINDED = "⏰ This still waits for you"
GREEN = 3
"""The style of the button that is suggested."""


class Grounds(Arena):
    """An arena that knows when nothing goes on in a league any more."""

    league = RaceId(0)
    life = 1
    """Which life of the bot it is; 0 while it is dead."""

    async def restart_bot(self) -> None:
        next_life, self.life = self.life + 1, 0
        await super().restart_bot()
        self.life = next_life

    async def settled(self) -> None:
        """Wait until the bot is there, has told all, and asks for nothing."""
        until = time.monotonic() + 60
        while not await self._is_settled():
            assert time.monotonic() < until, f"still to be told: {await self._untold()}\n{self.log[-2000:]}"

    async def _is_settled(self) -> bool:
        life, before = self.life, await self.state()
        if not await self.control.is_online(within=30):
            return False
        await self.until_quiet(QUIET)
        return life != 0 and (life, before) == (self.life, await self.state()) and not await self._untold()

    async def until_alive(self) -> None:
        """Wait until the bot has noted that it lives at the time that it is by now: else it would have been away."""
        store = await self.store()
        while not self.life or float(await store.memory.get(ALIVE) or 0) < self.now() - HEARTBEAT - 5:  # noqa: ASYNC110
            await asyncio.sleep(0.01)

    async def state(self) -> tuple[str, int, int]:
        """Return what the league has come to, and its races."""
        store = await self.store()
        found, races = await store.index.field(self.league), await store.leagues.races(self.league)
        assert found is not None
        return found[0].state, found[0].seq, sum(race.seq + race.facts for race in races)

    async def _untold(self) -> list[Notice]:
        store = await self.store()
        of = [self.league, *(race.id for race in await store.leagues.races(self.league))]
        notices = [notice for each in of for notice in await store.outbox.of_race(each)]
        return [each for each in notices if each.state in ("new", "sending") and each.due <= self.now()]


@dataclass
class Person:
    """Somebody in the league, who does something or nothing whenever some time has passed."""

    arena: Grounds
    visitor: Visitor
    name: str
    thread: Json
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._hands = Player(self.visitor, self.name)

    async def ask(self, kind: str, at: str = "", **body: Any) -> Json:
        """Ask the bot for something until it answers, however often it is killed; return what answers.

        :param at: a message of their own, which may be edited to answer.
        """
        deed = Deed(at, body["channel_id"], "")
        for _ in range(20):
            begun = len(self.visitor.frames)
            answer = await self._hands.asked(kind, body, deed, begun) if self.arena.life else None
            if answer is not None:
                return answer
            await self.arena.settled()
        raise AssertionError(f"{self.name} gets no answer:\n{self.arena.log[-2000:]}")

    async def run(self, path: str, **options: Any) -> Json:
        """Run a command in the thread, which is archived after a while; return the message that answers."""
        given = {name: each.id if isinstance(each, Visitor) else each for name, each in options.items()}
        await self.visitor.say("Salvete!", self.thread)
        return _message(await self.ask("commands", channel_id=self.thread["id"], path=path, options=given))

    async def type_in(self, shown: Json, text: str) -> Json:
        """Type an answer to a sheet; return the message that answers."""
        button = next(each for each in buttons_of(shown) if str(each.get("custom_id")).startswith("typing:"))
        for _ in range(20):
            opened = await self._pressed(shown, button["custom_id"])
            begun, form = len(self.visitor.frames), {"modal_id": opened["modal"]["modal_id"], "values": {"text": text}}
            deed = Deed(shown["id"], shown["channel_id"], "")
            answer = await self._hands.asked("modals", form, deed, begun) if self.arena.life else None
            if answer is not None:
                return _message(answer)
            await self.arena.settled()
        raise AssertionError(f"{self.name} gets no answer:\n{self.arena.log[-2000:]}")

    async def press(self, message: Json, custom_id: str) -> Json:
        return _message(await self._pressed(message, custom_id))

    async def _pressed(self, message: Json, custom_id: str) -> Json:
        at = {"channel_id": message["channel_id"], "message_id": message["id"]}
        return await self.ask("components", message["id"], custom_id=custom_id, **at)

    def letter(self) -> Json:
        """Return the latest direct message with a sheet to fill in; nothing before there is one."""
        direct = {each["id"] for each in self.visitor.state["channels"] if each["type"] == 1}
        letters = [each for each in self.visitor.seen.values() if each["channel_id"] in direct and phase_of(each)]
        return letters[-1] if letters else {}

    async def sheet(self) -> Json:
        """Return the open sheet, as **My sheet** shows it under the newest panel."""
        for _ in range(5):
            panel, custom_id = next(
                (panel, button["custom_id"])
                for panel in reversed(self.visitor.seen.values())
                for button in buttons_of(panel)
                if str(button.get("custom_id")).startswith("league:sheet:")
            )
            at = {"channel_id": panel["channel_id"], "message_id": panel["id"]}
            shown = await self.ask("components", custom_id=custom_id, **at)
            if shown["type"] != "gone":  # a newer panel takes its place
                return _message(shown)
            await self.arena.settled()
        raise AssertionError(f"{self.name} finds no panel")


def _message(answer: Json) -> Json:
    found: Json = answer.get("message") or {}
    return found


def phase_of(message: Json) -> str:
    """Return the phase that a sheet is of; nothing if it is none, or is sealed."""
    found = re.search(r"### (Event \d+ of \d+, [^·]+) ·", text_of(message))
    return found[1] if found and answers_of(message) else ""


def answers_of(message: Json) -> list[Json]:
    buttons = buttons_of(message)
    return [each for each in buttons if str(each.get("custom_id")).startswith(("answer:", "advice:"))]


@dataclass(frozen=True)
class Left:
    """What is left of a season: what is on record, and what people have read of it."""

    facts: tuple[Any, ...]  # of the league and its races, but seals, which are salted
    money: tuple[int | None, ...]  # of pot, bank, escrow and stables
    posts: list[str]
    letters: Mapping[str, Counter[str]]  # by person, what came by direct message
    days: int


class Season(ABC):
    """The league, and all who are in it.

    :cvar owners: who found a stable, in this order; the first opens the league.
    :cvar others: who is there besides.
    :cvar closed: which of them reads no direct message.
    :cvar options: of the league, that no command chooses.
    :cvar most_days: days after which it does not end.
    :cvar sure_days: days that it lasts, nearly always: in these the bot is killed.
    """

    title: ClassVar[str]
    dice: ClassVar[str]
    seed: ClassVar[int]
    owners: ClassVar[Sequence[str]]
    others: ClassVar[Sequence[str]] = ()
    closed: ClassVar[str]
    events: ClassVar[int] = 1
    options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    most_days: ClassVar[int]
    sure_days: ClassVar[int]

    def __init__(self, arena: Grounds, thread: Json, kills: int) -> None:
        self.arena, self.thread = arena, thread
        names = (*self.owners, *self.others)
        self.people = {name: Person(arena, arena.people[name], name, thread) for name in names}
        self.chance = random.Random(self.seed)
        self.deadly = Counter(self.chance.choices(range(1, 4 * self.sure_days), k=kills))
        self.kills = self.day = self.moment = 0

    @abstractmethod
    async def early(self) -> None:
        """Let all act who are not slow, one after the other: their dice fall in the same order each time."""

    @abstractmethod
    async def late(self) -> None:
        """Let those act who are slow."""

    @abstractmethod
    def require(self, left: Left) -> None:
        """Fail unless what is left is that of such a season."""

    @classmethod
    async def founded(cls, arena: Grounds, kills: int) -> Self:
        """Let a league by mail be opened, all owners join it, and it begin."""
        host = arena.people[cls.owners[0]]
        await host.run("league new", title=cls.title, preset="epic", events=cls.events, laps=1, pace="moves")
        thread = await host.wait_for_thread(cls.title)
        if cls.options:
            with arena.around_the_program() as database:
                ((kept,),) = database.execute("SELECT options FROM race").fetchall()
                options = msgspec.json.encode({**msgspec.json.decode(kept), **cls.options}).decode()
                database.execute("UPDATE race SET options = ?, revision = revision + 1", (options,))
        for name in cls.owners:
            assert "You found a stable" in (await arena.people[name].run("league join", channel=thread)).text
        await arena.control.close_dms(arena.people[cls.closed].id)
        await host.run("host league", what="start", channel=thread)
        [arena.league] = await (await arena.store()).leagues.running()
        return cls(arena, thread, kills)

    async def play(self) -> None:
        """Let time pass, people act, and the bot be killed, until the season is over."""
        while not await self.is_over():
            assert self.day <= self.most_days, f"the season does not end:\n{self.arena.log[-2000:]}"
            await self._pass(EVENING)
            async with self._killing():
                await self.early()
            await self._pass(MORNING)
            async with self._killing():
                await self.late()
            await self._require_balance()
            self.day += 1

    async def _pass(self, seconds: float) -> None:
        """Let time pass, and then the minutes by which what was due while the bot was dead falls later."""
        await self.arena.pass_by(seconds)
        async with self._killing():
            await self.arena.until_alive()
        await self.arena.pass_by(LATER)
        await self.arena.until_alive()
        await self.arena.settled()

    @contextlib.asynccontextmanager
    async def _killing(self) -> AsyncIterator[None]:
        """Kill the bot at random moments from now on, as often as it has been drawn; wait until all is done."""
        self.moment += 1

        async def kill() -> None:
            await self.arena.until_alive()
            for _ in range(self.deadly[self.moment]):
                await asyncio.sleep(self.chance.choice((0.02, 0.2, 1.0)) * self.chance.random())
                await self.arena.restart_bot()
                self.kills += 1

        killer = asyncio.create_task(kill())
        yield
        await killer
        await self.arena.settled()

    async def _require_balance(self) -> None:
        """Fail unless bank, pot, escrow and treasuries sum to zero, whatever the bot was killed at."""
        held = await self.accounts()
        assert sum(held) == 0
        assert min(held[0], *held[2:]) >= 0

    async def accounts(self) -> list[int]:
        """Return what pot, bank, escrow and treasuries hold."""
        store = await self.arena.store()
        found = await store.index.field(self.arena.league)
        assert found is not None
        numbers = [POT, BANK, ESCROW, *map(EntryId, range(1, len(self.owners) + 1))]
        return [await store.wagers.balance(account_of(found[0], each)) or 0 for each in numbers]

    async def is_over(self) -> bool:
        return (await self.arena.state())[0] == "finished"

    async def left(self) -> Left:
        """Return what is left of the season, once all is told."""
        await self.arena.settled()
        store, facts = await self.arena.store(), list[Any]()
        races = [race.id for race in await store.leagues.races(self.arena.league)]
        for each in (self.arena.league, *races):
            await self.arena.all_told(each)
            told = [msgspec.json.decode(record.fact) for record in await store.stories.facts(each)]
            facts += [fact for fact in told if fact["type"] not in SEALS]
        assert (await store.purses.audit()).is_sound
        posts = [_timeless(each) for each in await self.arena.posts(self.thread)]
        letters = {name: await self._letters(one.visitor) for name, one in self.people.items()}
        return Left(tuple(facts), tuple(await self.accounts()), posts, letters, self.day)

    async def _letters(self, visitor: Visitor) -> Counter[str]:
        """Return what came by direct message, but answers to presses, and reminders.

        Who was not answered presses again; and a deadline that falls later since the bot was dead may be reminded of.
        """
        direct = {each["id"] for each in visitor.state["channels"] if each["type"] == 1}
        frames = [each["message"] for each in visitor.frames if each["type"] == "message"]
        sent = [each for each in frames if each["channel_id"] in direct and not each.get("interaction_metadata")]
        texts = [_timeless(each) for each in sent]
        return Counter(text for text in texts if REMINDED not in text)


def _timeless(message: Json) -> str:
    """Return what a message says, but for what hangs on moments."""
    return CALLED.sub(r"\1", MOMENT.sub("then", masked(text_of(message))))


async def played(kind: type[Season], folder: Path, kills: int) -> Left:
    """Play a whole season with a bot that is killed so often; return what is left of it."""
    people, began = (*kind.owners, *kind.others, "Look"), time.monotonic()
    async with Grounds(folder, people=people, has_clock=True, dice=kind.dice, is_forked=True) as arena:
        season = await kind.founded(arena, kills)
        await season.play()
        left = await season.left()
        assert not any(left.money), "the season is over: all money is back in the bank"
        season.require(left)
        host = arena.people[kind.owners[0]]
        assert "✅" in (await host.run("league do", what="verify", channel=season.thread)).text
        read = [text_of(each) for visitor in arena.people.values() for each in visitor.seen.values()]
        assert not [each for each in read if FAULT in each]
        await require_clean(arena, "no_answer", "late_answer")
        took = time.monotonic() - began
        print(f"{kind.title}, {left.days} days, killed {season.kills} times, {took:.0f} s")  # noqa: T201  of a long run
    spared = sum(many for moment, many in season.deadly.items() if moment > season.moment)
    assert season.kills == kills - spared
    return left


async def played_twice(kind: type[Season], folder: Path, kills: int) -> tuple[Left, Left]:
    """Play a season in peace, and once more with a bot that is killed so often; return what is left of both."""
    quiet, killed = await asyncio.gather(played(kind, folder / "quiet", 0), played(kind, folder / "killed", kills))
    return quiet, killed
