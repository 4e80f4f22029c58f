"""Lengths of time as people type them, and the deadlines of a race."""

import re
from collections.abc import Mapping

from cogs.kit.messages import TellPlayer
from engine.game import DecisionKind
from records.races import Pace
from records.text import folded
from words.reading.spans import read_span
from words.shared.names import harmless
from words.shared.paces import FASTER, RECORDED

_ALL = ("all", "each", "every")
"""Instead of a kind of decision: the same time for each."""

_PARTING = re.compile(r";|,(?![0-9])")
"""Between two wishes; a comma before a figure may be that of 1,5h."""

LEAST, MOST = 30, 14 * 86_400
"""Seconds: shorter could not be kept by anybody, longer would outlast a season."""


def deadlines(kinds: Mapping[str, DecisionKind], pace: str, wishes: str = "") -> dict[str, int]:
    """Return the seconds for each kind of decision.

    :param pace: as a host chooses it.
    :param wishes: such as ``speed 2h, action 30m``; they override the pace.
    :raises TellPlayer: if a wish names no kind of decision, or no length of time.
    """
    spans = {name: max(60, kind.seconds // FASTER[pace]) for name, kind in kinds.items()}
    if Pace.NOW is RECORDED[pace]:
        spans |= {name: kind.now for name, kind in kinds.items() if kind.now}
    return spans | wished(kinds, wishes)


def wished(kinds: Mapping[str, DecisionKind], wishes: str) -> dict[str, int]:
    """Return the seconds for the kinds of decision that wishes name; ``all`` names each.

    :raises TellPlayer: if a wish names no kind of decision, or no length of time.
    """
    seconds: dict[str, int] = {}
    for wish in filter(None, (piece.strip() for piece in _PARTING.split(folded(wishes)))):
        name, length = _parted(wish, kinds)
        if name not in kinds and name not in _ALL:
            raise TellPlayer(
                f"There's no deadline called “{_shown(name)}”. There are: {', '.join(kinds)}; "
                f"written like `{next(iter(kinds))} 2h`, or `all 2h`."
            )
        seconds.update(dict.fromkeys(kinds if name in _ALL else (name,), read_duration(length or name)))
    return seconds


def _parted(wish: str, kinds: Mapping[str, DecisionKind]) -> tuple[str, str]:
    """Return the kind of decision that a wish is for, and its time: a kind may be more than one word."""
    named = sorted((each for each in (*kinds, *_ALL) if re.match(rf"{re.escape(each)}\b", wish)), key=len)
    name = named[-1] if named else wish.partition(" ")[0]
    return name, wish[len(name) :].lstrip(" :=")


def read_duration(text: str) -> int:
    """Return seconds.

    :raises TellPlayer: if it is none, or shorter or longer than a deadline may be.

    >>> read_duration("1d 12h"), read_duration("90m")
    (129600, 5400)
    """
    seconds = read_span(text)
    if seconds is None or not LEAST <= seconds <= MOST:
        raise TellPlayer(
            f"“{_shown(text)}” is no deadline I can keep: it takes {LEAST} seconds to {MOST // 86_400} days, "
            "written like `30m`, `12h` or `1d 12h`."
        )
    return seconds


def _shown(text: str) -> str:
    return harmless(text[:30])
