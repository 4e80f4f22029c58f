"""How a Chariot Race stands, in a few lines."""

from engine.chariot_race.data import LAPS
from engine.chariot_race.state import Options
from engine.chariot_race.views import ChariotView, RaceView
from words.shared.telling import STARTS_BY_RATING, called
from words.shared.words import Names


def terms(options: Options) -> str:
    """Return the host's choices in words."""
    chosen = [f"track {options.track or 'AA'}", f"{LAPS} laps"]
    if options.boards == "black":
        chosen.append("black boards, drafted")
    if options.protect_finished:
        chosen.append("a chariot that has finished is safe")
    if options.by_rating:
        chosen.append(STARTS_BY_RATING)
    return ", ".join(chosen)


def standings(view: RaceView, names: Names) -> str:
    """Return the field from first to last: each chariot's place and its dials."""
    if not view.is_set_up:
        return "The grid is being made up."
    head = f"Track {view.track}, round {view.round}" if view.round else f"Track {view.track}, before the first round"
    places: dict[int, int] = {}
    rows = []
    for number, chariot in enumerate(view.ranked(), start=1):
        place = f"{chariot.place or places.setdefault(chariot.pos, number)}." if chariot.is_alive else "–"
        rows.append(f"{place} {called(names, chariot.entry)} · {_where(chariot)}")
    return "\n".join([head, *rows])


def _where(chariot: ChariotView) -> str:
    if chariot.square is None:
        return "☠️ wrecked"
    lap = "🏁 finished" if chariot.has_finished else f"lap {chariot.laps + 1} of {LAPS}, {chariot.square}"
    return f"{lap} · {dials(chariot)}"


def dials(chariot: ChariotView) -> str:
    """Return the figures on a charioteer's board: health, speed, fate."""
    board = chariot.sheet
    return f"{chariot.damage}/{board.damage_max} health, speed {chariot.speed}, {chariot.fate} fate"
