"""The lines of charts: each colour has dashes; lines alike in these differ in colour for every eye."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from renderers import palette
from renderers.canvas import Spot
from renderers.palette import Colour

_SOLID: tuple[float, ...] = ()
_DASHES: Mapping[str, tuple[float, ...]] = MappingProxyType({
    **dict.fromkeys(("green", "purple", "white", "orange"), (15, 10)),
    **dict.fromkeys(("black", "brown", "grey", "lime", "red striped"), (7, 9)),
    **dict.fromkeys(("blue", "cyan", "gold", "maroon"), (20, 7, 6, 7)),
})  # fmt: skip
"""Pixels of a line that are drawn and left out, by turns."""


def dashes_of(colour: str) -> tuple[float, ...]:
    return _DASHES.get(colour, _SOLID)


def edge_of(fill: Colour) -> Colour:
    """Return the colour of the edge that sets a line off from paper and from its neighbours."""
    return palette.CHALK if sum(fill) < 330 else palette.INK


def dashed(way: Sequence[Spot], dashes: Sequence[float]) -> list[list[Spot]]:
    """Return the pieces of a way that are drawn: *dashes* tells how much is drawn and left out, by turns."""
    if not dashes:
        return [list(way)]
    pieces: list[list[Spot]] = [[way[0]]]
    place, left = 0, dashes[0]
    for start, end in pairwise(way):
        long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        done = 0.0
        while long - done > left:
            done += left
            spot = (start[0] + (end[0] - start[0]) * done / long, start[1] + (end[1] - start[1]) * done / long)
            if place % 2 == 0:
                pieces[-1].append(spot)
            else:
                pieces.append([spot])
            place += 1
            left = dashes[place % len(dashes)]
        left -= long - done
        if place % 2 == 0:
            pieces[-1].append(end)
    return [piece for piece in pieces if len(piece) > 1]
