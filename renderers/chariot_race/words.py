"""Short words that pictures and their alt texts share."""

from engine.chariot_race.data import LAPS, MOST_ROUNDS
from engine.chariot_race.track import LAP
from engine.chariot_race.views import ChariotView, RaceView
from records.values import EntryId
from renderers.telling import ordinal


def next_to_move(view: RaceView) -> ChariotView | None:
    """Return the chariot whose turn is under way or next; none before the race, after it, and between two rounds."""
    if view.is_over:
        return None
    waiting = (view.chariot(entry) for entry in view.order[view.active :])
    return next((chariot for chariot in waiting if chariot.is_alive), None)


def winners(view: RaceView) -> list[EntryId]:
    """Return who has won, and who shares the win; nobody before the end, and where a lesson ends on the way (10)."""
    is_decided = view.round >= MOST_ROUNDS or any(chariot.has_finished for chariot in view.chariots)
    return [chariot.entry for chariot in view.ranked() if chariot.place == 1] if view.is_over and is_decided else []


def standing_of(view: RaceView) -> str:
    """Return how far the race is, for a headline."""
    if view.is_over:
        return "Race over"
    return f"Round {view.round}" if view.round else "Before the race"


def lap_of(chariot: ChariotView) -> str:
    """Return the lap a chariot is on, or how it left the race."""
    if not chariot.is_alive:
        return "wrecked"
    if chariot.has_finished:
        return "finished"
    return f"lap {chariot.laps + 1}/{LAPS}"


def places_of(view: RaceView) -> dict[EntryId, str]:
    """Return each chariot's place as its card shows it; chariots at the same height share one."""
    found: dict[EntryId, str] = {}
    first_at: dict[int, int] = {}
    for number, chariot in enumerate(view.ranked(), start=1):
        if chariot.is_alive:
            found[chariot.entry] = ordinal(chariot.place or first_at.setdefault(chariot.pos, number))
        else:
            found[chariot.entry] = "out"
    return found


def dials_of(chariot: ChariotView) -> list[tuple[str, str, bool]]:
    """Return the dials of a charioteer's board: a word, a figure, and whether it is bad."""
    return [
        ("health", f"{chariot.damage}/{chariot.sheet.damage_max}", is_frail(chariot)),
        ("speed", str(chariot.speed), False),
        ("fate", f"{chariot.fate}/{chariot.sheet.fate_max}", False),
    ]


def is_frail(chariot: ChariotView) -> bool:
    """Tell whether a third of the health or less is left."""
    return 3 * chariot.damage <= chariot.sheet.damage_max


def dice_of(view: RaceView, entry: EntryId) -> tuple[str, ...]:
    """Return the faces that lie before an entry whose turn it is; empty outside of it."""
    return view.dice if view.mover == entry else ()


def distance_of(chariot: ChariotView) -> str:
    """Return how far a wreck came, in laps.

    >>> from types import SimpleNamespace
    >>> distance_of(SimpleNamespace(pos=120))
    'after 1.2 laps'
    """
    return f"after {max(0, chariot.pos) // (LAP / 10) / 10:.1f} laps"


def whereabouts(view: RaceView, chariot: ChariotView) -> str:
    """Return where a chariot is, in a few words."""
    parts = [places_of(view)[chariot.entry], lap_of(chariot)] if chariot.is_alive else ["wrecked", distance_of(chariot)]
    if chariot.square is not None:
        parts.append(f"on {chariot.square}")
    if chariot.board != "white":
        parts.append(f"{chariot.board} board")
    return ", ".join(parts)
