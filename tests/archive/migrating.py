"""Bringing many databases of few versions up to date: what that says to a database of a version is worked out once.

Working it out takes far longer than saying it. The first database of each version is migrated in earnest; to the others
the same is said, statement by statement. No migration may look at rows to decide what it says.
"""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from db.opening import migrating
from db.opening.backend import backend_of

_SCHEMA = re.compile(r"PRAGMA (main|temp|quick_check)\b|SELECT .*\b(sqlite_master|alembic_version)\b", re.DOTALL)
"""What only looks, and at the schema alone."""

_said: dict[str, list[tuple[str, Any]]] = {}


def bring_up(path: Path) -> None:
    """Bring a database up to date, of whatever version it is."""
    if (version := version_of(path)) not in _said:
        with _listening() as _said[version]:
            migrating.bring_up_to_date(backend_of(path))
        return
    engine = backend_of(path).engine()
    with engine.begin() as connection:
        cursor = connection.connection.cursor()
        for statement, values in _said[version]:
            cursor.execute(statement, values)
    engine.dispose()


def version_of(path: Path) -> str:
    """Return the last migration that a database has seen."""
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@contextmanager
def _listening() -> Iterator[list[tuple[str, Any]]]:
    """Give what is said meanwhile to change a database."""
    said: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_others: Any) -> None:
        if not _SCHEMA.match(statement):
            assert not statement.lstrip().upper().startswith(("SELECT", "PRAGMA")), f"it looks at rows: {statement}"
            said.append((statement, values))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)
