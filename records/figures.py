"""Figures of the running program: how long things take, and what waits. They name no server, race or person."""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Literal, get_args

import msgspec

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds by which spans are told apart."""


class Spans:
    """How often something took how long.

    >>> answers = Spans()
    >>> for seconds in (0.004, 0.2, 60.0):
    ...     answers.note(seconds)
    >>> answers.count, answers.within(0.25), answers.within(10.0)
    (3, 2, 2)
    """

    def __init__(self) -> None:
        self._in = [0] * (len(BOUNDS) + 1)
        self.count, self.sum = 0, 0.0

    def note(self, seconds: float) -> None:
        """Count one more that took so long."""
        self._in[bisect_left(BOUNDS, seconds)] += 1
        self.count += 1
        self.sum += seconds

    def within(self, bound: float) -> int:
        """Return how many took no longer than one of :data:`BOUNDS`."""
        return sum(self._in[: 1 + BOUNDS.index(bound)])


Failure = Literal["post", "post given up", "write", "database away", "session lost", "deadline", "beat"]
"""What may fail: a post (that is tried again, or given up), a write, what was said to a database that went away, a
session with Discord, what a deadline asks for, and telling the other programs that this one lives."""


class Failures:
    """How often something failed in this program since its start.

    >>> failures = Failures()
    >>> failures.note("deadline")
    >>> failures.counts["deadline"], failures.counts["post"]
    (1, 0)
    """

    def __init__(self) -> None:
        self.counts: dict[Failure, int] = dict.fromkeys(get_args(Failure), 0)

    def note(self, what: Failure) -> None:
        """Count one more."""
        self.counts[what] += 1


class OnRecord(msgspec.Struct, frozen=True):
    """What the database holds at a moment."""

    races: Mapping[str, int]  # by their state
    waiting: Mapping[str, int]  # notices that are not posted yet, by their kind
    oldest_due: float | None  # when the first of them should have been posted, in seconds since 1970
    oldest_deadline: float | None  # of a race under way
    ledger: int  # the sum of all postings: 0
