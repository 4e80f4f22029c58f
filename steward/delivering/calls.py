"""The call that stands in a race's thread: one post for all whom the thread must call."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from db.store import Store
from records.notices import Notice, message_in
from records.values import RaceId
from steward.telling.notices import Mention, read_body
from steward.time.schedules import quiet_until
from steward.time.standstill import Clock

MOST_CALLED = 100
"""Mentions of a race that are looked at: four for each of 25 players."""

LOOKS, PAUSE = 40, 0.05
"""How often a call looks for questions on their way to players who may take no direct messages; seconds between."""

_CALLED = "called"


@dataclass(frozen=True)
class Called:
    """The mentions of a race, the oldest first."""

    told: Sequence[Mention]  # that a post tells, or has told
    over: Sequence[Mention]  # of these, whose duty is over
    waiting: Sequence[Notice]  # that no post tells yet
    message: int | None  # the post that stands, if there is one


class Calls:
    """Looks up who is called in a race's thread, and where."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    async def of(self, race: RaceId) -> Called:
        """Return the mentions of a race."""
        found = list(reversed(await self._store.outbox.mentions(race, MOST_CALLED)))
        messages = [message for each in found if (message := message_in(each, _CALLED)) is not None]
        told = [each for each in found if each.state in ("sent", "answered")]
        return Called(
            [read_body(each, Mention) for each in told],
            [read_body(each, Mention) for each in told if each.state == "answered"],
            [each for each in found if each.state == "new" and read_body(each, Mention).player is not None],
            max(messages, default=None),
        )

    async def gathered(self, race: RaceId) -> None:
        """Wait, but not for long, until all who are to be called in a race's thread now are known."""
        for _ in range(LOOKS):
            if not await self._store.outbox.is_mention_coming(race, self._clock()):
                return
            await asyncio.sleep(PAUSE)

    async def ring_later(self, race: RaceId, mentions: Sequence[Mention]) -> None:
        """Have those called again whom their post does not ring: their quiet hours end later than those of others.

        They are called as these end, if that is before the deadline. Where it is quiet for all, the post names all.
        """
        players = {each.player for each in mentions if each.player is not None}
        known = [await self._store.people.player(player) for player in players]
        quiet = {each.player: quiet_until(each, self._clock()) for each in known if each is not None}
        if not any(quiet.get(player) is None for player in players):
            return
        for each in mentions:
            until = None if each.player is None else quiet.get(each.player)
            if until is not None:
                for entry in each.entries:
                    await self._store.deadlines.remind_by(race, entry, each.asked, until)


def called_in(message: int) -> str:
    """Return the outcome of a mention that a post tells."""
    return f"{_CALLED} {message}"
