"""What is raced on each day, by the number of the day. Numbers count, not dates; day 1 is a Monday."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
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

_GAMES: Mapping[int, tuple[Setting, ...]] = MappingProxyType(
    {**dict.fromkeys(range(4), _AVE_CAESAR), 4: _CHARIOT_RACE, 5: _CHARIOT_RACE, 6: (_LAST_LAP,)}
)
"""By day of the week, 0 for Monday."""


def setting_of(number: int) -> Setting:
    """Return what is raced on a day; settings of the same day of the week take turns."""
    week, weekday = divmod(number - 1, _WEEK)
    settings = _GAMES[weekday]
    return settings[(week * len([day for day in _GAMES.values() if day is settings]) + weekday) % len(settings)]
