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

from db.opening.errors import is_of_database
from db.opening.home import Home


@contextmanager
def in_words(home: Home) -> Iterator[None]:
    """Tell in words what keeps a database from being opened.

    :raises Unusable: in place of each such error.
    """
    try:
        yield
    except OSError as error:
        raise home.why_unusable(PermissionError(f"readonly: {error.strerror}")) from error
    except Exception as error:
        if isinstance(error, DBAPIError | CommandError) or is_of_database(error):
            raise home.why_unusable(error) from error
        raise


async def make_ready(home: Home) -> None:
    """Make a database private, check it and bring its schema up to date."""
    home.prepare()
    await migrate(home)


async def migrate(home: Home) -> None:
    """Check a database and bring its schema up to date, in a thread: neither blocks the event loop."""
    await asyncio.to_thread(_migrate, home)


def _migrate(home: Home) -> None:
    engine = home.engine()
    try:
        with _ONE_AT_A_TIME, engine.begin() as connection:
            fault = home.fault(connection)
            if fault:
                raise DatabaseError("check", None, Exception(f"malformed: {fault}"))
            _upgrade(connection)
    finally:
        engine.dispose()


_ONE_AT_A_TIME = threading.Lock()
"""Alembic keeps the migration under way in a global; a second one would take its place."""


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
