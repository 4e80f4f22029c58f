"""Whoever wants to know of each statement before it is run: by SQLAlchemy, or compiled already; and what it reads."""

import functools
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from db.opening.prepared import Prepared

DEEPER = 60
"""Steps by which one statement may grow, however many rows there are: a tree of more rows is deeper."""


@contextmanager
def before_each(note: Callable[[str], None]) -> Iterator[None]:
    """Tell of each statement of any database that is run meanwhile; what is raised keeps it from being run."""

    def of_sqlalchemy(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        note(statement)

    event.listen(Engine, "before_cursor_execute", of_sqlalchemy)
    with pytest.MonkeyPatch.context() as patched:
        for name in ("_executed", "run_for_each"):
            patched.setattr(Prepared, name, _telling(getattr(Prepared, name), note))
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", of_sqlalchemy)


@contextmanager
def before_each_commit(note: Callable[[], None]) -> Iterator[None]:
    """Tell of the end of each transaction, likewise."""

    def at_the_end(_connection: Connection) -> None:
        note()

    event.listen(Engine, "commit", at_the_end)
    try:
        yield
    finally:
        event.remove(Engine, "commit", at_the_end)


@contextmanager
def steps(connection: sqlite3.Connection) -> Iterator[Counter[str]]:
    """Count the steps that SQLite takes for each statement that is run meanwhile: as many on any machine."""
    counted, now = Counter[str](), [""]

    def note(statement: str) -> None:
        now[0] = statement

    def step() -> int:
        counted[now[0]] += 1
        return 0

    connection.set_progress_handler(step, 1)
    try:
        with before_each(note):
            yield counted
    finally:
        connection.set_progress_handler(None, 1)


def grown(few: Mapping[str, int], many: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Return the statements that take more steps beside many rows than beside few, with both."""
    both = {each: (few.get(each, 0), count) for each, count in many.items()}
    return {each: (before, after) for each, (before, after) in both.items() if after > before + DEEPER}


def _telling(run: Callable[..., Any], note: Callable[[str], None]) -> Callable[..., Any]:
    @functools.wraps(run)
    def told(prepared: Prepared, connection: Connection, *values: Any) -> Any:
        if run.__name__ == "run_for_each":
            values = (list(*values),)
        if run.__name__ == "_executed" or any(values):
            note(prepared.on(connection.dialect).text)
        return run(prepared, connection, *values)

    return told
