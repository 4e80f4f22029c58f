"""Short words that pictures and their alt texts share."""

from engine.ave_caesar.courses import FINISHED, LAST_LAP
from engine.ave_caesar.views import ChariotView, RaceView

VALUES = range(1, 7)
"""Of the cards."""

COPIES = 4
"""Of each card in a deck."""


def lap_of(chariot: ChariotView) -> str:
    """Return the lap that a chariot is on, or how it left the race."""
    if chariot.status == "finished":
        return f"finished, place {chariot.place}"
    if chariot.status == "out":
        return "out of the race"
    if chariot.crossings == 0:
        return "on the grid"
    return f"lap {min(chariot.crossings, LAST_LAP)}/{LAST_LAP}"


def standing_of(view: RaceView) -> str:
    """Return how far the race is, for a headline."""
    if view.is_over:
        return "The race is over"
    if not view.is_set_up or view.round == 0:
        return "Before the race"
    lap = max((chariot.crossings for chariot in view.chariots if chariot.status == "racing"), default=1)
    return f"Round {view.round}, lap {min(max(lap, 1), FINISHED - 1)} of {LAST_LAP}"


def left_of(chariot: ChariotView) -> dict[int, int]:
    """Return how many of each card a chariot has left, hand and deck together: its deck without those it played."""
    return {value: COPIES - chariot.played.count(value) for value in VALUES}


def cards_words(chariot: ChariotView) -> str:
    """Return the cards a chariot has left, as ``1×4 2×3`` and so on."""
    return " ".join(f"{value}×{left}" for value, left in left_of(chariot).items())


def tribute_of(chariot: ChariotView) -> str:
    """Return whether a chariot has paid Caesar, in words after its name (7.9)."""
    return "owes the tribute" if chariot.coin else "has paid"


def figures_of(chariot: ChariotView) -> list[tuple[str, str]]:
    """Return a driver's figures: labels of two words, and values."""
    figures = [("cards left", str(chariot.cards_left)), ("points left", str(chariot.points_left))]
    if chariot.remaining is not None:
        figures.append(("shortest way", str(chariot.remaining)))
    if chariot.spare is not None:
        figures.append(("to spare", str(chariot.spare).replace("-", "−")))
    return figures


def whereabouts(view: RaceView, chariot: ChariotView) -> str:
    """Return where a chariot is, in a few words."""
    parts = [chariot.colour, lap_of(chariot)]
    if chariot.space is not None:
        parts.insert(1, chariot.space)
    if chariot.leads and chariot.crossings:
        parts.append("leads" if len(view.leaders) == 1 else "leads with others")
    if chariot.position is not None:
        parts.append(f"start position {chariot.position}")
    return ", ".join(parts)
