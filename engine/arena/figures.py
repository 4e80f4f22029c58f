"""The figures of a match that is over."""

from collections.abc import Sequence

from engine.arena.moments import moments
from engine.arena.views import MatchView
from engine.facts import Fact
from engine.figures import EntryFigures, Figures, last_turn


def figures(view: MatchView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a match from its last public view, and all public facts that hold."""
    entries = {each.entry: EntryFigures(is_alive=each.status != "dead") for each in view.fighters}
    return Figures("", view.options.sides, last_turn(moments(story)), entries)
