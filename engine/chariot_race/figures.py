"""The figures of a Chariot Race that is over: rams (8.4), and the turns in which chariots came in."""

from collections import Counter
from collections.abc import Sequence

from engine.chariot_race import facts
from engine.chariot_race.moments import moments
from engine.chariot_race.views import RaceView
from engine.facts import Fact
from engine.figures import EntryFigures, Figures, came_in, last_turn

LAPS = 2
"""With so many behind it a chariot has finished (3.3)."""


def figures(view: RaceView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a race from its last public view, and all public facts that hold.

    A wreck is the end here, so none is survived; it is nobody's death, as this game tells of none (8.8).
    """
    happened = moments(story)
    home = came_in(happened, LAPS)
    rams = Counter(each.entry for each in story if isinstance(each, facts.Rammed))
    entries = {each.entry: EntryFigures(turns=home.get(each.entry), rams=rams[each.entry]) for each in view.chariots}
    return Figures(view.boards, view.track, last_turn(happened), entries)
