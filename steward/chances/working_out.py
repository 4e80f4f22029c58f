"""The process that works out chances: a job comes in on a line, its chances go out on a line.

It runs as a separate program, so that it loads the engine alone: neither pictures nor the database nor Discord. When
the bot ends, its input ends, and so does it.
"""

import os
import sys

from engine.betting.working import done
from engine.rulesets import RULESETS

POLITE = 10
"""How far it stands back behind all else that the machine does."""


def main() -> None:
    """Work until the input ends, or nobody reads what is worked out."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(POLITE)
    try:
        for job in sys.stdin.buffer:
            sys.stdout.buffer.write(done(job, RULESETS) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # whoever asked is gone; what is left in the buffer must not be tried again at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
