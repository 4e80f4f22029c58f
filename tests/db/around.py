"""Ways around the program: a plain connection to a test's database, of whichever kind that is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

import psycopg

from tests import servers
from tests.databases import is_on_server

REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""What a database says to a row that it will not have."""


class Around(Protocol):
    """A connection that begins no transaction by itself."""

    def execute(self, statement: Any, /) -> Any: ...


@contextmanager
def around_the_program(path: Path) -> Iterator[Around]:
    """Connect to the database at a path, or to the one that stands for it."""
    if is_on_server():
        name = servers.database_for(path).address.database
        with psycopg.connect(host=str(servers.folder()), user=servers.USER, dbname=name, autocommit=True) as connection:
            yield connection
    else:
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA foreign_keys = ON")
            yield database


def unguard(around: Around) -> None:
    """Switch off all that keeps rows as they must be."""
    if is_on_server():
        around.execute("SET session_replication_role = replica")
        around.execute("ALTER TABLE posting DROP CONSTRAINT ck_posting_balance")
        return
    around.execute("PRAGMA foreign_keys = OFF")
    around.execute("PRAGMA ignore_check_constraints = ON")
    for (trigger,) in around.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        around.execute(f"DROP TRIGGER {trigger}")
