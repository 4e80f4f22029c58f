"""Statements that are compiled once and then run on the driver's own connection.

SQLAlchemy takes longer to run a statement than SQLite does; where a transaction has a dozen, that is most of its time.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from sqlalchemy import ColumnElement, Connection, Executable, Select, or_
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

_DIALECT = sqlite.dialect(paramstyle="named")
_NOTHING: Mapping[str, Any] = {}

Row = Mapping[str, Any]


class Prepared:
    """A compiled statement with named values."""

    def __init__(self, statement: Executable, columns: Sequence[str] = ()) -> None:
        """:param columns: of a row, where the statement adds rows."""
        assert isinstance(statement, ClauseElement)
        compiled = statement.compile(dialect=_DIALECT, column_keys=list(columns) or None)
        assert isinstance(compiled, SQLCompiler)
        assert not compiled.post_compile_params, "lists differ in length from run to run: see any_of"
        self._text = str(compiled)
        self._fixed = {name: bind.value for bind, name in compiled.bind_names.items() if not bind.required}
        self._found = _Found(statement) if isinstance(statement, Select) else None

    def run(self, connection: Connection, values: Row = _NOTHING) -> sqlite3.Cursor:
        """Run the statement within the transaction of *connection*.

        :raises sqlite3.Error: as the driver raises it; SQLAlchemy does not wrap it.
        """
        cursor = cast(sqlite3.Cursor, connection.connection.cursor())
        return cursor.execute(self._text, {**self._fixed, **values})

    def run_for_each(self, connection: Connection, rows: Iterable[Row]) -> None:
        """Run it once for each of *rows*, as :meth:`run` does."""
        each = [{**self._fixed, **row} for row in rows]
        if each:
            connection.connection.cursor().executemany(self._text, each)

    def rows(self, connection: Connection, values: Row = _NOTHING) -> list[Any]:
        """Return the rows that it selects, each a tuple with names, of the values that its columns' types give."""
        assert self._found is not None, "it selects nothing"
        return [self._found.row(row) for row in self.run(connection, values).fetchall()]

    def first(self, connection: Connection, values: Row = _NOTHING) -> Any:
        """Return the first row that it selects; ``None`` if there is none."""
        return next(iter(self.rows(connection, values)), None)

    def value(self, connection: Connection, values: Row = _NOTHING) -> Any:
        """Return the first value of the first row that it selects; ``None`` if there is none."""
        row = self.first(connection, values)
        return None if row is None else row[0]


class _Found:
    """Turns the driver's rows into SQLAlchemy's: by name, a flag as ``bool``, a word as its ``Enum``."""

    def __init__(self, statement: Select[Any]) -> None:
        columns = statement.selected_columns
        named: Any = namedtuple
        self._kind = named("Found", columns.keys(), rename=True)
        self._kind._mapping = property(self._kind._asdict)
        read = [column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None) for column in columns]
        self._read: list[tuple[int, Callable[[Any], Any]]] = [(n, each) for n, each in enumerate(read) if each]

    def row(self, given: Sequence[Any]) -> Any:
        if not self._read:
            return self._kind._make(given)
        values = list(given)
        for n, read in self._read:
            values[n] = read(values[n])
        return self._kind._make(values)


def any_of(column: ColumnElement[Any], words: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition that a column is one of *words*; unlike ``in_`` it can be compiled once.

    >>> from sqlalchemy import column
    >>> str(any_of(column("state"), ["new", "sending"]))
    'state = :state_1 OR state = :state_2'
    """
    return or_(*(column == word for word in words))
