"""The seam behind which the database is: what each kind of database does in its own way, chosen by its address."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from sqlalchemy import Connection, Engine, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine

from db.opening.errors import Unusable
from db.opening.sqlite import SqliteFile

if TYPE_CHECKING:
    from db.opening.fleet import Register  # its driver is loaded by those who use it


class Backend(Protocol):
    """A database: how it is opened, looked after, and kept for one program."""

    @property
    def writers(self) -> int:
        """How many threads may write at once."""

    @property
    def waits(self) -> Sequence[float]:
        """Seconds to wait each time before a transaction that was broken off is tried again."""

    @property
    def list_of_forgotten(self) -> Path:
        """Where the list of who was forgotten is, unless another file is named."""

    def prepare(self) -> None:
        """Make it ready to be opened, and private.

        :raises OSError: if that cannot be done.
        """

    def engine(self, *, writes: bool = True) -> Engine:
        """Return a blocking engine, for threads, that *writes* or only reads."""

    def single(self, engine: Engine) -> Engine:
        """Return one that reads by single statements, each by itself."""

    def asynchronous(self) -> AsyncEngine:
        """Return an engine for the event loop, without reading or writing yet."""

    def alone(self, connection: Connection) -> None:
        """Wait until nobody else writes, and let nobody write until this transaction ends."""

    def hold(self, connection: Connection, races: Sequence[int] | None, process: int | None = None) -> None:
        """Begin to write: take hold of some races, or of everything, until the transaction ends.

        :param process: the number of the process that writes, if it runs among others.
        :raises Outlived: if that has been given up.
        """

    def take_time(self, connection: Connection) -> None:
        """Let a transaction last, though nothing is said in it for long."""

    def is_passing(self, error: BaseException) -> bool:
        """Tell whether a transaction that ended so may well work if it is tried again."""

    def is_away(self, error: BaseException) -> bool:
        """Tell whether a transaction ended so because the connection broke, or could not be made."""

    def is_broken(self, connection: Connection) -> bool:
        """Tell whether nothing more can be said through a connection."""

    def was_kept(self, error: BaseException) -> bool:
        """Tell whether a transaction was kept though it ended so."""

    def fault(self, connection: Connection) -> str:
        """Look through the whole database; return what is wrong with it, empty if nothing is."""

    def size(self, connection: Connection) -> int:
        """Return its size in bytes."""

    def exists(self) -> bool:
        """Tell whether there is something to open; that of a server is told as it is opened."""

    def clear_away(self, engine: Engine) -> None:
        """Leave nothing in files of what was deleted or overwritten, as far as that is in the program's hands."""

    def numbers(self, connection: Connection) -> Mapping[str, int]:
        """Return the last number that each table gave to a row of its own accord."""

    def number_on(self, connection: Connection, numbers: Mapping[str, int]) -> None:
        """Go on from these numbers."""

    def back_up(self, copy: Path) -> None:
        """Copy it into a file that is not there yet, for its owner alone, beside whoever uses it.

        :raises Unusable: if that cannot be done.
        """

    def why_unusable(self, error: BaseException) -> Unusable:
        """Return in words what keeps it from being used."""

    def register(self) -> "Register | None":
        """Return the place of this process among others; ``None`` where one program runs alone."""

    def among(self) -> AbstractContextManager[None]:
        """Be one of the programs that run races of it, or the only one where there can be no other.

        :raises Unusable: if another one keeps that from being.
        """

    def only_one(self) -> AbstractContextManager[None]:
        """Be the only program that runs races of it.

        :raises Unusable: if another one does.
        """


def backend_of(database: str | Path) -> Backend:
    """Return the backend that an address names: ``sqlite:///races.sqlite3``, or just the path of a file.

    :raises Unusable: if it is no address of a database that can be used.

    >>> backend_of("sqlite:///races.sqlite3")
    SqliteFile(path=PosixPath('races.sqlite3'))
    """
    if isinstance(database, Path) or "://" not in database:
        return SqliteFile(Path(database))
    try:
        address = make_url(database)
    except ArgumentError:
        raise _unknown("that address") from None
    if address.get_backend_name() == "sqlite" and address.database:
        return SqliteFile(Path(address.database))
    if address.get_backend_name() == "postgresql" and address.database:
        from db.opening.postgres import PostgresDatabase  # noqa: PLC0415  its driver is loaded by those who use it

        return PostgresDatabase(address)
    raise _unknown(f"{address.get_backend_name()}://…")


def _unknown(what: str) -> Unusable:
    return Unusable(
        f"I can't use {what} as a database. Set QUADRIGA_DATABASE to a file, such as quadriga.sqlite3, "
        "or to an address such as postgresql://quadriga@server/quadriga, then start again."
    )
