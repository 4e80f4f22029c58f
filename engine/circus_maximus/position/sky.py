"""The effects of rain and mud: on safe speeds, corners, skids and men on foot (option 16.7)."""

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.printed.tables import DRY_SHARE, MUD_LIMIT, MUD_SHARE, MUD_STRAINS, RAIN_STRAINS, TRACK
from engine.circus_maximus.words.state import CarType, Chariot, Race
from engine.facts import Modifier
from records.values import Square


def is_raining(race: Race) -> bool:
    """Tell whether rain falls; dust cannot be thrown then (16.7)."""
    return race.weather is not None and race.weather.is_raining


def has_mud(race: Race) -> bool:
    """Tell whether the track is muddy (16.7)."""
    return race.weather is not None and race.weather.has_mud


def is_wet(race: Race) -> bool:
    """Tell whether the track is slippery: in rain, and for good once there is mud (16.7)."""
    return is_raining(race) or has_mud(race)


def lowered(has_mud: bool) -> int:
    """Return what mud takes off every safe speed, in factors; 0 without mud (16.7)."""
    return MUD_LIMIT if has_mud else 0


def limit(race: Race, square: Square) -> int | None:
    """Return the safe speed of a corner square in this weather, in factors; ``None`` on a straight (6.311, 16.7)."""
    safe = TRACK.limit.get(square)
    if safe is None or race.weather is None or not race.weather.has_mud:
        return safe
    return safe - MUD_LIMIT


def wet_class(race: Race, chariot: Chariot) -> CarType:
    """Return the class a car counts as in the wet; one that was built freely goes by its blades (16.7, H1)."""
    if not race.options.detailed_specification:
        return chariot.car
    blades = chariot.blades_inside, chariot.blades_outside
    if "long" in blades:
        return "heavy"
    return "normal" if "regular" in blades else "light"


def corner_modifiers(race: Race, chariot: Chariot) -> tuple[Modifier, ...]:
    """Return the weather's modifiers of a chariot's corner roll (16.7, H7)."""
    if not is_wet(race):
        return ()
    worse, strains = -edition_of(race.options).helps, RAIN_STRAINS[wet_class(race, chariot)]
    return (Modifier("mud", worse * (strains + MUD_STRAINS)) if has_mud(race) else Modifier("rain", worse * strains),)


def drag_hits(race: Race, die: int) -> int:
    """Return the hits that a dragged driver takes for a die of injury (16.3, 16.7); rounded down, but one (T23)."""
    if edition_of(race.options).drags_by_turn:
        return max(1, die // (MUD_SHARE if has_mud(race) else DRY_SHARE))
    return _share(race, die)


def foot_squares(race: Race, hits: int) -> int:
    """Return how many squares a driver on foot with so many hits left can run in a turn (17.1, 16.7)."""
    return _share(race, hits)


def _share(race: Race, number: int) -> int:
    return -(-number // (MUD_SHARE if has_mud(race) else DRY_SHARE))
