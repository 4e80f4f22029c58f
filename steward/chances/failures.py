"""What could not be worked out: tried twice at once, then later and later, at most a day apart.

So a machine that was too slow for an hour leaves no race without odds, and one that stays too slow is not kept busy.
"""

from collections.abc import Callable, Hashable
from typing import Generic, NamedTuple, TypeVar

from records.limits import DAY
from steward.time.standstill import Clock

ATTEMPTS = 2
"""How often something is tried at once, if the process dies over it or takes too long."""

FIRST_REST, LONGEST_REST = 600.0, DAY
"""Seconds until it is tried again after that; each rest is twice the one before."""

Key = TypeVar("Key", bound=Hashable)


class _Failed(NamedTuple):
    times: int
    again: float  # not before, in seconds since 1970


class Failures(Generic[Key]):
    """Remembers how often something has failed, and until when it is let be."""

    def __init__(self, clock: Clock) -> None:
        self._clock, self._failed = clock, dict[Key, _Failed]()

    def times(self, key: Key) -> int:
        """Return how often something has failed."""
        return self._failed[key].times if key in self._failed else 0

    def rests(self, key: Key) -> bool:
        """Tell whether something is let be for now."""
        return key in self._failed and self._clock() < self._failed[key].again

    def note(self, key: Key, *, at_least: int = 1) -> None:
        """Note that something has failed.

        :param at_least: so often; :data:`ATTEMPTS` for what is not to be tried again at once.
        """
        times = max(self.times(key) + 1, at_least)
        rest = min(FIRST_REST * 2 ** (times - ATTEMPTS), LONGEST_REST) if times >= ATTEMPTS else 0.0
        self._failed[key] = _Failed(times, self._clock() + rest)

    def keep(self, is_wanted: Callable[[Key], bool]) -> None:
        """Forget what is not wanted any more."""
        self._failed = {key: failed for key, failed in self._failed.items() if is_wanted(key)}

    def soonest(self) -> float | None:
        """Return after how many seconds something is to be tried again; ``None`` if nothing has failed."""
        return min((max(0.0, each.again - self._clock()) for each in self._failed.values()), default=None)
