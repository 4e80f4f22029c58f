"""How an Ave Caesar race stands, in a few lines."""

from engine.ave_caesar.courses import LAST_LAP
from engine.ave_caesar.state import Options
from engine.ave_caesar.views import ChariotView, RaceView
from words.shared.telling import STARTS_BY_RATING, called, count
from words.shared.words import Names


def terms(options: Options) -> str:
    """Return the host's choices, and a note where the number of chariots will settle the course."""
    course = f"{options.course} course" if options.course else "course by the number of chariots"
    chosen = [text for name, text in _CHOSEN.items() if getattr(options, name)]
    return ", ".join([course, *([options.direction] if options.direction else []), *chosen])


_CHOSEN = {
    "nonplayer_chariots": "the grid is filled with chariots that nobody drives",
    "strict_finish": "strict finish: the spaces behind the line must be free, too",
    "strict_sixes": "strict sixes: a round without a move frees none",
    "by_rating": STARTS_BY_RATING,
}
"""The terms that a host's yes adds, by option."""


def standings(view: RaceView, names: Names) -> str:
    """Return the field from first to last: each chariot's space, its remaining points, its debt."""
    if not view.is_set_up:
        return "The decks are being shuffled."
    head = f"{view.course.title()} course, {view.direction}, round {view.round}"
    rows = (
        f"{_place(chariot, place)} {called(names, chariot.entry)} · {_where(chariot)}"
        for place, chariot in enumerate(view.ranked(), start=1)
    )
    return "\n".join([head, *rows])


def _place(chariot: ChariotView, place: int) -> str:
    return "–" if chariot.status == "out" else f"{place}."


def _where(chariot: ChariotView) -> str:
    if chariot.status == "finished":
        return f"🏁 finished with {count(chariot.points_left, 'point')} left"
    if chariot.status == "out":
        return "out"
    lap = f"lap {chariot.crossings} of {LAST_LAP}" if chariot.crossings else "on the grid"
    leads = "👑 " if chariot.leads and chariot.crossings else ""
    owed = " · 🪙 owed" if chariot.coin else ""
    left = f"{count(chariot.cards_left, 'card')}, {count(chariot.points_left, 'point')}"
    return f"{leads}{lap}, {chariot.space} · {left}{owed}"
