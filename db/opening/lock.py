"""A lock on a file, which the system takes away with the process, however that ended."""

import os
import sys

NOT_THROUGH_LINKS = getattr(os, "O_NOFOLLOW", 0)
"""For what is opened beside the database: a link there may be anybody's; 0 where the system has no such flag."""

if sys.platform == "win32":
    import msvcrt

    def take(lock: int) -> None:
        """Lock an open file, or raise :exc:`OSError` at once."""
        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def take(lock: int) -> None:
        """Lock an open file, or raise :exc:`OSError` at once."""
        # Of the two kinds of locks the one that a forked process does not inherit: it may outlive this one.
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
