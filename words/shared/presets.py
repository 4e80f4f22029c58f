"""Orders from a preset, and the player's changes since: in words, and on record."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from words.shared.telling import joined
from words.shared.words import Choice

Orders = TypeVar("Orders", bound=Any)
"""A struct with the fields ``preset`` and ``by_hand``."""

Preset = TypeVar("Preset", bound=str)
"""The names of a game's presets."""

_IN_A_SENTENCE = 3
"""Most fields told in a sentence."""

TITLES: Mapping[str, str] = {"safe": "Safe", "fast": "Fast", "attack": "Attack"}


def by_hand(before: Orders, now: Orders, draw_up: Callable[[Preset], Orders]) -> Orders:
    """Return orders that a player changed, with a note of the fields that are not the preset's.

    :param draw_up: preset -> what it orders now.
    """
    if now.preset not in TITLES:
        return now
    drawn = draw_up(now.preset)
    chosen = [name for name in now.__struct_fields__ if name not in ("preset", "by_hand")]
    differs = [name for name in chosen if getattr(now, name) != getattr(drawn, name)]
    mine = [name for name in differs if name in before.by_hand or getattr(now, name) != getattr(before, name)]
    return replace(now, by_hand=tuple(mine))


def drawn_by(orders: Any) -> list[str]:
    """Return the preset that drew orders up; nothing for orders of the player's own."""
    return [f"drawn up by {TITLES[orders.preset]}"] if orders.preset in TITLES else []


def filled_in(base: Any, names: Sequence[str], main: Sequence[str], untold: Sequence[str] = ()) -> list[str]:
    """Return the fields of a preset to mention: the main ones, and the unusual ones.

    :param base: the preset's own orders.
    :param names: all fields, in the order of the text.
    :param untold: fields to leave out.
    """
    usual = type(base)()
    others = [name for name in names if name not in (*main, *untold)]
    return [*main, *(name for name in others if getattr(base, name) != getattr(usual, name))]


def button(name: str, orders: Any, hint: object = "") -> Choice:
    """Return the button of a preset; it is lit while nothing differs from it.

    :param hint: its result here, such as a speed.
    """
    is_whole = orders.preset == name and not orders.by_hand
    return Choice(f"{TITLES[name]}{hint}", "preset", name, "primary" if is_whole else "secondary")


def redrawn(last: Orders, now: Orders, risk: Callable[[Orders], str]) -> str:
    """Return a note that a preset was drawn up anew, with its risk if that has changed; empty without a preset.

    :param last: of the turn before.
    """
    title = TITLES.get(now.preset)
    if title is None:
        return ""
    was, now_accepts = risk(last), risk(now)
    if was == now_accepts:
        return f"↻ *{title}* plans each turn anew."
    return f"↻ *{title}* plans each turn anew. Before: {was}. Now: {now_accepts}. What you choose yourself stays."


def summary(
    orders: Orders, base: Orders, names: Sequence[str], told: Sequence[str], phrase: Callable[[Orders, str], str]
) -> str:
    """Return orders in words: the preset with the fields it fills in, then all that differs from it.

    :param base: the preset's own orders, or the usual ones.
    :param names: fields that may differ.
    :param told: fields of *base* to mention.
    :param phrase: orders and a field -> the words for it.
    """
    differs = [name for name in names if getattr(orders, name) != getattr(base, name)]
    usual = [phrase(orders, name) for name in told if name not in differs]
    changed = ", changed" if differs and orders.preset in TITLES else ""
    title = f"**{TITLES.get(orders.preset, 'Your order')}{changed}**"
    lines = [f"{title}: {', '.join(usual)}." if usual else f"{title}:"]
    if differs:
        lines.append(f"✏️ Yours: {_in_sentences([phrase(orders, name) for name in differs])}")
    return "\n".join(lines)


def _in_sentences(phrases: Sequence[str]) -> str:
    """Return phrases in as many sentences as keep each of them short.

    >>> _in_sentences(["speed 7", "no repair"])
    'speed 7 and no repair.'
    >>> _in_sentences(["speed 7", "your own lane", "no repair", "attack nobody", "risk no health"])
    'speed 7, your own lane and no repair. Also: attack nobody and risk no health.'
    """
    groups = [phrases[place : place + _IN_A_SENTENCE] for place in range(0, len(phrases), _IN_A_SENTENCE)]
    return " Also: ".join(f"{joined(group)}." for group in groups)


def shortened(told: str) -> str:
    """Return a summary with the first of what a preset fills in, for a card that is to be read at a glance.

    >>> shortened("**Fast**: speed 22, the best line, whip the team on.")
    '**Fast**: speed 22, the best line.'
    """
    parts = told.removesuffix(".").split(", ")
    return told if len(parts) <= _AT_A_GLANCE else f"{', '.join(parts[:_AT_A_GLANCE])}."


_AT_A_GLANCE = 2
