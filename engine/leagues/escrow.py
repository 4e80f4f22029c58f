"""Stakes of matches and of side bets on them in escrow, and matches that come to nothing (B.10, H.6)."""

from engine.leagues import money, oddities
from engine.leagues.words.arena_facts import DuelEnded
from engine.leagues.words.epic_facts import MatchEnded, SideBetEnded
from engine.leagues.words.state import ESCROW, League, Match, SideBet, SideBetState
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


def put_aside(league: League, table: Table, bet: SideBet, by: EntryId) -> None:
    """Take one side's stake of a side bet (H.2)."""
    stake = bet.stakes[by]
    money.post(league, table, "side stake", "H.2", (by, -stake), (ESCROW, stake), number=bet.number)


def end_bet(league: League, table: Table, bet: SideBet, state: SideBetState, winner: EntryId | None = None) -> None:
    """Empty a side bet's escrow: to its winner, or to each their own stake (R-B40, R-B49)."""
    pot = sum(bet.stakes.values())
    bet.state, bet.winner = state, winner
    table.tell(SideBetEnded(bet.number, bet.match, state, winner, 0 if winner is None else pot))
    if winner is None:
        back = list(bet.stakes.items())
        money.post(league, table, "side stake returned", "R-B40", *back, (ESCROW, -pot), number=bet.number)
        return
    money.post(league, table, "side bet", "R-B49", (winner, pot), (ESCROW, -pot), number=bet.number)
    oddities.look_at_side_bet(league, bet)


def bets_on(league: League, match: Match) -> list[SideBet]:
    """Return the open side bets on a match, those that nobody has taken among them."""
    return [bet for bet in league.side_bets if bet.match == match.number and bet.is_open]


def close_bets(league: League, table: Table, match: Match) -> None:
    """Let no side bet be made any more: both sides have named their chariots, and the race begins (L-77)."""
    for bet in bets_on(league, match):
        if bet.state == "offered":
            end_bet(league, table, bet, "void")


def pay_bets(league: League, table: Table, match: Match) -> None:
    """Pay the side bets on a match that is over; without a winner stakes go back (R-B40)."""
    for bet in bets_on(league, match):
        assert bet.taker is not None
        winner = None if match.winner is None else bet.by if bet.on == match.winner else bet.taker
        end_bet(league, table, bet, "over", winner)


def call_off(league: League, table: Table, match: Match, by: EntryId | None = None) -> None:
    """Let a match come to nothing: a challenge is declined, stakes in escrow go back, those of side bets too (H.6).

    :param by: the member who called its race off, as its host: what they had staked is lost to them (L-77).
    """
    for bet in bets_on(league, match):
        other = {bet.by: bet.taker, bet.taker: bet.by}.get(by) if by is not None else None
        end_bet(league, table, bet, "void" if other is None else "over", other)
    holds = match.state in HOLDS
    if match.state == "running" and by in match.stakes:
        _forfeit(league, table, match, by)
        return
    match.state = "void" if holds else "declined"
    table.tell((DuelEnded if match.is_duel else MatchEnded)(match.number, match.state))
    if holds:
        give_back(league, table, match)
    match.entries, match.men, match.named = [], [], {}


def _forfeit(league: League, table: Table, match: Match, by: EntryId) -> None:
    """Give both stakes to the side whose race the other one, as its host, called off (R-B49, L-77)."""
    match.state, match.winner = "over", next(each for each in match.stakes if each != by)
    pot = sum(match.stakes.values())
    table.tell((DuelEnded if match.is_duel else MatchEnded)(match.number, match.state, match.winner))
    money.post(league, table, "match", "R-B49", (match.winner, pot), (ESCROW, -pot), number=match.number)


def release(league: League, table: Table, member: EntryId | None = None) -> None:
    """Call off all open matches of a member, or of everybody: goods are to be sold, or the season ends (R-B36, H.3)."""
    for match in league.matches:
        if match.state in OPEN and (member is None or member in match.stakes):
            call_off(league, table, match)
    for bet in league.side_bets:
        if bet.is_open and (member is None or member in bet.stakes):
            end_bet(league, table, bet, "void")
