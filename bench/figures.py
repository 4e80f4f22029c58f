"""What is measured, and how it is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import median
from time import perf_counter

RUNS = 5
"""Of everything that is measured; what is told is the median."""

Z = 1.96
"""Of a 95 % interval."""


@dataclass(frozen=True)
class Figure:
    """Something measured, and what it ought to be."""

    name: str
    value: float
    unit: str = ""
    at_most: float | None = None
    at_least: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Tell whether the target is met; ``None`` if there is none."""
        if self.at_most is None and self.at_least is None:
            return None
        return (self.at_most is None or self.value <= self.at_most) and (
            self.at_least is None or self.value >= self.at_least
        )

    @property
    def target(self) -> str:
        if self.at_most is not None:
            return f"at most {_number(self.at_most)}"
        return f"at least {_number(self.at_least)}" if self.at_least is not None else ""


def milliseconds(work: Callable[[], object]) -> float:
    """Return how many milliseconds *work* takes."""
    start = perf_counter()
    work()
    return (perf_counter() - start) * 1000


def medians(run: Callable[[], dict[str, float]], runs: int = RUNS) -> dict[str, float]:
    """Measure several times, and return the median of each figure."""
    measured = [run() for _ in range(runs)]
    return {name: median(each[name] for each in measured) for name in measured[0]}


def interval(wins: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, after Wilson.

    >>> tuple(round(bound, 3) for bound in interval(125, 1000))
    (0.106, 0.147)
    """
    if not of:
        return 0.0, 1.0
    share, spread = wins / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def table(figures: Sequence[Figure]) -> str:
    """Return figures as lines of text, in columns."""
    rows = [("figure", "value", "target", "met")]
    words = {True: "yes", False: "NO", None: ""}
    rows += [
        (figure.name, f"{_number(figure.value)} {figure.unit}".strip(), figure.target, words[figure.is_met])
        for figure in figures
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 or value == int(value) else f"{value:.3g}"
