"""The figures of a race of Chariots of Rome that is over: rams (8), crashes (10) and eliminations (12.2)."""

from collections import Counter
from collections.abc import Sequence

from engine.chariots_of_rome.seen.moments import moments
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words import facts
from engine.facts import Fact
from engine.figures import EntryFigures, Figures, came_in, laps_of, last_turn


def figures(view: RaceView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a race from its last public view, and all public facts that hold.

    A crash survived is one after which the chariot was still in the race at its end. Nobody's death is told (12.2).
    """
    happened = moments(story)
    home = came_in(happened, view.laps)
    rams = Counter(each.entry for each in story if isinstance(each, facts.Attacked) and each.kind == "ram")
    crashes = Counter(each.entry for each in story if isinstance(each, facts.Crashed))
    out = {each.entry for each in story if isinstance(each, facts.Eliminated)}
    entries = {
        each.entry: EntryFigures(
            turns=home.get(each.entry),
            rams=rams[each.entry],
            survived=max(0, crashes[each.entry] - (each.entry in out)),
        )
        for each in view.chariots
    }
    course = f"{view.track.replace('_', ' ')}, {laps_of(view.laps)}"
    return Figures("teams" if view.teams else "", course, last_turn(happened), entries)
