"""The charts of Ave Caesar for cases: the courses, distances, cards, points, schedule, start orders and standings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, partial

from conformance.charts import Charts, read_chart
from conformance.converting import number_of
from engine.ave_caesar.courses import (
    COURSES,
    DIRECTIONS,
    FINISH,
    CourseName,
    Direction,
    Runway,
    Situation,
    Space,
    runway,
)
from engine.ave_caesar.data import COLOURS, DECK, points_for
from engine.ave_caesar.ruleset import RULESET
from engine.ave_caesar.state import Options
from engine.game import Entrant
from engine.series import Outcome, Result, Standing, standings
from records.values import EntryId, Faction

OWES: Mapping[str, bool] = {"coin": True, "paid": False}


# Courses: white clockwise ...


def _runway(place: Sequence[str]) -> Runway:
    courses: dict[str, CourseName] = {name: name for name in COURSES}
    directions: dict[str, Direction] = {name: name for name in DIRECTIONS}
    if place[0] not in courses or place[1] not in directions:
        raise ValueError(f"there is no course {place[0]} run {place[1]}")
    return runway(courses[place[0]], directions[place[1]])


def _space(way: Runway, word: str) -> Space:
    if word not in way.front:
        raise ValueError(f"there is no space {word!r} on the {way.name} course")
    return Space(word)


def _situation(place: Sequence[str]) -> tuple[Runway, Situation]:
    way = _runway(place)
    if place[4] not in OWES:
        raise ValueError(f"the coin is {' or '.join(OWES)}, not {place[4]!r}")
    return way, (_space(way, place[2]), number_of(place[3]), OWES[place[4]])


def _front(place: Sequence[str]) -> str:
    way = _runway(place)
    return str(way.front[_space(way, place[2])])


def _pos(place: Sequence[str]) -> str:
    way = _runway(place)
    return str(way.pos(_space(way, place[2]), number_of(place[3])))


def _ahead(place: Sequence[str]) -> str:
    way = _runway(place)
    return ",".join(way.ahead[_space(way, place[2])])


def _steps(place: Sequence[str]) -> str:
    way, here = _situation(place)
    return ",".join(sorted(there[0] for there in way.steps(here))) or "-"


def _remaining(place: Sequence[str]) -> str:
    way, here = _situation(place)
    return str(way.remaining.get(here, "-"))


def _longest(place: Sequence[str]) -> str:
    """Return the steps of the longest way from a start position over the last line, once through the alley."""
    way = _runway(place)

    @cache
    def longest(here: Situation) -> int:
        if here[0] == FINISH:
            return 0
        enters = way.alley if here[0] not in way.alley and not here[2] else ()
        return 1 + max(longest(there) for there in way.steps(here) if there[0] not in enters)

    return str(longest((_space(way, place[2]), 0, True)))


def _grid(place: Sequence[str]) -> str:
    return ",".join(_runway(place).starts)


def _border(place: Sequence[str]) -> str:
    way = _runway((place[0], DIRECTIONS[0]))
    pair = {_space(way, place[1]), _space(way, place[2])}
    return next((kind for one, other, kind in way.data.borders if {one, other} == pair), "-")


# Cards, points, races


def _deck(place: Sequence[str]) -> str:
    match place[0]:
        case "cards":
            return str(len(DECK))
        case "points":
            return str(sum(DECK))
    return str(Counter(DECK)[number_of(place[0])])


def _points(place: Sequence[str]) -> str:
    return str(points_for(None if place[0] == "out" else number_of(place[0])))


def _schedule(place: Sequence[str]) -> str:
    players, number = map(number_of, place)
    entries = [EntryId(entry) for entry in range(1, players + 1)]
    options = RULESET.series.race_options(Options(), RULESET.series.options(), number, entries if number > 1 else ())
    entrants = [Entrant(entry, colour, None) for entry, colour in zip(entries, COLOURS, strict=False)]
    race = RULESET.new_race(options, entrants)
    return f"{race.course},{race.direction}"


def _start_order(place: Sequence[str]) -> str:
    """Return the start positions of the next race, from a ranking (none: the first race); A, B, C sit clockwise."""
    chosen = RULESET.series.options(start_order=place[0])
    ranking = [_seat(letter) for letter in place[1:]]
    positions = RULESET.series.race_options(Options(), chosen, 2 if ranking else 1, ranking).positions
    return ",".join(map(_letter, positions)) or "drawn"


def _cup(place: Sequence[str]) -> str:
    """Return the standings after races like ``BAC/D``, first to last, those who are out behind the slash."""
    races = [_outcome(race) for race in place]
    factions = sorted({faction for race in races for faction in race.factions.values()})
    table = standings(RULESET.series, factions, races)
    return ",".join(_in_short(standing) for standing in table)


def _outcome(race: str) -> Outcome:
    finished, _, out = race.partition("/")
    places = {letter: place for place, letter in enumerate(finished, start=1)}
    results = tuple(Result(_seat(letter), places.get(letter)) for letter in finished + out)
    return Outcome(results, {result.entry: Faction(result.entry) for result in results})


def _in_short(standing: Standing) -> str:
    return f"{standing.rank}{_letter(EntryId(standing.faction))}:{standing.total}"


def _seat(letter: str) -> EntryId:
    number = ord(letter) - ord("A") + 1 if len(letter) == 1 else 0
    if not 1 <= number <= len(COLOURS):
        raise ValueError(f"seats are A to F, not {letter!r}")
    return EntryId(number)


def _letter(entry: EntryId) -> str:
    return chr(ord("A") + entry - 1)


_WAY = ("course", "direction")
_SITUATION = (*_WAY, "space", "crossings", "coin|paid")

_CHARTS: Charts = {
    "grid": (_WAY, _grid),
    "front": ((*_WAY, "space"), _front),
    "pos": ((*_WAY, "space", "crossings"), _pos),
    "ahead": ((*_WAY, "space"), _ahead),
    "steps": (_SITUATION, _steps),
    "remaining": (_SITUATION, _remaining),
    "longest": ((*_WAY, "space"), _longest),
    "border": (("course", "space", "space"), _border),
    "deck": (("cards|points|value",), _deck),
    "points": (("place|out",), _points),
    "schedule": (("players", "race"), _schedule),
    "start order": (("loser-first|winner-first", "ranking", "..."), _start_order),
    "cup": (("rankings", "..."), _cup),
}
"""By chart: how a place in it is written, and its content."""

look_up = partial(read_chart, _CHARTS)
