"""Which of several processes keeps what: each race, and each job for all, has one home among those that live.

Everybody works that out alike from the same rows, so nothing is elected, and nothing is written when a process comes
or goes. Only what the gone one kept finds another home. Whoever thinks itself the home for a moment too long loses by
the race's revision, as any two writers do.
"""

from collections.abc import Sequence
from hashlib import blake2b

from records.fleet import Process

MOST_APART = 5.0
"""Seconds by which a process's clock may differ from the others'; above that it has no races."""

FIRST = 0
"""The shard to which Discord sends all direct messages."""

MOST_KNOWN = 100_000
"""Homes that are remembered until the processes change; then all are forgotten, and worked out anew."""


class Homes:
    """The homes among some processes that live."""

    def __init__(self, living: Sequence[Process]) -> None:
        self.living = {each.number: each for each in living}
        up = [each for each in living if each.state == "up"]
        self.time = min((each.ahead for each in up), key=abs, default=0.0)
        newest = max((each.rules for each in up), default=0)
        # An older program would tell the turn of a race otherwise than the newer one that has played it.
        self._able = [each for each in up if each.rules == newest and abs(each.ahead - self.time) <= MOST_APART]
        self._of_direct = [each for each in self._able if each.shards.has(FIRST)] or self._able
        self._known: dict[str, int | None] = {}

    def home(self, what: str) -> int | None:
        """Return the number of the process that keeps something; ``None`` while nobody can."""
        return self._found(what, self._able)

    def sender(self, player: int) -> int | None:
        """Return who sends direct messages to somebody: presses on them come there, too."""
        return self._found(f"direct {player}", self._of_direct)

    def _found(self, what: str, among: Sequence[Process]) -> int | None:
        if what not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[what] = max((each.number for each in among), key=lambda n: _rank(what, n), default=None)
        return self._known[what]


def _rank(what: str, number: int) -> bytes:
    return blake2b(f"{what} {number}".encode(), digest_size=8).digest()
