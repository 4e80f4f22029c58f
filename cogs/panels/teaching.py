"""What a pupil reads: before each question of a lesson what to know, and what to see in what happened.

Which lesson a race is stands in the database, so that all of it works after a restart.
"""

from records.races import PublicRace
from records.values import RaceId
from steward import OpenAsk, Steward
from words import WORDS

LOOKED_BACK = 200
"""Facts that are looked at for what is to be learned of them: a turn of few chariots."""

TEACHER = "🎓 "


async def lesson_of(steward: Steward, lobby: PublicRace) -> int | None:
    """Return the number of the lesson that a race is, 1 first; ``None`` if it is none."""
    if sum(faction.player is not None for faction in lobby.factions) != 1:
        return None
    kept = await steward.remembered(_key(lobby.race.id))
    return int(kept) if kept else None


async def note_lesson(steward: Steward, race: RaceId, number: int) -> None:
    """Note that a race is a lesson, by its number."""
    await steward.remember(_key(race), str(number))


def _key(race: RaceId) -> str:
    return f"lesson {race}"


async def taught(steward: Steward, opened: OpenAsk) -> str:
    """Return what a pupil reads before a question: of what happened, and of what is asked; empty for other races."""
    number = await lesson_of(steward, opened.lobby)
    if number is None:
        return ""
    lesson, told = WORDS[opened.ruleset].lessons[number - 1], opened.lobby.race.facts
    facts = await steward.facts(opened.race, max(1, told - LOOKED_BACK), told)
    lines = [*lesson.remarks(opened.ask, facts), lesson.hint(opened.view, opened.ask)]
    return "\n".join(TEACHER + line for line in lines if line)
