"""The way from lesson to lesson: each button for a next one, and each signpost, leads to a lesson of the same game."""

import re
from typing import Any

import discord
import pytest

from cogs import parts
from cogs.commands.practice import practice_command
from cogs.kit.client import Quadriga
from cogs.panels.lesson import LessonButton, begin, farewell
from cogs.panels.question import ask_message
from engine.rulesets import LEAGUES, RULESETS
from records.races import PublicRace
from records.values import RaceId
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import FakeInteraction, Said, a_steward
from tests.cogs.samples import most_rivals
from words import WORDS

LESSONS = [(game, number) for game in RULESETS for number in range(1, len(WORDS[game].lessons) + 1)]


def act(arena: Arena, **how: Any) -> Any:
    return arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id, **how)


async def begun(arena: Arena, game: str, number: int) -> PublicRace:
    """Begin a lesson in a direct message; return its race, or its season."""
    interaction = act(arena)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await outcome(interaction, begin(interaction, RULESETS[game], number))
    return await newest(arena)


async def newest(arena: Arena) -> PublicRace:
    known = [*await arena.steward.races_of(ANN), *await arena.steward.leagues.of_player(ANN)]
    return max(known, key=lambda race: race.record.id)


async def press(arena: Arena, custom_id: str) -> FakeInteraction:
    interaction = act(arena, kind=discord.InteractionType.component)
    match = LessonButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match, custom_id
    button = await LessonButton.from_custom_id(interaction, discord.ui.Button(label="Lesson"), match)
    return await outcome(interaction, button.callback(interaction))


def of_game(race: PublicRace) -> str:
    return GAME.id if race.record.ruleset in LEAGUES else race.record.ruleset


@pytest.mark.parametrize(("game", "number"), LESSONS)
async def test_every_button_after_a_lesson_begins_the_next_of_the_same_game(
    arena: Arena, game: str, number: int
) -> None:
    over = await begun(arena, game, number)

    said = Said(view=await farewell(arena.steward, over))

    offered = [each for each in said.words() if each.startswith("lesson:")]
    assert len(offered) == (number < len(WORDS[game].lessons))
    for custom_id in offered:
        told = await press(arena, custom_id)
        assert f"Lesson {number + 1} begins" in told.told
        following = await newest(arena)
        assert (of_game(following), following.record.lesson) == (game, number + 1)
        assert following.record.state == "running"


async def test_a_button_that_was_posted_with_the_ruleset_of_a_league_begins_the_lesson(arena: Arena) -> None:
    for league in LEAGUES:
        assert "Lesson 7 begins" in (await press(arena, f"lesson:{league}:7")).told
        assert (await newest(arena)).record.ruleset == GAME.id


async def test_a_lesson_of_one_game_is_not_taken_for_that_of_another_with_its_number(arena: Arena) -> None:
    await begun(arena, "chariot-race", 1)

    assert "Lesson 1 begins" in (await press(arena, "lesson:chariots-of-rome:1")).told

    assert (await newest(arena)).record.ruleset == "chariots-of-rome"


async def test_who_sets_up_a_chariot_for_the_first_time_gets_a_button_for_a_lesson_of_that_game(arena: Arena) -> None:
    interaction, callback = act(arena), practice_command().callback
    race: Any = callback
    await outcome(interaction, race(interaction, game="chariots-of-rome", rivals=2))
    (opened,) = await arena.steward.open_asks(ANN)

    layout, files = await ask_message(arena.steward, opened)

    (custom_id,) = [each for each in Said(view=layout, files=files).words() if each.startswith("lesson:")]
    await press(arena, custom_id)
    begun_with = await newest(arena)
    assert (begun_with.record.ruleset, begun_with.record.lesson) == ("chariots-of-rome", 1)


COMMAND = re.compile(r"`/play alone([^`]*)`")


@pytest.mark.parametrize(("game", "number"), LESSONS)
def test_a_lesson_that_names_a_command_names_its_own_game(game: str, number: int) -> None:
    lesson, own = WORDS[game].lessons[number - 1], RULESETS[game].name
    for options in COMMAND.findall(lesson.farewell + lesson.about):
        assert (f"game:{own}" in options) is (game != GAME.id), lesson.farewell


@pytest.mark.parametrize("game", RULESETS)
async def test_the_end_of_a_practice_opens_its_own_game_with_others(arena: Arena, game: str) -> None:
    interaction: Any = act(arena)
    callback: Any = practice_command().callback
    await outcome(interaction, callback(interaction, game=game, rivals=min(2, most_rivals(game))))

    said = Said(view=await farewell(arena.steward, await arena.steward.race(RaceId(1))))

    wanted = "" if game == GAME.id else f" game:{RULESETS[game].name}"
    assert f"`/play race{wanted}` opens one with others" in " ".join(said.words())


def test_what_a_lesson_can_be_named_by_is_suggested_by_the_command_itself() -> None:
    bot: Any = Quadriga(a_steward())
    parts.add_to(bot)
    lesson = bot.tree.get_command("play").get_command("alone").get_parameter("lesson")

    assert lesson.autocomplete
    assert not lesson.choices
