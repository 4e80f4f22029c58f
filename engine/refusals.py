"""Reasons for which any game refuses something. Each ruleset has an enumeration of its own besides."""

from collections.abc import Sequence
from enum import StrEnum

from records.refusals import Refused


class GameReason(StrEnum):
    """Reasons of all games."""

    NOT_A_CHOICE = "not a choice"
    NOT_ASKED = "not asked"
    ASK_IS_OVER = "ask is over"
    RACE_IS_FULL = "race is full"
    COLOUR_TAKEN = "colour taken"
    NO_SUCH_OPTION = "no such option"
    NOT_A_PLAN = "not a plan"
    NOTHING_TO_CORRECT = "nothing to correct"  # possible


def not_a_plan(at: str, place: int, expected: Sequence[str] = ()) -> Refused:
    """Return the refusal of a notation that cannot be read.

    :param at: the words that cannot be read; empty at the end of the text. The refusal keeps its first 200 characters.
    :param place: number of its piece, 1 first.
    :param expected: words that would do there.
    """
    return Refused(GameReason.NOT_A_PLAN, at=at[:_KEPT_OF_A_PLAN], place=place, expected=tuple(expected))


_KEPT_OF_A_PLAN = 200
