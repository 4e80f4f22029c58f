"""Which database it is, one file of each kind knows; the rest of the room speaks of databases."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import insert, literal, select
from sqlalchemy.dialects import postgresql

from db.opening.backend import backend_of
from db.opening.errors import Unusable, is_conflict, is_of_database
from db.opening.json_text import NumberIn
from db.opening.prepared import Prepared
from db.opening.sqlite import SqliteFile
from db.schema import guards, money, tables
from db.store import Store
from tests import servers

ROOT = Path(__file__).parents[2]
ROOMS = ("bot.py", "cogs", "steward", "words", "db", "renderers", "engine", "records")
OF_ONE_KIND = re.compile(
    r"\bsqlite3\b(?! )|PRAGMA|BEGIN IMMEDIATE|aiosqlite|sqlalchemy\.dialects|lastrowid|json_extract|psycopg|pg_\w+\("
)
KNOW_IT = {f"db/opening/{name}.py" for name in ("sqlite", "postgres", "fleet", "json_text", "holding")}
"""The files of each kind, and those in which each has its words for JSON, and for what is held."""


def files() -> list[Path]:
    of_rooms = (path for room in ROOMS for path in [ROOT / room, *(ROOT / room).rglob("*.py")] if path.is_file())
    return [path for path in of_rooms if "migrations" not in path.parts]


@pytest.mark.of_sqlite
def test_nothing_but_its_own_file_knows_which_database_it_is() -> None:
    told = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in files()}
    found = {name for name, text in told.items() if OF_ONE_KIND.search(re.sub(r"[\w]+\.sqlite3\b", "", text))}

    assert len(told) > 500
    assert found == KNOW_IT


@pytest.mark.of_sqlite
def test_who_only_reads_has_no_way_to_write() -> None:
    told = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "db/reading").glob("*.py")}

    assert len(told) > 10
    assert [name for name, text in told.items() if re.search(r"\bWriter\b|\b(?:insert|update|delete)\(", text)] == []


@pytest.mark.of_sqlite
@pytest.mark.parametrize("address", ["races.sqlite3", Path("races.sqlite3"), "sqlite:///races.sqlite3"])
def test_a_file_is_named_by_its_path_or_its_address(address: str | Path) -> None:
    assert backend_of(address) == SqliteFile(Path("races.sqlite3"))
    assert backend_of("sqlite:////var/races.sqlite3") == SqliteFile(Path("/var/races.sqlite3"))


@pytest.mark.of_sqlite
@pytest.mark.parametrize("address", ["mysql://ann:pass@here/races", "sqlite://", "://", "postgresql://ann:pass@here"])
def test_what_is_no_database_of_mine_is_refused_without_its_password(address: str) -> None:
    with pytest.raises(Unusable, match="Set QUADRIGA_DATABASE to a file") as refused:
        backend_of(address)

    assert "pass" not in str(refused.value)


async def test_a_row_that_another_rules_out_is_a_conflict_whoever_says_so(store: Store) -> None:
    row = {"name": "word", "value": "1"}
    prepared = Prepared(insert(tables.settings), list(row))
    await store.memory.set("word", "0")

    with pytest.raises(Exception, match=r"(?i)unique") as of_driver:
        await store._writer.run(lambda connection: prepared.run(connection, row))
    with pytest.raises(Exception, match=r"(?i)unique") as of_sqlalchemy:
        await store._writer.run(lambda connection: connection.execute(insert(tables.settings), row))

    assert type(of_driver.value) is not type(of_sqlalchemy.value)
    for error in (of_driver.value, of_sqlalchemy.value):
        assert is_conflict(error)
        assert is_of_database(error)
    assert not is_conflict(OSError("full"))


async def test_what_stands_in_json_is_found_by_its_key(store: Store) -> None:
    text = literal('{"was": 9007199254740993, "now": 2}')
    found: Any = select(NumberIn(text, "was"), NumberIn(text, "now"), NumberIn(text, "next"))

    assert [tuple(row) for row in await store._reader.rows(found)] == [(9007199254740993, 2, None)]


@pytest.mark.of_sqlite
def test_no_table_of_money_is_made_without_guards() -> None:
    connection = SimpleNamespace(dialect=postgresql.dialect())  # type: ignore[no-untyped-call]

    assert "postgresql" not in guards.GUARDS
    assert set(guards.GUARDS["sqlite"]) == {"account", "posting", "movement", "ticket", "side_bet", "market"}
    with pytest.raises(KeyError, match="postgresql"):
        money._guard(money.postings, cast(Any, connection))


@pytest.mark.of_sqlite
def test_there_is_a_server_to_test_on() -> None:
    # Else the tests on it are left out, and this one says why.
    assert servers.folder().is_dir()
