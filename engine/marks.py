"""Marks on squares: where a move or an attack can go, for a picture to show."""

import msgspec

from records.values import Square


class ReachMark(msgspec.Struct, frozen=True):
    """A square that can be reached, or whose chariot can be attacked, with a short label such as its cost."""

    square: Square
    label: str
    kind: str  # each scene knows its own
