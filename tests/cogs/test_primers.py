"""The primer: four lines on how one wins, in the first post of somebody's first race of a game."""

from typing import Any

import pytest

from cogs.commands.practice import practice_command
from cogs.posts.primers import primer_of
from engine.rulesets import RULESETS
from records.races import PublicRace
from tests.cogs.arena import ANN, Arena, outcome
from tests.cogs.samples import most_rivals
from tests.cogs.test_tasks import begun
from words import WORDS

LACKED = ("circus-maximus", "ave-caesar", "chariot-race", "chariots-of-rome")
LONGEST = 110
"""Characters of a line: two lines of a phone."""


async def practised(arena: Arena, game: str) -> PublicRace:
    """Begin a practice in a direct message; return its race."""
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, game=game, rivals=min(2, most_rivals(game))))
    await arena.deliver()
    return max(await arena.steward.races_of(ANN), key=lambda race: race.record.id)


def first_post(arena: Arena) -> str:
    messages = [each.said for each in arena.client.user_of(ANN).dms.messages]
    return next(text for said in messages for text in said.contents() if "begins!" in text)


@pytest.mark.parametrize("game", LACKED)
async def test_the_first_post_of_a_first_practice_says_how_one_wins(arena: Arena, game: str) -> None:
    primer = WORDS[game].primer
    assert len(primer) == 4
    assert "🏁" in primer[0]
    assert all(len(line) <= LONGEST for line in primer)

    await practised(arena, game)

    assert all(line in first_post(arena) for line in primer)


@pytest.mark.parametrize("game", LACKED)
async def test_who_has_finished_a_race_of_the_game_reads_no_primer(arena: Arena, game: str) -> None:
    race = await practised(arena, game)
    assert await primer_of(arena.steward, race)

    await arena.circus.store.races.set(race.record.id, state="finished", ended=1.0)

    assert not await primer_of(arena.steward, await practised(arena, game))


async def test_lessons_have_a_task_instead(arena: Arena) -> None:
    for game in RULESETS:
        assert await primer_of(arena.steward, await begun(arena, game, 1)) == []
