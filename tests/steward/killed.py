"""A program that ends in the middle of something, as if it had been killed there."""

import asyncio
import pkgutil
from typing import Any

import pytest


class Killed(BaseException):
    """The program ends here: nothing catches it."""


class BrokenOff(Exception):
    """A transaction is broken off: nothing of it is written."""


def die_at(patched: pytest.MonkeyPatch, step: str, *, is_before: bool) -> None:
    """End the program at a step, before or after it is done.

    :param step: the path of a function; one of ``db.writing`` is in a transaction, which is broken off.
    """
    place, name = step.rsplit(".", 1)
    its: Any = pkgutil.resolve_name(place)
    real = getattr(its, name)

    def dies(*given: Any, **options: Any) -> Any:
        if not is_before:
            done = real(*given, **options)
            if asyncio.iscoroutine(done):
                return _then_die(done)
        raise BrokenOff if place.startswith("db.writing") else Killed

    patched.setattr(its, name, dies)


async def _then_die(done: Any) -> None:
    await done
    raise Killed
