"""Lessons: begun with a press, explained as they go, over after a few turns, each followed by the next."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.commands.practice import practice_command
from cogs.panels.drafts import draft_of, is_ordered
from cogs.panels.lesson import LessonButton, begin, lesson_choices
from cogs.panels.order_sheet import seal
from cogs.panels.question import ask_message
from cogs.panels.teaching import taught
from engine.circus_maximus.printed.stages import STAGES
from engine.circus_maximus.seen.notation import pack_plan
from engine.circus_maximus.words.asks import Forward, NextAction
from engine.game import WOODEN
from engine.rulesets import RULESETS
from records.values import PlayerId, RaceId
from steward import OpenAsk
from tests.cogs.arena import ANN, BOB, GAME, Arena, outcome
from tests.cogs.fakes import FakeInteraction
from tests.cogs.pupil import Pupil, offered
from words import WORDS
from words.shared.words import Choice

LESSONS = WORDS[GAME.id].lessons
SEASON = next(number for number, lesson in enumerate(LESSONS, start=1) if lesson.is_season)
RACES = [number for number, lesson in enumerate(LESSONS, start=1) if not lesson.is_season]


async def begun(arena: Arena, number: int, player: PlayerId = ANN) -> FakeInteraction:
    """Begin a lesson in a direct message, and have all posted that is due."""
    interaction: Any = arena.act(player, guild=None, channel=arena.client.user_of(player).dms.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    found = await outcome(interaction, begin(interaction, GAME, number))
    await arena.deliver()
    return found


async def answered(arena: Arena, opened: OpenAsk) -> None:
    """Answer as a house driver would, or by the orders as they are drawn up."""
    if is_ordered(opened):
        interaction: Any = arena.act(ANN, guild=None)
        await interaction.response.defer()
        await seal(interaction, await draft_of(opened))
    else:
        answer = GAME.drivers["racer"](opened.view, opened.ask)
        await arena.steward.races.drive(opened.race_id, opened.entry, [answer], player=ANN, asked=opened.asked)
    await arena.deliver()


async def played(arena: Arena) -> list[tuple[OpenAsk, str]]:
    """Play what Ann is asked to its end; return each question with what was taught before it."""
    asked: list[tuple[OpenAsk, str]] = []
    while opened := await arena.steward.open_asks(ANN):
        assert len(asked) < 100, "the lesson does not end"
        asked.append((opened[0], await taught(arena.steward, opened[0])))
        await answered(arena, opened[0])
    return asked


def dms(arena: Arena) -> list[Any]:
    return arena.client.user_of(ANN).dms.messages


@pytest.mark.parametrize("number", RACES)
async def test_a_lesson_is_taught_and_ends_by_itself_and_offers_the_next(arena: Arena, number: int) -> None:
    lesson = LESSONS[number - 1]
    await begun(arena, number)

    asked = await played(arena)

    turns = [opened.view.turn for opened, _ in asked]
    assert turns[0] == STAGES[number].turn + 1, "the chariot is prepared already"
    assert turns[-1] == lesson.options.most_turns
    assert lesson.task is not None
    assert all(text.startswith(f"🎓 **{lesson.task.goal}**") for _, text in asked)
    assert (await arena.steward.race(asked[0][0].race_id)).record.state == "finished"
    titles = (f"Lesson {number}: done!", f"Lesson {number}: not yet")
    (ended,) = [m.said for m in dms(arena) if any(title in text for text in m.said.words() for title in titles)]
    following = f"lesson:{GAME.id}:{number + 1}"
    assert (following in ended.words()) == (number < len(LESSONS))


@pytest.mark.slow
async def test_all_questions_of_lessons_fit_into_messages(arena: Arena) -> None:
    for number in RACES:
        await begun(arena, number)
        while opened := await arena.steward.open_asks(ANN):
            layout, files = await ask_message(arena.steward, opened[0])
            await arena.client.user_of(BOB).dms.send(view=layout, files=files)  # the fake measures it
            await answered(arena, opened[0])


async def test_what_happened_is_explained_in_the_next_turn(arena: Arena) -> None:
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await outcome(interaction, begin(interaction, RULESETS["chariots-of-rome"], 1))
    taught_of: list[str] = []
    while opened := await arena.steward.open_asks(ANN):
        taught_of.append(await taught(arena.steward, opened[0]))
        answer = RULESETS["chariots-of-rome"].drivers["master"](opened[0].view, opened[0].ask)
        await arena.steward.races.drive(opened[0].race_id, opened[0].entry, [answer], player=ANN, asked=opened[0].asked)
        await arena.deliver()

    assert any("You came into the corner with" in text for text in taught_of)


def green(rows: Sequence[Sequence[Choice]]) -> Choice:
    """Return the button that is suggested; the first one where none is green."""
    buttons = [choice for row in rows for choice in row]
    return next((choice for choice in buttons if choice.style == "success"), buttons[0])


@pytest.mark.parametrize("number", range(1, 5))
def test_a_lesson_suggests_neither_a_speed_nor_a_way(number: int) -> None:
    pupil = Pupil(GAME.id, number)
    speeds = offered(pupil.controls())
    pupil.answer("v8")
    pupil.answer("z000")
    ways = offered(pupil.controls())

    assert not [each.label for each in (*speeds, *ways) if each.style == "success" or each.label.startswith("Go")]


async def test_a_hint_stays_while_a_way_is_planned_and_nobody_is_hurried(arena: Arena) -> None:
    await begun(arena, 1)
    while not isinstance((opened := (await arena.steward.open_asks(ANN))[0]).ask.question, NextAction):
        await answered(arena, opened)

    layout, _ = await ask_message(arena.steward, opened, pack_plan([Forward(1)]))

    text = "\n".join(item.content for item in layout.walk_children() if isinstance(item, discord.ui.TextDisplay))
    assert "🎓" in text
    assert "Take your time: nobody waits for you. The rules choose for you" in text
    assert f": {WORDS[opened.ruleset].taken(opened.view, [opened.ask.default])}." in text
    assert "straight on" in text
    assert "No answer?" not in text


async def test_no_other_race_is_explained(arena: Arena) -> None:
    race = await arena.open_race()

    assert await taught(arena.steward, await arena.asked(ANN)) == ""
    assert not (await arena.steward.race(race)).record.is_practice


async def test_a_lesson_is_begun_by_the_command_or_the_button(arena: Arena) -> None:
    where: dict[str, Any] = {"guild": None, "channel": arena.client.user_of(ANN).dms.id}
    interaction: Any = arena.act(ANN, **where)
    callback: Any = practice_command().callback
    told = await outcome(interaction, callback(interaction, lesson=1))
    assert "Lesson 1 begins" in told.told

    press: Any = arena.act(ANN, kind=discord.InteractionType.component, **where)
    match = LessonButton.__discord_ui_compiled_template__.fullmatch(f"lesson:{GAME.id}:2")
    assert match
    button = await LessonButton.from_custom_id(press, discord.ui.Button(label="Lesson 2"), match)
    told = await outcome(press, button.callback(press))
    assert "Lesson 2 begins" in told.told
    titles = [(await arena.steward.race(RaceId(number))).record.title for number in (1, 2)]
    assert titles == [f"Lesson {n} of Ann: {LESSONS[n - 1].title}" for n in (1, 2)]


async def test_a_lesson_that_is_not_there_is_refused(arena: Arena) -> None:
    assert "has 9 lessons. `/play alone lesson:9` begins the last." in (await begun(arena, 10)).last.text
    assert await arena.steward.races_of(ANN) == []


async def test_a_game_without_lessons_says_so(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {**WORDS, "ave-caesar": replace(WORDS["ave-caesar"], lessons=())}
    monkeypatch.setattr("cogs.panels.lesson.WORDS", words)
    interaction: Any = arena.act(ANN, guild=None)
    callback: Any = practice_command().callback
    refused = await outcome(interaction, callback(interaction, game="ave-caesar", lesson=1))
    assert "has no lessons. Race to learn it: `/play alone game:Ave Caesar rivals:2`." in refused.last.text
    assert await arena.steward.races_of(ANN) == []


@pytest.mark.parametrize("game", ["", *RULESETS])
async def test_lessons_are_offered_by_their_names_in_the_game_that_is_named(arena: Arena, game: str) -> None:
    typing: Any = arena.act(ANN)
    typing.namespace = SimpleNamespace(game=game)
    lessons = WORDS[game or GAME.id].lessons

    choices = await lesson_choices(typing, "")

    assert [choice.value for choice in choices] == list(range(1, len(lessons) + 1))
    assert [lesson.title in choice.name for lesson, choice in zip(lessons, choices, strict=True)] == [True] * len(
        choices
    )
    assert all(1 <= len(choice.name) <= 100 for choice in choices)
    assert all("corner" in choice.name.lower() for choice in await lesson_choices(typing, "CORNER"))


async def test_no_lessons_are_offered_of_a_game_that_is_not_there(arena: Arena) -> None:
    typing: Any = arena.act(ANN)
    typing.namespace = SimpleNamespace(game="chess")

    assert await lesson_choices(typing, "") == []


def test_lessons_can_be_raced() -> None:
    for rules in RULESETS.values():
        for lesson in WORDS[rules.id].lessons:
            if lesson.is_season:
                continue
            assert lesson.temperament in (WOODEN, *rules.drivers)
            assert rules.least_entries <= lesson.rivals + 1 <= len(rules.colours_for(lesson.options))


MOST_PRESSES = 60
"""In ten minutes, at ten seconds a press."""


async def pressed_on(arena: Arena, opened: OpenAsk) -> None:
    """Press what is suggested: seal an order, or take a sheet's green button, else its first one."""
    if is_ordered(opened):
        await answered(arena, opened)
        return
    words = WORDS[opened.ruleset]
    page = words.controls(opened.view, opened.ask, {opened.entry: "Ann"}, "")
    (answer,) = words.unpack(green(page.rows).code)
    await arena.steward.races.drive(opened.race_id, opened.entry, [answer], player=ANN, asked=opened.asked)
    await arena.deliver()


@pytest.mark.slow
async def test_the_lesson_on_leagues_is_a_season_of_three_events_by_pressing_alone(arena: Arena) -> None:
    number = SEASON
    told = (await begun(arena, number)).told
    taught_of: dict[str, list[str]] = {}
    presses = 0

    for _ in range(300):
        if opened := await arena.steward.open_asks(ANN):
            taught_of.setdefault(opened[0].ask.question.kind, []).append(await taught(arena.steward, opened[0]))
            await pressed_on(arena, opened[0])
            presses += 1
        arena.circus.clock.pass_by(3.0)
        await arena.steward.timekeeper.tick()
        await arena.deliver()
        (league,) = await arena.steward.leagues.of_player(ANN)
        if league.record.state == "finished":
            break

    assert f"Lesson {number} begins" in told
    assert league.record.state == "finished"
    assert presses <= MOST_PRESSES
    assert len(taught_of["founding"]) == 1
    for kind in ("stable", "eve"):
        assert len({text.split("🎓")[-1] for text in taught_of[kind]}) == 3, "each event teaches something else"
    assert "One order answers a whole turn" in taught_of["speed"][0]
    words = [" ".join(each.said.words()) for each in dms(arena)]
    assert sum("Acta Diurna" in each for each in words) == 3
    (ended,) = [each for each in words if f"Lesson {number} is over" in each]
    assert LESSONS[number - 1].farewell in ended
    assert (await arena.steward.purses.audit()).is_sound


async def test_a_season_alone_that_another_lesson_takes_the_place_of_is_over(arena: Arena) -> None:
    await begun(arena, SEASON)
    again = (await begun(arena, SEASON)).told  # pressed twice: it goes on
    assert len(await arena.steward.leagues.of_player(ANN)) == 1
    assert "Found your stable" in again

    await begun(arena, 1)

    (league,) = await arena.steward.leagues.of_player(ANN)
    assert league.record.state == "cancelled"
