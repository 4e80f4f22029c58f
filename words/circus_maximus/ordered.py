"""Orders in words, a phrase for each field: ``speed 14``, ``hold when attacked``."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.circus_maximus.orders.orders import Ahead, AttackWish, Orders
from records.values import EntryId
from words.circus_maximus.defending import POLICIES
from words.shared import presets
from words.shared.telling import joined
from words.shared.words import Names

MAIN = ("speed", "line", "corner_strain")
"""The fields that are always told."""

_MOST_TOLD = 3
"""Attacks told by name; the others are counted."""


def ordered(orders: Orders, name: str, names: Names) -> str:
    """Return one field of *orders* in words."""
    value = getattr(orders, name)
    return _attacks(value, names) if name == "attacks" else _PHRASES[name](value)


def kept(orders: Orders, names: Names) -> list[str]:
    """Return all that orders say, a phrase for each field."""
    told = [_PHRASES[name](getattr(orders, name)) for name in _PHRASES]
    ahead = [] if orders.ahead is None else [_ahead(orders.ahead)]
    own = [f"if attacked at a pace that asks: {POLICIES[orders.if_attacked][0]}"]
    return [*presets.drawn_by(orders), *told, ordered(orders, "attacks", names), *own, *ahead]


def _ahead(ahead: Ahead) -> str:
    return f"{'the whip' if ahead.whips else 'no whip'} as turn {ahead.turn} is driven"


def _speed(value: int | str) -> str:
    return f"speed {value}" if isinstance(value, int) else _SPEEDS[value]


_SPEEDS: Mapping[str, str] = {
    "best": "the best speed",
    "corner": "as fast as the corner allows",
    "last": "last turn's speed",
    "highest": "full speed",
}
_LINES: Mapping[str, str] = {
    "best": "the best line",
    "keep": "keep your lane",
    "inside": "as far inside as you can",
    "outside": "as far outside as you can",
}


def _attacks(wishes: tuple[AttackWish, ...], names: Names) -> str:
    """Return the rivals to attack, and the means.

    >>> _attacks((), {})
    'attack nobody'
    >>> red, blue = EntryId(1), EntryId(2)
    >>> _attacks((AttackWish(red), AttackWish(blue), AttackWish(None, "lash", "team")), {red: "Red", blue: "Blue"})
    'attack Red and Blue (ram) and anybody (lash the team)'
    """
    if not wishes:
        return "attack nobody"
    by_rival: dict[EntryId | None, list[str]] = {}
    for wish in wishes:
        means = f"{wish.means} the {wish.target}" if wish.target else wish.means
        by_rival.setdefault(wish.rival, []).append(means)
    more = [f"{len(by_rival) - _MOST_TOLD} more"] if len(by_rival) > _MOST_TOLD else []
    by_means: dict[str, list[str]] = {}
    for rival, ways in list(by_rival.items())[:_MOST_TOLD]:
        by_means.setdefault(joined(ways), []).append("anybody" if rival is None else names[rival])
    said = [f"{joined(rivals)} ({means})" for means, rivals in by_means.items()]
    return f"attack {joined([*said, *more])}"


_PHRASES: Mapping[str, Callable[[Any], str]] = {
    "speed": _speed,
    "line": lambda value: f"lane {value}" if isinstance(value, int) else _LINES[value],
    "corner_strain": lambda value: f"up to {value} over the safe speed" if value else "never over the safe speed",
    "whip": lambda value: {
        "never": "no whip",
        "straight": "whip where it can't lead into a corner",
        "last straight": "whip on the last straight",
        "always": "whip the team on",
    }[value],
    "take_gain": lambda value: {
        "never": "no faster when lashed",
        "if safe": "faster when lashed, if it is safe",
        "always": "faster when lashed",
    }[value],
    "eagerness": lambda value: {
        "spare": "attack with squares to spare only",
        "beside": "attack from your line",
        "hunt": "leave your line to attack",
    }[value],
    "most_attacks": lambda value: f"{value} attacks at most",
    "defend": lambda value: {
        "hold": "hold when attacked",
        "brake": "brake when attacked",
        "evade": "evade when attacked",
        "either": "dodge when attacked",
    }[value],
    "keep_back": lambda value: f"keep {value} endurance back",
    "wreck": lambda value: {
        "around": "around wrecks",
        "over": "over wrecks",
        "brake": "stop before wrecks",
    }[value],
    "blocked": lambda value: {
        "slip": "slip aside if blocked",
        "brake": "brake if blocked",
        "attack": "attack if blocked",
        "run into": "run into whoever blocks you",
    }[value],
    "cut_free": lambda value: "cut a dead horse free" if value else "leave a dead horse",
    "keep_whip": lambda value: "keep a grabbed whip" if value else "throw a grabbed whip away",
    "get_free": lambda value: "cut the reins when dragged" if value else "hold on when dragged",
}
"""By field."""
