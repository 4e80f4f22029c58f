"""Where the next question appears after an answer, and what stands above it: one decision, as a plain value.

:func:`next_place` makes it, and knows neither Discord nor the steward; :mod:`cogs.panels.asking` carries it out.
"""

from dataclasses import dataclass
from typing import NamedTuple

from cogs.kit.places import Spot
from steward import OpenAsk


class Now(NamedTuple):
    """What a race asks a player once they have answered."""

    following: tuple[OpenAsk, ...] = ()  # what waits for them, the first first
    sealed: OpenAsk | None = None  # what they answered, if that can still be changed
    elsewhere: OpenAsk | None = None  # what waits for them in another race


@dataclass(frozen=True)
class After:
    """An answer that was taken, as far as it decides where the next question appears."""

    said: str  # what was taken, in words
    now: Now
    came: str = ""  # what the dice did, where the same turn goes on, so that no story tells it yet
    is_whole: bool = True  # all of it was taken, and nothing stopped it
    is_order: bool = False  # it was orders for a whole turn


@dataclass(frozen=True)
class Here:
    """In the answer to the press, with *above* over it. It may be what was sealed, to be changed."""

    question: OpenAsk
    above: str = ""


@dataclass(frozen=True)
class Below:
    """At the end of the thread, once the story of the answer is there; until then the panel says what was taken.

    If nothing was posted since, it takes the panel's place instead (:class:`Here`), unless *is_new*.
    """

    question: OpenAsk
    said: str
    sealed: OpenAsk | None = None
    is_new: bool = False


@dataclass(frozen=True)
class InDm:
    """In a direct message of its own, as a rule; the panel says what was taken, and how to change it."""

    said: str
    sealed: OpenAsk | None = None


@dataclass(frozen=True)
class InThread:
    """In a practice's own place, unasked, with *above* over it. The panel says what was taken, or goes without it."""

    said: str = ""
    above: str = ""
    sealed: OpenAsk | None = None


@dataclass(frozen=True)
class Nothing:
    """Nowhere yet: no question is open. The panel says what was taken, and how to change it."""

    said: str
    sealed: OpenAsk | None = None


Place = Here | Below | InDm | InThread | Nothing


def next_place(after: After, spot: Spot) -> Place:
    """Return where the next question appears, and what stands above it.

    A player goes on where they look. Direct messages and practices ask by a message of their own; in a private answer
    the next question takes the place of the last one, or comes below its story. Sealed orders stay where they are.

    :param spot: where they answered.
    """
    following, sealed, _ = after.now
    if after.is_order and sealed is not None:
        return Here(sealed)
    if spot == "practice":
        is_told = after.is_whole and sealed is None  # the story says it
        return InThread(above=after.came) if is_told else InThread(after.said, sealed=sealed)
    if spot == "dm":
        return InDm(after.said, sealed)
    if not following:
        return Nothing(after.said, sealed)
    if after.is_order or spot == "thread":
        return Below(following[0], after.said, sealed, is_new=after.is_order)
    return Here(following[0], after.said)
