"""Which horses of a team live, and which of them stands where (9.52, 9.53)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine.circus_maximus.printed.editions import edition_of
from engine.circus_maximus.words.state import Chariot, Race
from engine.track import Side
from records.values import EntryId

HORSES_ON: Mapping[Side, Sequence[int]] = MappingProxyType({"inside": (0, 1), "outside": (2, 3)})
"""The places of the horses on each side of a team (D18)."""


def living(chariot: Chariot) -> list[int]:
    """Return the places of the living horses in the team, 0 leftmost (9.51)."""
    return [place for place, horse in enumerate(chariot.horses) if horse.state == "alive"]


def leftmost(chariot: Chariot) -> int:
    """Return the place of the leftmost living horse, 0 to 3 (9.5); a chariot on the track always has one."""
    return living(chariot)[0]


def rightmost(chariot: Chariot) -> int:
    """Return the place of the rightmost living horse, 0 to 3 (9.5); a chariot on the track always has one."""
    return living(chariot)[-1]


def nearest(chariot: Chariot, side: Side) -> int:
    """Return the place of the living horse nearest to *side*, 0 to 3, counted from the left (9.5)."""
    return leftmost(chariot) if side == "inside" else rightmost(chariot)


def is_shielded(chariot: Chariot, side: Side) -> bool:
    """Tell whether a dead horse lies between the team and *side*: no attack from there reaches it (9.52)."""
    return any(chariot.horses[place].state == "dead" for place in HORSES_ON[side])


def shields_car(race: Race, entry: EntryId, side: Side) -> bool:
    """Tell whether a dead horse keeps attacks from *side* off the car and its driver, too (T17)."""
    return edition_of(race.options).shields_whole and is_shielded(race.chariots[entry], side)
