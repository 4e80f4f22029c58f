"""One program a database: a lock beside its file, which the system takes away with the process, however that ended."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.opening.database import NOT_THROUGH_LINKS, Unusable

if sys.platform == "win32":
    import msvcrt

    def _take(lock: int) -> None:
        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(lock: int) -> None:
        # Of the two kinds of locks the one that a forked process does not inherit: it may outlive this one.
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def only_one(path: Path) -> Iterator[None]:
    """Be the only program that runs races of a database file.

    :raises Unusable: if another one does.
    """
    beside = path.with_name(f"{path.name}.lock")
    try:
        lock = os.open(beside, os.O_CREAT | os.O_RDWR | NOT_THROUGH_LINKS, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise Unusable(f"{beside} is a link, and I follow none there. Remove it, then start again.") from error
        raise Unusable(
            f"I can't write {beside}: {error.strerror}. Give me a folder that exists and that I may write to, by "
            "QUADRIGA_DATABASE, then start again."
        ) from error
    try:
        try:
            _take(lock)
        except OSError as error:
            raise Unusable(
                f"Another Quadriga runs on {path} already. Stop it before you start this one, or set another "
                "QUADRIGA_DATABASE."
            ) from error
        yield
    finally:
        os.close(lock)
