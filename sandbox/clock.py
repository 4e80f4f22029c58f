"""The sandbox's time: the wall clock, moved on by as much as a test asks for."""

import math
import time
from collections.abc import Callable
from datetime import UTC, datetime


class Clock:
    """Seconds since 1970, never going back.

    :param source: where the time comes from, in seconds since 1970.
    """

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead = 0.0
        self._latest = 0.0

    def now(self) -> float:
        """Return the time in seconds since 1970."""
        self._latest = max(self._latest, self._source() + self._ahead)
        return self._latest

    def advance(self, seconds: float) -> None:
        """Set the clock on by *seconds*; raise :exc:`ValueError` below 0."""
        if seconds < 0:
            raise ValueError("a clock does not go back")
        self._ahead += seconds


def iso(seconds: float) -> str:
    """Return a time as Discord writes it.

    >>> iso(0.5)
    '1970-01-01T00:00:00.500000+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def wait_until(moment: float, now: float) -> float:
    """Return the seconds from *now* to *moment*, in whole milliseconds and never too few.

    >>> wait_until(1.2341, 0)
    1.235
    """
    wait = math.ceil(max(0.0, moment - now) * 1000) / 1000
    # The product above may have lost its last digit.
    return wait if now + wait >= moment else round(wait + 0.001, 3)
