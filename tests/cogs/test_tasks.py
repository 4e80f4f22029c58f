"""The tasks of lessons: each can be done, and missed; who presses at random misses it at least every second time."""

from random import Random
from typing import Any

import discord
import pytest

from cogs.panels.drafts import is_ordered
from cogs.panels.lesson import begin, farewell, verdict_on
from cogs.panels.question import ask_message
from engine.facts import OrdersSealed, Sealed, Unsealed
from engine.game import WOODEN
from engine.rulesets import RULESETS
from records.races import PublicRace, known_secret
from records.refusals import Refused
from steward import OpenAsk
from tests.cogs.arena import ANN, GAME, Arena, outcome
from tests.cogs.fakes import Said
from tests.cogs.lesson_lines import LINES
from tests.cogs.pupil import OWN, Pupil, at_random
from words import WORDS

TASKS = [
    (game, number)
    for game in RULESETS
    for number, lesson in enumerate(WORDS[game].lessons, start=1)
    if not lesson.is_season
]
ATTEMPTS = 40
MOST_PRESSES = 6
GREEN, BLUE = discord.ButtonStyle.success.value, discord.ButtonStyle.primary.value


def test_every_lesson_but_the_season_has_a_task_and_lines_that_show_it() -> None:
    assert all(WORDS[game].lessons[number - 1].task for game, number in TASKS)
    assert set(LINES) == set(TASKS)
    assert min(sum(game == each for game, _ in TASKS) for each in RULESETS) >= 3


@pytest.mark.parametrize(("game", "number"), TASKS)
def test_a_task_can_be_done_and_missed(game: str, number: int) -> None:
    for line, is_done in zip(LINES[game, number], (True, False), strict=True):
        pupil = Pupil(game, number)
        pupil.play(line)
        assert pupil.verdict.is_done is is_done, pupil.verdict
        assert pupil.verdict.said.endswith(".")


@pytest.mark.parametrize("number", range(1, 6))
def test_the_first_lessons_take_few_presses(number: int) -> None:
    pupil = Pupil(GAME.id, number)
    pupil.play(LINES[GAME.id, number].done)
    assert pupil.presses <= MOST_PRESSES


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), TASKS)
def test_who_presses_at_random_misses_it_every_second_time_at_least(game: str, number: int) -> None:
    done = [at_random(Pupil(game, number), Random(seed)).is_done for seed in range(ATTEMPTS)]
    assert sum(done) <= ATTEMPTS / 2


@pytest.mark.parametrize(("game", "number"), TASKS)
def test_rivals_act_alike_at_each_try(game: str, number: int) -> None:
    told = []
    for _ in range(2):
        pupil = Pupil(game, number)
        pupil.play(LINES[game, number].done)
        told.append(pupil.session.table.told)
    assert told[0] == told[1]


# With the bot around


async def begun(arena: Arena, game: str, number: int) -> PublicRace:
    """Begin a lesson in a direct message; return its race."""
    interaction: Any = arena.act(ANN, guild=None, channel=arena.client.user_of(ANN).dms.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    await outcome(interaction, begin(interaction, RULESETS[game], number))
    await arena.deliver()
    return max(await arena.steward.races_of(ANN), key=lambda race: race.record.id)


async def message_of(arena: Arena, opened: OpenAsk) -> Said:
    layout, files = await ask_message(arena.steward, opened)
    return Said(view=layout, files=files)


def styles(part: Any) -> list[int]:
    """Return the styles of all buttons of a message's parts."""
    if isinstance(part, list):
        return [style for each in part for style in styles(each)]
    if not isinstance(part, dict):
        return []
    own = [part["style"]] if part.get("type") == discord.ComponentType.button.value else []
    return own + [style for each in part.values() if isinstance(each, list | dict) for style in styles(each)]


@pytest.mark.parametrize(("game", "number"), TASKS)
async def test_a_question_begins_with_the_task_and_colours_no_answer_as_advice(
    arena: Arena, game: str, number: int
) -> None:
    await begun(arena, game, number)
    (opened,) = await arena.steward.open_asks(ANN)
    task = WORDS[game].lessons[number - 1].task
    assert task is not None

    said = await message_of(arena, opened)

    assert next(filter(None, said.contents())).startswith(f"🎓 **{task.goal}**")
    assert styles(said.components)
    assert {GREEN, BLUE} & set(styles(said.components)) <= ({BLUE} if is_ordered(opened) else set())  # a chosen preset


async def drive(arena: Arena, line: tuple[str, ...]) -> None:
    """Give the answers of a line, by code, to what Ann is asked; then the rules' defaults."""
    left = list(line)
    while asked := await arena.steward.open_asks(ANN):
        opened = asked[0]
        answers = WORDS[opened.ruleset].unpack(left.pop(0)) if left else (opened.ask.default,)
        await arena.steward.races.drive(opened.race_id, opened.entry, answers, player=ANN, asked=opened.asked)
        await arena.deliver()


@pytest.mark.parametrize(
    ("line", "title", "first", "second"),
    [
        (("v12", "z000", "xf12"), "Lesson 1: done!", "lesson:circus-maximus:2", "again-alone:1"),
        (("v9", "z000", "xf9"), "Lesson 1: not yet", "again-alone:1", "lesson:circus-maximus:2"),
    ],
)
async def test_the_end_says_what_came_of_it_with_the_next_step_first(
    arena: Arena, line: tuple[str, ...], title: str, first: str, second: str
) -> None:
    await begun(arena, GAME.id, 1)

    await drive(arena, line)

    (ended,) = [each.said for each in arena.client.user_of(ANN).dms.messages if title in " ".join(each.said.words())]
    words = ended.words()
    assert words.index(first) < words.index(second)
    assert "Try again" in words
    if "not yet" in title:
        assert "You stopped 3 squares short of Blue." in " ".join(words)


@pytest.mark.parametrize("game", RULESETS)
async def test_each_try_begins_in_the_same_place_with_the_same_dice(arena: Arena, game: str) -> None:
    told = []
    for _ in range(2):
        race = await begun(arena, game, 1)
        drawn = [each.driver for each in race.factions if each.driver]
        assert set(drawn) == {WOODEN}
        assert [each.name for each in race.entries] == [each.colour.capitalize() for each in race.entries]
        assert race.record.secret == known_secret(f"{game} 1").hex()
        await drive(arena, ())
        over = await arena.steward.race(race.record.id)
        facts = await arena.steward.turns.facts(over)
        told.append([each for each in facts if not isinstance(each, Sealed | OrdersSealed | Unsealed)])  # salted
        assert over.record.start.mixed_in == ()
        assert (await arena.steward.log.verify(over.record.id)).is_sound
    assert told[0] == told[1]


async def test_the_bot_and_the_pupil_of_the_tests_throw_the_same_dice(arena: Arena) -> None:
    pupil = Pupil("ave-caesar", 1)
    race = await begun(arena, "ave-caesar", 1)

    (opened,) = await arena.steward.open_asks(ANN)

    assert opened.view.hands == pupil.view.hands
    assert opened.entry == OWN == next(iter(race.entries_of(ANN)))


async def test_a_lesson_of_an_earlier_program_goes_on_without_a_task(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = arena.steward.lobbies.new_race
    monkeypatch.setattr(arena.steward.lobbies, "new_race", lambda new: opening(new._replace(dice="")))
    race = await begun(arena, GAME.id, 1)
    (opened,) = await arena.steward.open_asks(ANN)

    said = await message_of(arena, opened)
    await drive(arena, ("v12", "z000", "xf12"))

    assert "Stop beside Blue" not in " ".join(said.words())
    over = await arena.steward.race(race.record.id)
    assert over.record.state == "finished"
    assert await verdict_on(arena.steward, over) is None
    assert "Lesson 1 is over" in " ".join(Said(view=await farewell(arena.steward, over)).words())


async def test_no_race_but_a_lesson_takes_wooden_rivals(arena: Arena) -> None:
    race = await arena.lobby()
    with pytest.raises(Refused, match="The temperament wooden"):
        await arena.steward.lobbies.fill(race, ANN, WOODEN)
