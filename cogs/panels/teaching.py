"""Texts for a pupil: remarks on the last turn, and a hint, before each question of a lesson."""

from collections.abc import Sequence
from typing import Any

from records.races import RaceRecord
from steward import GAME, OpenAsk, Steward
from words import WORDS
from words.shared.words import Lesson

LOOKED_BACK = 200
"""Number of facts to look at for something to learn: a turn of few chariots."""

TEACHER = "🎓 "
SETUP = "setup"
"""Kind of the questions before the first turn. A practice has one as a rule, so the signs are explained once."""


def lessons_of(race: RaceRecord) -> Sequence[Lesson[Any]]:
    """Return the lessons of the game of a race; a league's are those of its races' game."""
    return WORDS[GAME if race.is_league else race.ruleset].lessons


async def taught(steward: Steward, opened: OpenAsk) -> str:
    """Return the text for a pupil before a question: remarks on the last turn, and a hint; empty for other races."""
    number = opened.race.record.lesson
    if not number:
        return _signs(opened)
    lesson, told = lessons_of(opened.race.record)[number - 1], opened.race.record.facts
    facts = await steward.log.facts(opened.race_id, max(1, told - LOOKED_BACK), told)
    lines = [*lesson.remarks(opened.ask, facts), lesson.hint(opened.view, opened.ask)]
    return "\n".join(TEACHER + line for line in lines if line)


def _signs(opened: OpenAsk) -> str:
    """Return the meaning of the signs, and a word on lessons, before a practice's chariot is set up."""
    words = WORDS[opened.ruleset]
    if not opened.race.record.is_practice or not words.signs or opened.ask.question.kind != SETUP:
        return ""
    return f"{TEACHER}{words.signs}\n-# New to this? `/practice lesson:1` takes two minutes."
