"""How a race of Chariots of Rome stands, in a few lines."""

from engine.chariots_of_rome.printed.board import track
from engine.chariots_of_rome.seen.views import ChariotView, RaceView
from engine.chariots_of_rome.words.options import Options
from words.chariots_of_rome.terms import EFFECTS, LEVELS, figures
from words.shared.telling import STARTS_BY_RATING, called, capital, count
from words.shared.words import Names


def terms(options: Options) -> str:
    """Return the host's choices in words."""
    chosen = [track(options.course).name, count(options.laps, "lap")]
    if options.teams:
        chosen.append("two chariots each")
    if options.drafting:
        chosen.append("charioteers are drafted")
    elif options.redraw:
        chosen.append("charioteers may be redrawn")
    if options.by_rating:
        chosen.append(STARTS_BY_RATING)
    return ", ".join(chosen)


def over(view: RaceView) -> str:
    """Return which round is over: a play ends with the next one's first card (19.2)."""
    return f"Round {view.turn}" if view.turn else "At the gates"


def standings(view: RaceView, names: Names) -> str:
    """Return the field from first to last: each chariot's place and its mat."""
    if not view.is_set_up:
        is_drafting = view.drafting and any(chariot.charioteer is None for chariot in view.chariots)
        return f"The drivers choose their {'charioteers' if is_drafting else 'gates'}."
    head = f"{view.board.name}, round {view.round}" if view.round else f"{view.board.name}, before the first round"
    rows = [head, *(f"⚡ {capital(EFFECTS[card])}" for card in view.effects)]
    for number, chariot in enumerate(view.ranked(), start=1):
        place = f"{chariot.place or number}." if chariot.is_alive else "–"
        rows.append(f"{place} {called(names, chariot.entry)} · {_where(view, chariot)}")
    return "\n".join(rows)


def _where(view: RaceView, chariot: ChariotView) -> str:
    if not chariot.is_alive:
        return "☠️ out"
    if chariot.square is None:
        return "no gate yet"
    lap = "🏁 home" if view.has_finished(chariot) else f"lap {max(0, chariot.laps) + 1} of {view.laps}"
    return f"{lap}, {chariot.square} · Speed {LEVELS[chariot.speed]} · {figures(chariot)}"
