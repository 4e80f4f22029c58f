"""Orders in words, a phrase for each field: ``speed 7``, ``no repair``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariot_race.orders import AttackWish, JavelinWish, Orders
from words.chariot_race.terms import FACES
from words.shared import presets
from words.shared.order_panel import attacks_told
from words.shared.telling import called, joined
from words.shared.words import Names

FIELDS: Sequence[str] = (
    "speed",
    "line",
    "risk",
    "repair_at",
    "ram",
    "attacks",
    "fortune",
    "keep_fate",
    "wants",
    "reroll",
)
"""In the order of the text."""

_MAIN = ("speed", "line", "risk", "repair_at")
_UNTOLD = ("keep_fate",)
"""The fields of a preset that are always told, and those that need not be."""


def filled_in(base: Orders) -> list[str]:
    """Return the fields told of a preset: the main ones, and those that are not as usual."""
    return presets.filled_in(base, FIELDS, _MAIN, _UNTOLD)


def ordered(orders: Orders, name: str, names: Names) -> str:
    """Return one field of *orders* in words."""
    value = getattr(orders, name)
    if name == "attacks":
        return attacks_told([_wish(wish, names) for wish in value])
    return _PHRASES[name](value)


def kept(orders: Orders, names: Names) -> list[str]:
    """Return all that orders say, a phrase for each field."""
    return [*presets.drawn_by(orders), *(ordered(orders, name, names) for name in FIELDS)]


def _wish(wish: AttackWish, names: Names) -> str:
    rival = called(names, wish.rival) if wish.rival is not None else ""
    if isinstance(wish, JavelinWish):
        return f"javelin at {rival or JAVELINS[wish.at]}"
    return f"caltrop before {rival}" if rival else f"caltrop {CALTROPS[wish.at]}"


JAVELINS: Mapping[str, str] = {
    "ahead": "the nearest ahead of you",
    "leader": "the leader of those in range",
    "weakest": "the one with the least health",
    "anybody": "anybody in range",
}
CALTROPS: Mapping[str, str] = {"last": "right behind you", "first": "where you set out"}


_PHRASES: Mapping[str, Callable[[Any], str]] = {
    "speed": lambda value: "the best speed" if value is None else f"speed {value}",
    "line": lambda value: {"best": "the best line", "keep": "your own lane"}.get(value, f"the {value} lane"),
    "risk": lambda value: f"risk {value or 'no'} health beyond the least possible",
    "repair_at": lambda value: f"repair at {value} health or less" if value else "no repair",
    "ram": lambda value: {
        "avoid": "go around rivals",
        "accept": "ram where it pays",
        "seek": "ram all you can",
    }[value],
    "fortune": lambda value: {
        "keep": "spend no fate on dice",
        "save life": "spend fate on dice to survive",
        "spend": "spend fate on better dice",
    }[value],
    "reroll": lambda value: {
        "safe": "roll again only what is dangerous",
        "best": "roll again what pays",
    }[value],
    "keep_fate": lambda value: f"keep {value} fate back",
    "wants": lambda value: f"keep {joined([FACES[face] for face in value])}" if value else "keep the best dice",
}
"""By field."""
