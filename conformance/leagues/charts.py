"""Charts of the campaign, for cases that look cells up."""

from collections.abc import Callable, Mapping, Sequence

from engine.leagues.words import charts


def _horse(place: Sequence[str]) -> str:
    """Return the speed for a total of two dice in a column, 1 for 500s to 8 for 4,000s."""
    total, column = map(int, place)
    return str(charts.horse_speed(total, charts.HORSE_PRICES[column - 1]))


def _experience(place: Sequence[str]) -> str:
    rank, gap = place
    return str(charts.experience(int(rank), None if gap == "-" else int(gap)))


def _driver(place: Sequence[str]) -> str:
    return str(charts.DRIVER_PRICES[int(place[0])])


CHARTS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "21.41": _horse,
    "21.5": _driver,
    "23.1": _experience,
}


def look_up(chart: str, place: Sequence[str]) -> str:
    """Return a cell of a chart.

    :raises ValueError: if there is no such chart, or place in it.
    """
    if chart not in CHARTS:
        raise ValueError(f"there is no chart {chart!r}; there are {', '.join(CHARTS)}")
    try:
        return CHARTS[chart](place)
    except (KeyError, IndexError) as error:
        raise ValueError(f"{' '.join(place)} is not a place of {chart}") from error
