"""Bots that are forked off a process in stock (:mod:`tests.e2e.stock`), which is quick."""

import atexit
import contextlib
import functools
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]


class Order(msgspec.Struct, frozen=True):
    """What a bot is started with.

    :ivar word: of which the secret of its dice is made.
    :ivar clock: the file of its clock.
    """

    folder: str
    log: str
    environment: dict[str, str]
    word: str = ""
    clock: str | None = None


class Forked:
    """A bot that was forked off, to be treated as a :class:`subprocess.Popen`."""

    stdout = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._watched: int | None = os.pidfd_open(pid)
        except ProcessLookupError:
            self._watched = None  # it has ended already

    def poll(self) -> int | None:
        """Return ``None`` while it runs."""
        return 0 if self._has_ended(0) else None

    def send_signal(self, how: signal.Signals) -> None:
        if self._watched is not None:
            with contextlib.suppress(ProcessLookupError):  # it has ended by itself
                signal.pidfd_send_signal(self._watched, how)

    def wait(self, timeout: float) -> None:
        """Wait until it has ended, and let go of it."""
        if not self._has_ended(timeout):
            raise subprocess.TimeoutExpired(f"bot {self.pid}", timeout)
        if self._watched is not None:
            os.close(self._watched)
            self._watched = None

    def _has_ended(self, timeout: float) -> bool:
        return self._watched is None or bool(select.select([self._watched], [], [], timeout)[0])


def forked(order: Order) -> Forked:
    """Fork a bot off."""
    stock = in_stock()
    assert stock.stdin is not None
    assert stock.stdout is not None
    stock.stdin.write(msgspec.json.encode(order) + b"\n")
    stock.stdin.flush()
    return Forked(int(stock.stdout.readline()))


@functools.cache
def in_stock() -> subprocess.Popen[bytes]:
    """Return the process in stock, once it has imported and drawn all: the first time that takes seconds."""
    stock = subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.stock"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith("QUADRIGA_")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    atexit.register(stock.communicate)  # it ends where there is nothing more to read
    assert stock.stdout is not None
    assert stock.stdout.readline() == b"ready\n"
    return stock
