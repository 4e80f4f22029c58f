"""The end of the program: in order, and in any case in time."""

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from collections.abc import Coroutine, Iterator
from types import FrameType
from typing import Any

from steward.running.finishing import cut_off

log = logging.getLogger(__name__)

TOLD = (signal.SIGTERM, signal.SIGINT)
"""What ends the program: the one is sent to services and containers, the other is Ctrl-C."""

NAMED_AFTER, ENDS_AFTER = 8.5, 9.0
"""Seconds after which the log names what still goes on, and after which the program ends all the same.

Services are killed 10 s after they were told to end, as a rule.
"""


async def until_told(running: Coroutine[Any, Any, None]) -> None:
    """Run until SIGTERM or SIGINT ends it in order, within :data:`ENDS_AFTER`; a second one kills.

    SIGINT does so even where a shell has it ignored, as it has for what runs in the background. Loops of Windows take
    no signals: there Ctrl-C cancels what waits here.
    """
    loop, task = asyncio.get_running_loop(), asyncio.ensure_future(running)

    def end() -> None:
        _end_in_time(loop)
        cut_off(task)
        with contextlib.suppress(NotImplementedError):
            for number in TOLD:
                loop.remove_signal_handler(number)
                signal.signal(number, signal.SIG_DFL)

    with contextlib.suppress(NotImplementedError):
        for number in TOLD:
            loop.add_signal_handler(number, end)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        end()
        await asyncio.wait([task])
    task.result()


def _end_in_time(loop: asyncio.AbstractEventLoop) -> None:
    """End the process in time on threads of their own: a loop may stand still, and so may whoever reads the log."""
    for seconds, work in (NAMED_AFTER, lambda: _name_what_goes_on(loop)), (ENDS_AFTER, lambda: os._exit(1)):
        timer = threading.Timer(seconds, work)
        timer.daemon = True
        timer.start()


def _name_what_goes_on(loop: asyncio.AbstractEventLoop) -> None:
    log.critical("I was told to end, and end now, though this goes on: %s", "; ".join(_what_goes_on(loop)))


def _what_goes_on(loop: asyncio.AbstractEventLoop) -> Iterator[str]:
    """Yield each task, and each thread that the process would wait for, with the place where it stands."""
    for task in asyncio.all_tasks(loop):
        yield f"{task.get_name()} at {_innermost(task.get_coro())}"
    frames = sys._current_frames()
    for thread in threading.enumerate():
        if not thread.daemon and thread.ident in frames:
            yield f"{thread.name} at {_place(frames[thread.ident])}"


def _innermost(awaited: Any) -> str:
    """Return where the last of the coroutines stands that wait for each other."""
    place = "no place"
    while frame := getattr(awaited, "cr_frame", None):
        place, awaited = _place(frame), awaited.cr_await
    return place


def _place(frame: FrameType) -> str:
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
