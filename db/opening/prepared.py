"""Statements that are compiled once and then run on the driver's own connection.

SQLAlchemy takes longer to run a statement than SQLite does; where a transaction has a dozen, that is most of its time.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Dialect, Executable, Float, Select, or_
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase

_NOTHING: Mapping[str, Any] = {}

Row = Mapping[str, Any]


class Prepared:
    """A statement with named values, compiled when it is first run on a kind of database."""

    def __init__(self, statement: Executable, columns: Sequence[str] = ()) -> None:
        """:param columns: of a row, where the statement adds rows."""
        assert isinstance(statement, ClauseElement)
        self._statement, self._columns = statement, list(columns) or None
        self._compiled: dict[str, _Compiled] = {}

    def on(self, dialect: Dialect) -> "_Compiled":
        """Return the statement as a kind of database reads it."""
        try:
            return self._compiled[dialect.name]
        except KeyError:
            return self._compiled.setdefault(dialect.name, _Compiled(self._statement, self._columns, dialect))

    def run(self, connection: Connection, values: Row = _NOTHING) -> int:
        """Run the statement within the transaction of *connection*, and return how many rows it changed.

        Errors are the driver's own, as SQLAlchemy does not wrap them: see :mod:`db.opening.errors`.
        """
        changed: int = self._executed(connection, values).rowcount
        return changed

    def run_for_each(self, connection: Connection, rows: Iterable[Row]) -> None:
        """Run it once for each of *rows*, as :meth:`run` does."""
        this = self.on(connection.dialect)
        each = [{**this.fixed, **row} for row in rows] if this.fixed else list(rows)
        if each:
            connection.connection.cursor().executemany(this.text, each)

    def rows(self, connection: Connection, values: Row = _NOTHING) -> list[Any]:
        """Return the rows that it selects, or returns of those it writes.

        Each is a tuple with names, of the values that its columns' types give.
        """
        read = self.on(connection.dialect).read
        return [read(row) for row in self._executed(connection, values).fetchall()]

    def first(self, connection: Connection, values: Row = _NOTHING) -> Any:
        """Return the first row of :meth:`rows`; ``None`` if there is none."""
        return next(iter(self.rows(connection, values)), None)

    def value(self, connection: Connection, values: Row = _NOTHING) -> Any:
        """Return the first value of the first row of :meth:`rows`; ``None`` if there is none."""
        row = self.first(connection, values)
        return None if row is None else row[0]

    def _executed(self, connection: Connection, values: Row) -> Any:
        """Run it, the only way to the driver; return the driver's cursor."""
        this = self.on(connection.dialect)
        cursor = connection.connection.cursor()
        cursor.execute(this.text, {**this.fixed, **values} if this.fixed else values)
        return cursor


class _Compiled:
    """A statement in the words of one kind of database, and how its rows are read."""

    def __init__(self, statement: ClauseElement, columns: list[str] | None, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect, column_keys=columns)
        assert isinstance(compiled, SQLCompiler)
        assert not compiled.positional, "its values have names"
        assert not compiled.post_compile_params, "lists differ in length from run to run: see any_of"
        self.text = str(compiled)
        self.fixed = {name: bind.value for bind, name in compiled.bind_names.items() if not bind.required}
        self.read = _reader(statement, dialect)


def _reader(statement: ClauseElement, dialect: Dialect) -> Callable[[Sequence[Any]], Any]:
    """Return what turns the driver's rows into SQLAlchemy's: by name, a flag as ``bool``, a word as its ``Enum``."""
    assert isinstance(statement, Select | UpdateBase)
    columns = statement.selected_columns if isinstance(statement, Select) else statement.exported_columns
    named: Any = namedtuple
    kind: Any = named("Found", columns.keys(), rename=True)
    kind._mapping = property(kind._asdict)
    # Every driver gives floats as they are; what SQLAlchemy would do with one depends on its column's number there.
    kinds = [None if isinstance(column.type, Float) else column.type.dialect_impl(dialect) for column in columns]
    given = [each and each.result_processor(dialect, None) for each in kinds]
    reads: list[tuple[int, Callable[[Any], Any]]] = [(n, each) for n, each in enumerate(given) if each]

    def read(row: Sequence[Any]) -> Any:
        values = list(row)
        for n, each in reads:
            values[n] = each(values[n])
        return kind._make(values)

    return read if reads else kind._make


def any_of(column: ColumnElement[Any], words: Iterable[str]) -> ColumnElement[bool]:
    """Return the condition that a column is one of *words*; unlike ``in_`` it can be compiled once.

    >>> from sqlalchemy import column
    >>> str(any_of(column("state"), ["new", "sending"]))
    'state = :state_1 OR state = :state_2'
    """
    return or_(*(column == word for word in words))
