"""Statements that are compiled once and then run on the driver's own connection.

SQLAlchemy takes longer to run a statement than SQLite does; where a transaction has a dozen, that is most of its time.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Executable
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

_DIALECT = sqlite.dialect(paramstyle="named")

Row = Mapping[str, Any]


class Prepared:
    """A statement with names for what changes."""

    def __init__(self, statement: Executable, columns: Sequence[str] = ()) -> None:
        """:param columns: of a row, where the statement adds rows."""
        assert isinstance(statement, ClauseElement)
        compiled = statement.compile(dialect=_DIALECT, column_keys=list(columns) or None)
        assert isinstance(compiled, SQLCompiler)
        self._text = str(compiled)
        self._fixed = {name: bind.value for bind, name in compiled.bind_names.items() if not bind.required}

    def run(self, connection: Connection, values: Row) -> sqlite3.Cursor:
        """Run it within the transaction of *connection*.

        :raises sqlite3.Error: what the driver raises; SQLAlchemy does not wrap it.
        """
        cursor: Any = connection.connection.cursor()
        cursor.execute(self._text, {**self._fixed, **values})
        return cursor  # type: ignore[no-any-return]

    def run_for_each(self, connection: Connection, rows: Iterable[Row]) -> None:
        """Run it once for each of *rows*, as :meth:`run` does."""
        each = [{**self._fixed, **row} for row in rows]
        if each:
            connection.connection.cursor().executemany(self._text, each)
