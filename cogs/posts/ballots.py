"""The vote for the race of a season: it opens after the last paper, and its result is told when it is over."""

from cogs.panels.ballot import ballot_post, result_post
from cogs.posts.sending import Sender
from records.letters import Paper
from records.notices import Notice
from records.races import PublicRace
from steward import BallotClosed, read_body

BALLOT_PART = 70
"""The part of a paper's notice that is the vote; its letters have smaller numbers."""


async def ask_for_best_race(sender: Sender, notice: Notice, race: PublicRace, paper: Paper) -> None:
    """Open the vote for the race of a season after its last paper, if it had two races or more."""
    ballot = await sender.steward.ballots.open(paper)
    if ballot is not None:
        post = ballot_post(ballot, await sender.steward.ballots.nominees(paper))
        await sender.send_once(notice, sender.thread(race), post, part=BALLOT_PART)


async def tell(sender: Sender, notice: Notice) -> str:
    """Tell which race was named the best of its season."""
    body = read_body(notice, BallotClosed)
    result = await sender.steward.ballots.result(Paper(body.kind, body.number))
    if result is None:
        return "still open"
    race = await sender.steward.race(notice.race)
    await sender.send_once(notice, sender.thread(race), result_post(result))
    return "told"
