"""PostgreSQL, and the one file that knows it. A database is on a server; one program runs on it.

What SQLite gives for nothing is asked for here. A write that names its races waits for those who write to one of them;
any other write waits until nobody else writes, as each does on SQLite. And each write leaves a mark of its own: if the
connection breaks while it is being kept, the mark tells whether it was.
"""

import contextlib
import itertools
import logging
import os
import shutil
import signal
import subprocess
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.adapt import Loader
from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from db.opening.errors import Outlived, Unusable
from db.opening.fleet import GONE_AFTER, Register

log = logging.getLogger(__name__)

AGAIN = "then start again."
OLDEST = 13
"""Of the versions of the server, the first that will do."""

WRITERS, READERS = 4, 4
WAITS = (0.005, 0.01, 0.02, 0.04, 0.08, 0.5, 1.0, 2.0)
"""Seconds before a transaction that another one, or the network, broke off is tried again."""

_SORTS_BY_NUMBER = {"C", "POSIX", "C.UTF-8", "C.utf8", "C.UTF8"}
_WHOLE, _RUNNING = "41, 1", "41, 2"
"""Numbers of locks: of all that is written, and of the program that runs."""

_OPTIONS: dict[str, Any] = {"hide_parameters": True, "pool_use_lifo": True, "max_overflow": 0}
_CONNECTED: dict[str, Any] = {
    "application_name": "quadriga",
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    # A program that stands still in the middle of a write lets go of what it holds as others take its place.
    "options": f"-c idle_in_transaction_session_timeout={GONE_AFTER * 1000:.0f} -c timezone=UTC",
}
_PASSING = ("40001", "40P01", "08", "57P", "25P03", "53300")
"""Codes of errors after which the same may work: two that wait for each other, and a server that goes or comes."""

_AWAY = ("08", "57P")
"""Those of them that end the connection, or come instead of one."""

_OUTLIVED = "QD001"
_TOLD = ("23", "40", "42", "53", "55", "57", "58", "3D", "28", "25")
"""Codes of errors whose first line tells names of things alone, never a value."""

_PROBLEMS = {
    "3D000": f"There is no such database. Create it as docs/deploy.md says, {AGAIN}",
    "28": f"The server does not let me in. Check the user and the password in QUADRIGA_DATABASE, {AGAIN}",
    "42501": (
        "My role may not do that. After an update its owner runs `python -m db roles` once, as docs/deploy.md says; "
        f"{AGAIN}"
    ),
    "53100": f"The disk of its server is full. Free some space, {AGAIN}",
    "53300": f"Its server has no connection left for me: I need ten. Raise max_connections, {AGAIN}",
    "25006": f"Its server only lets me read. Name the one that may be written to in QUADRIGA_DATABASE, {AGAIN}",
    "57": "Its server is shutting down or starting. Try again when it is up.",
    "XX001": "It is damaged. Restore a copy: docs/deploy.md says how.",
    "XX002": "It is damaged. Restore a copy: docs/deploy.md says how.",
}
"""The cure for a database that cannot be used, by the code of the error, or how it begins."""

_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
}
"""How the server's programs are told where it is: a command line could be read by everybody."""

_GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}",
    "REVOKE UPDATE, DELETE ON account, posting, movement FROM {role}",
    # Whoever is forgotten: the guards let nothing else be done by these.
    "GRANT UPDATE (player) ON account TO {role}",
    "GRANT UPDATE (memo) ON movement TO {role}",
    "REVOKE INSERT, UPDATE, DELETE ON alembic_version FROM {role}",
    "REVOKE CREATE ON SCHEMA public FROM {role}",
    "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}",
)

_NEWER = "A newer Quadriga wrote it. Update me, or restore a copy from before the update."
_UNREACHED = f"Its server does not answer. Check that it runs, and the address in QUADRIGA_DATABASE, {AGAIN}"


class CommitLost(psycopg.OperationalError):
    """The connection broke while a transaction was being kept: it may be kept or not."""

    def __init__(self, session: str, mark: int) -> None:
        super().__init__("the connection was lost while a transaction was being kept")
        self.session, self.mark = session, mark


class Session(psycopg.Connection[Any]):
    """A connection whose errors tell no value, and which marks what it writes."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.cursor_factory = _Discreet
        self.adapters.register_loader("numeric", _Number)
        self.name = uuid.uuid4().hex
        self.marks = itertools.count(1)
        self.mark = 0

    def commit(self) -> None:
        try:
            super().commit()
        except psycopg.Error as error:
            if self.closed and self.mark:
                raise CommitLost(self.name, self.mark) from None
            raise discreet(error) from None


class _Number(Loader):
    """Sums of large numbers, which the server counts as decimals, are whole numbers as they are in SQLite."""

    def load(self, data: Any) -> int | float:
        told = bytes(data)
        return float(told) if b"." in told or b"N" in told else int(told)


class _Discreet(psycopg.Cursor[Any]):
    def execute(self, *given: Any, **options: Any) -> "_Discreet":
        try:
            return super().execute(*given, **options)
        except psycopg.Error as error:
            raise discreet(error) from None

    def executemany(self, *given: Any, **options: Any) -> None:
        try:
            super().executemany(*given, **options)
        except psycopg.Error as error:
            raise discreet(error) from None


def discreet(error: psycopg.Error) -> psycopg.Error:
    """Return an error of the same kind without values: what the server tells of a row may be somebody's answer."""
    code = error.sqlstate or ""
    if error.diag.message_primary is None:
        told = str(error) if isinstance(error, psycopg.ProgrammingError | psycopg.InterfaceError) else ""
    else:
        told = error.diag.message_primary if code.startswith(_TOLD) else ""
    words = " ".join(filter(None, (told or type(error).__name__, f"({code})" if code else "")))
    bare = type(error)(words)
    bare.sqlstate = error.sqlstate
    return bare


@dataclass(frozen=True)
class PostgresDatabase:
    """A database on a server: a :class:`db.opening.backend.Backend`."""

    address: URL

    writers = WRITERS
    waits = WAITS

    @property
    def list_of_forgotten(self) -> Path:
        """Return a file where the program runs: a copy of the database must not bring an old list along."""
        return Path(f"{self.address.database}.forgotten")

    def prepare(self) -> None:
        """Look whether it keeps all signs, and puts them in the order of their numbers, as SQLite does.

        :raises Unusable: if it does not, or its server is too old.
        """
        with self._connected() as session:
            encoding, collation, kind = session.execute(
                "SELECT pg_encoding_to_char(encoding), datcollate, datctype FROM pg_database "
                "WHERE datname = current_database()"
            ).fetchone() or ("", "", "")
            version = session.info.server_version
            if session.execute("SELECT to_regclass('writer') IS NOT NULL").fetchone() == (True,):
                session.execute("DELETE FROM writer WHERE at < now() - interval '1 day'")  # of programs that ended
        if version < OLDEST * 10_000:
            raise self.unusable(f"Its server is PostgreSQL {version // 10_000}; I need {OLDEST} or newer.")
        if encoding != "UTF8" or not {collation, kind} <= _SORTS_BY_NUMBER:
            raise self.unusable(
                f"It is in {encoding}, sorted by {collation}. Create one in UTF8, sorted by C, as docs/deploy.md "
                f"says, {AGAIN}"
            )

    def engine(self, *, writes: bool = True) -> Engine:
        if writes:
            return create_engine(self._dialect, creator=self._connect, pool_size=WRITERS, **_OPTIONS)
        return create_engine(
            self._dialect,
            creator=self._connect,
            pool_size=READERS,
            # A race is read in ten statements: all must see the same moment.
            isolation_level="REPEATABLE READ",
            execution_options={"postgresql_readonly": True},
            **_OPTIONS,
        )

    def single(self, engine: Engine) -> Engine:
        """Return the engine for readings of one statement: they need no transaction around them."""
        return engine.execution_options(isolation_level="AUTOCOMMIT")

    def asynchronous(self) -> AsyncEngine:
        async def connect() -> psycopg.AsyncConnection[Any]:
            return await psycopg.AsyncConnection.connect(**self._options)

        return create_async_engine(
            self._dialect, async_creator=connect, poolclass=NullPool, hide_parameters=True
        ).execution_options(isolation_level="REPEATABLE READ")

    def alone(self, connection: Connection) -> None:
        """Wait until nobody else writes, and let nobody write until this transaction ends."""
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WHOLE})")

    def hold(self, connection: Connection, races: Sequence[int] | None, process: int | None = None) -> None:
        """Begin to write: take hold of some races, or of everything, and leave a mark.

        :raises Outlived: if the *process* that writes has been given up.
        """
        session: Any = connection.connection.dbapi_connection
        session.mark = next(session.marks)
        shared = "" if races is None else "_shared"
        # One message to the server for all of it.
        told = (
            f"SELECT pg_advisory_xact_lock{shared}({_WHOLE}); "  # noqa: S608
            f"INSERT INTO writer (session, mark) VALUES ('{session.name}', {session.mark}) "
            "ON CONFLICT (session) DO UPDATE SET mark = excluded.mark, at = now()"
        )
        if races:
            these = ", ".join(str(int(race)) for race in sorted(set(races)))
            told += f"; SELECT id FROM race WHERE id IN ({these}) ORDER BY id FOR NO KEY UPDATE"  # noqa: S608
        if process is not None:  # last: it may have waited long for the others
            told += f"; SELECT still_there({process}, {GONE_AFTER})"
        try:
            session.cursor().execute(told, prepare=False)
        except psycopg.Error as error:
            if error.sqlstate == _OUTLIVED:
                raise Outlived from None
            raise

    def take_time(self, connection: Connection) -> None:
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")

    def is_passing(self, error: BaseException) -> bool:
        """Tell whether the same transaction may well work if it is tried again."""
        cause = getattr(error, "orig", None) or error
        if not isinstance(cause, psycopg.Error):
            return False
        code = cause.sqlstate
        if code is not None:
            return code.startswith(_PASSING)
        return isinstance(cause, psycopg.OperationalError) or bool(getattr(error, "connection_invalidated", False))

    def is_away(self, error: BaseException) -> bool:
        cause = getattr(error, "orig", None) or error
        if not isinstance(cause, psycopg.Error):
            return False
        return self.is_passing(error) and (cause.sqlstate is None or cause.sqlstate.startswith(_AWAY))

    def is_broken(self, connection: Connection) -> bool:
        if connection.invalidated:
            return False  # that is known already
        session: Any = connection.connection.dbapi_connection
        return bool(session.closed)

    def was_kept(self, error: BaseException) -> bool:
        """Tell whether a transaction was kept though the connection broke: whoever ends it holds its mark till then."""
        cause = getattr(error, "orig", None)
        if not isinstance(cause, CommitLost):
            return False
        for wait in (*WAITS, *WAITS[-1:] * 5):
            with contextlib.suppress(psycopg.OperationalError), self._connected() as session:
                found = session.execute("SELECT mark FROM writer WHERE session = %s FOR UPDATE", (cause.session,))
                row = found.fetchone()
                return row is not None and bool(row[0] == cause.mark)
            time.sleep(wait)
        raise error

    def fault(self, _connection: Connection) -> str:
        return ""  # the server checks what it reads, if it was made with checksums: docs/deploy.md

    def size(self, connection: Connection) -> int:
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def exists(self) -> bool:
        return True

    def clear_away(self, engine: Engine) -> None:
        """Do nothing: the server clears away what is dead by itself."""

    def numbers(self, connection: Connection) -> Mapping[str, int]:
        found = connection.exec_driver_sql(
            "SELECT sequencename, coalesce(last_value, 0) FROM pg_sequences "
            "WHERE schemaname = current_schema() AND right(sequencename, 7) = '_id_seq'"
        )
        return {str(name).removesuffix("_id_seq"): int(last) for name, last in found}

    def number_on(self, connection: Connection, numbers: Mapping[str, int]) -> None:
        for name in self.numbers(connection):
            last = connection.exec_driver_sql(f'SELECT coalesce(max(id), 0) FROM "{name}"').scalar_one()  # noqa: S608
            if last := max(int(last), numbers.get(name, 0)):
                connection.exec_driver_sql(f"SELECT setval('{name}_id_seq', {last})")

    def back_up(self, copy: Path) -> None:
        """Copy it by the server's own program, which sees one moment of it."""
        program = shutil.which("pg_dump")
        if program is None:
            raise Unusable("I need pg_dump for that. Install it, for example by `apt-get install postgresql-client`.")
        os.close(os.open(copy, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        given = {name: str(value) for name, value in self._options.items()}
        named = {variable: given[name] for name, variable in _VARIABLES.items() if name in given}
        command = [program, "--format=custom", "--no-owner", "--no-privileges", f"--file={copy}"]
        done = subprocess.run(command, env={**os.environ, **named}, check=False, capture_output=True)  # noqa: S603
        if done.returncode:
            copy.unlink()
            raise self.unusable(f"pg_dump ended with {done.returncode}. Is it as new as the server?")

    def grant(self, role: str) -> None:
        """Let a role play, but neither change what is in the ledger nor the tables themselves.

        :raises Unusable: if there is no such role, or this one may not say so.
        """
        try:
            with self._connected() as session:
                for statement in _GRANTS:
                    session.execute(sql.SQL(statement).format(role=sql.Identifier(role)))
        except psycopg.Error as error:
            raise self.why_unusable(error) from None

    def why_unusable(self, error: BaseException) -> Unusable:
        cause = getattr(error, "orig", None) or error
        if "Can't locate revision" in str(cause):
            return self.unusable(_NEWER)
        code = (cause.sqlstate if isinstance(cause, psycopg.Error) else None) or ""
        known = next((cure for begin, cure in _PROBLEMS.items() if code.startswith(begin)), None)
        if known is None and not code and isinstance(cause, psycopg.OperationalError):
            known = _refusal(str(cause)) or _UNREACHED
        return self.unusable(known or f"PostgreSQL says: {code or type(cause).__name__}.")

    @contextmanager
    def only_one(self) -> Iterator[None]:
        """Hold a lock on the server; it ends with the connection, which a thread of its own looks after."""
        lock = _RunningLock(self)
        if not lock.take_within(_RunningLock.PATIENCE):
            raise self.unusable(
                "Another Quadriga runs on it already. Stop it before you start this one, or set another "
                "QUADRIGA_DATABASE."
            )
        thread = threading.Thread(target=lock.keep, name="lock of the database", daemon=True)
        thread.start()
        try:
            yield
        finally:
            lock.release()
            thread.join()

    def among(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()  # whoever joins the others looks whether there is room

    def register(self) -> Register:
        return Register(self)

    def connected_alone(self) -> Session:
        """Return a connection outside all others, each statement a transaction."""
        return self._connect(autocommit=True)

    @property
    def _dialect(self) -> str:
        return "postgresql+psycopg://"

    @property
    def _options(self) -> dict[str, Any]:
        dialect: Any = PGDialect_psycopg
        given: dict[str, Any] = dialect().create_connect_args(self.address)[1]
        return {**_CONNECTED, **given}

    def _connect(self, **options: Any) -> Session:
        try:
            return Session.connect(**self._options, **options)
        except psycopg.Error as error:
            raise _unreached(error) from None

    @contextmanager
    def _connected(self) -> Iterator[Session]:
        with self._connect(autocommit=True) as session:
            yield session

    def unusable(self, why: str) -> Unusable:
        return Unusable(f"I can't use the database {self.address.database} on {self._server}. {why}")

    @property
    def _server(self) -> str:
        return str(self.address.host or self.address.query.get("host") or "this machine")


_REFUSALS = {
    "does not exist": "3D000",
    "authentication failed": "28",
    "no pg_hba.conf entry": "28",
    "role": "28",
    "too many": "53300",
    "remaining connection slots": "53300",
    "starting up": "57",
    "shutting down": "57",
}
"""What a server says as it refuses a connection, and the code that it does not tell then."""


def _refusal(told: str) -> str | None:
    words = told.casefold()
    if "role" in words and "does not exist" in words:
        return _PROBLEMS["28"]
    return next((_PROBLEMS[code] for each, code in _REFUSALS.items() if each in words), None)


def _unreached(error: psycopg.Error) -> psycopg.Error:
    """Return an error of connecting in few words: the driver's tell addresses, and may repeat a password."""
    told = str(error)
    known = next((each for each in _REFUSALS if each in told.casefold()), "the server does not answer")
    if "role" in told.casefold() and "does not exist" in told.casefold():
        known = "role"
    return psycopg.OperationalError(known)


class _RunningLock:
    """The lock of the program that runs races: it is the server's, and lasts as long as a connection."""

    LOOKS = 2.0
    """Seconds between two looks at the connection."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._session: Session | None = None
        self._is_over = threading.Event()

    PATIENCE = 1.0
    """Seconds in which the server notices that a program which was killed is gone."""

    def take_within(self, seconds: float) -> bool:
        """Take the lock, unless another program keeps it for so long."""
        until = time.monotonic() + seconds
        while not self.take():
            if time.monotonic() >= until:
                return False
            time.sleep(0.1)
        return True

    def take(self) -> bool:
        """Connect and take the lock; tell whether it was free."""
        session = self._database._connect(autocommit=True)
        row = session.execute(f"SELECT pg_try_advisory_lock({_RUNNING})").fetchone()
        if row is None or not row[0]:
            session.close()
            return False
        self._session = session
        return True

    def keep(self) -> None:
        """Take the lock again whenever its connection breaks; end the program if another one has it by then."""
        while not self._is_over.wait(self.LOOKS):
            with contextlib.suppress(psycopg.Error):
                if self._session is not None:
                    self._session.execute("SELECT 1")
                    continue
            self._session = None
            with contextlib.suppress(psycopg.Error):
                if not self.take():
                    log.critical("Another Quadriga has begun to run on my database, so I end.")
                    os.kill(os.getpid(), signal.SIGTERM)
                    return

    def release(self) -> None:
        """Let the next program have it at once."""
        self._is_over.set()
        with contextlib.suppress(psycopg.Error):
            if self._session is not None:
                self._session.execute(f"SELECT pg_advisory_unlock({_RUNNING})")
                self._session.close()
