"""Noticing that the program stood still or the clock was set: two clocks of the machine are compared each second."""

import asyncio
from collections.abc import Callable

Clock = Callable[[], float]

PULSE = 1.0
"""Seconds between two looks at the clocks."""

LEAST_JUMP = 2.0
"""Seconds by which the two clocks must part before the wall clock counts as set, or the machine as suspended."""

LEAST_STALL = 10.0
"""Seconds between two looks before the program counts as halted; a busy machine may keep it for less."""


class Standstill:
    """Counts the seconds that passed while nobody could be served, by the wall clock, to which deadlines belong."""

    def __init__(self, wall: Clock, monotonic: Clock) -> None:
        """
        :param wall: seconds since 1970; goes on while the machine is suspended, and can be set.
        :param monotonic: seconds since any moment; never set, and on most machines halted while they are suspended.
        """
        self._wall, self._monotonic = wall, monotonic
        self._seen = wall(), monotonic()
        self._lost = 0.0

    @property
    def lost(self) -> float:
        """Seconds lost and not given back yet; below 0 if the clock was set back."""
        self._look()
        return self._lost

    def given_back(self, seconds: float) -> None:
        """Note that the players got so many seconds back."""
        self._lost -= seconds

    async def watch(self) -> None:
        """Look at the clocks for ever."""
        while True:
            self._look()
            await asyncio.sleep(PULSE)

    def _look(self) -> None:
        before, self._seen = self._seen, (self._wall(), self._monotonic())
        passed, ran = self._seen[0] - before[0], self._seen[1] - before[1]
        jumped, stalled = passed - ran, ran - PULSE
        self._lost += (jumped if abs(jumped) > LEAST_JUMP else 0.0) + (stalled if stalled > LEAST_STALL else 0.0)


ALIVE = "alive"
