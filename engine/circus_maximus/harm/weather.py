"""The weather (option 16.7).

Before the race a die says whether it rains, and on a wet track whether there is mud from the start. Rain may begin at
the start of a lap, and end on any even turn. Three corners in unbroken rain make mud, which stays for the race. Rain
and mud slow the teams and let chariots skid; mud lowers the safe speeds, too.
"""

from engine.circus_maximus.harm import slowing
from engine.circus_maximus.position import progress
from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import (
    CLEARS,
    CORNERS,
    CORNERS_TO_MUD,
    MAYBE_LATER,
    RAIN,
)
from engine.circus_maximus.words.facts import WeatherChanged
from engine.circus_maximus.words.state import Chariot, Race, Weather
from engine.table import Table


def begin_race(race: Race, table: Table) -> None:
    """Look at the sky before the race (chart 17.20)."""
    if not race.options.weather:
        return
    weather = race.weather = Weather(completed=0, laps=0)
    weather.rolls_each_lap = _look_up(table, weather) == MAYBE_LATER
    _settle(race, table)


def begin_turn(race: Race, table: Table) -> None:
    """As a turn begins: on even ones rain may end; as the leader begins a lap it may begin (chart 17.20)."""
    weather = race.weather
    if weather is None:
        return
    note_corner(race, table)
    laps, known = race.markers // len(CORNERS), weather.laps
    begins_lap = known is not None and laps > known
    weather.laps = laps
    if weather.is_raining:
        if race.turn % 2 == 0 and table.roll(None, "rain", "16.7", count=1).total == CLEARS:
            weather.is_raining = False
            _settle(race, table)
    elif begins_lap and weather.rolls_each_lap:
        _look_up(table, weather)
        if weather.is_raining:
            _settle(race, table)


def note_corner(race: Race, table: Table) -> None:
    """See whether the leader has completed another corner in unbroken rain, and whether that makes mud (16.7).

    To be called after any move, or later in the turn; it does nothing twice.
    """
    weather = race.weather
    if weather is None:
        return
    completed = _leaders_corners(race)
    passed = 0 if weather.completed is None else max(0, completed - weather.completed)
    weather.completed = max(completed, weather.completed or 0)
    if not weather.is_raining or weather.has_mud or not passed:
        return
    weather.corners = min(CORNERS_TO_MUD, weather.corners + passed)
    if weather.corners == CORNERS_TO_MUD:
        weather.has_mud = True
        _settle(race, table)


def take_up(race: Race) -> None:
    """Note how many corners the leader has completed, for a race that is taken up from a position (16.7)."""
    if race.weather is not None and race.weather.completed is None:
        race.weather.completed = _leaders_corners(race)


def _leaders_corners(race: Race) -> int:
    """Return how many corners the leader has completed."""
    return max((_completed(chariot) for chariot in race.chariots.values() if _leads(chariot)), default=0)


def _look_up(table: Table, weather: Weather) -> int:
    """Roll for rain, and with it for mud, and return the first die (chart 17.20)."""
    die = table.roll(None, "weather", "16.7", count=1).total
    if die == RAIN:
        weather.is_raining = True
        if not weather.has_mud:
            weather.has_mud = table.roll(None, "mud", "16.7", count=1).total == RAIN
    return die


def _settle(race: Race, table: Table) -> None:
    """Tell the weather as it has become, and slow the teams by it."""
    weather = race.weather
    assert weather is not None
    weather.corners = 0
    table.tell(WeatherChanged(weather.is_raining, weather.has_mud))
    lost = edition_of(race.options).slows(weather.is_raining, weather.has_mud)
    for chariot in race.chariots.values():
        chariot.slowed = lost
    if race.phase is not None:
        slowing.refresh(race, table, race.phase.entry)


def _leads(chariot: Chariot) -> bool:
    """Tell whether a chariot may be the leader: it can finish, or it has (F6)."""
    is_driven = progress.is_driven(chariot)
    return chariot.status == "finished" or (chariot.is_on_track and is_driven)


def _completed(chariot: Chariot) -> int:
    """Return how many corners the team has entered and left again."""
    if chariot.status == "finished":
        return chariot.corners - 1
    segment, _part = progress.progress(chariot.corners, chariot.square)
    return segment // 2
