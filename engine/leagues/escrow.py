"""Stakes of matches in escrow, and matches that come to nothing (B.10, H.6)."""

from engine.leagues import money
from engine.leagues.words.arena_facts import DuelEnded
from engine.leagues.words.epic_facts import MatchEnded
from engine.leagues.words.state import ESCROW, League, Match
from engine.table import Table
from records.values import EntryId

HOLDS = ("agreed", "running")
"""States of a match in which its stakes are in escrow, and its chariots are held."""

OPEN = ("offered", *HOLDS)
"""States of a match that has come to no end."""


def running(league: League) -> list[Match]:
    """Return the matches whose races are under way (H.6)."""
    return [match for match in league.matches if match.state == "running"]


def put_in(league: League, table: Table, match: Match) -> None:
    """Take both stakes from those who can pay them (B.10)."""
    lines = [(stable, -stake) for stable, stake in match.stakes.items()]
    money.post(league, table, "escrow", "I.5.4", *lines, (ESCROW, sum(match.stakes.values())), number=match.number)


def give_back(league: League, table: Table, match: Match) -> None:
    """Give each side its own stake back (R-B40)."""
    lines = list(match.stakes.items())
    back = (ESCROW, -sum(match.stakes.values()))
    money.post(league, table, "stakes returned", "R-B40", *lines, back, number=match.number)


def call_off(league: League, table: Table, match: Match) -> None:
    """Let a match come to nothing: a challenge is declined, stakes in escrow go back (H.6)."""
    holds = match.state in HOLDS
    match.state = "void" if holds else "declined"
    table.tell((DuelEnded if match.is_duel else MatchEnded)(match.number, match.state))
    if holds:
        give_back(league, table, match)
    match.entries, match.men, match.named = [], [], {}


def release(league: League, table: Table, member: EntryId | None = None) -> None:
    """Call off all open matches of a member, or of everybody: goods are to be sold, or the season ends (R-B36, H.3)."""
    for match in league.matches:
        if match.state in OPEN and (member is None or member in match.stakes):
            call_off(league, table, match)
