"""Who ended where, from a view."""

from engine.arena.views import FighterView, MatchView
from records.values import EntryId

_STOOD = 10_000


def ranked(view: MatchView) -> list[tuple[EntryId, int | None]]:
    """Return all men, first to last, with their places; in a draw nobody has one (D.11)."""
    others = sorted((each for each in view.fighters if each.entry not in view.winners), key=_by_fall)
    if not view.winners:
        return [(each.entry, None) for each in others]
    is_melee = len({each.faction or -each.entry for each in view.fighters}) > 2
    behind = [(each.entry, place if is_melee else 2) for place, each in enumerate(others, start=len(view.winners) + 1)]
    return [*((entry, 1) for entry in view.winners), *behind]


def _by_fall(each: FighterView) -> tuple[int, int, int]:
    return -(each.fell_in or _STOOD), -each.inflicted, each.number
