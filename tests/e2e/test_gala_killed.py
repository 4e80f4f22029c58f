"""A gala of eight men of four owners, by clock alone: killed at random, it is the gala it would have been (H.15).

One owner is prompt, one slow, one silent from the second exchange on, one without direct messages. Facts, money and
posts are compared; not letters, as questions about two men come in one where the bot is not killed between them.
``QUADRIGA_KILLS=60`` kills the bot so often.
"""

import asyncio
import os
import random
import re
import time
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from engine.leagues.words.arena_facts import GalaReckoned, ManEnteredGala
from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.races import require_clean
from tests.e2e.test_epic_killed import (
    EVENING,
    FAULT,
    GREEN,
    MORNING,
    Grounds,
    Left,
    Person,
    Season,
    answers_of,
    phase_of,
)

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
SEED = int(os.environ.get("QUADRIGA_SEED", "35"))
TITLE = "Ludi Gladiatorii"
OWNERS = ("Ana", "Bea", "Cai", "Dan")
PROMPT, SLOW, SILENT, CLOSED = OWNERS
MEN = 2
MOST_DAYS, SURE_DAYS = 20, 6
ASKED = re.compile(r"answer:(\d+):(\d+):(\d+)")
OF_MATCH = re.compile(r"gala 1 of 1 · ([\w ]+ against [\w ]+)\.")
NEEDS = 4
"""Sheets and plans that one owner may be asked for at once, and one more."""


class Show(Season):
    """A season with one gala, and the four who are in it."""

    def __init__(self, arena: Grounds, thread: Json, kills: int) -> None:
        self.arena, self.thread = arena, thread
        self.people = {name: Person(arena, arena.people[name], name, thread) for name in OWNERS}
        self.chance = random.Random(SEED)
        self.deadly = Counter(self.chance.choices(range(1, 4 * SURE_DAYS), k=kills))
        self.kills = self.day = self.moment = 0
        self.owners = len(OWNERS)

    async def play(self) -> None:
        """Let time pass, people act, and the bot be killed, until the season is over."""
        while not await self.is_over():
            assert self.day <= MOST_DAYS, f"the season does not end:\n{self.arena.log[-2000:]}"
            await self._pass(EVENING)
            async with self._killing():
                await self.arena.settled()
                for name in (PROMPT, SILENT, CLOSED):
                    await self._act(name)
            await self._pass(MORNING)
            async with self._killing():
                await self._act(SLOW)
            await self._require_balance()
            self.day += 1

    async def _act(self, name: str) -> None:
        """Let somebody answer all that they are asked, with what is suggested."""
        one = self.people[name]
        for _ in range(NEEDS):
            if await self.is_over():
                return
            shown = await one.sheet()
            question = _question(shown)
            if question is None or question in one.done:
                return
            race = question.partition(":")[0]
            if name == SILENT and f"planned {race}" in one.done and not phase_of(shown):
                return
            one.done |= {question, f"planned {race}"}
            if "lots are for sale" in text_of(shown):
                await self._bid(one, shown)
            else:
                await one.press(shown, _suggested(shown))

    async def _bid(self, one: Person, shown: Json) -> None:
        """Bid for two gladiators whom nobody else wants."""
        first = 2_001 + MEN * OWNERS.index(one.name)
        await one.type_in(shown, ", ".join(f"{lot}: 3000" for lot in range(first, first + MEN)))


def _question(shown: Json) -> str | None:
    """Return which question a message asks; nothing if it asks none."""
    for each in answers_of(shown):
        if found := ASKED.match(str(each.get("custom_id"))):
            return ":".join(found.groups())
    return None


def _suggested(shown: Json) -> str:
    answers = [each for each in answers_of(shown) if str(each["custom_id"]).startswith("answer:")]
    return str(next((each for each in answers if each.get("style") == GREEN), answers[-1])["custom_id"])


async def founded(arena: Grounds, kills: int) -> Show:
    """Let Ana open a season of one gala by mail, and four join it; one of them reads no direct message."""
    await arena.ana.run("league new", title=TITLE, preset="epic", events=1, laps=1, pace="moves")
    thread = await arena.ana.wait_for_thread(TITLE)
    with arena.around_the_program() as database:
        ((kept,),) = database.execute("SELECT options FROM race").fetchall()
        of_galas = {"arena": "galas", "kinds": ["gala"], "men_each": MEN, "filled_to": 4}
        options = msgspec.json.encode({**msgspec.json.decode(kept), **of_galas}).decode()
        database.execute("UPDATE race SET options = ?, revision = revision + 1", (options,))
    for name in OWNERS:
        assert "You found a stable" in (await arena.people[name].run("league join", channel=thread)).text
    await arena.control.close_dms(arena.people[CLOSED].id)
    await arena.ana.run("host league", what="start", channel=thread)
    [arena.league] = await (await arena.store()).leagues.running()
    return Show(arena, thread, kills)


async def played(folder: Path, kills: int) -> Left:
    """Play the whole season with a bot that is killed so often; return what is left of it."""
    began = time.monotonic()
    async with Grounds(folder, people=(*OWNERS, "Look"), has_clock=True, dice="gala", is_forked=True) as arena:
        show = await founded(arena, kills)
        await show.play()
        left = await show.left()
        assert not any(left.money), "the season is over: all money is back in the bank"
        told = [fact["type"] for fact in left.facts]
        assert (told.count(ManEnteredGala.__name__), told.count(GalaReckoned.__name__)) == (MEN * len(OWNERS), 1)
        assert "✅" in (await arena.ana.run("league do", what="verify", channel=show.thread)).text
        read = [text_of(each) for visitor in arena.people.values() for each in visitor.seen.values()]
        assert not [each for each in read if FAULT in each]
        await require_clean(arena, "no_answer", "late_answer")
        took = time.monotonic() - began
        print(f"a gala, {left.days} days, killed {show.kills} times, {took:.0f} s")  # noqa: T201  of a long run
    spared = sum(many for moment, many in show.deadly.items() if moment > show.moment)
    assert show.kills == kills - spared
    return left


@pytest.mark.slow
async def test_a_gala_whose_bot_is_killed_at_random_moments_is_the_same_gala(tmp_path: Path) -> None:
    quiet, killed = await asyncio.gather(played(tmp_path / "quiet", 0), played(tmp_path / "killed", KILLS))

    assert killed.facts == quiet.facts
    assert killed.money == quiet.money
    assert _by_match(killed.posts) == _by_match(quiet.posts)
    assert _differing(Counter(killed.posts), Counter(quiet.posts)) == []


def _by_match(posts: list[str]) -> dict[str, list[str]]:
    """Return the posts with a picture of a match, by match: those of several stand in one thread, as they come."""
    found: dict[str, list[str]] = {}
    for post in posts:
        if match := OF_MATCH.search(post):
            found.setdefault(match[1], []).append(post)
    return found


def _differing(one: Counter[str], other: Counter[str]) -> list[str]:
    """Return what is told more often on one of two sides."""
    return [*(one - other), *(other - one)]
