"""Bots and servers that are forked off a process which has imported all that they need: they start in no time.

Each is a process of its own, as one is that a command starts; only the seed of its hashes is the same in all of them.
Pictures and films of bots are blank, as drawing takes long, but for the rulesets that are drawn. Nothing waits for the
disk.
"""

import asyncio
import functools
import os
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from typing import BinaryIO

FORKS = ForkServerContext()
FORKS.set_forkserver_preload(["tests.e2e.imported"])


@dataclass(frozen=True)
class Order:
    """What a bot is started with.

    :ivar word: gives the secret of its dice.
    :ivar clock: the file of its clock.
    :ivar drawn: rulesets whose races are drawn.
    :ivar has_threads: whether transactions run on threads of their own, as they do in earnest; else in the event loop,
        which takes a third less.
    :ivar words: of its command line.
    :ivar patched: what is something else than in earnest: full names, each with a value.
    """

    folder: Path
    log: Path
    environment: dict[str, str]
    word: str = ""
    clock: Path | None = None
    drawn: Collection[str] = ()
    has_threads: bool = False
    words: Sequence[str] = ()
    patched: Sequence[tuple[str, object]] = ()


class InHaste:
    """The library for tasks and waiting; who sleeps by it does so for a hundredth of the time."""

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    @staticmethod
    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 100)


RETRIES_IN_HASTE = (("discord.http.asyncio", InHaste()),)
"""What is patched so that Discord's library tries again at once: else it waits 25 seconds for five tries."""


class _ForGood:
    """Patches what no test of this process needs as it was."""

    setattr = staticmethod(setattr)


class Forked(ForkServerProcess):
    """A bot that is forked off; it can be treated as a :class:`subprocess.Popen`."""

    stdout = None

    def __init__(self, order: Order) -> None:
        super().__init__(daemon=True)
        self._order = order

    def run(self) -> None:
        """Be the bot."""
        from tests.e2e.imported import at_once, blank_scenes, bot, seeded_bot  # noqa: PLC0415 - known where it is forked off, not here

        order = self._order
        if not order.has_threads:
            at_once(_ForGood)
        log = os.open(order.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        for stream in (1, 2):
            os.dup2(log, stream)
        os.chdir(order.folder)
        os.environ.clear()
        os.environ.update(order.environment)
        for name, value in order.patched:
            module, _, attribute = name.rpartition(".")
            setattr(sys.modules[module], attribute, value)
        bot.SCENES = blank_scenes.scenes(order.drawn)  # type: ignore[attr-defined]
        if order.word or order.clock:
            seeded_bot.main(order.word, order.clock)
        else:
            bot.main(*order.words)

    def poll(self) -> int | None:
        """Return how it has ended; ``None`` while it runs."""
        return self.exitcode

    def wait(self, timeout: float) -> None:
        self.join(timeout)


class ForkedServer(ForkServerProcess):
    """A server that is forked off, with a line of addresses; it can be treated as a :class:`subprocess.Popen`."""

    def __init__(self, folder: Path, arguments: Sequence[str]) -> None:
        super().__init__(daemon=True)
        self._folder, self._arguments = folder, arguments
        self.stdout: BinaryIO | None = None

    def start(self) -> None:
        told, self._tells = FORKS.Pipe(duplex=False)
        super().start()
        self._tells.close()
        self.stdout = os.fdopen(os.dup(told.fileno()), "rb")
        told.close()

    def run(self) -> None:
        """Be the server."""
        from tests.e2e.imported import server  # noqa: PLC0415 - known where it is forked off, not here

        os.dup2(self._tells.fileno(), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.chdir(self._folder)
        asyncio.run(server.serve(server.arguments(self._arguments)))

    def poll(self) -> int | None:
        """Return how it has ended; ``None`` while it runs."""
        return self.exitcode

    def wait(self, timeout: float) -> None:
        self.join(timeout)


@functools.cache
def prepare() -> None:
    """Wait until bots can be forked off: the first time that takes seconds."""
    nothing = FORKS.Process()
    nothing.start()
    nothing.join()
