"""The vote on the end of the season (B.1 c, R-B33, L-69): more than half of all active owners; silence is no."""

from engine.leagues import endings, often
from engine.leagues.words.epic_acts import CountVotes, VoteToEnd
from engine.leagues.words.epic_facts import EndVoteBegan, EndVoteCounted, EndVoted
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import Ballot, League, Stable
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId


def vote(league: League, table: Table, stable: Stable, act: VoteToEnd, _set_aside: object) -> None:
    """Take a member's vote; the first one opens the vote. It is over as soon as it is carried, or all have voted.

    :raises Refused: if there is none in this campaign, for a bettor, if it was held since the last event, or if they
        have voted as often as they may.
    """
    if not league.options.ends_by_vote:
        raise Refused(LeagueReason.NOT_IN_THIS, "I.4.1", campaign=league.options.campaign)
    if stable.number not in [each.number for each in endings.voters(league)]:
        raise Refused(LeagueReason.OWNERS_VOTE, "L-69")
    ballot = league.ballot
    if ballot is not None and not ballot.is_open and ballot.event == _coming(league):
        raise Refused(LeagueReason.VOTED_ALREADY, "R-B33")
    often.say(league, stable.number, "votes")
    if ballot is None or not ballot.is_open:
        ballot = league.ballot = Ballot(stable.number, _coming(league))
        table.tell(EndVoteBegan(stable.number))
    ballot.votes[stable.number] = act.ends
    table.tell(EndVoted(stable.number, act.ends))
    if is_carried(league) or len(_valid(league)) == len(endings.voters(league)):
        close(league, table)
    table.end_scene()


def _coming(league: League) -> int:
    """Return the event before which a vote is held: one at the most between two of them."""
    return league.event + (league.phase == "gap")


def _valid(league: League) -> dict[EntryId, bool]:
    active = {each.number for each in endings.voters(league)}
    votes = league.ballot.votes if league.ballot is not None else {}
    return {number: ends for number, ends in votes.items() if number in active}


def is_carried(league: League) -> bool:
    """Tell whether more than half of all who have a vote want the season to end (R-B33)."""
    return 2 * sum(_valid(league).values()) > len(endings.voters(league))


def count(league: League, table: Table, _act: CountVotes) -> None:
    """Close the vote, after its time (R-B33)."""
    if league.ballot is None or not league.ballot.is_open:
        raise Refused(LeagueReason.NO_VOTE, "R-B33")
    close(league, table)
    table.end_scene()


def close(league: League, table: Table) -> None:
    """Count the votes; where they carry, the season ends as soon as no race is under way."""
    assert league.ballot is not None
    league.ballot.is_open = False
    carried = is_carried(league)
    table.tell(EndVoteCounted(sum(_valid(league).values()), len(endings.voters(league)), carried))
    if carried and not league.ending:
        league.ending = "vote"
