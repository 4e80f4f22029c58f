"""Whoever wants to know of each statement before it is run: by SQLAlchemy, or compiled already."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event

from db.opening.prepared import Prepared


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


def _telling(run: Callable[..., Any], note: Callable[[str], None]) -> Callable[..., Any]:
    @functools.wraps(run)
    def told(prepared: Prepared, connection: Connection, *values: Any) -> Any:
        if run.__name__ == "run_for_each":
            values = (list(*values),)
        if run.__name__ == "_executed" or any(values):
            note(prepared.on(connection.dialect).text)
        return run(prepared, connection, *values)

    return told
