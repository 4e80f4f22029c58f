"""What people get to read: fixed races are played through the sandbox, and their threads counted and measured.

A screen is one of a phone: the height of the thread on the sandbox's page, 390 pixels wide, over 844. What only one
player sees does not count there. The people press what they are sent, always the same.
"""

import asyncio
import json
import tempfile
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from bench.figures import Figure
from bench.presses import Presser
from records.values import RaceId
from sandbox.client import Visitor
from sandbox.errors import Json
from tests.cogs.lesson_lines import LINES
from tests.cogs.pupil import Pupil, at_random
from tests.e2e.arena import Arena
from tests.e2e.player import Player, play_together
from tests.e2e.races import Opened, entered, opened, story_text
from tests.sandbox_page.browser import Browser, Page

WIDTH, HEIGHT = 390, 844
PATIENCE = 240.0  # seconds until a player who waits is given up, on a busy machine
TURNS_LONG = 600.0
GAME, ATTEMPTS = "circus-maximus", 40


@dataclass(frozen=True)
class Read:
    """What there is to read of one race."""

    posts: int
    words: int
    screens: float
    messages: int  # direct ones, of the player who gets most
    presses: int = 0  # of a player alone


def figures() -> list[Figure]:
    """Play a practice, a race at a turn a day and one of the Advanced Game, and count what is read of each."""
    practice, turns, advanced = asyncio.run(_measure())
    return [
        Figure("practice, 1 lap of 8: posts in the thread", practice.posts, at_most=7),
        Figure("practice, 1 lap of 8: words", practice.words, at_most=450),
        Figure("practice, 1 lap of 8: screens of a phone", practice.screens, at_most=5),
        Figure("practice, 1 lap of 8: presses of who presses what is coloured", practice.presses, at_most=8),
        *_lessons(),
        Figure("a turn a day, 3 laps of 8: posts in the thread", turns.posts, at_most=20),
        Figure("a turn a day, 3 laps of 8: words", turns.words, at_most=2_000),
        Figure("a turn a day, 3 laps of 8: screens of a phone", turns.screens),
        Figure("a turn a day, 3 laps of 8: direct messages to a player", turns.messages, at_most=20),
        Figure("Advanced, 2 laps of 12, a turn a day: posts in the thread", advanced.posts),
        Figure("Advanced, 2 laps of 12, a turn a day: words", advanced.words),
        Figure("Advanced, 2 laps of 12, a turn a day: screens of a phone", advanced.screens, at_most=25),
    ]


def _lessons() -> list[Figure]:
    """Do the tasks of the first lessons, and count the presses; press at random in all, and count what is done."""
    first = [Pupil(GAME, number) for number in range(1, 6)]
    for number, pupil in enumerate(first, start=1):
        pupil.play(LINES[GAME, number].done)
    done = [
        sum(at_random(Pupil(game, number), Random(seed)).is_done for seed in range(ATTEMPTS)) for game, number in LINES
    ]
    return [
        Figure(
            "lessons 1 to 5: presses of a way that does the task, most", max(each.presses for each in first), at_most=6
        ),
        Figure(
            "lessons of all games: done by pressing at random, % of attempts, most",
            max(done) * 100 // ATTEMPTS,
            at_most=50,
        ),
        Figure(
            "lessons of all games: done by pressing at random, % of attempts, mean",
            sum(done) * 100 // len(done) // ATTEMPTS,
        ),
    ]


async def _measure() -> tuple[Read, Read, Read]:
    with tempfile.TemporaryDirectory() as folder:
        async with Arena(Path(folder), dice="reading") as arena, Browser() as browser:
            race, presses = await _practice(arena)
            practice = replace(await _read(arena, browser, race), presses=presses)
            people = [arena.ana, arena.ben]
            turns = await _opened(arena, "By mail", preset="first race", laps="3")
            turns_read = await _played(arena, browser, turns, people)
            advanced = await _opened(arena, "Advanced", preset="classic", laps="2", field="12")
            return practice, turns_read, await _played(arena, browser, advanced, people)


async def _practice(arena: Arena) -> tuple[Opened, int]:
    """Let Cato practise alone, move by move, to the end; return the race, and how often he pressed."""
    await arena.cato.run("play alone", channel="tavern", game="circus-maximus", rivals=7, pace="moves")
    thread = await arena.cato.wait_for_thread("Practice of")
    cato = Presser(arena.cato, "Cato")
    await cato.play(PATIENCE)
    return Opened(1, "Practice", thread), cato.presses.total()


async def _opened(arena: Arena, title: str, preset: str, **options: str) -> Opened:
    """Let Ana open a race at a turn a day with options."""
    race = await opened(arena, title, pace="turns", preset=preset, story="turn")
    panel = next(each for each in arena.ana.seen.values() if f"option:{race.id}:laps" in str(each))
    for name, value in options.items():
        panel = await arena.ana.wait_for(lambda each: f"option:{race.id}:{name}" in str(each))  # noqa: B023
        await arena.ana.choose(panel, [value], custom_id=f"option:{race.id}:{name}")
    return race


async def _played(arena: Arena, browser: Browser, race: Opened, people: list[Visitor]) -> Read:
    """Let people enter a race, house drivers fill it, and all of it be played."""
    await entered(race, people)
    assert "taken" in (await arena.ana.run("host race", what="fill", channel=race.thread)).text
    before = [len(each.frames) for each in people]
    assert "has begun" in (await arena.ana.run("host race", what="start", channel=race.thread)).text
    players = [
        Player(each, str(each.state["me"]["username"]), race=race.id, since=since)
        for each, since in zip(people, before, strict=True)
    ]
    playing = asyncio.create_task(play_together(*players, patience=TURNS_LONG))
    await _over(arena, race)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    return await _read(arena, browser, race)


async def _over(arena: Arena, race: Opened) -> None:
    store = await arena.store()
    while (await store.index.revision_of(RaceId(race.id)) or ("", 0))[0] == "running":  # noqa: ASYNC110  another process's
        await asyncio.sleep(0.2)


async def _read(arena: Arena, browser: Browser, race: Opened) -> Read:
    await arena.all_told(race.id, PATIENCE)
    posts = await arena.posts(race.thread)
    words = sum(len(line.split()) for line in story_text(posts))
    screens = await _screens(arena, browser, race.thread)
    return Read(len(posts), words, screens, await _direct(arena, race))


async def _direct(arena: Arena, race: Opened) -> int:
    """Return how many direct messages the player got who got most."""
    store = await arena.store()
    sent = [each for each in await store.outbox.of_race(RaceId(race.id)) if each.outcome in _MESSAGES]
    return max(Counter(each.player for each in sent if each.player is not None).values(), default=0)


_MESSAGES = ("asked", "told", "digest sent")
"""How notices end that are messages to a player; others were answered before they were sent."""


async def _screens(arena: Arena, browser: Browser, thread: Json) -> float:
    """Return how many screens of a phone the posts of a thread fill on the page."""
    page = await browser.open(arena.addresses["page_url"], WIDTH, HEIGHT)
    try:
        await _wait(page, f"Boolean({_PLACE % json.dumps(thread['name'])})")
        await page.run(f"{_PLACE % json.dumps(thread['name'])}.click()")
        await _wait(page, _IS_LOADED)
        height: Any = await page.run(_HEIGHT)
    finally:
        await page.close()
    return float(height) / HEIGHT


async def _wait(page: Page, expression: str) -> None:
    """Wait until something is so on a page, on a busy machine."""
    async with asyncio.timeout(PATIENCE):
        while not await page.run(f"(() => {{ try {{ return {expression} }} catch {{ return false }} }})()"):  # noqa: ASYNC110
            await asyncio.sleep(0.2)


_PLACE = """[...document.querySelectorAll(".place")].find((each) => each.textContent.includes(%s))"""
_IS_LOADED = (
    '[...document.querySelectorAll(".messages img")].length > 0'
    ' && [...document.querySelectorAll(".messages img")].every((each) => each.complete)'
    ' && !document.querySelector(".messages .loading")'
)
_HEIGHT = """document.querySelector(".messages-content").getBoundingClientRect().height"""
