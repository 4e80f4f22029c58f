"""Short words that pictures and their alt texts share."""

import msgspec

from engine.chariots_of_rome.printed.data import (
    BASE_MOVE,
    CHARIOTEERS,
    FATAL_RATTLED,
    FATE_FACES,
    FATES,
    LEVEL_NAMES,
    MOST_ENDURANCE,
    MOST_TACTICS,
    ROUNDS_PER_LAP,
)
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from records.values import EntryId
from renderers.telling import ordinal

LEVELS = ("0", "I", "II", "III")
"""Speed Levels as the cards print them, the dead stop first."""

WEARY, SHAKEN = 3, 4
"""Endurance at or below, and Rattled at or above which a figure is marked as bad."""


def charioteer_of(chariot: ChariotView) -> str:
    """Return the charioteer's name; empty before one is dealt."""
    return CHARIOTEERS[chariot.charioteer].name if chariot.charioteer is not None else ""


def next_to_move(view: RaceView) -> ChariotView | None:
    """Return the chariot whose turn is under way or next; none before the race, after it, and between two rounds."""
    if view.is_over or view.active is None:
        return None
    chariot = view.chariot(view.active)
    return chariot if chariot.is_alive else None


def closed(view: RaceView) -> RaceView:
    """Return the view at the end of a play as the round left it: without the next one's first card and its gods (19.2).

    Any other view is returned as it is.
    """
    if not _is_opening(view):
        return view
    return msgspec.structs.replace(view, round=view.round - 1, revealed=(), active=None, god=0, effects=())


def _is_opening(view: RaceView) -> bool:
    """Tell whether nobody has had a turn in the round: its first card is open, and who drew it may be dead (R66)."""
    *before, _ = view.revealed or (None,)
    is_first = not before or (view.god > 0 and len(before) == 1 and view.chariot(before[0]).out is not None)
    return view.round > 0 and view.stage is None and bool(view.revealed) and not view.is_over and is_first


def winners(view: RaceView) -> list[EntryId]:
    """Return who has won; nobody before the end, and where a lesson ends with chariots on their way (12.2, R57)."""
    is_early = (
        view.last_round < ROUNDS_PER_LAP * view.laps
        and view.round >= view.last_round
        and len(view.alive()) > 1
        and not any(view.has_finished(chariot) for chariot in view.chariots)
    )
    return [] if view.winner is None or is_early else [view.winner]


def standing_of(view: RaceView) -> str:
    """Return how far the race is, for a headline."""
    if view.is_over:
        return "Race over"
    if not view.round:
        return "Before the race"
    return f"Round {view.round}" if view.finish_round is None else f"Round {view.round}, the last"


def lap_of(view: RaceView, chariot: ChariotView) -> str:
    """Return the lap a chariot is on, or how it left the race."""
    if not chariot.is_alive:
        return "out"
    if view.has_finished(chariot):
        return "finished"
    return f"lap {max(0, chariot.laps) + 1}/{view.laps}"


def places_of(view: RaceView) -> dict[EntryId, str]:
    """Return each chariot's place as its card shows it; a dash before the race begins."""
    if not view.round:
        return {each.entry: "–" for each in view.chariots}
    ranked = enumerate(view.ranked(), start=1)
    return {each.entry: ordinal(each.place or number) if each.is_alive else "out" for number, each in ranked}


def is_weary(chariot: ChariotView) -> bool:
    return chariot.endurance <= WEARY


def is_shaken(chariot: ChariotView) -> bool:
    return chariot.rattled >= SHAKEN


def gods_of(view: RaceView) -> str:
    """Return the deeds of the gods this round, in a few words; empty where they have not spoken.

    >>> from types import SimpleNamespace
    >>> gods_of(SimpleNamespace(god=2, effects=(), fate_discard=()))
    'Minerva: −1 Rattled'
    """
    if not view.god:
        return ""
    god = FATE_FACES[view.god - 1]
    if god != "jupiter":
        return _BLESSINGS[god]
    card = view.effects[-1] if view.effects else next(iter(view.fate_discard[-1:]), None)
    return FATES[card].name if card is not None else "Jupiter"


_BLESSINGS = {
    "neptune": "Neptune: +1 Endurance",
    "minerva": "Minerva: −1 Rattled",
    "mendacius": "Mendacius: +1 Tactics",
}


def speed_of(chariot: ChariotView) -> str:
    """Return the Speed Level with its name and base movement."""
    if not chariot.speed:
        return "at a dead stop"
    return f"Speed {LEVELS[chariot.speed]} ({LEVEL_NAMES[chariot.speed]}, {BASE_MOVE[chariot.speed]} spaces)"


def figures_of(chariot: ChariotView) -> str:
    """Return a chariot's figures in words."""
    parts = [
        f"Endurance {chariot.endurance}/{MOST_ENDURANCE}",
        f"Tactics {chariot.tactics}/{MOST_TACTICS}",
        f"Rattled {chariot.rattled}/{FATAL_RATTLED}",
        speed_of(chariot),
    ]
    if chariot.stack:
        parts.append(f"{chariot.stack} Cornering {'card' if chariot.stack == 1 else 'cards'}")
    if chariot.wounds:
        parts.append("wounded")
    return ", ".join(parts)


def whereabouts(view: RaceView, chariot: ChariotView) -> str:
    """Return where a chariot is, in a few words."""
    if chariot.is_alive and chariot.square is None and not view.round:
        return "not at its gate yet"
    place, lap = places_of(view)[chariot.entry], lap_of(view, chariot)
    parts = [place, lap] if chariot.is_alive else [lap]
    if chariot.square is not None:
        parts.append(f"on {chariot.square}")
    return ", ".join(parts)
