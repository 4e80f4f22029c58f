"""What a pupil reads: before each question of a lesson what to know, and what to see in what happened."""

from steward import OpenAsk, Steward
from words import WORDS

LOOKED_BACK = 200
"""Facts that are looked at for what is to be learned of them: a turn of few chariots."""

TEACHER = "🎓 "


async def taught(steward: Steward, opened: OpenAsk) -> str:
    """Return what a pupil reads before a question: of what happened, and of what is asked; empty for other races."""
    number = opened.lobby.race.lesson
    if not number:
        return ""
    lesson, told = WORDS[opened.ruleset].lessons[number - 1], opened.lobby.race.facts
    facts = await steward.facts(opened.race, max(1, told - LOOKED_BACK), told)
    lines = [*lesson.remarks(opened.ask, facts), lesson.hint(opened.view, opened.ask)]
    return "\n".join(TEACHER + line for line in lines if line)
