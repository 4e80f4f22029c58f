"""The words of a question: what is asked, until when, what silence does, what is sealed."""

from cogs.kit.limits import MESSAGE_TEXT, fitting, message_length
from cogs.panels.drafts import Asked, sealed_answers
from steward import OpenAsk, Steward
from words import WORDS
from words.shared.names import harmless, place_of
from words.shared.times import when
from words.shared.words import Controls

TEXT = 3_500  # characters of a question, with room for the rest of its message
SAID = 1_500  # characters above a question
BESIDE = 200  # characters of a reminder under it
DRAFTED = "\n✏️ What you change above counts once you seal it; until then, what is sealed counts."


async def dates_of(steward: Steward, opened: Asked) -> str:
    """Return how the player of a question wants times to be written."""
    player = opened.race.player_of(opened.entry)
    return "relative" if player is None else (await steward.people.player(player)).dates


def race_line(opened: Asked) -> str:
    """Return the line that says which race a question is of."""
    return f"-# {harmless(opened.race.record.title)} · {place_of(opened.race.record)}"


def question_text(
    opened: OpenAsk, controls: Controls, said: str, dates: str, *, is_drafted: bool = False
) -> tuple[str, str]:
    """Return the text above a question, and its own: the race, what is asked, what silence does.

    :param is_drafted: whether it shows a draft: where something is sealed, the draft does not count yet.
    """
    if opened.sealed is not None:
        until = f"\n{_sealed_text(opened, dates)}{DRAFTED if is_drafted else ''}"
    else:
        until = f"\n-# {_silence(opened, dates)}" if opened.until is not None else ""
    said = fitting(said.split("\n"), SAID)
    room = min(TEXT, MESSAGE_TEXT - BESIDE - message_length(said) - message_length(until))
    title = _titled(WORDS[opened.ruleset].turn(opened.view), controls.title)
    return said, fitting(f"{race_line(opened)}\n### {title}\n{controls.text}".split("\n"), room) + until


def _titled(turn: str, title: str) -> str:
    """Return a question's title, with the turn that it belongs to."""
    return title if not turn or title.startswith(turn) else f"{turn} · {title}"


def _silence(opened: OpenAsk, dates: str) -> str:
    """Return in words the rules' choice without an answer, and its time; a lone player reads that nobody waits."""
    assert opened.until is not None
    asked = "Take your time: nobody waits for you." if opened.race.record.is_practice else "No answer?"
    chosen_for = WORDS[opened.ruleset].taken(opened.view, [opened.ask.default])
    return f"{asked} The rules choose for you at the deadline, {when(opened.until, dates)}: {chosen_for}."


def _sealed_text(opened: OpenAsk, dates: str) -> str:
    """Return a player's sealed answer in words: its content, and until when they can change it."""
    assert opened.sealed is not None
    what = WORDS[opened.ruleset].taken(opened.view, sealed_answers(opened))
    latest = f", {when(opened.until, dates)} at the latest" if opened.until is not None else ""
    waits = " You have asked that the turn waits for its deadline." if opened.waits else ""
    hidden = "it is told" if opened.ask.stays_sealed else "all are in"
    return (
        f"🔒 **Sealed: {what}.** Nobody else sees it before {hidden}.\n"
        f"You can change it below until all are in{latest}.{waits}"
    )
