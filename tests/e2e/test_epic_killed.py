"""An Epic season of eight very different people, by clock alone: killed at random, it is the season it would have been.

``QUADRIGA_KILLS=100`` has ten races, and the bot killed so often in them; else there is one race.
"""

import os
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from sandbox.client import buttons_of, text_of
from sandbox.errors import Json
from sandbox.limits.components import SELECTS, walk
from tests.e2e.season import GREEN, Left, Person, Season, answers_of, phase_of, played_twice

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
EVENTS = 1 if KILLS <= 10 else 10
WEEK = range(12, 19)
"""Days on which Eva is away."""

HEIR = "Ivo"
OWNERS = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fay", "Gus", "Hal")
PROMPT, SLOW, SILENT, CLOSED, AWAY, UNSURE, LEAVER, OVERBIDDER = OWNERS
OFFERED = re.compile(r"A place is free|has the reins of")


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


class EpicSeason(Season):
    """A season of races, and the eight who are in it."""

    title, dice, seed = "Ludi Epici", "epic", int(os.environ.get("QUADRIGA_SEED", "34"))
    owners, others, closed, events = OWNERS, (HEIR,), CLOSED, EVENTS
    most_days, sure_days = 60 * EVENTS, 14 * EVENTS

    async def early(self) -> None:
        if await self._is_racing():
            return
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

    async def late(self) -> None:
        if not await self._is_racing():
            await prompt(self.people[SLOW])

    def require(self, left: Left) -> None:
        assert sum("Acta Diurna" in each for each in left.posts) == EVENTS

    async def _is_racing(self) -> bool:
        races = await (await self.arena.store()).leagues.races(self.arena.league)
        return any(each.state == "running" for each in races)

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


def lasting(told: Iterable[str]) -> list[str]:
    """Return what is told whenever the bot comes to it: all but offers."""
    return [each for each in told if not OFFERED.search(each)]


def offers(told: Iterable[str]) -> Counter[str]:
    """Return the offers of reins: one whose race is over, or whose chariot is out, by then is not made any more."""
    return Counter(each for each in told if OFFERED.search(each))


@pytest.mark.slow
async def test_an_epic_season_whose_bot_is_killed_at_random_moments_is_the_same_season(tmp_path: Path) -> None:
    quiet, killed = await played_twice(EpicSeason, tmp_path, KILLS)

    assert killed.facts == quiet.facts
    assert killed.money == quiet.money
    assert lasting(killed.posts) == lasting(quiet.posts)
    assert offers(killed.posts) <= offers(quiet.posts)
    for name, letters in quiet.letters.items():
        got, due = killed.letters[name].elements(), letters.elements()
        assert Counter(lasting(got)) == Counter(lasting(due)), name
