"""What a press on the green button answers: the best that is known, if anything is green."""

from collections.abc import Sequence

from engine.game import Options, Orders, View
from engine.questions import Answer, Ask
from words.shared.words import Choice, Controls, Names, Words

_MOST_LOOKS = 8
"""Presses that only look at a plan, at most, before one answers."""


def green(controls: Controls) -> Choice | None:
    """Return the first green button of a question."""
    return next((choice for row in controls.rows for choice in row if choice.style == "success"), None)


def green_answers(words: Words[Options, View, Orders], view: View, ask: Ask, names: Names) -> Sequence[Answer] | None:
    """Return the answers, one or the steps of a plan, of someone who presses only green; ``None`` if nothing is.

    A green button that looks at a plan is pressed, and then what is green there.
    """
    plan = ""
    for _ in range(_MOST_LOOKS):
        choice = green(words.controls(view, ask, names, plan))
        if choice is None:
            return None
        if choice.act in ("answer", "drive"):
            return words.unpack(choice.code)
        plan = choice.code
    return None
