"""Chances of Circus Maximus that can be looked up: those of a corner."""

from collections.abc import Iterable
from functools import partial

from engine.circus_maximus.printed.charts import Grid
from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.words.facts import CornerCode
from words.circus_maximus.cockpit import odds
from words.shared.words import Lookup, Number

_NUMBERS = (
    Number("speed", "Total speed of the move", 0, 60),
    Number("lane", "1 is the inmost lane", 1, 8),
    Number("cdm", "The driver's current modifier", -12, 6, default=0),
)


def lookups_of(editions: Iterable[Edition]) -> tuple[Lookup, ...]:
    """Return the look-ups of several editions: one of corners, and one more for each that prints another chart."""
    found: list[tuple[Lookup, Grid[CornerCode]]] = []
    for edition in editions:
        if edition.corner_strain not in (chart for _, chart in found):
            name = "-".join(["corner", *(edition.title.lower().split() if found else ())])
            game = f"Circus Maximus, {edition.title}" if found else "Circus Maximus"
            about = f"{game}: the chances of a corner at a speed"
            found.append((Lookup(name, about, _NUMBERS, partial(odds, edition)), edition.corner_strain))
    return tuple(lookup for lookup, _ in found)


LOOKUPS = lookups_of(EDITIONS.values())
