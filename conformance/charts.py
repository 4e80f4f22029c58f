"""Cases that look up cells of a chart."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from conformance.cases import BadCase, Case

Charts = Mapping[str, tuple[tuple[str, ...], Callable[[Sequence[str]], str]]]
"""By name: the words of a place, the last one ``...`` if there may be more, and its reader."""

_RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)")


def wrong_cells(case: Case, look_up: Callable[[str, Sequence[str]], str]) -> list[str]:
    """Return in words the cells of a chart that differ from the case.

    :param look_up: from a chart and a place to its content; :exc:`ValueError` if there is none.
    :raises BadCase: if a cell is not written as one.
    """
    found = []
    for cell in case.cells:
        try:
            for place, expected in read_cells(cell):
                value = look_up(case.chart, place)
                if value != expected:
                    found.append(f"{case.chart} at {' '.join(place)} should be {expected}, is {value}")
        except ValueError as error:
            raise BadCase(f"case {case.id}: cells", f"{cell!r}: {error}") from error
    return found


def read_chart(charts: Charts, chart: str, place: Sequence[str]) -> str:
    """Return the cell at a place of a chart.

    :raises ValueError: if there is no such chart or place.
    """
    if chart not in charts:
        raise ValueError(f"there is no chart {chart!r}; there are {', '.join(charts)}")
    words, reader = charts[chart]
    if len(place) != len(words) and words[-1] != "...":
        raise ValueError(f"a place of {chart} is written {' '.join(words)}")
    return reader(place)


def read_cells(cell: str) -> Iterator[tuple[list[str], str]]:
    """Yield the places of a cell or row, each with its expected content.

    >>> list(read_cells("12 1..3 -> - S SS"))
    [(['12', '1'], '-'), (['12', '2'], 'S'), (['12', '3'], 'SS')]

    :raises ValueError: if it is not written so.
    """
    where, arrow, values = cell.partition("->")
    place, expected = where.split(), values.split()
    if not arrow or not place or not expected:
        raise ValueError("is not of the form 'place -> value'")
    row = _RANGE.fullmatch(place[-1])
    last = [str(number) for number in range(int(row[1]), int(row[2]) + 1)] if row else place[-1:]
    if len(last) != len(expected):
        raise ValueError(f"has {len(last)} places and {len(expected)} values")
    for each, value in zip(last, expected, strict=True):
        yield [*place[:-1], each], value
