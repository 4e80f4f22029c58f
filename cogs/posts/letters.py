"""Letters in the thread of their paper: posted after it, edited when one vanishes or comes back."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cogs.panels.ballot import ballot_post, result_post
from cogs.panels.letters import letter_posts, letters_message
from cogs.posts.sending import Sender, text_post
from records.letters import LetterRecord, Paper
from records.notices import Notice
from records.races import PublicRace
from steward import BallotClosed, LetterJudged, LetterNotice, LetterReported, LettersChanged
from words.shared.letters import quoted
from words.shared.names import harmless, place_of

FIRST_PART, BALLOT_PART = 40, 70
"""Parts of a paper's notice: letters begin with the first number, and the vote has the other."""


async def tell(sender: Sender, notice: Notice, body: LetterNotice) -> str:
    """Tell the news of letters, or of a vote."""
    if isinstance(body, LettersChanged):
        return await _tell_changed(sender, notice, body)
    if isinstance(body, BallotClosed):
        return await _tell_best_race(sender, notice, body)
    return await _tell_one(sender, notice, body)


async def print_letters(sender: Sender, notice: Notice, race: PublicRace, paper: Paper, issue: int) -> None:
    """Post the letters of an issue after its paper, in the thread of *race*, if there are any."""
    letters = await sender.steward.letters.of_issue(paper, issue)
    for part, (mine, layout) in enumerate(letter_posts(paper, letters), FIRST_PART):
        sent, _ = await sender.send_once(notice, sender.thread(race), layout, part=part)
        await sender.steward.letters.posted(mine, sent.id, race.record.id)


async def ask_for_best_race(sender: Sender, notice: Notice, race: PublicRace, paper: Paper) -> None:
    """Open the vote for the race of a season after its last paper, if it had two races or more."""
    ballot = await sender.steward.ballots.open(paper)
    if ballot is not None:
        post = ballot_post(ballot, await sender.steward.ballots.nominees(paper))
        await sender.send_once(notice, sender.thread(race), post, part=BALLOT_PART)


async def _tell_best_race(sender: Sender, notice: Notice, body: BallotClosed) -> str:
    """Tell which race was named the best of its season."""
    result = await sender.steward.ballots.result(Paper(body.kind, body.number))
    if result is None:
        return "still open"
    race = await sender.steward.race(notice.race)
    await sender.send_once(notice, sender.thread(race), result_post(result))
    return "told"


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
    assert notice.player is not None
    letter, race = await sender.steward.letters.letter(body.letter), await sender.steward.race(notice.race)
    said = _reported(letter, race) if isinstance(body, LetterReported) else _judged(letter, race)
    async with sender.direct(notice.player) as channel:
        quiet = await sender.steward.people.is_quiet(notice.player)
        await sender.send_once(notice, channel, text_post(said), silent=quiet)
    return "told"


def _reported(letter: LetterRecord, race: PublicRace) -> str:
    title, where = harmless(race.record.title), place_of(race.record)
    state = {"reported": "It is hidden until you decide.", "written": "It stands until you decide."}
    return (
        f"**{title}**: a letter by {harmless(letter.name)} was reported. {state.get(letter.state, 'It is settled.')}\n"
        f"{quoted(letter.text)}\n`/{letter.kind} letter` in {where} puts it back or strikes it."
    )


def _judged(letter: LetterRecord, race: PublicRace) -> str:
    title = harmless(race.record.title)
    if letter.state == "struck":
        return f"**{title}**: the host struck your letter to issue {letter.issue}: {harmless(letter.reason)}"
    return f"**{title}**: the host put your letter to issue {letter.issue} back."
