"""The shapes of all structs, learned by one thread before others read any.

The library that reads and writes structs learns one as it first reads it. Two threads that read the same one for the
first time at once would end the program with a segmentation fault (msgspec 0.22): the second finds it half learned.
"""

import contextlib
from collections.abc import Iterator
from functools import cache

import msgspec


def learn_all() -> None:
    """Learn every struct that is declared so far; call it before other threads run."""
    for kind in _below(msgspec.Struct):
        _learn(kind)


@cache
def _learn(kind: type[msgspec.Struct]) -> None:
    with contextlib.suppress(TypeError, NameError):  # what cannot be read at all, such as a shape that lacks a part
        msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
