"""A look through a whole database, which changes nothing: beside a running bot, or at a copy."""

from typing import NamedTuple

from db.opening.backend import Backend
from db.opening.migrating import in_words
from db.reading.audit import audit_of
from db.upkeep.comparing import Held, held
from db.upkeep.copying import require_up_to_date
from engine.betting.records import Audit


class Checked(NamedTuple):
    """What was found."""

    fault: str  # empty if the database is whole
    audit: Audit
    tables: dict[str, Held]

    @property
    def is_sound(self) -> bool:
        return not self.fault and self.audit.is_sound


def check(backend: Backend) -> Checked:
    """Look through a database.

    :raises Unusable: if it cannot be read, or is not up to date.
    """
    engine = backend.engine(writes=False)
    try:
        with in_words(backend), engine.connect() as connection:
            backend.take_time(connection)
            require_up_to_date(connection)
            fault = backend.fault(connection)
            return Checked(fault, audit_of(connection, None), held(connection))
    finally:
        engine.dispose()
