"""Orders for a whole turn that a preset draws up, with a player's own choices beside it."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

Orders = TypeVar("Orders", bound=Any)
"""A struct with the fields ``preset`` and ``by_hand``."""

Preset = TypeVar("Preset", bound=str)
"""The names of a game's presets."""

OWN = "own"
"""The preset of orders that a player wrote alone."""


def drawn_anew(last: Orders | None, suggested: Preset, draw_up: Callable[[Preset], Orders]) -> Orders:
    """Return the orders that a turn begins with: suggested ones, or the last ones.

    A preset is drawn up anew, and choices by hand stay.

    :param suggested: the preset of a player who has not ordered anything yet.
    :param draw_up: preset -> its orders now.
    """
    if last is None:
        return draw_up(suggested)
    if last.preset == OWN:
        return last
    own = {name: getattr(last, name) for name in last.by_hand if name in last.__struct_fields__}
    return replace(draw_up(last.preset), by_hand=tuple(own), **own)
