"""Orders in words, a phrase for each field: ``Speed II``, ``the inside lane``."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariots_of_rome.orders.orders import AttackWish, Gods, Orders
from engine.chariots_of_rome.seen.views import ChariotView
from words.chariots_of_rome import abilities
from words.chariots_of_rome.terms import GIFTS, LEVELS
from words.shared import presets
from words.shared.order_panel import attacks_told
from words.shared.telling import called, joined
from words.shared.words import Names

FIELDS: Sequence[str] = (
    "speed", "whip", "line", "attacks", "eagerness", "recover", "corner_cards", "attack_cards", "danger_cards",
    "spare_at", "keep_tactics", "ability", "gods",
)  # fmt: skip
"""In the order of the text."""

_MAIN = ("speed", "whip", "line", "attacks")


def filled_in(base: Orders) -> list[str]:
    """Return the fields told of a preset: the main ones, and those that are not as usual."""
    return presets.filled_in(base, FIELDS, _MAIN)


def ordered(own: ChariotView, orders: Orders, name: str, names: Names) -> str:
    """Return one field of *orders* in words."""
    if name == "ability":
        return abilities.ability_in_words(own, orders.ability, names) or "the ability as usual"
    return _field(orders, name, names)


def _field(orders: Orders, name: str, names: Names) -> str:
    value = getattr(orders, name)
    if name == "attacks":
        return attacks_told([wish_told(wish, names) for wish in value])
    return _gods(value, names) if name == "gods" else _PHRASES[name](value)


def kept(orders: Orders, names: Names) -> list[str]:
    """Return all that orders say, a phrase for each field; of abilities those that are not as usual."""
    told = [_field(orders, name, names) for name in FIELDS if name != "ability"]
    return [*presets.drawn_by(orders), *told, *abilities.kept(orders.ability, names)]


def wish_told(wish: AttackWish, names: Names) -> str:
    """Return the rival that an Attack is wished for, and its kind."""
    rival = called(names, wish.rival) if wish.rival is not None else "anybody"
    return f"{'attack' if wish.kind == 'either' else wish.kind} {rival}"


def _speed(value: Any) -> str:
    return {"best": "the best Speed", "keep": "the Speed you have"}.get(value) or f"Speed {LEVELS[value]}"


def _line(value: Any) -> str:
    known = {"best": "the best line", "keep": "your own lane", "inside": "the inside lane", "outside": "the outer lane"}
    return known.get(value) or f"lane {value}"


HARD: Mapping[str, str] = {
    "best": "drive hard where it pays",
    "never": "never drive hard",
    "free": "drive hard when it is free",
    "straight": "drive hard on straights",
    "last lap": "drive hard on the last lap",
    "always": "always drive hard",
}
EAGER: Mapping[str, str] = {
    "passing": "attack at the first chance",
    "best": "wait for the best Attack",
    "hunt": "hunt them",
}


def _gods(gods: Gods, names: Names) -> str:
    parts = [f"gifts {joined([GIFTS[gift] for gift in gods.gifts])}"] if gods.gifts is not None else []
    parts.append(f"pay against thunder at {gods.pay_at} Rattled" if gods.pay_at < 6 else "never pay against thunder")
    if gods.trade:
        parts.append("trade Endurance for Tactics")
    if gods.debris_before is not None:
        parts.append(f"drop debris before {called(names, gods.debris_before)}")
    return joined(parts)


_PHRASES: Mapping[str, Callable[[Any], str]] = {
    "speed": _speed,
    "whip": lambda value: HARD[value],
    "line": _line,
    "eagerness": lambda value: EAGER[value],
    "recover": lambda value: f"Speed I at {value} Rattled or more" if value else "never slow down to recover",
    "corner_cards": lambda value: f"keep {value} Corner cards",
    "attack_cards": lambda value: f"keep {value} Whip and Ram cards",
    "danger_cards": lambda value: f"keep {value} Danger cards",
    "spare_at": lambda value: f"pay with Tactics at {value} Endurance or less" if value else "pay with Endurance first",
    "keep_tactics": lambda value: f"keep {value} Tactics back",
}
"""By field."""
