"""What came of an answer, in words: what was taken, what stopped a plan, and what the dice did."""

from collections.abc import Sequence

from cogs.choices.which_game import options_of
from cogs.kit.limits import fitting
from engine.questions import Answer
from steward import Driven, OpenAsk
from words import WORDS
from words.shared.names import names_in, place_of

CAME = 1_000
"""Characters of what came of an answer."""


def taken(
    opened: OpenAsk, answers: Sequence[Answer], driven: Driven, channel: int | None, *, is_open: bool = False
) -> str:
    """Return the answers taken, in words, for a reader in *channel*.

    :param is_open: whether it was the last answer, so that all see it now.
    """
    who = names_in(opened.race)[opened.entry]
    if not driven.done:
        return f"✋ {who}: you can't drive that way any more. Look again."
    what = WORDS[opened.ruleset].taken(opened.view, answers[: driven.done])
    came = "" if opened.ask.secret else _came(opened, driven)
    if driven.is_stopped:
        why = WORDS[opened.ruleset].in_vain(answers, driven.facts, opened.entry) or _stopped(opened, driven)
        return f"✅ Taken for {who}: {what}. {why}{came}"
    until = "it is told" if opened.ask.stays_sealed else "all are in"
    is_hidden = opened.ask.secret and (opened.ask.stays_sealed or not is_open)
    sealed = f" It is sealed: nobody sees it before {until}." if is_hidden else ""
    sealed = " All are in." if opened.ask.secret and not is_hidden else sealed
    elsewhere = f" It goes on in {place_of(opened.race.record)}." if channel != opened.race.record.thread else ""
    return f"✅ Taken for {who}: {what}.{sealed}{elsewhere}{came}"


def _stopped(opened: OpenAsk, driven: Driven) -> str:
    """Return that a plan went no further, and why."""
    why = WORDS[opened.ruleset].stopped(driven.facts, opened.entry) or "Something on the way changed it."
    return f"Your plan stopped after {driven.done} of {driven.of} steps. {why}"


def came_midway(opened: OpenAsk, again: Sequence[OpenAsk], driven: Driven) -> str:
    """Return the effect of the dice where the same turn goes on, so that no story tells it yet."""
    turn = WORDS[opened.ruleset].turn
    goes_on = any(
        each.entry == opened.entry and not each.ask.secret and turn(each.view) == turn(opened.view) for each in again
    )
    is_told = opened.ask.secret or driven.is_stopped or not driven.done  # where it was answered
    return _came(opened, driven).strip() if goes_on and not is_told else ""


def _came(opened: OpenAsk, driven: Driven) -> str:
    """Return the effect of the dice on the answers; empty if no dice fell."""
    words = WORDS[opened.ruleset]
    facts = words.numbered(driven.facts, options_of(opened.race))
    lines = words.came(facts, opened.entry, names_in(opened.race))
    return "".join(f"\n{line}" for line in fitting(lines, CAME).split("\n") if line)
