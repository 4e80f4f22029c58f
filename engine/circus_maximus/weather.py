"""The weather (option 16.7).

Before the race a die says whether it rains, and on a wet track whether there is mud from the start. Rain may begin at
the start of a lap, and end on any even turn. Three corners in unbroken rain make mud, which stays for the race. Rain
and mud slow the teams and let chariots skid; mud lowers the safe speeds, too.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.circus_maximus import finish, sideslips, speed
from engine.circus_maximus.data import CORNERS, TRACK
from engine.circus_maximus.facts import WeatherChanged
from engine.circus_maximus.state import CarType, Chariot, Race, Weather
from engine.game import Modifier, Play, Table
from engine.track import Side
from engine.values import EntryId, Square

RAIN, MAYBE_LATER = 1, 2
"""What the die before the race says; from 3 on it is clear (chart 17.20)."""
CLEARS = 1
"""The die of an even turn at which rain ends (chart 17.20)."""
CORNERS_TO_MUD = 3
"""So many corners of the leader in unbroken rain make mud (16.7)."""
RAIN_SLOWS, MUD_SLOWS = 1, 2
"""What a team's speed loses as long as it rains, and to mud; both together where it rains on mud (16.7, H7)."""
MUD_LIMIT = 3
"""What mud takes off every safe speed (16.7)."""
RAIN_STRAINS: Mapping[CarType, int] = MappingProxyType({"light": 3, "normal": 2, "heavy": 1})
"""What rain adds to a corner roll (16.7); mud adds one more."""
MUD_STRAINS = 1
SKIDS_FROM: Mapping[CarType, int] = MappingProxyType({"light": 5, "normal": 6})
"""The die at which a chariot slides on after a lane change; a heavy one never does (16.7)."""
DRY_SHARE, MUD_SHARE = 2, 3
"""Half of a die is a dragged driver's injury, half of his hits a man's squares on foot; a third in mud (16.7)."""


# How the weather changes


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
    """Look where the leader is, for a race that is taken up from a position."""
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
    for chariot in race.chariots.values():
        chariot.slowed = slows(is_raining=weather.is_raining, has_mud=weather.has_mud)
    if race.phase is not None:
        speed.refresh(race, table, race.phase.entry)


def _leads(chariot: Chariot) -> bool:
    """Tell whether a chariot may be the leader: it can finish, or it has (F6)."""
    is_driven = finish.is_driven(chariot)
    return chariot.status == "finished" or (chariot.is_on_track and is_driven)


def _completed(chariot: Chariot) -> int:
    """Return how many corners the team has entered and left again."""
    if chariot.status == "finished":
        return chariot.corners - 1
    segment, _part = finish.progress(chariot.corners, chariot.square)
    return segment // 2


# What it does


def slows(*, is_raining: bool, has_mud: bool) -> int:
    """Return what every team's speed loses in this weather, in movement factors (16.7, H7)."""
    return RAIN_SLOWS * is_raining + MUD_SLOWS * has_mud


def is_raining(race: Race) -> bool:
    """Tell whether rain falls; dust cannot be thrown then (16.7)."""
    return race.weather is not None and race.weather.is_raining


def has_mud(race: Race) -> bool:
    return race.weather is not None and race.weather.has_mud


def is_wet(race: Race) -> bool:
    """Tell whether the track is slippery: in rain, and from the mud on for good."""
    return is_raining(race) or has_mud(race)


def limit(race: Race, square: Square) -> int | None:
    """Return the safe speed of a corner square in this weather; none on a straight (6.311, 16.7)."""
    safe = TRACK.limit.get(square)
    if safe is None or race.weather is None or not race.weather.has_mud:
        return safe
    return safe - MUD_LIMIT


def weight(race: Race, chariot: Chariot) -> CarType:
    """Return as what a car counts in the wet; one that was built freely goes by its blades (H1)."""
    if not race.options.detailed_specification:
        return chariot.car
    blades = chariot.blades_inside, chariot.blades_outside
    if "long" in blades:
        return "heavy"
    return "normal" if "regular" in blades else "light"


def corner_modifiers(race: Race, chariot: Chariot) -> tuple[Modifier, ...]:
    """Return what the weather adds to a chariot's corner roll (16.7, H7)."""
    if not is_wet(race):
        return ()
    added = RAIN_STRAINS[weight(race, chariot)]
    return (Modifier("mud", added + MUD_STRAINS),) if has_mud(race) else (Modifier("rain", added),)


def slide_on(race: Race, table: Table, entry: EntryId, side: Side) -> Play[None]:
    """After a lane change to *side* on a slippery track, perhaps slide one lane further (16.7).

    It is free, and has all consequences of a forced sideslip; to the inside in a corner it may strain.
    """
    chariot = race.chariots[entry]
    if not is_wet(race) or not chariot.has_car or not chariot.is_on_track or chariot.is_stationary:
        return
    least = SKIDS_FROM.get(weight(race, chariot))
    if least is not None and table.roll(entry, "sliding on", "16.7", count=1).total >= least:
        yield from sideslips.slide(race, table, entry, side)


def drag_hits(race: Race, die: int) -> int:
    """Return the hits that a dragged driver takes for a die of injury (16.3, 16.7)."""
    return _share(race, die)


def foot_squares(race: Race, hits: int) -> int:
    """Return how many squares a driver on foot with so many hits left can run in a turn (17.1, 16.7)."""
    return _share(race, hits)


def _share(race: Race, number: int) -> int:
    return -(-number // (MUD_SHARE if has_mud(race) else DRY_SHARE))
