"""Damage, wrecks and markers (2, 8.3, 8.8)."""

from engine.chariot_race.facts import WhyWrecked, Wrecked
from engine.chariot_race.state import Chariot, Race
from records.values import EntryId, Square


def hurt(chariot: Chariot, points: int) -> int:
    """Take damage from a chariot, and return how much it was: none of a protected one (11.2)."""
    if chariot.protected:
        return 0
    chariot.damage = max(0, chariot.damage - points)
    return points


def wreck(race: Race, entry: EntryId, square: Square, why: WhyWrecked, by: EntryId | None = None) -> Wrecked:
    """Take a chariot off the board, lay its marker, and return the facts to tell (8.8)."""
    chariot = race.chariots[entry]
    chariot.damage, chariot.square, chariot.wrecked_at = 0, None, race.wrecks
    race.wrecks += 1
    has_marker = lay_marker(race, square)
    return Wrecked(entry, square, why, by, has_marker, chariot.wrecked_at)


def lay_marker(race: Race, square: Square) -> bool:
    """Lay a caltrop marker, and tell whether it was: a space holds one, and the supply may be empty (8.6, 8.8)."""
    if square in race.caltrops or not race.supply:
        return False
    race.caltrops = sorted([*race.caltrops, square])
    race.supply -= 1
    return True


def take_marker(race: Race, square: Square) -> bool:
    """Put the marker of a space back into the supply, and tell whether there was one (8.3)."""
    if square not in race.caltrops:
        return False
    race.caltrops.remove(square)
    race.supply += 1
    return True
