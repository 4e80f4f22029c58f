"""Small words that the stories of all games share."""

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import Any, Protocol

from engine.facts import (
    Concealed,
    Corrected,
    Fact,
    OrderFollowed,
    OrdersSealed,
    OrdersUnsealed,
    Rewound,
    Rolled,
    Sealed,
    Unsealed,
)
from records.values import EntryId
from words.shared.names import harmless

Names = Mapping[EntryId, str]

ROLLED = "-# 🎲 "
SEALED = "-# 🔒 Sealed: "
ORDERED = "-# 📋 Orders of "
CONCEALED = "-# 🂠 Shuffled unseen: "


ENDS_EARLY = "🏁 The lesson ends here, before the line."

STARTS_BY_RATING = "start places by rating"
"""The term of a race in which lanes, slots or gates are drawn by rating (S-45)."""


def called(names: Names, entry: EntryId) -> str:
    """Return the name of an entry, or its number where nobody entered it."""
    try:
        return names[entry]
    except KeyError:
        return f"▫️ **{entry}**"


def signed(number: int) -> str:
    """Return a number with its sign.

    >>> signed(2), signed(-2)
    ('+2', '−2')
    """
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def signed_tenths(number: float) -> str:
    """Return a number with its sign and one decimal.

    >>> signed_tenths(2.25), signed_tenths(-0.5)
    ('+2.2', '−0.5')
    """
    return f"{'−' if number < 0 else '+'}{abs(number):.1f}"


@singledispatch
def line(fact: Fact, _names: Names) -> str:
    """Return a fact that every game knows as a line of its story; empty if other lines say it already.

    :raises TypeError: for a fact without words."""
    raise TypeError(f"no words for {type(fact).__name__}")


@line.register
def rolled(fact: Rolled, names: Names) -> str:
    """Tell a roll: its chariot, its purpose, each die, each modifier, the total and the rule."""
    dice = "+".join(str(face) for face in fact.dice)
    added = "".join(f", {_PLAIN.get(modifier.name, modifier.name)} {modifier.amount:+d}" for modifier in fact.modifiers)
    total = f" = {fact.total}" if len(fact.dice) > 1 or fact.modifiers else ""
    is_lot = fact.entry is None and len(fact.dice) == 1
    kind = f" (1 of {fact.sides})" if is_lot or fact.sides != 6 else ""
    who = f"{called(names, fact.entry)}: " if fact.entry is not None else ""
    return f"{ROLLED}{who}{ROLLS.get(fact.what_for, fact.what_for)}{kind} {dice}{added}{total} (rule {fact.rule})"


def explained(fact: Rolled, names: Names, title: str = "", reading: str = "") -> str:
    """Explain a roll: its rule, each die, each modifier by name, and its reading.

    :param title: the rule's name; the roll's own word for it, if empty.
    :param reading: the row of the table, and its result.
    """
    who = f"{called(names, fact.entry)}: " if fact.entry is not None else ""
    dice = " + ".join(str(face) for face in fact.dice)
    sides = f" of {fact.sides}" if fact.sides != 6 else ""
    added = "".join(
        f", {MODIFIERS.get(modifier.name, modifier.name)} {signed(modifier.amount)}" for modifier in fact.modifiers
    )
    total = f" = **{fact.total}**" if len(fact.dice) > 1 or fact.modifiers else ""
    lines = [
        f"**{fact.rule} {title or fact.what_for.capitalize()}** · {who}{ROLLS.get(fact.what_for, fact.what_for)}",
        f"🎲 {dice}{sides}{added}{total}",
        f"📖 {reading}" if reading else "",
    ]
    return "\n".join(line for line in lines if line)


ROLLS: Mapping[str, str] = {"straining": "the whip"}
"""The names of rolls that are kept under another one."""

MODIFIERS: Mapping[str, str] = {
    "CDM": "current driver modifier (CDM)",
    "defender's CDM": "the defender's CDM",
    "DM": "driver modifier (DM)",
}
"""Modifiers of the rules by their full names; others keep their short ones."""

_PLAIN: Mapping[str, str] = {"CDM": "driver", "defender's CDM": "the other driver", "DM": "driver"}
"""Modifiers as a story tells them, beside their dice."""


def why(facts: Sequence[Fact], names: Names, _options: Any) -> list[str]:
    """Explain every roll among *facts*, for a game that has no titles and tables to add."""
    return [explained(fact, names) for fact in facts if isinstance(fact, Rolled)]


@line.register
def concealed(fact: Concealed, names: Names) -> str:
    """Tell that dice were rolled that stay hidden for now."""
    who = called(names, fact.entry) if fact.entry is not None else "the race"
    return f"{CONCEALED}{who}"


@line.register
def rewound(fact: Rewound, _names: Names) -> str:
    """Tell that the race went back: the facts told since do not count."""
    return (
        f"⏪ **The race goes back to after decision {fact.to}.** What was told since is void; the dice roll on afresh, "
        f"stream {fact.stream}.{_why(fact.reason)}"
    )


@line.register
def corrected(fact: Corrected, names: Names) -> str:
    """Tell a correction by the steward."""
    return (
        f"✏️ Corrected: {called(names, fact.entry)}, {harmless(fact.what)} {harmless(fact.before)} → "
        f"**{harmless(fact.now)}**.{_why(fact.reason)}"
    )


def _why(reason: str) -> str:
    """Return the reason that facts of earlier versions have; today the act tells it."""
    return f" Reason: {harmless(reason)}" if reason else ""


@line.register
def sealed(fact: Sealed, names: Names) -> str:
    return f"{SEALED}{called(names, fact.entry)}"


@line.register
def orders_sealed(fact: OrdersSealed, names: Names) -> str:
    return f"{SEALED}{called(names, fact.entry)}, the whole order"


@line.register
def unsealed(_fact: Unsealed | OrdersUnsealed, _names: Names) -> str:
    return ""  # what was sealed is told by the reveal; `/watch what:verify` shows the salts


@line.register
def order_followed(_fact: OrderFollowed, _names: Names) -> str:
    return ""  # a game that is ordered by the turn has words of its own for its clauses


def count(number: int, thing: str) -> str:
    """
    >>> count(2, "hit")
    '2 hits'
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def how_often(times: object) -> str:
    """
    >>> how_often(1), how_often(2)
    ('once', '2 times')
    """
    return "once" if times == 1 else f"{times} times"


def to_spare(number: int, thing: str) -> str:
    """
    >>> to_spare(2, "factor"), to_spare(0, "point")
    ('2 factors to spare', 'nothing to spare')
    """
    return f"{count(number, thing) if number else 'nothing'} to spare"


def capital(text: str) -> str:
    """Return *text* with its first letter in capital."""
    return text[:1].upper() + text[1:]


def joined(words: Sequence[str]) -> str:
    """
    >>> joined(["one", "two", "three"])
    'one, two and three'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def ordinal(number: int) -> str:
    """Return a place in a row, in figures.

    >>> ordinal(1), ordinal(12), ordinal(22)
    ('1st', '12th', '22nd')
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


class InRounds(Protocol):
    """A view of a race that goes on in rounds."""

    @property
    def round(self) -> int:
        """The round under way, 1 first; 0 before it."""


def round_told(view: InRounds) -> str:
    """Return which round it is; nothing before the first."""
    return f"Round {view.round}" if view.round else ""
