"""The figures of :mod:`bench.pictures` beside their targets."""

from collections.abc import Iterator

from bench.figures import Figure, milliseconds
from bench.pictures import (
    ARENA,
    BETTING,
    CHARIOT_RACE,
    CHARIOTS_OF_ROME,
    KINDS,
    boards,
    cockpit,
    log_card,
    preparing,
    slowest,
    work_of,
)
from renderers import SCENES


def figures() -> list[Figure]:
    """Draw boards, cockpits and log cards; the floor is the encoding of a finished picture of the same size."""
    return [
        *_firsts(),
        *(figure for kind in KINDS if kind != ARENA for figure in _of_boards(kind)),
        *_of_boards(ARENA, to_floor=1.5, kib=120),
        *_others(),
        *_of_chariot_race(),
        *_of_chariots_of_rome(),
        *_of_betting(),
    ]


def _firsts() -> Iterator[Figure]:
    """Prepare the scenes, as the program does at its start, then draw the first board."""
    for ruleset in SCENES:
        total, longest = preparing(ruleset)
        if total:
            yield Figure(f"preparing the pictures of {ruleset}", total, "ms")
            yield Figure("  the longest part of it", longest, "ms")
    yield Figure("first board drawn", milliseconds(KINDS["board"][0]), "ms")
    yield Figure("Ave Caesar's first board drawn", milliseconds(KINDS["Ave Caesar's board"][0]), "ms")


def _of_boards(kind: str, to_floor: float = 3, kib: float = 150) -> Iterator[Figure]:
    seen = boards(kind)
    yield Figure(f"{kind}, p50", seen.p50, "ms")
    yield Figure(f"{kind}, p95", seen.p95, "ms", at_most=60)
    yield Figure(f"{kind} / encoding it", seen.to_floor, at_most=to_floor)
    yield Figure(f"{kind}, largest", seen.largest, "KiB", at_most=kib)


def _others() -> Iterator[Figure]:
    yield Figure("cockpit, p95", slowest(cockpit), "ms")
    yield Figure("log card, p95", slowest(log_card), "ms")


def _of_chariot_race() -> Iterator[Figure]:
    for name, draw in CHARIOT_RACE.items():
        yield Figure(f"{name}, processor time, p95", work_of(draw), "ms", at_most=50)
        yield Figure(f"{name}, size", len(draw()) / 1024, "KiB", at_most=120)


def _of_chariots_of_rome() -> Iterator[Figure]:
    for name, draw in CHARIOTS_OF_ROME.items():
        yield Figure(f"{name}, processor time, p95", work_of(draw), "ms", at_most=60)
        yield Figure(f"{name}, size", len(draw()) / 1024, "KiB", at_most=150)


def _of_betting() -> Iterator[Figure]:
    for name, draw in BETTING.items():
        yield Figure(f"{name}, processor time, p95", work_of(draw), "ms", at_most=40)
        yield Figure(f"{name}, size", len(draw()) / 1024, "KiB", at_most=120)
