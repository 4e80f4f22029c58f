"""Values out of JSON that is kept as text: each kind of database reads it in its own words."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, literal_column
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class NumberIn(FunctionElement[int]):
    """The whole number that JSON holds under a key; null where it holds none.

    >>> from sqlalchemy import column
    >>> from sqlalchemy.dialects import postgresql
    >>> print(NumberIn(column("body"), "was").compile(dialect=postgresql.dialect()))
    CAST(CAST(body AS JSON) ->> 'was' AS BIGINT)
    """

    type = BigInteger()
    inherit_cache = True

    def __init__(self, text: ColumnElement[str], key: str) -> None:
        """:param key: written into the statement as it stands."""
        super().__init__(text, literal_column(f"'{key}'"))


@compiles(NumberIn, "sqlite")
def _of_sqlite(number: NumberIn, compiler: Any, **how: Any) -> str:
    text, key = (compiler.process(each, **how) for each in number.clauses)
    return f"json_extract({text}, '$.' || {key})"


@compiles(NumberIn, "postgresql")
def _of_postgresql(number: NumberIn, compiler: Any, **how: Any) -> str:
    text, key = (compiler.process(each, **how) for each in number.clauses)
    return f"CAST(CAST({text} AS JSON) ->> {key} AS BIGINT)"
