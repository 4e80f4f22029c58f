"""Presses that are on their way: what was pressed before a deadline counts, though it arrives after it (S-63).

Discord writes the time of each press into its number. That time counts, never a player's own clock.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from records.batches import Batch
from records.notices import Notice
from records.values import PlayerId
from steward.time.standstill import Clock

ON_ITS_WAY = 5.0
"""Seconds after a deadline in which a press made before it may still arrive; only then do the rules decide."""

AT_WORK = 30.0
"""Seconds for which a press that has arrived holds up a deadline at most, while it is dealt with."""


class Presses:
    """The presses that have arrived and are not dealt with yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._at_work: dict[object, tuple[PlayerId, float, float]] = {}  # player, when pressed, when arrived

    @contextmanager
    def at_work(self, player: PlayerId, pressed: float) -> Iterator[None]:
        """Note a press while it is dealt with.

        :param pressed: by Discord's clock, in seconds since 1970.
        """
        key = object()
        self._at_work[key] = (player, pressed, self._clock())
        try:
            yield
        finally:
            del self._at_work[key]

    def asking_here(self, batch: Batch, process: int | None) -> Batch:
        """Return a batch whose questions to those who press something here are put by this process, and no other.

        It alone knows what stands before them in a private answer, so that nobody is asked twice.

        :param process: its number among others; ``None`` if there are none.
        """
        here = {player for player, _, _ in self._at_work.values()}
        if process is None or not any(_asks(each, here) for each in batch.notices):
            return batch
        held = [replace(each, holder=process) if _asks(each, here) else each for each in batch.notices]
        return replace(batch, notices=tuple(held))

    def hold_up(self, closes: float, players: Collection[PlayerId | None]) -> bool:
        """Tell whether one of *players* pressed something before a deadline that is not dealt with yet."""
        now = self._clock()
        return any(
            player in players and pressed <= closes and now - arrived < AT_WORK
            for player, pressed, arrived in self._at_work.values()
        )


def _asks(notice: Notice, players: Collection[PlayerId]) -> bool:
    return notice.kind == "summons" and notice.player in players
