"""Side bets among members on match races (B.10: "everybody may make side bets"; H.2).

A member backs one side with a stake against another's; any other member may take the bet. Both stakes are in escrow.
Bets are taken until both sides have named their chariots. The match settles them; without a winner stakes go back.

H.2   One stake is at most five times the other; there are none in the last event.
L-77  Who races backs only themselves. What a member risks, and may win, by the matches before one event has a limit.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Literal

from engine.leagues import escrow, match_races, matches, money, often
from engine.leagues.words import epic_charts
from engine.leagues.words.epic_acts import OfferSideBet, TakeSideBet, WithdrawSideBet
from engine.leagues.words.epic_facts import SideBetOffered, SideBetTaken
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Match, SideBet, Stable
from engine.table import Table
from records.limits import SIDE_BETS_IN_A_PHASE, SIDE_BETS_STANDING, SIDE_STAKES_OF_AN_EVENT
from records.refusals import Refused
from records.values import EntryId

SetAside = Mapping[EntryId, int]


def _offer(league: League, table: Table, stable: Stable, act: OfferSideBet, set_aside: SetAside) -> None:
    """Offer all members a bet on a match; the stake is set aside at once."""
    match = _check_open(league, act.match)
    if act.on not in match.stakes:
        raise Refused(LeagueReason.NO_SIDE, "B.10", number=match.number, possible=list(match.stakes))
    _check_backs(match, stable.number, act.on)
    _check_sums(act.stake, act.against)
    event = match_races.coming(league)
    _check_room(league, stable.number, event, act.stake, act.against, "you")
    _check_cash(league, stable, act.stake, set_aside)
    standing = sum(each.by == stable.number and each.state == "offered" for each in league.side_bets)
    if standing >= SIDE_BETS_STANDING.most:
        raise Refused(LeagueReason.SIDE_BETS_ENOUGH, "L-77", at_most=SIDE_BETS_STANDING.most)
    _count(league, stable.number)
    number = len(league.side_bets) + 1
    bet = SideBet(number, match.number, stable.number, act.on, act.stake, act.against, event)
    league.side_bets.append(bet)
    table.tell(SideBetOffered(number, bet.match, bet.by, bet.on, bet.stake, bet.against))
    escrow.put_aside(league, table, bet, bet.by)
    table.end_scene()


def _take(league: League, table: Table, stable: Stable, act: TakeSideBet, set_aside: SetAside) -> None:
    """Take the other side of a bet that is offered: its stake is set aside, too, and the bet binds both."""
    bet = _find(league, act.bet)
    match = _check_open(league, bet.match)
    if bet.by == stable.number:
        raise Refused(LeagueReason.WITH_YOURSELF, "H.6")
    _check_backs(match, stable.number, next(each for each in match.stakes if each != bet.on))
    event = match_races.coming(league)
    _check_room(league, stable.number, event, bet.against, bet.stake, "you")
    if bet.event != event:  # what it was offered before is run: it counts now
        _check_room(league, bet.by, event, bet.stake, bet.against, "other")
    _check_cash(league, stable, bet.against, set_aside)
    _count(league, stable.number)
    bet.taker, bet.state, bet.event = stable.number, "accepted", event
    table.tell(SideBetTaken(bet.number, bet.match, bet.by, bet.on, bet.stake, bet.against, stable.number))
    escrow.put_aside(league, table, bet, stable.number)
    table.end_scene()


def _withdraw(league: League, table: Table, stable: Stable, act: WithdrawSideBet, _set_aside: SetAside) -> None:
    """Take one's own offer back, while nobody has taken it."""
    bet = _find(league, act.bet)
    if bet.by != stable.number:
        raise Refused(LeagueReason.NO_SUCH_SIDE_BET, "B.10", number=act.bet)
    escrow.end_bet(league, table, bet, "withdrawn")


def _check_open(league: League, number: int) -> Match:
    """Return a match that takes side bets (L-77).

    :raises Refused: if there is none, both sides have named their chariots, or matches rest now.
    """
    matches.check_time(league)
    match = next((each for each in league.matches if each.number == number), None)
    if match is None:
        raise Refused(LeagueReason.NO_SUCH_MATCH, "B.10", number=number)
    if match.state not in ("offered", "agreed"):
        raise Refused(LeagueReason.BETS_ARE_CLOSED, "L-77", number=number)
    return match


def _check_backs(match: Match, member: EntryId, side: EntryId) -> None:
    """:raises Refused: if one of the two who race would gain by losing (L-77)."""
    if member in match.stakes and member != side:
        raise Refused(LeagueReason.AGAINST_YOURSELF, "L-77")


def _check_sums(stake: int, against: int) -> None:
    """:raises Refused: if a sum is in no steps, or one is more than five times the other (H.2)."""
    for each in (stake, against):
        if each <= 0 or each % epic_charts.SIDE_STEP:
            raise Refused(LeagueReason.NOT_IN_STEPS, "H.2", have=each, step=epic_charts.SIDE_STEP)
    low, high = sorted((stake, against))
    if high > epic_charts.SIDE_ODDS * low:
        raise Refused(LeagueReason.FAR_ODDS, "H.2", have=high, at_most=epic_charts.SIDE_ODDS * low)


def at_stake(league: League, member: EntryId, event: int) -> tuple[int, int]:
    """Return what a member risks by side bets on the matches before an event, and what they may win by them."""
    risked = won = 0
    for bet in league.side_bets:
        if bet.event == event and member in bet.stakes and bet.state in ("offered", "accepted", "over"):
            own, other = (bet.stake, bet.against) if member == bet.by else (bet.against, bet.stake)
            risked, won = risked + own, won + other
    return risked, won


def _check_room(
    league: League, member: EntryId, event: int, risks: int, wins: int, who: Literal["you", "other"]
) -> None:
    """:raises Refused: if a member would risk, or might win, more than one may before an event (L-77)."""
    most = SIDE_STAKES_OF_AN_EVENT.most
    for before, more in zip(at_stake(league, member, event), (risks, wins), strict=True):
        if before + more > most:
            left = max(0, most - before)
            raise Refused(LeagueReason.SIDE_STAKES_ENOUGH, "L-77", need=more, at_most=most, left=left, who=who)


def _check_cash(league: League, stable: Stable, need: int, set_aside: SetAside) -> None:
    money.check_cash(league, stable.number, need, "H.2", set_aside=set_aside.get(stable.number, 0))


def _count(league: League, member: EntryId) -> None:
    """Count a bet that is offered or taken (L-77); :exc:`Refused` if there were as many as there may be in a phase."""
    often.count(league, f"side bets {member}", SIDE_BETS_IN_A_PHASE, LeagueReason.SIDE_BETS_ENOUGH)


def _find(league: League, number: int) -> SideBet:
    """Return a side bet that nobody has taken; :exc:`Refused` if there is none."""
    for bet in league.side_bets:
        if bet.number == number and bet.state == "offered":
            return bet
    raise Refused(LeagueReason.NO_SUCH_SIDE_BET, "B.10", number=number)


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, SetAside], None]] = MappingProxyType(
    {OfferSideBet: _offer, TakeSideBet: _take, WithdrawSideBet: _withdraw}
)
