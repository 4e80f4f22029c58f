"""What somebody's silence in a phase of a season brought: it stands above the next sheet (H.3, H.10)."""

from engine.leagues.views import LeagueView
from engine.questions import Ask
from records.values import EntryId
from words.leagues.names import chariot_name
from words.shared.telling import joined


def brought(view: LeagueView, ask: Ask, missed: int) -> str:
    """Return what came of the sheet before this one, which nobody sealed; empty if it was sealed.

    :param missed: silences in a row.
    """
    if not missed:
        return ""
    return f"💤 You sealed nothing by the last deadline: {_came(view, ask.entry, ask.question.kind)}."


def _came(view: LeagueView, own: EntryId, kind: str) -> str:
    if kind == "stable" and view.options.campaign == "epic":
        return "you bid for nothing"
    if kind == "eve":
        return f"your manager enters {_entered(view, own) or 'nobody'}"
    return "your manager decided for you"


def _entered(view: LeagueView, own: EntryId) -> str:
    """Return who is entered for a stable, by name."""
    men = [each.name for each in view.gala.entries if each.stable == own] if view.gala is not None else []
    return joined(men or [chariot_name(each.chariot) for each in view.entries if each.stable == own])
