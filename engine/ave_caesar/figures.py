"""The figures of an Ave Caesar race that is over: it knows no rams and no deaths."""

from collections.abc import Sequence

from engine.ave_caesar import facts
from engine.ave_caesar.moments import moments
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from engine.figures import EntryFigures, Figures, last_turn


def figures(view: RaceView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a race from its last public view, and all public facts that hold."""
    turn, home = 0, {}
    for fact in story:
        match fact:
            case facts.RoundBegan(round=turn):
                pass
            case facts.Finished(entry=entry):
                home[entry] = turn
    entries = {each.entry: EntryFigures(turns=home.get(each.entry)) for each in view.chariots}
    return Figures("", view.course, last_turn(moments(story)), entries)
