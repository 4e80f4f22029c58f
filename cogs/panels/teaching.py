"""Texts for a pupil: remarks on the last turn, and a hint, before each question of a lesson. The way to a lesson."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.kit.limits import BUTTON_LABEL, cut
from cogs.panels.extras import Extras, Kind
from engine.rulesets import LEAGUES
from records.races import RaceRecord
from steward import GAME, OpenAsk, Steward
from words import WORDS
from words.shared.words import Lesson, Task

LOOKED_BACK = 200
"""Number of facts to look at for something to learn: a turn of few chariots."""

TEACHER = "🎓 "
SETUP = "setup"
"""Kind of the questions before the first turn. A practice has one as a rule, so the signs are explained once."""


def game_taught(ruleset: str) -> str:
    """Return the game that the lessons of a ruleset are of: for a league, the game of its races."""
    return GAME if ruleset in LEAGUES else ruleset


def lessons_of(race: RaceRecord) -> Sequence[Lesson[Any]]:
    """Return the lessons of the game of a race."""
    return WORDS[game_taught(race.ruleset)].lessons


def button_of_lesson(game: str, number: int, label: str = "", *, is_next: bool = False) -> ui.Button[Any]:
    """Return the button that begins a lesson of a game for the player who presses it.

    :param number: of the lesson, 1 first.
    :param is_next: whether it is the step to take next.
    """
    style = discord.ButtonStyle.success if is_next else discord.ButtonStyle.secondary
    shown = cut(label or f"Lesson {number}", BUTTON_LABEL)
    return ui.Button(label=shown, style=style, custom_id=f"lesson:{game}:{number}")


async def taught(steward: Steward, opened: OpenAsk) -> str:
    """Return the text for a pupil before a question: the task, remarks on the last turn, a hint; else the signs.

    A lesson that an earlier program began has no task, and today's hints are of another one.
    """
    record = opened.race.record
    if not record.lesson:
        return _signs(opened)
    lesson = lessons_of(record)[record.lesson - 1]
    facts = await steward.log.facts(opened.race_id, max(1, record.facts - LOOKED_BACK), record.facts)
    remarks = lesson.remarks(opened.ask, facts)
    task = task_of(record)
    if task is None and not lesson.is_season:
        return "\n".join(TEACHER + line for line in remarks)
    goal = f"**{task.goal}** " if task else ""
    lines = (
        [f"{goal}{lesson.hint(opened.view, opened.ask)}", *remarks]
        if goal
        else [*remarks, lesson.hint(opened.view, opened.ask)]
    )
    return "\n".join(TEACHER + line for line in lines if line)


def task_of(race: RaceRecord) -> Task[Any] | None:
    """Return the task of a lesson; ``None`` for a season, another race, and a lesson that has dice of its own."""
    return lessons_of(race)[race.lesson - 1].task if race.lesson and race.has_known_dice else None


def _signs(opened: OpenAsk) -> str:
    """Return the meaning of the signs, and a word on lessons, before a practice's chariot is set up."""
    words = WORDS[opened.ruleset]
    if not _sets_up_alone(opened) or not words.signs:
        return ""
    first = "\n-# New to this? **Lesson 1** takes two minutes." if words.lessons else ""
    return f"{TEACHER}{words.signs}{first}"


def first_lesson(opened: OpenAsk) -> ui.Button[Any] | None:
    """Return the button for the first lesson of the game whose signs are explained; ``None`` where none is offered."""
    words = WORDS[opened.ruleset]
    if opened.race.record.lesson or not (_sets_up_alone(opened) and words.signs and words.lessons):
        return None
    return button_of_lesson(opened.ruleset, 1)


def _sets_up_alone(opened: OpenAsk) -> bool:
    return opened.race.record.is_practice and opened.ask.question.kind == SETUP


class OfPractice(Kind):
    """A practice explains itself: a lesson before each question, any other before its chariot is set up."""

    def is_of(self, race: RaceRecord) -> bool:
        return race.is_practice

    async def extras(self, steward: Steward, opened: OpenAsk) -> Extras:
        lesson = first_lesson(opened)
        is_advised = task_of(opened.race.record) is None  # a pupil is to find the way (S-25)
        return Extras(await taught(steward, opened), inside=[] if lesson is None else [lesson], is_advised=is_advised)
