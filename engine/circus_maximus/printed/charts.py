"""The two kinds of printed chart. A total beyond the printed range counts as the nearest row or column (A13)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

T = TypeVar("T")


Ends = tuple[int, int]


def nearest(number: int, printed: Ends) -> int:
    """Return the printed number that counts for *number*: itself, or beyond the printed ones the last of them (A13).

    >>> nearest(5, (2, 12)), nearest(15, (2, 12))
    (5, 12)
    """
    return min(max(number, printed[0]), printed[1])


def _ends(printed: Iterable[int]) -> Ends:
    known = tuple(printed)
    return min(known), max(known)


@dataclass(frozen=True)
class Grid(Generic[T]):
    """A chart with a row for each total, and numbered columns; calling it looks up a cell."""

    rows: Mapping[int, tuple[T, ...]]
    first: int  # the number of the first column

    def __call__(self, total: int, column: int) -> T:
        return self.rows[self.row(total)][self.column(column) - self.first]

    @property
    def is_rolled_for(self) -> bool:
        """Whether it has more than one row; with one the column says all."""
        return len(self.rows) > 1

    def row(self, total: int) -> int:
        """Return the number of the row that a total falls into: the nearest one printed (A13)."""
        return nearest(total, self._ends)

    def column(self, number: int) -> int:
        """Return the number of the column for a value: the nearest one printed (A13)."""
        return nearest(number, (self.columns[0], self.columns[-1]))

    @cached_property
    def _ends(self) -> Ends:
        return _ends(self.rows)

    @cached_property
    def columns(self) -> range:
        """Numbers of the columns, as printed."""
        return range(self.first, self.first + len(next(iter(self.rows.values()))))


@dataclass(frozen=True)
class Bands(Generic[T]):
    """A chart whose results reach over several totals; calling it looks one up.

    *rows* are results with the lowest total of each, the highest first. The last result counts below its total as well.
    """

    rows: tuple[tuple[int, T], ...]

    def __call__(self, total: int) -> T:
        return next((result for lowest, result in self.rows if total >= lowest), self.rows[-1][1])

    @property
    def bounds(self) -> list[int]:
        """The lowest total of each result but the last one, the highest first."""
        return [lowest for lowest, _ in self.rows[:-1]]


@dataclass(frozen=True)
class Row(Generic[T]):
    """A chart with a result for each total; calling it looks one up."""

    results: Mapping[int, T]

    def __call__(self, total: int) -> T:
        return self.results[self.row(total)]

    def row(self, total: int) -> int:
        """Return the number of the row that a total falls into: the nearest one printed (A13)."""
        return nearest(total, self._ends)

    @cached_property
    def _ends(self) -> Ends:
        return _ends(self.results)
