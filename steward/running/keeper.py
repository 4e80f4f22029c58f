"""What the house does for rows of one ruleset, and for no other: there is a keeper for each that asks for one.

A race needs none of it. So a keeper does nothing by default, but to write what a race writes.
"""

from collections.abc import Sequence

from db.store import Store
from db.writing.closing import Closing
from engine.betting.book import Transfer
from records.acts import ActRecord
from records.batches import Batch
from records.races import FactionRecord, PublicRace, RaceRecord, Start
from records.refusals import Reason, Refused
from records.values import EntryId, Faction, PlayerId, RaceId
from steward.running.bookmaker import Decide, following
from steward.running.live import Live


class Keeper:
    """Follows what happens in a race, or to it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # It is played

    def starts(self, start: Start, members: int) -> Start:
        """Return the words mixed into its dice, for a race that begins with so many people and house drivers."""
        return start

    async def write(self, live: Live, batch: Batch, undone: Sequence[tuple[RaceId, ActRecord]]) -> None:
        """Write a batch and all that goes with it, or nothing.

        :param undone: races that belong to it, and the act that undoes each.
        :raises StaleRace: if it is not where the batch begins.
        """
        await self._store.write(batch, following(live, batch))

    async def event(self, race: RaceRecord) -> int | None:
        """Return the event that it is, of its cup or league, or that it has come to; ``None`` without events."""
        return race.round

    # People

    def missed(self, live: Live, seat: FactionRecord, entry: EntryId, missed: int, now: float) -> bool:
        """Follow a silence in its own way, by how many there were in a row; tell whether it has one."""
        return False

    def took_back(self, live: Live, number: Faction, now: float) -> None:
        """Follow the return of a faction's player."""

    async def require_outside(self, race: PublicRace, player: PlayerId) -> None:
        """:raises Refused: if somebody has a place of their own, so that they can be nobody's substitute."""
        if any(each.player == player for each in race.factions):
            raise Refused(Reason.HAS_A_PLACE, player=player)

    async def require_may_drive(self, home: PublicRace, race: PublicRace, player: PlayerId, faction: Faction) -> None:
        """:raises Refused: if somebody may not drive for a faction of *race*, which is *home* or belongs to it."""

    def in_its_words(self, refused: Refused) -> Refused:
        """Return a refusal about a question in words of its own."""
        return refused

    # It goes back, or ends

    async def require_may_end(self, race: PublicRace, by: PlayerId) -> None:
        """:raises Refused: if somebody may not end it without a result, though they act as its host."""

    async def waits_again(
        self, live: Live, race: RaceRecord, act: ActRecord, now: float
    ) -> tuple[Batch, Transfer | None] | None:
        """Have it wait once more for *race*, and return what is to be written for that, and its money.

        :returns: ``None`` if it waits for that race still.
        :raises Refused: if it has gone on.
        """
        raise Refused(Reason.RACE_IS_OVER)

    def emptying(self, race: PublicRace, now: float) -> Transfer | None:
        """Return the decision about the money that is left in it as it is called off."""
        return None

    async def ending_with(self, race: RaceRecord, act: ActRecord, decide: Decide) -> Sequence[Closing]:
        """Return how the races that belong to it end as it is called off; *decide* gives their stakes back."""
        return ()
