"""What came of an answer, in words: what was taken, what stopped a plan, and what the dice did."""

from collections.abc import Mapping, Sequence

from cogs.choices.which_game import options_of
from cogs.kit.limits import fitting
from cogs.panels.next_place import After, Now
from engine.questions import Answer
from records.values import EntryId
from steward import Driven, OpenAsk
from words import WORDS
from words.shared.names import names_in, place_of

CAME = 1_000
"""Characters of what came of an answer."""


def after(opened: OpenAsk, answers: Sequence[Answer], driven: Driven, now: Now, channel: int | None) -> After:
    """Return an answer that was taken, in words for a reader in *channel*."""
    names, race = names_in(opened.race), opened.race.record
    came = "" if opened.ask.secret or not driven.done else _came(opened, driven, names)
    is_whole = bool(driven.done) and not driven.is_stopped
    said = _taken(opened, answers, driven, names[opened.entry], is_open=now.sealed is None)
    elsewhere = f" It goes on in {place_of(race)}." if is_whole and channel != race.thread else ""
    midway = came.strip() if is_whole and _goes_on(opened, now.following) else ""
    return After(said + elsewhere + came, now, midway, is_whole)


def _taken(opened: OpenAsk, answers: Sequence[Answer], driven: Driven, who: str, *, is_open: bool) -> str:
    """Return the answers taken, in words.

    :param is_open: whether it was the last answer, so that all see it now.
    """
    if not driven.done:
        return f"✋ {who}: you can't drive that way any more. Look again."
    words = WORDS[opened.ruleset]
    what = f"✅ Taken for {who}: {words.taken(opened.view, answers[: driven.done])}."
    if driven.is_stopped:
        return f"{what} {words.in_vain(answers, driven.facts, opened.entry) or _stopped(opened, driven)}"
    if not opened.ask.secret:
        return what
    if is_open and not opened.ask.stays_sealed:
        return f"{what} All are in."
    until = "it is told" if opened.ask.stays_sealed else "all are in"
    return f"{what} It is sealed: nobody sees it before {until}."


def _stopped(opened: OpenAsk, driven: Driven) -> str:
    """Return that a plan went no further, and why."""
    why = WORDS[opened.ruleset].stopped(driven.facts, opened.entry) or "Something on the way changed it."
    return f"Your plan stopped after {driven.done} of {driven.of} steps. {why}"


def _goes_on(opened: OpenAsk, following: Sequence[OpenAsk]) -> bool:
    """Tell whether the same turn of a chariot goes on, so that no story tells yet what the dice did."""
    turn = WORDS[opened.ruleset].turn
    return any(
        each.entry == opened.entry and not each.ask.secret and turn(each.view) == turn(opened.view)
        for each in following
    )


def _came(opened: OpenAsk, driven: Driven, names: Mapping[EntryId, str]) -> str:
    """Return the effect of the dice on the answers; empty if no dice fell."""
    words = WORDS[opened.ruleset]
    facts = words.numbered(driven.facts, options_of(opened.race))
    lines = words.came(facts, opened.entry, names)
    return "".join(f"\n{line}" for line in fitting(lines, CAME).split("\n") if line)
