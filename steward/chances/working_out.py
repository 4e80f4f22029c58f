"""The process for jobs that take seconds: a job comes in on a line, its result goes out on a line.

Its one argument says what it does: :data:`JOBS`. It runs as a separate program, so that it loads the engine alone:
neither pictures nor the database nor Discord. When the bot ends, its input ends, and so does it.
"""

import os
import sys
from collections.abc import Callable, Mapping

from engine.betting.working import done as chances
from engine.daily.working import done as day
from engine.rulesets import RULESETS

POLITE = 10
"""How far it stands back behind all else that the machine does."""

JOBS: Mapping[str, Callable[[bytes], bytes]] = {"chances": lambda job: chances(job, RULESETS), "day": day}
"""What it can do: work out the chances of a race or cup, or choose a race of the day."""


def main() -> None:
    """Work until the input ends, or nobody reads what is worked out."""
    if hasattr(os, "nice"):  # not everywhere
        os.nice(POLITE)
    done = JOBS[sys.argv[1]]
    try:
        for job in sys.stdin.buffer:
            sys.stdout.buffer.write(done(job) + b"\n")
            sys.stdout.buffer.flush()
    except BrokenPipeError:  # whoever asked is gone; what is left in the buffer must not be tried again at the exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
