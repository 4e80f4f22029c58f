"""Opening the database: SQLite in WAL mode, its schema brought up to date."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MILLISECONDS = 10_000
HIDES_VALUES = True
"""Errors are logged, and what could not be written may be secret: a sealed bet or answer with its salt, a seed."""


def open_database(path: Path) -> AsyncEngine:
    """Return the engine of a database file; nothing is read or written yet."""
    engine = create_async_engine(f"sqlite+aiosqlite:///{path}", hide_parameters=HIDES_VALUES)
    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def open_writer(path: Path) -> Engine:
    """Return an engine of the same file that blocks: for a thread of its own."""
    engine = create_engine(f"sqlite:///{path}", hide_parameters=HIDES_VALUES)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: Any) -> None:
    # The driver would begin transactions late, at the first write; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "foreign_keys = ON",
        f"busy_timeout = {BUSY_MILLISECONDS}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    # A writer takes its lock at once: two of them wait for each other instead of failing half way.
    writes = connection.get_execution_options().get("writes", True)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


async def migrate(engine: AsyncEngine) -> None:
    """Bring the schema up to date."""
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
