"""The clauses that decide an ordered turn: a sentence for each that gave an answer."""

from collections.abc import Callable, Mapping

from engine.chariots_of_rome.orders.orders import Orders
from records.values import EntryId
from words.chariots_of_rome.terms import LEVELS
from words.shared.telling import called, count
from words.shared.words import Names

_PAID = {
    "free": "you drive hard for free",
    "endurance": "you drive hard and pay with Endurance",
    "tactics": "you drive hard and pay with Tactics",
    "not": "you don't drive hard",
}
_LINES = {
    "best": "you take the best line",
    "keep": "you stay in your lane",
    "inside": "you go for the inside",
    "outside": "you go for the outside",
}
_GROUPS = {"corner": "Corner card", "attack": "Whip or Ram card", "danger": "Danger card"}
_PLAIN: Mapping[str, str] = {
    "speed-recover-1": "you slow to Speed I and recover",
    "speed-keep": "you keep your Speed",
    "attack-wait": "you wait for a better Attack",
    "spare-tactics": "you lose Tactics and spare Endurance",
    "spare-endurance": "you lose Endurance and spare Tactics",
    "strike-back": "you strike back",
    "strike-back-not": "you don't strike back",
    "resist": "you pay against a swerve",
    "resist-not": "you take a swerve",
    "replace": "you swap a bad card",
    "replace-not": "you keep a bad card",
    "roll-higher": "you use the higher roll",
    "roll-lower": "you use the lower roll",
    "roll-best": "you use the roll that pays most",
    "follow": "you follow close",
    "follow-not": "you don't follow close",
    "benefit": "you take the blessing you ordered",
    "initiative": "your Initiative card goes where you ordered",
    "gods-gifts": "you take the gifts you ordered",
    "gods-pay": "you pay against the thunder",
    "gods-pay-not": "you don't pay against the thunder",
    "gods-debris": "you drop debris before your rival",
    "gods-trade": "you trade Endurance for Tactics",
    "gods-trade-not": "you trade nothing",
}


def decided(clause: str, orders: Orders, names: Names) -> str:
    """Return a clause's effect on the driver, in words.

    :param clause: a code of :mod:`engine.chariots_of_rome.orders.following`.
    :param orders: that it belongs to: attacks are numbered by their wishes.

    >>> decided("whip-last-lap-tactics", Orders(), {}), decided("cards-corner-keep-1", Orders(), {})
    ('you drive hard and pay with Tactics', 'you take 1 Corner card')
    """
    if clause in _PLAIN:
        return _PLAIN[clause]
    kind, *rest = clause.split("-")
    return _SAYING[kind](rest, orders, names)


def _rival(number: str, orders: Orders, names: Names) -> str:
    rival: EntryId | None = orders.attacks[int(number) - 1].rival
    return "a rival" if rival is None else called(names, rival)


def _speed(rest: list[str], _orders: Orders, _names: Names) -> str:
    level = LEVELS[int(rest[-1])]
    return f"Speed {level} pays most" if rest[0] == "best" else f"you choose Speed {level}"


def _cards(rest: list[str], _orders: Orders, _names: Names) -> str:
    group, *kept = rest
    if kept == ["all"]:
        return f"you pay for every {_GROUPS[group]}"
    return f"you take {count(int(kept[-1]), _GROUPS[group])}"


_SAYING: Mapping[str, Callable[[list[str], Orders, Names], str]] = {
    "speed": _speed,
    "whip": lambda rest, _orders, _names: _PAID[rest[-1]],
    "line": lambda rest, _orders, _names: _LINES.get(rest[0]) or f"you go for lane {rest[0]}",
    "hunt": lambda rest, orders, names: f"you hunt {_rival(rest[0], orders, names)}",
    "attack": lambda rest, orders, names: f"you {rest[1]} {_rival(rest[0], orders, names)}",
    "cards": _cards,
    "number": lambda rest, _orders, _names: f"you bet on {rest[0]}",
}
"""By the first word of a clause."""
