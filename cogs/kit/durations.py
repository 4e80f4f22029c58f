"""Lengths of time as people type them, and the deadlines of a race."""

import re
from collections.abc import Mapping

from cogs.kit.messages import TellPlayer
from engine.game import DecisionKind
from words.shared.names import harmless

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}

_LENGTH = re.compile(r"([0-9]{1,6})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])")
"""A number and its unit, which its first letter tells; months are none, for they would be minutes."""

LEAST, MOST = 30, 14 * 86_400
"""Seconds: shorter could not be kept by anybody, longer would outlast a season."""

PACES: Mapping[str, int] = {"daily": 1, "live": 1, "evening": 60, "blitz": 360}
"""By how much a pace is faster than a ruleset's own deadlines, which are for a race over days."""


def deadlines(kinds: Mapping[str, DecisionKind], pace: str, wishes: str = "") -> dict[str, int]:
    """Return the seconds for each kind of decision.

    :param wishes: such as ``speed 2h, action 30m``; they override the pace.
    :raises TellPlayer: if a wish names no kind of decision, or no length of time.
    """
    seconds = {name: max(60, kind.seconds // PACES[pace]) for name, kind in kinds.items()}
    for wish in filter(None, (piece.strip() for piece in wishes.split(","))):
        name, length = _parted(wish, kinds)
        if name.lower() not in kinds:
            raise TellPlayer(
                f"There's no deadline called “{_shown(name)}”. There are: {', '.join(kinds)}; "
                f"written like `{next(iter(kinds))} 2h`."
            )
        seconds[name.lower()] = read_duration(length)
    return seconds


def _parted(wish: str, kinds: Mapping[str, DecisionKind]) -> tuple[str, str]:
    """Return the kind of decision that a wish is for, and its time: a kind may be more than one word."""
    for name in kinds:
        if wish.lower().startswith(f"{name} "):
            return wish[: len(name)], wish[len(name) :]
    name, _, length = wish.partition(" ")
    return name, length


def read_duration(text: str) -> int:
    """Return seconds.

    :raises TellPlayer: if it is none, or shorter or longer than a deadline may be.

    >>> read_duration("1d 12h"), read_duration("90m")
    (129600, 5400)
    """
    pieces = _LENGTH.findall(text.lower())
    left_over = re.sub(r"[\s,]|and", "", _LENGTH.sub("", text.lower()))
    seconds = sum(int(number) * _UNITS[unit[0]] for number, unit in pieces)
    if not pieces or left_over or not LEAST <= seconds <= MOST:
        raise TellPlayer(
            f"“{_shown(text)}” is no deadline I can keep: it takes {LEAST} seconds to {MOST // 86_400} days, "
            "written like `30m`, `12h` or `1d 12h`."
        )
    return seconds


def _shown(text: str) -> str:
    return harmless(text[:30])
