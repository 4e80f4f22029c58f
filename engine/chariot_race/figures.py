"""The figures of a Chariot Race that is over: rams (8.4), and the chariots that were not wrecked (8.8)."""

from collections import Counter
from collections.abc import Sequence

from engine.chariot_race import facts
from engine.chariot_race.moments import moments
from engine.chariot_race.views import RaceView
from engine.figures import EntryFigures, Figures, came_in, last_turn
from engine.game import Fact

LAPS = 2
"""With so many behind it a chariot has finished (3.3)."""


def figures(view: RaceView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a race from its last public view, and all public facts that hold.

    A wreck is the end here, so none is survived.
    """
    happened = moments(story)
    home = came_in(happened, LAPS)
    rams = Counter(each.entry for each in story if isinstance(each, facts.Rammed))
    wrecked = {each.entry for each in story if isinstance(each, facts.Wrecked)}
    entries = {
        each.entry: EntryFigures(turns=home.get(each.entry), is_alive=each.entry not in wrecked, rams=rams[each.entry])
        for each in view.chariots
    }
    return Figures(view.boards, view.track, last_turn(happened), entries)
