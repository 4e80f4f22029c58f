"""A server of PostgreSQL for tests: Debian's, started once for all, on a socket in a folder of its own.

On it each test that asks for it has a database of its own, a copy of one that was brought up to date once. It does not
wait for the disk: tests kill programs, not the machine.
"""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import psycopg
from filelock import FileLock
from psycopg import sql
from sqlalchemy import URL

from db.opening.migrating import bring_up_to_date
from db.opening.postgres import PostgresDatabase

BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -int(path.parent.name))
USER = "postgres"
OURS = "QUADRIGA_TEST_SERVER"
"""The variable by which all processes of a run know the folder of their server."""

_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "300",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_parameter_max_length_on_error": "0",
    "shared_buffers": "64MB",
    "autovacuum": "off",
}


class NoServer(Exception):
    """No server can be started here; the message says why."""


def start(folder: Path) -> None:
    """Make a server in a folder that others may enter, and start it; its socket is in the folder.

    :raises NoServer: if there is no PostgreSQL here, or nobody whom it lets run it.
    """
    if not BINARIES:
        raise NoServer("I cannot test on PostgreSQL, because it is not installed: `apt-get install postgresql`.")
    if os.geteuid() == 0:
        try:
            owner = pwd.getpwnam(USER)
        except KeyError:
            raise NoServer(
                f"I cannot test on PostgreSQL, because it does not run as root and no {USER} is here."
            ) from None
        shutil.chown(folder, owner.pw_uid, owner.pw_gid)
    data = folder / "data"
    _run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    go_on(folder)


def go_on(folder: Path) -> None:
    """Start a server that was stopped."""
    told = " ".join(f"-c {name}={value or chr(39) * 2}" for name, value in _SETTINGS.items())
    _run("pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", f"-k {folder} {told}", "start")


def stop(folder: Path, how: str = "immediate") -> None:
    _run("pg_ctl", "-D", folder / "data", "-w", "-m", how, "stop")


def _run(program: str, *words: object) -> None:
    as_user: Sequence[str] = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    command = [*as_user, str(BINARIES[0] / program), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")
    if done.returncode:
        raise NoServer(f"I cannot test on PostgreSQL, because {program} says: {done.stderr or done.stdout}")


def make_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="quadriga-pg-"))
    folder.chmod(0o755)
    return folder


def folder() -> Path:
    """Return the folder of the server of this run; the first who asks starts it.

    :raises NoServer: if there can be none.
    """
    here = Path(os.environ[OURS])
    return _started(here)


@cache
def _started(here: Path) -> Path:
    with FileLock(here / "starting.lock", mode=0o666):
        if not (here / "data" / "postmaster.pid").exists():
            start(here)
    return here


def plan() -> None:
    """Choose the folder of a server for all processes of this run; nothing is started yet."""
    os.environ[OURS] = str(make_folder())


def clear_away() -> None:
    """Stop the server of this run, if it was started, and leave nothing behind."""
    here = Path(os.environ.pop(OURS))
    if (here / "data" / "postmaster.pid").exists():
        stop(here)
    shutil.rmtree(here, ignore_errors=True)


def database_called(name: str) -> PostgresDatabase:
    """Return the database of a name on the server of this run."""
    return PostgresDatabase(URL.create("postgresql", username=USER, database=name, query={"host": str(folder())}))


def database_for(path: Path) -> PostgresDatabase:
    """Return the database that stands for a file of a test."""
    if path not in _used:
        _used[path] = f"t_{os.getpid()}_{next(_NUMBERS)}"
    return database_called(_used[path])


_NUMBERS = itertools.count(1)
_used: dict[Path, str] = {}
_like_new: set[str] = set()
"""Of these, the ones that were made ready: they are emptied and used again, which is quicker than making one."""
_free: list[str] = []


def give_fresh(path: Path) -> None:
    """Have an empty database that is up to date stand for a file, unless one does."""
    if path in _used:
        return
    if _free:
        _used[path] = _free.pop()
    else:
        copy(template(), database_for(path))
    _like_new.add(_used[path])


def spoil(path: Path) -> None:
    """Say that a test changes more than rows, so that nobody gets its database afterwards."""
    _like_new.discard(_used[path])


def stand_for(path: Path, name: str) -> None:
    """Have a database stand for a file: it is dropped after the test unless it is set aside."""
    _used[path] = name


def set_aside(path: Path) -> str:
    """Keep the database that stands for a file, which is the caller's from now on; return its name."""
    return _used.pop(path)


def take_back() -> None:
    """Empty, or drop, the databases that stood for files of the test that is over."""
    while _used:
        name = _used.popitem()[1]
        if name in _like_new:
            _empty(name)
            _free.append(name)
        else:
            administer("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _empty(name: str) -> None:
    with psycopg.connect(host=str(folder()), user=USER, dbname=name, autocommit=True) as connection:
        connection.execute(_EMPTYING)


_EMPTYING = """
SET session_replication_role = replica;
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid();
DO $$
DECLARE
    each record;
BEGIN
    FOR each IN SELECT oid, relname, relkind FROM pg_class WHERE relnamespace = 'public'::regnamespace
        AND relkind IN ('r', 'S') AND relname <> 'alembic_version'
    LOOP
        IF each.relkind = 'S' THEN
            PERFORM setval(each.oid::regclass, 1, false);
        ELSIF pg_relation_size(each.oid) > 0 THEN  -- else nothing was ever written into it
            EXECUTE format('DELETE FROM %I', each.relname);
        END IF;
    END LOOP;
END $$
"""


def administer(statement: str, *names: str) -> list[tuple[object, ...]]:
    """Run a statement on the server itself, with *names* of things put into it."""
    with psycopg.connect(host=str(folder()), user=USER, dbname="postgres", autocommit=True) as connection:
        found = connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
        return found.fetchall() if found.description else []


def exists(database: PostgresDatabase) -> bool:
    name = str(database.address.database)
    return any(row[0] == name for row in administer("SELECT datname FROM pg_database"))


def copy(name: str, database: PostgresDatabase) -> None:
    """Make a database a copy of another one, in which nobody is at work."""
    administer("CREATE DATABASE {} TEMPLATE {}", str(database.address.database), name)


def make_empty(database: PostgresDatabase) -> None:
    """Make a database with nothing in it."""
    made = "CREATE DATABASE {} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
    administer(made, str(database.address.database))


@cache
def template() -> str:
    """Make the database that others are copies of, once for all processes of this run."""
    template = database_called("quadriga_fresh")
    with FileLock(folder() / "template.lock", mode=0o666):
        if not exists(template):
            working = database_called("quadriga_fresh_made")
            administer("DROP DATABASE IF EXISTS {}", "quadriga_fresh_made")
            make_empty(working)
            bring_up_to_date(working)
            administer("ALTER DATABASE {} RENAME TO {}", "quadriga_fresh_made", "quadriga_fresh")
    return "quadriga_fresh"
