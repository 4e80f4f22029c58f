"""Old texts go, if whoever runs the bot has set after how many days."""

from db.store import Store
from records.limits import DAY, HOUR
from steward.time.standstill import Clock


class Keeping:
    """Looks once an hour. What it does may be done twice, and by any process."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock, self._looked = store, clock, 0.0
        self.days = 0
        """For how long texts of messages, posts and reasons are kept after a race is over; 0 is for ever."""

    async def look(self) -> None:
        """Blank what is older."""
        now = self._clock()
        if not self.days or 0 <= now - self._looked < HOUR:
            return
        kept, before = self._store.retention, now - self.days * DAY
        for blank in (kept.blank_messages, kept.blank_posts, kept.blank_reasons):
            await blank(before)
        self._looked = now
