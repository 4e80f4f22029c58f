"""A season of eight very different people, by clock alone, whose bot is killed at random (H.15).

``QUADRIGA_KILLS=40`` has ten races, and the bot killed so often; else there is one race.
"""

import contextlib
import os
import random
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.leagues.words.state import BANK, POT
from records.values import EntryId, RaceId
from sandbox.client import NoAnswer, Outcome, Refused, Visitor, buttons_of, text_of
from sandbox.errors import Json
from sandbox.limits.components import SELECTS, walk
from steward.seasons.treasurer import account_of
from tests.e2e.arena import Arena
from tests.e2e.player import Player
from tests.e2e.races import require_clean
from tests.e2e.test_leagues import Owner

KILLS = int(os.environ.get("QUADRIGA_KILLS", "2"))
SEED = int(os.environ.get("QUADRIGA_SEED", "8"))
EVENTS = 1 if KILLS <= 10 else 10
TITLE = "Ludi Saeculares"
DAY = 86_400.0
MOST_STEPS = 60 * EVENTS
SURE_STEPS = 11 * EVENTS
"""Days that a season lasts, nearly always."""

QUIET = 0.3
"""Seconds in which the bot says nothing more."""

HEIR = "Ivo"
OWNERS = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay", "Gus", "Hal")
FAULT = "Something went wrong"


@dataclass
class Person:
    """Somebody in the league, who does something or nothing whenever some time has passed."""

    visitor: Visitor
    name: str
    thread: Json
    chance: random.Random
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.player: Player = Owner(self.visitor, self.name)

    async def press_all(self, most: int = 12) -> None:
        """Press whatever there is to press."""
        for _ in range(most):
            self.player.is_over = False
            deed = self.player.next_deed()
            if deed is None:
                return
            await self.player.do(deed)

    async def run(self, path: str, **options: Any) -> Outcome:
        return await self.visitor.run(path, channel=self.thread, may_fail=True, **options)

    async def sheet(self) -> Json | None:
        """Return the open sheet, as **My sheet** shows it; nothing if there is none."""
        panels = [each for each in self.visitor.seen.values() if "league:sheet:" in str(each.get("components"))]
        if not panels:
            return None
        outcome = await self.visitor.press(panels[-1], "My sheet", may_fail=True)
        shown = outcome.message
        return None if shown is None else self.visitor.seen.get(shown["id"], shown)


async def punctual(one: Person) -> None:
    await one.press_all()


async def late(one: Person) -> None:
    if one.chance.random() < 0.3:
        await one.press_all()


async def silent(_one: Person) -> None:
    return


async def always_away(one: Person) -> None:
    if "away" not in one.done:
        await one.run("my vacation", until="8w")
        one.done.add("away")


async def of_many_minds(one: Person) -> None:
    """Press one answer of a sheet after another; the last one counts."""
    for _ in range(3):
        shown = await one.sheet()
        answers = [each for each in buttons_of(shown or {}) if str(each.get("custom_id")).startswith("answer:")]
        if shown is None or not answers:
            return
        await one.visitor.press(shown, custom_id=one.chance.choice(answers)["custom_id"], may_fail=True)


async def types_nonsense(one: Person) -> None:
    """Type what no league wants, here and there; and press a button of an old message."""
    nonsense: list[Callable[[], Awaitable[Any]]] = [
        lambda: one.visitor.say("@everyone ٣ \u200b 9999999999999999999", one.thread),
        lambda: one.run("stable money", what="loan", to=99, amount=1_000_000, due=1, after=20),
        lambda: one.run("stable money", what="accept", offer=9_999),
        lambda: one.run("league do", what="vote", player=one.visitor),
        lambda: one.run("host league", what="undo", deal=1, reason="me"),
        lambda: one.run("league join", name="\u200b", colour="mud"),
        lambda: one.run("stable show", number=77, league="#-1"),
        lambda: one.run("order", answer="fast, please"),
        lambda: _press_something_old(one),
    ]
    await one.chance.choice(nonsense)()


async def _press_something_old(one: Person) -> None:
    old = [each for each in one.visitor.seen.values() if buttons_of(each)]
    if old:
        message = one.chance.choice(old)
        button = one.chance.choice(buttons_of(message))
        if button.get("custom_id") and "leave" not in button["custom_id"]:
            await one.visitor.press(message, custom_id=button["custom_id"], may_fail=True)


async def bets_everything(one: Person) -> None:
    """Raise the bets as long as a menu offers more, then seal."""
    for _ in range(8):
        shown = await one.sheet()
        menus = [each for each in walk((shown or {}).get("components", [])) if each["type"] in SELECTS]
        bets = next((each for each in menus if "Bet on" in str(each.get("placeholder"))), None)
        if shown is None or bets is None:
            break
        await one.visitor.choose(shown, [bets["options"][-1]["value"]], custom_id=bets["custom_id"], may_fail=True)
    await one.press_all()


async def leaves_in_the_middle(one: Person) -> None:
    if "left" not in one.done:
        await one.press_all()


WAYS = (punctual, late, silent, always_away, of_many_minds, types_nonsense, bets_everything, leaves_in_the_middle)


class Season:
    """The league, and all who are in it."""

    def __init__(self, arena: Arena, league: RaceId, thread: Json) -> None:
        self.arena, self.league, self.thread, self.chance = arena, league, thread, random.Random(SEED)
        self.people = [Person(arena.people[name], name, thread, self.chance) for name in OWNERS]
        self.deadly = self.chance.sample(range(2, SURE_STEPS), KILLS)
        self.kills = self.days = self.most = 0
        self.spent = defaultdict[str, float](float)

    @contextlib.contextmanager
    def _timed(self, doing: str) -> Iterator[None]:
        """Note how long something takes."""
        began = time.monotonic()
        yield
        self.spent[doing] += time.monotonic() - began

    async def play(self) -> None:
        """Let time pass, people act, and the bot be killed, until the season is over."""
        for step in range(MOST_STEPS):
            if await self.is_over():
                return
            for person, way in zip(self.people, WAYS, strict=True):
                with self._timed(way.__name__):
                    await self._act(person, way)
            await self._replace()
            if step in self.deadly:
                with self._timed("restarts"):
                    await self.arena.restart_bot()
                self.kills += 1
            with self._timed("silence"):
                await self.arena.until_quiet(QUIET)  # what is answered a day late is answered to nobody
            await self._require_balance()
            await self.arena.pass_by(DAY)
            self.days += 1
        raise AssertionError(f"the season does not end:\n{self.arena.log[-2000:]}")

    async def _require_balance(self) -> None:
        """Fail unless bank, pot and treasuries sum to zero, whatever the bot was killed at."""
        held = await self.accounts()
        while (again := await self.accounts()) != held:
            held = again  # money was on its way
        pot, bank, *treasuries = held
        assert pot + bank + sum(treasuries) == 0
        assert min(pot, *treasuries) >= 0
        self.most = max(self.most, sum(treasuries))

    async def accounts(self) -> list[int]:
        """Return what pot, bank and treasuries hold."""
        store = await self.arena.store()
        found = await store.index.field(self.league)
        assert found is not None
        numbers = [POT, BANK, *map(EntryId, range(1, len(OWNERS) + 1))]
        return [await store.wagers.balance(account_of(found[0], each)) or 0 for each in numbers]

    async def _act(self, person: Person, way: Callable[[Person], Awaitable[None]]) -> None:
        try:
            await way(person)
        except (NoAnswer, Refused):
            return  # the message is gone by now, as they were slow

    async def is_over(self) -> bool:
        found = await (await self.arena.store()).index.field(self.league)
        assert found is not None
        return found[0].state == "finished"

    def _is_out(self, last: Person, ways: Json) -> bool | None:
        return "A manager keeps your stable" in text_of(last.visitor.seen[ways["id"]]) or None

    async def _replace(self) -> None:
        """Let the last of them leave as half of the races are run, and the host give the stable to somebody else."""
        races = await (await self.arena.store()).leagues.races(self.league)
        last = self.people[-1]
        if "left" in last.done or not any(each.round == (EVENTS + 1) // 2 for each in races):
            return
        ways = (await last.run("league do", what="leave")).message
        assert ways is not None
        done = await last.visitor.press(ways, "Leave the season", may_fail=True)
        if "Try again in a moment" in done.text:
            return  # a race begins just then
        last.done.add("left")
        await last.visitor.until(lambda: self._is_out(last, ways), 30.0, "the way out")
        host, heir = self.people[0], self.arena.people[HEIR]
        given = await host.run("host league", what="hand", stable=len(OWNERS), player=heir, reason="somebody follows")
        assert "belongs to" in given.text


async def founded(arena: Arena) -> Season:
    """Let Ana open a league by mail, eight people join it, and it begin."""
    await arena.ana.run("league new", title=TITLE, events=EVENTS, laps=1, pace="turns")
    thread = await arena.ana.wait_for_thread(TITLE)
    for name in OWNERS:
        assert "You found a stable" in (await arena.people[name].run("league join", channel=thread)).text
    await arena.ana.run("host league", what="start", channel=thread)
    [league] = await (await arena.store()).leagues.running()
    return Season(arena, league, thread)


@pytest.mark.slow
async def test_a_season_of_eight_very_different_people(tmp_path: Path) -> None:
    people = (*OWNERS, HEIR, "Look")
    async with Arena(tmp_path, people=people, has_clock=True, dice="eight", is_forked=True) as arena:
        season = await founded(arena)

        await season.play()

        store = await arena.store()
        for each in (season.league, *(race.id for race in await store.leagues.races(season.league))):
            await arena.all_told(each)
        lobby = await store.index.field(season.league)
        assert lobby is not None
        assert lobby[1][len(OWNERS) - 1].player == int(arena.people[HEIR].id)
        assert (await store.purses.audit()).is_sound
        assert season.most > 0
        assert not any(await season.accounts()), "the season is over: all money is back in the bank"
        posts = [text_of(each) for each in await arena.posts(season.thread)]
        assert sum("Acta Diurna" in each for each in posts) == EVENTS
        assert any("The season is over" in each for each in posts)
        assert "✅" in (await arena.ana.run("league do", what="verify", channel=season.thread)).text
        read = [text_of(each) for visitor in arena.people.values() for each in visitor.seen.values()]
        faults = [line[-300:] for line in arena.log.split("\n") if "reference" in line]
        assert not [each for each in read if FAULT in each], "\n".join(faults)
        await require_clean(arena, "no_answer", "late_answer")
        spared = sum(step >= season.days for step in season.deadly)  # people were quick, and the season was over before
        assert season.kills == KILLS - spared
        assert spared <= KILLS / 10
        spent = ", ".join(f"{doing} {seconds:.0f} s" for doing, seconds in sorted(season.spent.items()))
        print(f"{EVENTS} races, {season.days} days, killed {season.kills} times, at most {season.most} s")  # noqa: T201
        print(spent)  # noqa: T201  the figures of a long run
