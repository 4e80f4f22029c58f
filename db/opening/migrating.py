"""Bringing a database up to date, once it is known to be whole."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import DatabaseError, DBAPIError

from db.opening.backend import Backend
from db.opening.errors import is_of_database

MIGRATIONS = Path(__file__).parent / "migrations"


@contextmanager
def in_words(backend: Backend) -> Iterator[None]:
    """Tell in words what keeps a database from being opened.

    :raises Unusable: in place of each such error.
    """
    try:
        yield
    except OSError as error:
        raise backend.why_unusable(PermissionError(f"readonly: {error.strerror}")) from error
    except Exception as error:
        if isinstance(error, DBAPIError | CommandError) or is_of_database(error):
            raise backend.why_unusable(error) from error
        raise


async def make_ready(backend: Backend) -> None:
    """Make a database private, check it and bring its schema up to date."""
    backend.prepare()
    await migrate(backend)


async def migrate(backend: Backend) -> None:
    """Check a database and bring its schema up to date, in a thread: neither blocks the event loop."""
    await asyncio.to_thread(bring_up_to_date, backend)


def bring_up_to_date(backend: Backend) -> None:
    """Check a database and bring its schema up to date."""
    engine = backend.engine()
    try:
        with _ONE_AT_A_TIME, engine.begin() as connection:
            backend.take_time(connection)
            backend.alone(connection)
            fault = backend.fault(connection)
            if fault:
                raise DatabaseError("check", None, Exception(f"malformed: {fault}"))
            _upgrade(connection)
    finally:
        engine.dispose()


_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps the migration under way in a global; a second one would take its place."""


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
