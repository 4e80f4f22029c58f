"""Where the next question appears after an answer, and what stands above it: one decision, as a plain value.

:func:`next_place` makes it, and knows neither Discord nor the steward; :mod:`cogs.panels.asking` carries it out.
"""

from dataclasses import dataclass

from cogs.kit.places import Spot
from steward import OpenAsk


@dataclass(frozen=True)
class After:
    """An answer that was taken, as far as it decides where the next question appears."""

    spot: Spot  # where the player answered
    said: str  # what was taken, in words
    came: str = ""  # what the dice did, where the same turn goes on, so that no story tells it yet
    is_whole: bool = True  # all of it was taken, and nothing stopped it
    is_order: bool = False  # it was orders for a whole turn
    sealed: OpenAsk | None = None  # what was answered, if that can still be changed
    following: tuple[OpenAsk, ...] = ()  # what the race asks the player now, the first first


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
    """Nowhere yet: nothing is asked now; the panel says what was taken, and how to change it."""

    said: str
    sealed: OpenAsk | None = None


Place = Here | Below | InDm | InThread | Nothing


def next_place(after: After) -> Place:
    """Return where the next question appears, and what stands above it.

    A player goes on where they look. Direct messages and practices ask by a message of their own; in a private answer
    the next question takes the place of the last one, or comes below its story. Sealed orders stay where they are.
    """
    if after.is_order and after.sealed is not None:
        return Here(after.sealed)
    if after.spot == "practice":
        is_told = after.is_whole and after.sealed is None  # the story says it
        return InThread(above=after.came) if is_told else InThread(after.said, sealed=after.sealed)
    if after.spot == "dm":
        return InDm(after.said, after.sealed)
    if not after.following:
        return Nothing(after.said, after.sealed)
    question = after.following[0]
    if after.is_order or after.spot == "thread":
        return Below(question, after.said, after.sealed, is_new=after.is_order)
    return Here(question, after.said)
