"""The processes on one database of a server: rows with heartbeats, by the server's clock, and what they hold.

Each has two connections of its own, so that no write of its own keeps it from saying that it lives: one speaks, one
listens. Its row is good as long as it beats. Once it was silent for :data:`GONE_AFTER`, its number never lives again,
and the database takes nothing from it any more.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import psycopg

from db.opening.errors import Outlived, Unusable
from records.fleet import Process, Shards

if TYPE_CHECKING:
    from db.opening.postgres import PostgresDatabase, Session

log = logging.getLogger(__name__)

GONE_AFTER = 4.0
"""Seconds of silence after which a process is gone."""

MISSED_AFTER = 1.5
"""Seconds of silence after which one looks whether a process has its connection still: one that was killed has not."""

CHANNEL = "quadriga"
LISTENS = 1.0
"""Seconds between two looks whether to listen on."""

_RUNNING, _HERE, _JOINING = "41, 2", "42", "41, 3"
"""Numbers of locks: of programs that run; of each process, with its number; of those that come."""

_NOW = "extract(epoch FROM clock_timestamp())"
_LIVES = f"state <> 'gone' AND beat > {_NOW} - {GONE_AFTER}"
_OTHERS = f"SELECT number, state, rules, shards, ahead FROM process WHERE {_LIVES} ORDER BY number"  # noqa: S608
_SWEEP = (
    "UPDATE process SET state = 'gone' WHERE state <> 'gone' "  # noqa: S608
    f"AND (beat <= {_NOW} - {GONE_AFTER} OR pg_try_advisory_xact_lock({_HERE}, number))"
)
_MISSED = f"SELECT 1 FROM process WHERE state <> 'gone' AND beat <= {_NOW} - {MISSED_AFTER} AND number <> %s"  # noqa: S608
_KILLED = (
    f"UPDATE process SET state = 'gone' WHERE state <> 'gone' AND beat <= {_NOW} - {MISSED_AFTER} "  # noqa: S608
    f"AND number <> %s AND pg_try_advisory_xact_lock({_HERE}, number)"
)
_FORGET = f"DELETE FROM process WHERE beat < {_NOW} - 86400"  # noqa: S608
_JOIN = (
    "INSERT INTO process (started, beat, version, rules, shards, ahead, state) "  # noqa: S608
    f"VALUES ({_NOW}, {_NOW}, %s, %s, %s, %s - {_NOW}, 'joins') RETURNING number"
)
_BEAT = f"UPDATE process SET beat = {_NOW}, ahead = %s - {_NOW} WHERE number = %s AND {_LIVES}"  # noqa: S608
_TAKE = (
    "INSERT INTO lease (what, holder) VALUES (%s, %s) ON CONFLICT (what) DO UPDATE SET holder = excluded.holder "  # noqa: S608
    "WHERE lease.holder = excluded.holder OR NOT EXISTS "
    f"(SELECT 1 FROM process WHERE number = lease.holder AND {_LIVES}) RETURNING holder"
)


class Register:
    """The place of one process among the others. Its methods block; one thread calls them, one after the other."""

    def __init__(self, database: "PostgresDatabase") -> None:
        self._database = database
        self._session: Session | None = None
        self._number = 0
        self._has_left = False
        self._is_over = threading.Event()
        self._listening: threading.Thread | None = None

    def join(self, version: str, rules: int, shards: Shards, clock: float, *, takes_over: bool) -> int:
        """Come to the others, and return the number of this process.

        :param clock: what its clock says now.
        :param takes_over: whether it takes the place of others that serve its shards.
        :raises Unusable: if another one serves a shard of it, or the database is being copied.
        """
        session = self._spoken()
        with session.transaction():
            session.execute(f"SELECT pg_advisory_xact_lock({_JOINING})")
            session.execute(_SWEEP)
            session.execute(_FORGET)
            others = [_process(row) for row in session.execute(_OTHERS)]
            if not takes_over:
                self._require_free(shards, others)
            row = session.execute(_JOIN, (version, rules, str(shards), clock)).fetchone()
            assert row is not None
            number = int(row[0])
            session.execute(f"SELECT pg_advisory_lock({_HERE}, {number})")
        self._number = number
        return number

    def _require_free(self, shards: Shards, others: list[Process]) -> None:
        taken = next((each for each in others if each.state != "drains" and each.shards.overlaps(shards)), None)
        if taken is not None:
            raise self._database.unusable(
                "Another Quadriga runs on it already, for the same servers. Stop it before you start this one, or "
                "share the servers by QUADRIGA_SHARDS, as docs/deploy.md says."
            )

    def beat(self, clock: float) -> list[Process]:
        """Say that this process lives, and return all that do: it is not among them if it was given up before."""
        session = self._spoken()
        session.execute(_BEAT, (clock, self._number))
        if session.execute(_MISSED, (self._number,)).fetchone():
            session.execute(_KILLED, (self._number,))
        return [_process(row) for row in session.execute(_OTHERS)]

    def become(self, state: str, *numbers: int) -> None:
        """Note another state of this process, or of others, and tell all."""
        these = list(numbers or [self._number])
        self._spoken().execute("UPDATE process SET state = %s WHERE number = ANY(%s)", (state, these))
        self.tell()

    def tell(self) -> None:
        """Wake the others: there may be something for them."""
        self._spoken().execute("SELECT pg_notify(%s, %s)", (CHANNEL, str(self._number)))

    def take(self, what: str) -> bool:
        """Take a lease, unless a process that lives has it; tell whether it is mine."""
        row = self._spoken().execute(_TAKE, (what, self._number)).fetchone()
        return row is not None

    def give_back(self, what: str) -> None:
        self._spoken().execute("DELETE FROM lease WHERE what = %s AND holder = %s", (what, self._number))

    def claim(self, press: int) -> bool:
        """Claim a press that others may have got, too; tell whether this process was first."""
        session = self._spoken()
        session.execute(f"DELETE FROM press WHERE at < {_NOW} - 900")  # noqa: S608
        done = session.execute(
            f"INSERT INTO press (id, at) VALUES (%s, {_NOW}) ON CONFLICT DO NOTHING",  # noqa: S608
            (press,),
        )
        return done.rowcount == 1

    def leave(self) -> None:
        """Go, and let others have all that this process held."""
        self._is_over.set()
        with suppress(psycopg.Error, Unusable):
            self._spoken().execute("DELETE FROM lease WHERE holder = %s", (self._number,))
            self.become("gone")
        self._has_left = True
        if self._session is not None:
            self._session.close()
        if self._listening is not None:
            self._listening.join()

    # Connections

    def _spoken(self) -> "Session":
        """Return the connection that speaks; a new one takes the locks again that the old one had.

        :raises Unusable: if the database is being copied.
        :raises Outlived: if this process has left: what comes too late would join it again.
        """
        if self._has_left:
            raise Outlived
        if self._session is None or self._session.closed:
            session = self._database.connected_alone()
            row = session.execute(f"SELECT pg_try_advisory_lock_shared({_RUNNING})").fetchone()
            if row is None or not row[0]:
                session.close()
                raise self._database.unusable(
                    "Another Quadriga runs on it already, alone: it may be copying it. Wait until that has ended."
                )
            if self._number:
                session.execute(f"SELECT pg_try_advisory_lock({_HERE}, {self._number})")
            self._session = session
        return self._session

    def listen(self, hears: Callable[[], object]) -> None:
        """Call *hears*, on a thread, whenever another process tells that there may be something."""
        self._listening = threading.Thread(target=self._listen, args=(hears,), name="listens", daemon=True)
        self._listening.start()

    def _listen(self, hears: Callable[[], object]) -> None:
        while not self._is_over.is_set():
            with suppress(psycopg.Error), self._database.connected_alone() as session:
                session.execute(f"LISTEN {CHANNEL}")
                hears()  # what was told meanwhile
                while not self._is_over.is_set():
                    told = [each.payload for each in session.notifies(timeout=LISTENS, stop_after=1)]
                    if any(each != str(self._number) for each in told):
                        hears()
            time.sleep(0.2)


def _process(row: "tuple[int, str, int, str, float]") -> Process:
    number, state, rules, shards, ahead = row
    return Process(number, state, rules, Shards.read(shards), float(ahead))  # type: ignore[arg-type]
