"""Room for one more race, cup or league, and the words for its refusal (S-53)."""

from collections.abc import Iterator
from contextlib import contextmanager

from db.store import NoRoom, Store
from records.races import PublicRace
from records.refusals import Reason, Refused
from records.values import RaceId
from steward.running.bookmaker import Decide
from steward.running.often import refusing_often

HOSTS_NAMED = 3
"""People whom the refusal of one more race names."""


async def add_limited(store: Store, new: PublicRace, decide: Decide | None = None) -> RaceId:
    """Keep a new race or league and return its id; :exc:`Refused` as by :func:`refusing_more`."""
    with refusing_more():
        return await store.races.add(new.record, decide, is_limited=True, factions=new.factions, entries=new.entries)


@contextmanager
def refusing_more() -> Iterator[None]:
    """Refuse one more race, cup or league if its host, or the server, has as many as may be (S-53)."""
    try:
        with refusing_often():
            yield
    except NoRoom as full:
        raise no_room(full) from full


def no_room(full: NoRoom) -> Refused:
    """Return the refusal of one more race, cup or league; it names who has those that are there."""
    hosts = tuple(full.hosts.items())[:HOSTS_NAMED]
    reason = Reason.HOSTS_ENOUGH if full.own >= full.at_most else Reason.TOO_MANY_RACES
    return Refused(reason, what=full.what, at_most=full.at_most, own=full.own, hosts=hosts, races=full.races)
