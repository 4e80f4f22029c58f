"""What is raced on each day, by the number of the day. Numbers count, not dates; day 1 is a Monday."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CHARIOTS = 6

_WEEK = 7


@dataclass(frozen=True)
class Setting:
    """What is raced."""

    game: str  # its id
    options: Mapping[str, Any] = field(default_factory=dict)
    taken_over: int = 0  # the reins are taken once a chariot has finished so many laps; 0 for the start


_AVE_CAESAR = tuple(
    Setting("ave-caesar", {"course": course, "direction": direction})
    for course in ("yellow", "red")
    for direction in ("clockwise", "anticlockwise")
)
_CHARIOT_RACE = tuple(
    Setting("chariot-race", {"track": track, "by_orders": True}) for track in ("AA", "AB", "BA", "BB")
)
_LAST_LAP = Setting("circus-maximus", {"laps": 2, "by_orders": True}, taken_over=1)

_Week = tuple[tuple[Setting, ...], ...]
"""By day of the week, Monday first."""

_FIRST_WEEKS: _Week = (*[_AVE_CAESAR] * 4, *[_CHARIOT_RACE] * 2, (_LAST_LAP,))
_WEEKS: _Week = (*[_AVE_CAESAR] * 2, _CHARIOT_RACE, *[_AVE_CAESAR] * 2, _CHARIOT_RACE, (_LAST_LAP,))
"""No game comes more than two days running."""

MIXED_FROM = 8
"""The day from which on weeks are mixed; what was raced before stays what it was."""


def setting_of(number: int) -> Setting:
    """Return what is raced on a day; settings of the same game take turns."""
    week, weekday = divmod(number - 1, _WEEK)
    if number < MIXED_FROM:
        settings = _FIRST_WEEKS[weekday]
        return settings[(week * _FIRST_WEEKS.count(settings) + weekday) % len(settings)]
    settings = _WEEKS[weekday]
    return settings[(week * _WEEKS.count(settings) + _WEEKS[:weekday].count(settings)) % len(settings)]
