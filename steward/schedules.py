"""When the default counts: a span after a question was put, or the next of the times of day agreed on."""

from engine.kept import RaceRecord

REMINDER_SHARE = 4
"""A reminder comes when only this part of the time is left, one in so many."""

LEAST_REMINDED = 1_200
"""Seconds: a shorter deadline needs no reminder."""


def until(race: RaceRecord, kind: str, now: float) -> float:
    """Return when the default counts for a question of this kind that is put *now*."""
    return now + race.seconds[kind]


def first_reminder(opened: float, at: float) -> float | None:
    """Return when to remind of a deadline; ``None`` if it is too near."""
    return at - (at - opened) / REMINDER_SHARE if at - opened >= LEAST_REMINDED else None
