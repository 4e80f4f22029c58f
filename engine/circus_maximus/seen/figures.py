"""The figures of a Circus Maximus race that is over: rams (9.5), wrecks (12) and the drivers who lived."""

from collections import Counter
from collections.abc import Sequence

from engine.circus_maximus.seen.moments import moments
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words import facts
from engine.facts import Fact
from engine.figures import EntryFigures, Figures, came_in, laps_of, last_turn


def figures(view: RaceView, story: Sequence[Fact]) -> Figures:
    """Return the figures of a race from its last public view, and all public facts that hold.

    A wreck survived is a chariot turned over whose driver was alive at the end. Of a driver who died the last is none.
    """
    happened = moments(story)
    rams = Counter(each.entry for each in story if isinstance(each, facts.Rammed) and each.kind == "ram")
    flips = Counter(each.entry for each in story if isinstance(each, facts.Flipped))
    home = came_in(happened, view.laps)
    entries = {
        each.entry: EntryFigures(
            turns=home.get(each.entry),
            is_alive=each.driver != "dead",
            rams=rams[each.entry],
            survived=max(0, flips[each.entry] - (each.driver == "dead")),
            ally=each.ally,
        )
        for each in view.chariots
    }
    return Figures(view.options.edition, laps_of(view.laps), last_turn(happened), entries)
