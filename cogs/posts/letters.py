"""Letters in the thread of their paper: posted after it, edited when one vanishes or comes back."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cogs.panels.letters import letter_posts, letters_message
from cogs.posts.sending import Sender, text_post
from records.letters import LetterRecord, Paper
from records.notices import Notice
from records.races import PublicRace
from steward import LetterJudged, LetterNotice, LetterReported, LettersChanged, read_body
from words.shared.letters import quoted
from words.shared.names import harmless, place_of

FIRST_PART = 40
"""The part of a paper's notice with which its letters begin."""


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell the news of letters."""
    body = read_body(notice, LetterNotice)
    if isinstance(body, LettersChanged):
        return await _tell_changed(sender, notice, body)
    return await _tell_one(sender, notice, body)


async def print_letters(sender: Sender, notice: Notice, race: PublicRace, paper: Paper, issue: int) -> None:
    """Post the letters of an issue after its paper, in the thread of *race*, if there are any."""
    letters = await sender.steward.letters.of_issue(paper, issue)
    for part, (mine, layout) in enumerate(letter_posts(paper, letters), FIRST_PART):
        sent, _ = await sender.send_once(notice, sender.thread(race), layout, part=part)
        await sender.steward.letters.posted(mine, sent.id, race.record.id)


async def _tell_changed(sender: Sender, notice: Notice, body: LettersChanged) -> str:
    """Show the letters of an issue as they may be read now; a message that takes no edit is posted anew."""
    paper, race = Paper(body.kind, body.number), await sender.steward.race(notice.race)
    channel = sender.thread(race)
    shown = [each for each in await sender.steward.letters.of_issue(paper, body.issue) if each.race == notice.race]
    for part, (post, each) in enumerate(groupby(shown, lambda letter: letter.post)):
        if post is not None:
            await _show_again(sender, notice, channel, post, list(each), part)
    return "told"


async def _show_again(
    sender: Sender, notice: Notice, channel: Any, post: int, letters: Sequence[LetterRecord], part: int
) -> None:
    layout = letters_message(letters[0].paper, letters)
    if await sender.edit(channel, post, layout):
        return
    sent, _ = await sender.send_once(notice, channel, layout, part=part)
    await sender.steward.letters.posted(letters, sent.id, notice.race)
    await sender.remove(channel, post)


async def _tell_one(sender: Sender, notice: Notice, body: LetterReported | LetterJudged) -> str:
    """Tell the host that a letter was reported, or its writer what the host decided."""
    letter, race = await sender.steward.letters.letter(body.letter), await sender.steward.race(notice.race)
    said = _reported(letter, race) if isinstance(body, LetterReported) else _judged(letter, race)
    return await sender.tell_once(notice, race, (text_post(said), []))


def _reported(letter: LetterRecord, race: PublicRace) -> str:
    title, where = harmless(race.record.title), place_of(race.record)
    state = {"reported": "It is hidden until you decide.", "written": "It stands until you decide."}
    return (
        f"**{title}**: a letter by {harmless(letter.name)} was reported. {state.get(letter.state, 'It is settled.')}\n"
        f"{quoted(letter.text)}\n`/{letter.kind} do what:letter` in {where} puts it back or strikes it."
    )


def _judged(letter: LetterRecord, race: PublicRace) -> str:
    title = harmless(race.record.title)
    if letter.state == "struck":
        return f"**{title}**: the host struck your letter to issue {letter.issue}: {harmless(letter.reason)}"
    return f"**{title}**: the host put your letter to issue {letter.issue} back."
