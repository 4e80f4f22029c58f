"""A gala of eight men of four owners, by clock alone: killed at random, it is the gala it would have been (H.15).

One owner is prompt, one slow, one silent from the second exchange on, one without direct messages. Facts, money and
posts are compared; not letters, as questions about two men come in one where the bot is not killed between them.
``QUADRIGA_KILLS=60`` kills the bot so often.
"""

import os
import re
from collections import Counter
from pathlib import Path
from types import MappingProxyType

import pytest

from engine.leagues.words.arena_facts import GalaReckoned, ManEnteredGala
from sandbox.client import text_of
from sandbox.errors import Json
from tests.e2e.season import GREEN, Left, Person, Season, answers_of, phase_of, played_twice

KILLS = int(os.environ.get("QUADRIGA_KILLS", "4"))
OWNERS = ("Ana", "Bea", "Cai", "Dan")
PROMPT, SLOW, SILENT, CLOSED = OWNERS
MEN = 2
ASKED = re.compile(r"answer:(\d+):(\d+):(\d+)")
OF_MATCH = re.compile(r"gala 1 of 1 · ([\w ]+ against [\w ]+)\.")
NEEDS = 4
"""Sheets and plans that one owner may be asked for at once, and one more."""


class Show(Season):
    """A season with one gala, and the four who are in it."""

    title, dice, seed = "Ludi Gladiatorii", "gala", int(os.environ.get("QUADRIGA_SEED", "35"))
    owners, closed = OWNERS, CLOSED
    options = MappingProxyType({"arena": "galas", "kinds": ["gala"], "men_each": MEN, "filled_to": 4})
    most_days, sure_days = 20, 6

    async def early(self) -> None:
        await self.arena.settled()
        for name in (PROMPT, SILENT, CLOSED):
            await self._act(name)

    async def late(self) -> None:
        await self._act(SLOW)

    def require(self, left: Left) -> None:
        told = [fact["type"] for fact in left.facts]
        assert (told.count(ManEnteredGala.__name__), told.count(GalaReckoned.__name__)) == (MEN * len(OWNERS), 1)

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


@pytest.mark.slow
async def test_a_gala_whose_bot_is_killed_at_random_moments_is_the_same_gala(tmp_path: Path) -> None:
    quiet, killed = await played_twice(Show, tmp_path, KILLS)

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
