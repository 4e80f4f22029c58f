"""An Epic season of eight very different people, by clock alone: killed at random, it is the season it would have been.

``QUADRIGA_KILLS=100`` has ten races, and the bot killed so often in them; else there is one race.
"""

import asyncio
import contextlib
import os
import random
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.leagues.words.state import BANK, ESCROW, POT
from records.notices import Notice
from records.values import EntryId, RaceId
from sandbox.client import Visitor, buttons_of, text_of
from sandbox.errors import Json
from sandbox.limits.components import SELECTS, walk
from steward.seasons.treasurer import account_of
from steward.time.standstill import ALIVE
from steward.timekeeper import HEARTBEAT
from tests.e2e.arena import Arena, masked
from tests.e2e.player import Deed, Player
from tests.e2e.races import require_clean
from tests.e2e.test_killed import SEALS

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
SEED = int(os.environ.get("QUADRIGA_SEED", "34"))
EVENTS = 1 if KILLS <= 10 else 10
TITLE = "Ludi Epici"
MOST_DAYS = 60 * EVENTS
SURE_DAYS = 14 * EVENTS
"""Days that a season lasts, nearly always."""

MORNING, EVENING = 72_000.0, 14_400.0
"""Seconds until those who are slow act, and from then on until the next day: a day together."""

LATER = 100.0
"""Seconds: more than those by which deadlines fall later that passed while the bot was dead."""

WEEK = range(12, 19)
"""Days on which Eva is away."""

QUIET = 0.15
"""Seconds in which the bot asks for nothing once it has nothing to do."""

HEIR = "Ivo"
OWNERS = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay", "Gus", "Hal")
PROMPT, SLOW, SILENT, CLOSED, AWAY, UNSURE, LEAVER, OVERBIDDER = OWNERS
MOMENT = re.compile(r"<t:\d+:\w>")
FAULT = "Something went wrong"
OFFERED = re.compile(r"A place is free|has the reins of")
REMINDED = "⏰ This still waits for you"
GREEN = 3


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


def _green(message: Json) -> str:
    """Return the id of the green button of a sheet, else of the last one, which does the least."""
    answers = answers_of(message)
    return str(next((each for each in answers if each.get("style") == GREEN), answers[-1])["custom_id"])


async def follow(one: Person, shown: Json) -> None:
    """Press the green button of a sheet, once a phase."""
    phase = phase_of(shown)
    if phase and phase not in one.done:
        one.done.add(phase)
        await one.press(shown, _green(shown))


async def prompt(one: Person) -> None:
    await follow(one, one.letter())


async def silent(_one: Person) -> None:
    return


async def away(one: Person, day: int) -> None:
    if day == WEEK[0]:
        await one.run("my vacation", until="7d")
    elif day not in WEEK:
        await follow(one, await one.sheet())


async def of_closed_messages(one: Person) -> None:
    """Press in the thread: nothing comes by direct message."""
    assert not one.letter()
    await follow(one, await one.sheet())


async def unsure(one: Person) -> None:
    """Press another answer than the green one, then that in a second copy of the sheet."""
    first = await one.sheet()
    if phase_of(first) and phase_of(first) not in one.done:
        second = await one.sheet()
        others = [each["custom_id"] for each in answers_of(first) if each["custom_id"] != _green(first)]
        if others:
            await one.press(first, others[-1])
        await follow(one, second)


async def overbid(one: Person) -> None:
    """Bid all there is for each of three lots, after more than that was refused."""
    shown = await one.sheet()
    found = re.search(r"\d+ lots are for sale, and you have ([\d,]+)s", text_of(shown))
    lots = [option["label"].split()[0] for option in _options(shown, "Choose a lot")[:3]]
    if found is None or not lots:
        await follow(one, shown)
    elif phase_of(shown) not in one.done:
        one.done.add(phase_of(shown))
        most = int(found[1].replace(",", "")) // 100 * 100
        refused = await one.type_in(shown, f"{lots[0]}: {most + 100}")
        assert "Taken" not in text_of(refused), text_of(refused)
        await one.type_in(await one.sheet(), ", ".join(f"{lot}: {most}" for lot in lots))


def _options(message: Json, menu: str) -> list[Json]:
    menus = [each for each in walk(message.get("components", [])) if each["type"] in SELECTS]
    return [option for each in menus if menu in str(each.get("placeholder")) for option in each["options"]]


@dataclass(frozen=True)
class Left:
    """What is left of a season: what is on record, and what people have read of it."""

    facts: tuple[Any, ...]  # of the league and its races, but seals, which are salted
    money: tuple[int | None, ...]  # of pot, bank, escrow and stables
    posts: list[str]
    letters: Mapping[str, Counter[str]]  # by person, what came by direct message
    days: int


class Season:
    """The league, and all who are in it."""

    def __init__(self, arena: Grounds, thread: Json, kills: int) -> None:
        self.arena, self.thread = arena, thread
        self.people = {name: Person(arena, arena.people[name], name, thread) for name in (*OWNERS, HEIR)}
        self.chance = random.Random(SEED)
        self.deadly = Counter(self.chance.choices(range(1, 4 * SURE_DAYS), k=kills))
        self.kills = self.day = self.moment = 0
        self.owners = len(OWNERS)

    async def play(self) -> None:
        """Let time pass, people act, and the bot be killed, until the season is over."""
        while not await self.is_over():
            if self.day > MOST_DAYS:
                raise AssertionError(f"the season does not end:\n{self.arena.log[-2000:]}")
            await self._pass(EVENING)
            async with self._killing():
                if not await self._is_racing():
                    await self._early()
            await self._pass(MORNING)
            async with self._killing():
                if not await self._is_racing():
                    await prompt(self.people[SLOW])
            await self._require_balance()
            self.day += 1

    async def _early(self) -> None:
        """Let all act who are not slow, one after the other: their dice fall in the same order each time."""
        people = self.people
        await self.arena.settled()
        await prompt(people[PROMPT])
        await silent(people[SILENT])
        await of_closed_messages(people[CLOSED])
        await away(people[AWAY], self.day)
        await unsure(people[UNSURE])
        await prompt(people[HEIR if "left" in people[LEAVER].done else LEAVER])
        await overbid(people[OVERBIDDER])
        await self._leave()

    async def _is_racing(self) -> bool:
        races = await (await self.arena.store()).leagues.races(self.arena.league)
        return any(each.state == "running" for each in races)

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

    async def _leave(self) -> None:
        """Let Gus leave as half of the races are run, and the host give the stable to somebody else."""
        races = await (await self.arena.store()).leagues.races(self.arena.league)
        leaver, heir = self.people[LEAVER], self.arena.people[HEIR]
        if "left" in leaver.done or not any(each.round == (EVENTS + 1) // 2 for each in races):
            return
        ways = await leaver.run("league do", what="leave")
        for button in buttons_of(ways):
            if button.get("label") == "Leave the season":
                done = await leaver.press(ways, button["custom_id"])
                if "Try again in a moment" in text_of(done):
                    return  # a race begins just then
        await self.people[PROMPT].run("host league", what="hand", stable=7, player=heir, reason="somebody follows")
        store = await self.arena.store()
        found = await store.index.field(self.arena.league)
        assert found is not None
        assert found[1][OWNERS.index(LEAVER)].player == int(heir.id)
        leaver.done.add("left")

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
        numbers = [POT, BANK, ESCROW, *map(EntryId, range(1, self.owners + 1))]
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
        posts = [MOMENT.sub("then", masked(text_of(each))) for each in await self.arena.posts(self.thread)]
        letters = {name: await self._letters(one.visitor) for name, one in self.people.items()}
        return Left(tuple(facts), tuple(await self.accounts()), posts, letters, self.day)

    async def _letters(self, visitor: Visitor) -> Counter[str]:
        """Return what came by direct message, but answers to presses, and reminders.

        Who was not answered presses again; and a deadline that falls later since the bot was dead may be reminded of.
        """
        direct = {each["id"] for each in visitor.state["channels"] if each["type"] == 1}
        frames = [each["message"] for each in visitor.frames if each["type"] == "message"]
        sent = [each for each in frames if each["channel_id"] in direct and not each.get("interaction_metadata")]
        texts = [MOMENT.sub("then", masked(text_of(each))) for each in sent]
        return Counter(text for text in texts if REMINDED not in text)


async def founded(arena: Grounds, kills: int) -> Season:
    """Let Ana open an Epic league by mail, eight people join it, and it begin; one of them reads no direct message."""
    await arena.ana.run("league new", title=TITLE, preset="epic", events=EVENTS, laps=1, pace="moves")
    thread = await arena.ana.wait_for_thread(TITLE)
    for name in OWNERS:
        assert "You found a stable" in (await arena.people[name].run("league join", channel=thread)).text
    await arena.control.close_dms(arena.people[CLOSED].id)
    await arena.ana.run("host league", what="start", channel=thread)
    [arena.league] = await (await arena.store()).leagues.running()
    return Season(arena, thread, kills)


async def played(folder: Path, kills: int) -> Left:
    """Play the whole season with a bot that is killed so often; return what is left of it."""
    people, began = (*OWNERS, HEIR, "Look"), time.monotonic()
    async with Grounds(folder, people=people, has_clock=True, dice="epic", is_forked=True) as arena:
        season = await founded(arena, kills)
        await season.play()
        left = await season.left()
        assert not any(left.money), "the season is over: all money is back in the bank"
        assert sum("Acta Diurna" in each for each in left.posts) == EVENTS
        assert "✅" in (await arena.ana.run("league do", what="verify", channel=season.thread)).text
        read = [text_of(each) for visitor in arena.people.values() for each in visitor.seen.values()]
        assert not [each for each in read if FAULT in each]
        await require_clean(arena, "no_answer", "late_answer")
        took = time.monotonic() - began
        print(f"{EVENTS} races, {left.days} days, killed {season.kills} times, {took:.0f} s")  # noqa: T201  of a long run
    spared = sum(many for moment, many in season.deadly.items() if moment > season.moment)
    assert season.kills == kills - spared
    return left


def lasting(told: Iterable[str]) -> list[str]:
    """Return what is told whenever the bot comes to it: all but offers."""
    return [each for each in told if not OFFERED.search(each)]


def offers(told: Iterable[str]) -> Counter[str]:
    """Return the offers of reins: one whose race is over, or whose chariot is out, by then is not made any more."""
    return Counter(each for each in told if OFFERED.search(each))


@pytest.mark.slow
async def test_an_epic_season_whose_bot_is_killed_at_random_moments_is_the_same_season(tmp_path: Path) -> None:
    quiet, killed = await asyncio.gather(played(tmp_path / "quiet", 0), played(tmp_path / "killed", KILLS))

    assert killed.facts == quiet.facts
    assert killed.money == quiet.money
    assert lasting(killed.posts) == lasting(quiet.posts)
    assert offers(killed.posts) <= offers(quiet.posts)
    for name, letters in quiet.letters.items():
        got, due = killed.letters[name].elements(), letters.elements()
        assert Counter(lasting(got)) == Counter(lasting(due)), name
