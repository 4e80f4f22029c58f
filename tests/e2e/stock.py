"""The process in stock that bots are forked off: it imports and draws but once what each bot would anew.

``python -m tests.e2e.stock`` says when it is ready, reads an :class:`Order` a line, and answers each with the bot's
process id. What is forked off is a process of its own, as one is that a command starts; only the seed of its hashes is
the same in all of them.
"""

import asyncio
import os
import signal
import sys
import traceback
from pathlib import Path

import msgspec

import bot
from renderers import SCENES
from tests.e2e import seeded_bot
from tests.e2e.forked import Order


def main() -> None:
    """Fork off what is ordered, until nothing more can be."""
    for scene in SCENES.values():
        for _ in scene.warm_up():
            pass
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for those who have ended
    print("ready", flush=True)  # noqa: T201
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=Order)
        pid = os.fork()
        if pid:
            print(pid, flush=True)  # noqa: T201
        else:
            become(order)


def become(order: Order) -> None:
    """Be the bot, and nothing else any more."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _redirect(order.log)
        os.chdir(order.folder)
        os.environ.clear()
        os.environ.update(order.environment)
        if order.word or order.clock:
            asyncio.run(seeded_bot.run(order.word, Path(order.clock) if order.clock else None))
        else:
            bot.main()
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(0)


def _redirect(log: str) -> None:
    """Read nothing, and write to the log."""
    nothing, file = os.open(os.devnull, os.O_RDONLY), os.open(log, os.O_WRONLY | os.O_APPEND)
    for opened, place in ((nothing, 0), (file, 1), (file, 2)):
        os.dup2(opened, place)
    os.close(nothing)
    os.close(file)


if __name__ == "__main__":
    main()
