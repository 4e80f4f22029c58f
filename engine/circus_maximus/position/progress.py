"""How far a chariot has come: corners, laps and the finish line (3.7, 10.1 to 10.5)."""

from fractions import Fraction

from engine.circus_maximus.printed.tables import CORNERS, CORNERS_A_LAP, STRAIGHTS, TRACK
from engine.circus_maximus.words.state import Chariot, Race
from records.values import Square


def last_corner(race: Race) -> int:
    """Return how many corners a whole race has (3.7); entering the last one is crossing the finish line (10.2)."""
    return race.options.laps * CORNERS_A_LAP


def is_new_corner(chariot: Chariot, came_from: Square, square: Square) -> bool:
    """Tell whether a step enters a corner that the chariot has not been credited with (3.7)."""
    return is_corner_after(chariot.corners, came_from, square)


def is_corner_after(corners: int, came_from: Square, square: Square) -> bool:
    """Tell whether a step enters the corner that follows so many (3.7)."""
    section = TRACK.section[square]
    return section != TRACK.section[came_from] and section == CORNERS[corners % len(CORNERS)]


def crosses_line(race: Race, chariot: Chariot, came_from: Square, square: Square) -> bool:
    """Tell whether a step crosses the finish line (10.2)."""
    return chariot.corners + 1 == last_corner(race) and is_new_corner(chariot, came_from, square)


def is_news(race: Race, chariot: Chariot, came_from: Square, square: Square) -> bool:
    """Tell whether a step takes a marker down (3.7) or crosses the line (10.2)."""
    is_first = chariot.corners >= race.markers or chariot.corners + 1 == last_corner(race)
    return is_first and is_new_corner(chariot, came_from, square)


def is_driven(chariot: Chariot) -> bool:
    """Tell whether a living driver comes along, in the car or dragged (16.4)."""
    return chariot.driver in ("in car", "dragged")


def progress(corners: int, square: Square) -> tuple[int, Fraction]:
    """Return which segment of the race the team is on, 0 first, and how much of it lies behind its front edge (F2).

    :param corners: credited with (3.7).
    """
    section = TRACK.section[square]
    segment = 2 * corners
    if section in CORNERS:
        segment -= 1
    elif section != STRAIGHTS[corners % len(STRAIGHTS)]:
        segment -= 2  # braked back over the corner line
    return segment, TRACK.front[square]
