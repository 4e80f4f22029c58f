"""Direct messages to an owner who can't pay: the goods go to auction; then perhaps the stable is bankrupt (R-G32)."""

from collections.abc import Iterator

from engine.leagues.words.facts import AuctionOrdered, StatusChanged
from records.batches import Batch
from records.notices import Notice
from records.values import EntryId
from steward.running.live import Live
from steward.telling.notices import Ruined, notice


def ruined(live: Live, batch: Batch) -> Iterator[Notice]:
    """Yield the notices that a batch causes: all else that it tells stands in the league's thread."""
    for each in batch.facts:
        fact = live.rules.read_fact(each.fact)
        if isinstance(fact, AuctionOrdered):
            yield from _to(live, Ruined(fact.debtor, fact.owed), batch.at)
        elif isinstance(fact, StatusChanged) and fact.status == "bankrupt":
            yield from _to(live, Ruined(fact.stable), batch.at)


def _to(live: Live, body: Ruined, now: float) -> Iterator[Notice]:
    seat = live.race.faction_of(EntryId(body.entry))
    if seat is not None and seat.at_the_reins is not None:
        yield notice(live.id, "ending", body, now, seat.at_the_reins)
