"""How a race ends without a result."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, and_, update

from db.reading.index import revision_in
from db.schema import tables
from db.writing.batches import StaleRace, add_acts, add_notices, end_duties, raise_revision
from db.writing.books import Decide, apply_if_betting
from db.writing.follows import tell_called_off
from records.acts import ActRecord
from records.notices import Notice
from records.races import RaceRecord
from records.values import RaceId


def cancel(connection: Connection, race: RaceId, act: ActRecord, now: float, states: Sequence[str]) -> bool:
    """End a race without a result if it is in one of these states; tell whether it was.

    The person who acts called it off: a driver loses a race that they end so, whichever way they do it (S-48).
    """
    this = and_(tables.races.c.id == race, tables.races.c.state.in_(states))
    ends = update(tables.races).where(this).values(state="cancelled", ended=now, called_off_by=act.by)
    if connection.execute(ends).rowcount != 1:
        return False
    end_duties(connection, race)
    add_acts(connection, race, [act])
    return True


class Closing(NamedTuple):
    """How a race ends as its league is called off."""

    race: RaceRecord  # as it was found
    notices: Sequence[Notice]
    decide: Decide  # what becomes of the bets on it


def close_with_league(connection: Connection, closing: Closing, act: ActRecord) -> None:
    """End a race as its league is called off; one that is over stays so, and its bets are settled."""
    race = closing.race
    if revision_in(connection, race.id) != (race.state, race.revision):
        raise StaleRace(race.id)
    if cancel(connection, race.id, act, act.at, ("running", "paused")):
        add_notices(connection, closing.notices)
        tell_called_off(connection, race.id, act.at)
        raise_revision(connection, race.id)
    apply_if_betting(connection, race.id, closing.decide)
