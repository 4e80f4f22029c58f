"""Charts of the campaign, for cases that look cells up."""

from collections.abc import Callable, Mapping, Sequence

from engine.leagues.words import arena_charts, charts, epic_charts, name_tables


def _horse(place: Sequence[str]) -> str:
    """Return the speed for a total of two dice in a column, 1 for 500s to 8 for 4,000s."""
    total, column = map(int, place)
    return str(charts.horse_speed(total, charts.HORSE_PRICES[column - 1]))


def _experience(place: Sequence[str]) -> str:
    rank, gap = place
    return str(charts.experience(int(rank), None if gap == "-" else int(gap)))


def _driver(place: Sequence[str]) -> str:
    return str(charts.DRIVER_PRICES[int(place[0])])


def _team(place: Sequence[str]) -> str:
    """Return a random team by the total of two dice, such as 4334."""
    return "".join(map(str, epic_charts.random_team(int(place[0]))))


def _team_endurance(place: Sequence[str]) -> str:
    total, die = map(int, place)
    return str(epic_charts.random_endurance(total, die))


def _bought_endurance(place: Sequence[str]) -> str:
    """Return the endurance of a bought team by its speed and a die."""
    speed, die = map(int, place)
    return str(epic_charts.new_endurance(speed, die))


def _epic_experience(place: Sequence[str]) -> str:
    rank, gap, field = place
    where = None if rank == "-" else int(rank)
    return str(epic_charts.experience(where, None if gap == "-" else int(gap), int(field)))


def _prize(place: Sequence[str]) -> str:
    rank = int(place[0])
    return str(epic_charts.PRIZES[rank - 1] if rank <= len(epic_charts.PRIZES) else 0)


def _stakes(place: Sequence[str]) -> str:
    """Return the least stakes of a match by its odds: of the challenger, and of the challenged."""
    return "/".join(map(str, epic_charts.MATCH_STAKES[int(place[0])]))


def _foreigner(place: Sequence[str]) -> str:
    nation, row, column = place
    return name_tables.foreigner(nation, int(row), int(column)).replace(" ", "_")


def _roman(place: Sequence[str]) -> str:
    one, two, three, four = map(int, place)
    return name_tables.roman((one, two), (three, four)).replace(" ", "_")


def _lesson(place: Sequence[str]) -> str:
    return str(next(price for name, price in arena_charts.LESSONS.items() if name == place[0]))


CHARTS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "21.41": _horse,
    "21.5": _driver,
    "23.1": _experience,
    "B.5 car": lambda place: str(epic_charts.CAR_PRICES[place[0]]),  # type: ignore[index]
    "B.7": _prize,
    "B.10": _stakes,
    "B.11": _epic_experience,
    "B.12.1": _team,
    "B.12.1 endurance": _team_endurance,
    "B.12.2 car": lambda place: epic_charts.random_car(int(place[0])),
    "B.12.2 driver": lambda place: str(epic_charts.random_modifier(int(place[0]))),
    "B.12.2 hits": lambda place: str(epic_charts.driver_hits(int(place[0]))),
    "B.12.4": _bought_endurance,
    "B.13": _foreigner,
    "C.5": _lesson,
    "C.6": lambda place: arena_charts.MARKS[int(place[0])],
    "H.8.2": lambda place: arena_charts.STATE_KINDS[int(place[0]) - 1],
    "B.13 Roman": _roman,
    "B.13 nation": lambda place: name_tables.NATION[int(place[0])],
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
