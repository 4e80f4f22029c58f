"""The process that chooses days: a job comes in on a line, what was chosen goes out on a line.

It runs as a separate program, as the one that works out chances does: choosing takes seconds, up to minutes.
"""

import os
import sys

from engine.daily.working import done

POLITE = 10
"""How far it stands back behind all else that the machine does."""


def main() -> None:
    """Work until the input ends, or nobody reads what is chosen."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(POLITE)
    try:
        for job in sys.stdin.buffer:
            sys.stdout.buffer.write(done(job) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # whoever asked is gone; what is left in the buffer must not be tried again at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
