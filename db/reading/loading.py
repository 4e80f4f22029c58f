"""Loading a race: its latest checkpoint that holds, the answers since, and all that goes with them."""

import hashlib

from sqlalchemy import Connection, bindparam, func, select

from db.opening.prepared import Prepared
from db.reading.rows import of_race, race_of, rows_of, structs_of
from db.schema import tables
from records.batches import KeptRace
from records.play import STEWARD, CheckpointRecord, Deadline, Input, OrdersRecord
from records.races import EntryRecord, FactionRecord
from records.values import EntryId, RaceId

NEWEST = 2**31 - 1
"""After the last input of any race."""

_checkpoints, _entries, _facts, _inputs = tables.checkpoints.c, tables.entries.c, tables.facts.c, tables.inputs.c
_RACE = Prepared(
    select(tables.races).where(tables.races.c.id == bindparam("this"), tables.races.c.guild >= 0)  # not of one removed
)
_LATEST = Prepared(
    of_race(tables.checkpoints, _checkpoints.void.is_(False), _checkpoints.seq <= bindparam("until"), newest=True)
)
_SINCE = Prepared(
    of_race(
        tables.inputs,
        _inputs.seq > bindparam("after"),
        _inputs.void.is_(False),
        _inputs.seq <= bindparam("until"),
    )
)
_LAST_SCENE = Prepared(select(func.max(tables.scenes.c.n)).where(tables.scenes.c.race == bindparam("this")))
_REWINDS = Prepared(
    select(func.count()).where(
        _inputs.race == bindparam("this"), _inputs.entry == STEWARD, _inputs.answer.contains('"Rewind"')
    )
)
_BRINGS = Prepared(
    select(_entries.entry, _entries.brings).where(_entries.race == bindparam("this"), _entries.brings.is_not(None))
)
_BEGUN = Prepared(
    of_race(tables.facts, _facts.n > bindparam("told"), _facts.seq <= bindparam("until"), _facts.void.is_(False))
)


def load(connection: Connection, race: RaceId, until: int | None) -> KeptRace | None:
    """Return a race as it is on record, up to input *until*; ``None`` if there is none."""
    this = {"this": race}
    counting = {**this, "until": NEWEST if until is None else until}
    found = _RACE.first(connection, this)
    if found is None:
        return None
    latest = structs_of(connection, _LATEST, counting, CheckpointRecord)
    since = {**counting, "after": latest[0].seq if latest else 0}
    answered = tuple(structs_of(connection, _SINCE, since, Input))
    return KeptRace(
        race_of(found),
        tuple(rows_of(connection, tables.factions, race, FactionRecord)),
        tuple(rows_of(connection, tables.entries, race, EntryRecord)),
        latest[0] if latest else None,
        answered,
        tuple(rows_of(connection, tables.deadlines, race, Deadline)),
        tuple(rows_of(connection, tables.orders, race, OrdersRecord)),
        _LAST_SCENE.value(connection, this) or 0,
        _REWINDS.value(connection, this),
        _brings(connection, race),
        _begun(connection, race, latest[0]) if latest and not answered else "",
    )


def _brings(connection: Connection, race: RaceId) -> dict[EntryId, str]:
    """Return the goods that the chariots of a league's race bring; none for any other race."""
    return {EntryId(row.entry): row.brings for row in _BRINGS.rows(connection, {"this": race})}


def _begun(connection: Connection, race: RaceId, checkpoint: CheckpointRecord) -> str:
    """Return the digest of the story at the first question of a turn, as it is on record."""
    digest = bytes.fromhex(checkpoint.digest)
    for row in _BEGUN.rows(connection, {"this": race, "told": checkpoint.told, "until": checkpoint.seq}):
        digest = hashlib.sha256(digest + row.fact.encode()).digest()
    return digest.hex()
