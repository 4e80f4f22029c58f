"""Tests that are done on SQLite and on PostgreSQL, each test on a database of its own.

Tests of SQLite itself, and those that look into its file, are marked ``of_sqlite``. Slow ones are done on SQLite alone,
unless they are marked ``on_both``.
"""

from collections.abc import Iterator

import pytest

from tests import servers
from tests.databases import KINDS, work_on


def for_each_kind(metafunc: pytest.Metafunc) -> None:
    """Do a test on each kind of database that it is for."""
    marked = {mark.name for mark in metafunc.definition.iter_markers()}
    if "database" not in metafunc.fixturenames:
        return
    if "of_server" in marked:
        metafunc.parametrize("database", ["postgresql"], indirect=True)
    elif "of_sqlite" not in marked and ("slow" not in marked or "on_both" in marked):
        metafunc.parametrize("database", KINDS, indirect=True)


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """Say which kind of database a test is on, and clear up afterwards."""
    kind = getattr(request, "param", "sqlite")
    if kind == "postgresql":
        try:
            servers.folder()
        except servers.NoServer as missing:
            pytest.skip(str(missing))
    work_on(kind)
    yield kind
    work_on("sqlite")
    servers.take_back()
