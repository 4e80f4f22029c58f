"""Lessons: short races alone against house drivers, each begun and ended with a press."""

import re
from typing import Any, Self

import discord
from discord import app_commands, ui

from cogs.kit.client import Interaction
from cogs.kit.durations import deadlines
from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.kit.messages import TellPlayer, answers_for_itself
from cogs.kit.question_id import ACCENT
from cogs.panels.solo_race import open_alone, put_first
from cogs.panels.teaching import TEACHER, lesson_of, note_lesson
from engine.game import AnyRuleset
from engine.rulesets import RULESETS
from records.races import Pace, PublicRace
from records.values import PlayerId
from steward import Schedule, Steward, Timing
from words import WORDS
from words.shared.words import Lesson


async def farewell(steward: Steward, lobby: PublicRace) -> ui.LayoutView | None:
    """Return what is read after the last turn of a lesson, with the next one to begin; ``None`` for other races."""
    number = await lesson_of(steward, lobby)
    if number is None:
        return None
    lessons = WORDS[lobby.race.ruleset].lessons
    lesson = lessons[number - 1]
    text = f"### {TEACHER}Lesson {number} is over: {lesson.title}\n{lesson.farewell}"
    box: ui.Container[Any] = ui.Container(ui.TextDisplay(text), accent_colour=ACCENT)
    again = LessonButton(lobby.race.ruleset, number, "Once more")
    if number < len(lessons):
        following = lessons[number]
        box.add_item(ui.TextDisplay(f"Next: **{following.title}**. {following.about}."))
        onward = LessonButton(lobby.race.ruleset, number + 1, f"Lesson {number + 1}", is_next=True)
        box.add_item(ui.ActionRow(onward, again))
    else:
        box.add_item(ui.TextDisplay("You know all it takes: `/race new` opens a race, `/practice` a whole one alone."))
        box.add_item(ui.ActionRow(again))
    layout = ui.LayoutView(timeout=None)
    layout.add_item(box)
    return layout


class LessonButton(ui.DynamicItem[ui.Button[Any]], template=r"lesson:(?P<game>[a-z-]{1,40}):(?P<number>[1-9])"):
    """Begins a lesson for whoever presses it."""

    def __init__(self, game: str, number: int, label: str = "Begin", *, is_next: bool = False) -> None:
        self.game, self.number = game, number
        style = discord.ButtonStyle.success if is_next else discord.ButtonStyle.secondary
        super().__init__(ui.Button(label=cut(label, BUTTON_LABEL), style=style, custom_id=f"lesson:{game}:{number}"))

    @classmethod
    async def from_custom_id(cls, _interaction: Any, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["game"], int(match["number"]), item.label or "Begin")

    @answers_for_itself
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        if self.game not in RULESETS:
            raise TellPlayer("There is no such game any more.")
        await begin(interaction, RULESETS[self.game], self.number)


def lesson_choices() -> list[app_commands.Choice[int]]:
    """Return the lessons of all games, by number; which game has which is told when one is begun."""
    named: dict[int, str] = {}
    for words in WORDS.values():
        for number, lesson in enumerate(words.lessons, start=1):
            named.setdefault(number, f"{number}. {lesson.title}: {lesson.about}")
    return [app_commands.Choice(name=name, value=number) for number, name in named.items()]


def lesson_named(rules: AnyRuleset, number: int) -> Lesson:
    """Return a lesson by its number, 1 first; :exc:`TellPlayer` if the game has none such."""
    lessons = WORDS[rules.id].lessons
    if not 1 <= number <= len(lessons):
        raise TellPlayer(f"{rules.name} has {len(lessons) or 'no'} lessons.")
    return lessons[number - 1]


async def begin(interaction: Interaction, rules: AnyRuleset, number: int) -> None:
    """Begin a lesson for whoever acts, in the answer to an interaction that has been deferred."""
    lesson = lesson_named(rules, number)
    steward, player = interaction.client.steward, PlayerId(interaction.user.id)
    seconds = deadlines(rules.decisions, Pace.LIVE)
    timing = Timing(seconds, Pace.DAILY if lesson.daily else Pace.LIVE, Schedule())
    title = f"Lesson {number} of {interaction.user.display_name}: {lesson.title}"
    race = await open_alone(interaction, rules, lesson.options, timing, title)
    await note_lesson(steward, race, number)
    await steward.lobbies.join(race, player, interaction.user.display_name)
    await steward.lobbies.fill(race, player, lesson.temperament, at_most=lesson.rivals)
    async with interaction.client.talks.talking(player):
        await steward.lobbies.start(race, player)
        if lesson.prepared is not None:
            asked = next(each for each in await steward.open_asks(player) if each.race == race)
            await steward.races.drive(race, asked.entry, [lesson.prepared], player=player, asked=asked.asked)
        await put_first(interaction, race, f"Lesson {number} begins: answer what I ask you, here below.")
