"""The figures of :mod:`bench.pictures` beside their targets."""

from bench.figures import Figure
from bench.pictures import picture_figures


def figures() -> list[Figure]:
    """Draw boards, cockpits and log cards; the floor is the encoding of a finished picture of the same size."""
    seen = picture_figures()
    return [
        Figure("first board drawn", seen["first board ms"], "ms"),
        Figure("board, p50", seen["board p50 ms"], "ms"),
        Figure("board, p95", seen["board p95 ms"], "ms", at_most=60),
        Figure("board / encoding it", seen["board / floor"], at_most=3),
        Figure("largest board", seen["board bytes, largest"] / 1024, "KiB", at_most=150),
        Figure("cockpit, p95", seen["cockpit p95 ms"], "ms"),
        Figure("log card, p95", seen["log card p95 ms"], "ms"),
    ]
