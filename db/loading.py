"""Loading a race: its latest checkpoint that holds, the answers since, and all that goes with them."""

import hashlib

from sqlalchemy import ColumnElement, Connection, bindparam, func, select

from db import schema
from db.rows import race_of, rows_of
from records.batches import KeptRace
from records.play import CheckpointRecord, Deadline, FactRecord, Input, OrdersRecord
from records.races import EntryRecord, FactionRecord
from records.values import EntryId, RaceId

_LAST_SCENE = select(func.max(schema.scenes.c.n)).where(schema.scenes.c.race == bindparam("this"))
_REWINDS = select(func.count()).where(
    schema.inputs.c.race == bindparam("this"), schema.inputs.c.entry == 0, schema.inputs.c.answer.contains('"Rewind"')
)


def load(connection: Connection, race: RaceId, until: int | None) -> KeptRace | None:
    """Return a race as it is on record, up to input *until*; ``None`` if there is none."""
    checkpoints, inputs = schema.checkpoints.c, schema.inputs.c
    where: list[ColumnElement[bool]] = [checkpoints.void.is_(False)]
    counting: list[ColumnElement[bool]] = [inputs.void.is_(False)]
    if until is not None:
        where.append(checkpoints.seq <= until)
        counting.append(inputs.seq <= until)
    found = connection.execute(select(schema.races).where(schema.races.c.id == race)).first()
    if found is None:
        return None
    latest = rows_of(connection, schema.checkpoints, race, CheckpointRecord, *where, newest=True)
    since = inputs.seq > (latest[0].seq if latest else 0)
    answered = tuple(rows_of(connection, schema.inputs, race, Input, since, *counting))
    return KeptRace(
        race_of(found),
        tuple(rows_of(connection, schema.factions, race, FactionRecord)),
        tuple(rows_of(connection, schema.entries, race, EntryRecord)),
        latest[0] if latest else None,
        answered,
        tuple(rows_of(connection, schema.deadlines, race, Deadline)),
        tuple(rows_of(connection, schema.orders, race, OrdersRecord)),
        connection.scalar(_LAST_SCENE, {"this": race}) or 0,
        connection.scalar(_REWINDS, {"this": race}) or 0,
        _brings(connection, race),
        _begun(connection, race, latest[0]) if latest and not answered else "",
    )


def _brings(connection: Connection, race: RaceId) -> dict[EntryId, str]:
    """Return what the chariots of a league's race bring; nothing of any other race."""
    entries = schema.entries.c
    found = select(entries.entry, entries.brings).where(entries.race == race, entries.brings.is_not(None))
    return {EntryId(row.entry): row.brings for row in connection.execute(found)}


def _begun(connection: Connection, race: RaceId, checkpoint: CheckpointRecord) -> str:
    """Return the digest of the story at the first question of a turn, as it is on record."""
    facts, digest = schema.facts.c, bytes.fromhex(checkpoint.digest)
    began = (facts.n > checkpoint.told, facts.seq <= checkpoint.seq, facts.void.is_(False))
    for record in rows_of(connection, schema.facts, race, FactRecord, *began):
        digest = hashlib.sha256(digest + record.fact.encode()).digest()
    return digest.hex()
