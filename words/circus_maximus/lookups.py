"""Chances of Circus Maximus that can be looked up: those of a corner."""

from collections.abc import Iterable, Mapping
from functools import partial

from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.printed.odds import strain_odds
from engine.circus_maximus.words.facts import CornerCode
from words.circus_maximus.cockpit import odds
from words.shared.words import Lookup, Number

_NUMBERS = (
    Number("speed", "Total speed of the move", 0, 60),
    Number("lane", "1 is the inmost lane", 1, 8),
    Number("cdm", "The driver's current modifier", -12, 6, default=0),
)


def lookups_of(editions: Iterable[Edition]) -> tuple[Lookup, ...]:
    """Return the look-ups of several editions: one of corners, and one more for each with other chances there.

    A chart that is another one turned round, where a high roll is good, has the same.
    """
    found: list[tuple[Lookup, list[Mapping[CornerCode, int]]]] = []
    for edition in editions:
        chances = [strain_odds(edition, points, 0) for points in edition.corner_strain.columns]
        if chances not in (known for _, known in found):
            name = "-".join(["corner", *(edition.title.lower().split() if found else ())])
            game = f"Circus Maximus, {edition.title}" if found else "Circus Maximus"
            about = f"{game}: the chances of a corner at a speed"
            found.append((Lookup(name, about, _NUMBERS, partial(odds, edition)), chances))
    return tuple(lookup for lookup, _ in found)


LOOKUPS = lookups_of(EDITIONS.values())
