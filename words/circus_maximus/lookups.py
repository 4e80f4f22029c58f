"""Chances of Circus Maximus that can be looked up: those of a corner."""

from collections.abc import Iterable, Mapping, Sequence
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
    alike: list[tuple[list[Mapping[CornerCode, int]], list[Edition]]] = []
    for edition in editions:
        chances = [strain_odds(edition, points, 0) for points in edition.corner_strain.columns]
        sharing = next((those for known, those in alike if known == chances), None)
        if sharing is None:
            alike.append((chances, [edition]))
        else:
            sharing.append(edition)
    return tuple(_lookup(those, is_first=not place) for place, (_, those) in enumerate(alike))


def _lookup(sharing: Sequence[Edition], *, is_first: bool) -> Lookup:
    """Return the look-up of editions that have the same chances; all but the first bear the name of one."""
    title = sharing[0].title
    name = "-".join(["corner", *(() if is_first else title.lower().split())])
    game = "Circus Maximus" if is_first else f"Circus Maximus, {title}"
    return Lookup(name, f"{game}: the chances of a corner at a speed", _NUMBERS, partial(odds, sharing))


LOOKUPS = lookups_of(EDITIONS.values())
