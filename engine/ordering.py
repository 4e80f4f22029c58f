"""Orders for a whole turn that a preset draws up, and what a player chose beside it."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

Orders = TypeVar("Orders", bound=Any)
"""A struct with the fields ``preset`` and ``by_hand``."""

OWN = "own"
"""The preset of orders that a player wrote alone."""


def drawn_anew(last: Orders | None, suggested: str, draw_up: Callable[[Any], Orders]) -> Orders:
    """Return where a turn's orders begin: what is suggested, or the last ones.

    A preset is drawn up anew, and what was chosen by hand stays.

    :param suggested: the preset of whoever has not ordered anything yet.
    :param draw_up: preset -> what it orders now.
    """
    if last is None:
        return draw_up(suggested)
    if last.preset == OWN:
        return last
    kept = {name: getattr(last, name) for name in last.by_hand if name in last.__struct_fields__}
    return replace(draw_up(last.preset), by_hand=tuple(kept), **kept)
