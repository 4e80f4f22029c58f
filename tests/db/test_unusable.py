"""A database that cannot be used is told of in words, with what to do; its file is its owner's alone."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DatabaseError

from db.opening import sqlite as its_backend
from db.opening.backend import backend_of
from db.opening.errors import Unusable, is_of_database
from db.store import Store
from tests.databases import fresh
from tests.db.samples import a_lobby

pytestmark = pytest.mark.of_sqlite
ROOT = str(Path(__file__).parents[2])


async def refusal(path: Path) -> str:
    """Return in which words a start is refused."""
    store = Store(path)
    with pytest.raises(Unusable) as caught:
        await store.open()
    await store.close()
    return str(caught.value)


async def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "races.sqlite3"
    path.write_bytes(b"These are my tax returns. " * 400)

    told = await refusal(path)

    cure = "It is damaged, or no database of mine. Restore a copy: docs/deploy.md says how."
    assert told == f"I can't use the database {path}. {cure}"
    assert path.read_bytes().startswith(b"These are my tax returns.")


async def test_a_damaged_database_is_named_as_that(tmp_path: Path) -> None:
    path = fresh(tmp_path / "races.sqlite3")
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xff" * (len(whole) - 8192))

    assert "It is damaged" in await refusal(path)


async def test_a_database_that_another_program_holds_is_named_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(its_backend, "BUSY_MILLISECONDS", 10)
    path = fresh(tmp_path / "races.sqlite3")
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")

    told = await refusal(path)
    holder.close()

    assert "Another program holds it" in told


async def test_a_database_of_a_newer_program_is_named_as_that(tmp_path: Path) -> None:
    path = fresh(tmp_path / "races.sqlite3")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    assert "A newer Quadriga wrote it" in await refusal(path)


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    told = await refusal(tmp_path / "nowhere" / "races.sqlite3")

    assert str(tmp_path / "nowhere" / "races.sqlite3") in told


@pytest.mark.parametrize(
    ("pragma", "words"), [("query_only = ON", "I may not write to it"), ("max_page_count = 1", "Its disk is full")]
)
def test_a_database_that_takes_no_more_is_named_as_that(tmp_path: Path, pragma: str, words: str) -> None:
    engine = create_engine(f"sqlite:///{fresh(tmp_path / 'races.sqlite3')}")
    with engine.connect() as connection:
        connection.execute(text(f"PRAGMA {pragma}"))
        with pytest.raises(DatabaseError) as caught:
            connection.execute(text("CREATE TABLE more AS SELECT zeroblob(9000000) AS a"))
    engine.dispose()

    assert words in str(backend_of(tmp_path / "races.sqlite3").why_unusable(caught.value))


def test_what_nobody_foresaw_is_told_as_sqlite_says_it() -> None:
    assert str(backend_of("a.sqlite3").why_unusable(Exception("strange"))) == (
        "I can't use the database a.sqlite3. SQLite says: strange."
    )


def modes_in(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}


async def test_nobody_but_its_owner_reads_the_database(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        store = Store(tmp_path / "races.sqlite3")
        await store.open()
        await a_lobby(store)
        found = modes_in(tmp_path)
        await store.close()
    finally:
        os.umask(mask)

    assert set(found) >= {"races.sqlite3", "races.sqlite3-wal", "races.sqlite3-shm"}
    assert set(found.values()) == {0o600}


async def test_a_database_that_all_could_read_is_its_owners_after_a_start(tmp_path: Path) -> None:
    path = fresh(tmp_path / "races.sqlite3")
    path.chmod(0o644)

    store = Store(path)
    await store.open()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    await store.close()


HOLDER = """
import sys, time
from pathlib import Path
from db.opening.backend import backend_of
with backend_of(sys.argv[1]).only_one():
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_second_program_on_a_database_is_told_so_until_the_first_is_gone_however_it_went(tmp_path: Path) -> None:
    path = tmp_path / "races.sqlite3"
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": ROOT}) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"held\n"

        with pytest.raises(Unusable, match="Another Quadriga runs on"), backend_of(path).only_one():
            pass
        with backend_of(tmp_path / "other.sqlite3").only_one():
            pass
        first.kill()

    with backend_of(path).only_one():
        pass


def test_a_folder_for_the_lock_that_is_not_there_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(Unusable, match="QUADRIGA_DATABASE"),
        backend_of(tmp_path / "nowhere" / "races.sqlite3").only_one(),
    ):
        pass


def test_what_the_driver_says_is_of_the_database_too() -> None:
    assert is_of_database(sqlite3.OperationalError("database or disk is full"))
    assert is_of_database(DatabaseError("", None, Exception("full")))
    assert not is_of_database(OSError("full"))


# Links beside the database: somebody else may have put them there


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
async def test_what_a_link_beside_the_database_leads_to_keeps_its_mode(tmp_path: Path, suffix: str) -> None:
    path, elsewhere = tmp_path / "races.sqlite3", tmp_path / "elsewhere"
    elsewhere.write_bytes(b"")
    elsewhere.chmod(0o644)
    path.with_name(path.name + suffix).symlink_to(elsewhere)

    backend_of(path).prepare()

    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_files_beside_the_database_are_its_owners_alone(tmp_path: Path, suffix: str) -> None:
    beside = tmp_path / f"races.sqlite3{suffix}"
    beside.write_bytes(b"")
    beside.chmod(0o644)

    backend_of(tmp_path / "races.sqlite3").prepare()

    assert stat.S_IMODE(beside.stat().st_mode) == 0o600


@pytest.mark.parametrize("is_there", [False, True])
def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path, is_there: bool) -> None:
    elsewhere = tmp_path / "elsewhere"
    if is_there:
        elsewhere.write_bytes(b"")
    (tmp_path / "races.sqlite3.lock").symlink_to(elsewhere)

    with (
        pytest.raises(Unusable, match=r"races\.sqlite3\.lock is a link"),
        backend_of(tmp_path / "races.sqlite3").only_one(),
    ):
        pass

    assert elsewhere.exists() == is_there
