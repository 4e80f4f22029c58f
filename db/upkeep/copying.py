"""A running installation moves from one database to another, of the same kind or of the other, and back."""

from contextlib import ExitStack
from typing import NamedTuple

from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, delete, insert

from db.opening.backend import Backend
from db.opening.errors import Unusable, is_of_database
from db.opening.migrating import MIGRATIONS, bring_up_to_date, in_words
from db.reading.audit import audit_of
from db.schema.tables import settings
from db.upkeep.comparing import held, is_empty, portions, tables_in_order


class Copied(NamedTuple):
    """What was copied, and found to be the same there."""

    tables: int
    rows: int
    postings: int


def copy(source: Backend, target: Backend) -> Copied:
    """Copy all rows into a database that has none, in one transaction, past its guards; then compare both.

    :raises Unusable: if a program runs on either, the target has rows, the source is not up to date, or a row cannot
        be kept there; nothing is kept then.
    """
    if source == target:
        raise Unusable("From and to are the same database.")
    if not source.exists():
        raise Unusable("There is no database to copy from. Check its name.")
    with ExitStack() as held_open:
        for each in (source, target):
            with in_words(each):
                held_open.enter_context(each.only_one())
        with in_words(target):
            target.prepare()
            bring_up_to_date(target)
        read, written = source.engine(writes=False), target.engine()
        held_open.callback(read.dispose)
        held_open.callback(written.dispose)
        with in_words(source):
            reading = held_open.enter_context(read.connect())
            source.take_time(reading)
            require_up_to_date(reading)
        with in_words(target), written.begin() as writing:
            target.take_time(writing)
            target.alone(writing)
            if not is_empty(writing):
                raise Unusable("The database to copy to has races already. Name one without any, or a new file.")
            return _copied(source, reading, target, writing)


def _copied(source: Backend, reading: Connection, target: Backend, writing: Connection) -> Copied:
    writing.execute(delete(settings))
    for table in tables_in_order():
        try:
            for some in portions(reading, table):
                writing.execute(insert(table), [dict(row) for row in some])
        except Exception as error:
            if not is_of_database(error):
                raise
            told = target.why_unusable(error)
            raise Unusable(
                f"A row of the table {table.name} can't be kept there, so nothing was copied. {told}"
            ) from None
    target.number_on(writing, source.numbers(reading))
    before, after = held(reading), held(writing)
    differing = [name for name, each in before.items() if after[name] != each]
    if differing:
        raise Unusable(f"The copy would differ in {', '.join(differing)}, so nothing was copied. Please report this.")
    audit = audit_of(writing, None)
    if not audit.is_sound:
        raise Unusable("The ledger of the copy is not sound, so nothing was copied. `python -m db check` says where.")
    return Copied(len(after), sum(each.rows for each in after.values()), audit.postings)


def require_up_to_date(connection: Connection) -> None:
    """:raises Unusable: if the schema is not this program's."""
    is_at = MigrationContext.configure(connection).get_current_revision()
    newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    if is_at != newest:
        raise Unusable(
            f"The database is at step {is_at or 'none'} of the schema, and this program at {newest}. "
            "Start this Quadriga on it once, then try again."
        )
