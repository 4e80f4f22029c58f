"""The charts and the board of Circus Maximus, for cases that look up a cell."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.circus_maximus.printed import epic_tables, tables
from engine.circus_maximus.printed.charts import Row
from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.words import costs
from engine.track import Side
from records.values import Square

SIDES: Mapping[str, Side] = {"inside": "inside", "outside": "outside"}
WALL = "wall"


def look_up(chart: str, place: Sequence[str]) -> str:
    """Return the cell at a place of a chart, named by its rule number or ``board``.

    :raises ValueError: if there is no such chart or place.
    """
    if chart not in CHARTS:
        raise ValueError(f"there is no chart {chart!r}; there are {', '.join(CHARTS)}")
    try:
        return str(CHARTS[chart](*place))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise ValueError(f"chart {chart} has no place {' '.join(place)!r}") from error


def _board(square: str, what: str, side: str = "") -> str:
    """``D5.2 beside inside``, ``D5.2 ahead_of outside``, ``D5.2 ahead``, ``behind``, ``limit``, ``grey``."""
    at = Square(square)
    if at not in TRACK.lane:
        raise KeyError(square)
    return _ALONG[what](at) if not side else _ACROSS[what](at, SIDES[side])


_ALONG: Mapping[str, Callable[[Square], str]] = {
    "ahead": lambda at: TRACK.ahead[at],
    "behind": lambda at: TRACK.behind[at],
    "limit": lambda at: str(TRACK.limit.get(at, "none")),
    "grey": lambda at: _yes(at in tables.GREY),
}

_ACROSS: Mapping[str, Callable[[Square, Side], str]] = {
    "beside": lambda at, side: TRACK.beside[side].get(at, WALL),
    "ahead_of": lambda at, side: TRACK.ahead_of[side].get(at, WALL),
    "parallel": lambda at, side: _yes(TRACK.is_parallel(at, side)),
}


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"


def _horses(points: str, die: str) -> str:
    return "-".join(map(str, tables.TEAM_SPEED[int(points)][_face(die)]))


def _endurance(points: str, die: str) -> int:
    return tables.TEAM_ENDURANCE[int(points)][_face(die)]


def _face(die: str) -> int:
    face = int(die) - 1
    if face < 0:
        raise IndexError(die)
    return face


def _falls(rows: Row[tables.Fall]) -> Callable[[str], str]:
    """Return a function for a wreck's landing: lanes to the outside (less than 0: inside), then squares forward."""

    def landing(total: str) -> str:
        fall = rows.results[int(total)]
        return f"{fall.lanes:+d}/{fall.forward}" if fall.lanes else f"0/{fall.forward}"

    return landing


def _lash(total: str, factor: str) -> str:
    """Two dice without a modifier, so only printed rows; a factor beyond the chart counts as its nearest column."""
    chart = tables.DRIVER_LASH
    return chart.rows[int(total)][chart.column(int(factor)) - chart.first]


def _horse_hit(total: str) -> str:
    points = tables.CRITICAL_HORSE_HITS.results[int(total)]
    return "killed" if points is tables.DEADLY else str(points)


def _cost(item: str, value: str) -> int:
    """Return the price of a thing in points, of 32."""
    if item in _NAMED:
        return _NAMED[item][value]
    return _NUMBERED[item][int(value)]


_NUMBERED: Mapping[str, Mapping[int, int]] = {
    "horse": costs.HORSE_COST,
    "modifier": costs.MODIFIER_COST,
    "hits": costs.HITS_COST,
    "boxes": costs.BOXES_COST,
    "endurance": costs.ENDURANCE_COST,
}
_NAMED: Mapping[str, Mapping[Any, int]] = {
    "whip": costs.WHIP_COST,
    "blade": costs.BLADES_COST,
    "blades": costs.BLADES_PAIR_COST,
    "weapon": costs.WEAPON_COST,
}


def _dashed(read: Callable[[int], str]) -> Callable[[str], str]:
    """Return a reader like *read* that writes dashes for blanks: a cell is one word."""
    return lambda total: read(int(total)).replace(" ", "-")


CHARTS: Mapping[str, Callable[..., object]] = {
    "board": _board,
    "3.61": lambda total: tables.DRIVER_HITS(int(total)),
    "3.63": _horses,
    "3.64": _endurance,
    "7.32": lambda total, points: tables.CORNER_STRAIN(int(total), int(points)),
    "9.42": _lash,
    "9.5": lambda total: tables.HORSE_INJURY(int(total)),
    "9.54": lambda total: tables.CAR_DAMAGE(int(total)),
    "9.55": lambda total: tables.WHEEL_DAMAGE(int(total)),
    "12.2": _falls(tables.WRECK_LOCATION),
    "13.1": _dashed(tables.CRITICAL_HITS.results.__getitem__),
    "14.3": _dashed(tables.RUNNING_OVER),
    "dust": _dashed(tables.DUST_EFFECT),
    "knife": _dashed(tables.KNIFE_EFFECT),
    "spear": _dashed(tables.SPEAR_EFFECT.results.__getitem__),
    "critical-horse-hits": _horse_hit,
    "17.19": _cost,
    "II.8.9": _dashed(epic_tables.RUNNING_OVER),
    "II.9.2": lambda total, points: epic_tables.CORNER_STRAIN(int(total), int(points)),
    "II.10.4.2": lambda total, difference: epic_tables.DRIVER_LASH(int(total), int(difference)),
    "II.10.5": _dashed(epic_tables.KNIFE_EFFECT),
    "II.10.5-team": _dashed(epic_tables.KNIFE_ON_TEAM),
    "II.10.6": _dashed(epic_tables.DUST_EFFECT),
    "II.13.1.2": _falls(epic_tables.WRECK_LOCATION),
    "T22": _falls(EDITIONS["table"].wreck_location),
}
"""By rule number: the way to look up, from words."""
