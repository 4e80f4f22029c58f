"""Matches between two members, from challenge to start (B.10, H.6); races: `match_races.py`, duels: `duels.py`.

5.4    Either side may raise the stakes before a challenge is accepted; the other one then follows, or declines.
R-B11  Stakes are in steps of 100s; the challenger's are so many times the other's as the odds say.
R-B31  A chariot runs at most one match between two events, and is as fit for it as for a race.
H.6    Stakes are in escrow from the acceptance on. Each side names its chariots in secret, and all learn them together.
       Matches rest in the last event, as deals do: nobody makes a king.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues import deals, escrow, fitness, loans, match_races, money, often, wares
from engine.leagues.words import epic_charts
from engine.leagues.words.arena_facts import DuelAgreed, DuelOffered
from engine.leagues.words.epic_acts import (
    AcceptMatch,
    Challenge,
    DeclineMatch,
    MatchCalledOff,
    MatchReturned,
    NameForMatch,
    RaiseMatch,
)
from engine.leagues.words.epic_facts import MatchAgreed, MatchNamed, MatchOffered
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Match, PhaseName, Stable
from engine.table import Table
from records.limits import CHALLENGES_IN_A_PHASE, CHALLENGES_STANDING, RAISES_IN_A_PHASE
from records.refusals import Refused
from records.values import EntryId

STEP = 100
LAPS = (1, 2, 3, 5, 7)
_PHASES: tuple[PhaseName, ...] = ("market", "stable", "eve", "race", "protest", "gap")

SetAside = Mapping[EntryId, int]


def check_time(league: League) -> None:
    """:raises Refused: in a phase without matches, and in the last event (H.6)."""
    if league.phase not in _PHASES:
        raise Refused(LeagueReason.NOT_NOW, "H.6", phase=league.phase)
    loans.check_not_last(league)


def find(league: League, number: int, member: EntryId, *states: str) -> Match:
    """Return a match, of chariots or of gladiators, in one of these states; :exc:`Refused` if there is none."""
    for match in league.matches:
        if match.number == number and member in match.stakes and match.state in states:
            return match
    raise Refused(LeagueReason.NO_SUCH_MATCH, "B.10", number=number)


def to_answer(match: Match) -> EntryId:
    """Return whose word a challenge waits for: the one who did not speak last."""
    last = match.challenger if match.raised_by is None else match.raised_by
    return match.challenged if last == match.challenger else match.challenger


def check_stakes(odds: int, stake: int) -> None:
    """:raises Refused: if these are no odds, or the stake is below the least, or in no steps (B.10, R-B11)."""
    if odds not in epic_charts.MATCH_STAKES:
        raise Refused(LeagueReason.BAD_ODDS, "B.10", have=odds, at_most=max(epic_charts.MATCH_STAKES))
    least = epic_charts.MATCH_STAKES[odds][1]
    if stake < least:
        raise Refused(LeagueReason.BELOW_STAKES, "B.10", have=stake, at_least=least)
    if stake % STEP:
        raise Refused(LeagueReason.NOT_IN_STEPS, "R-B11", have=stake, step=STEP)


def _check_side(stable: Stable, side: int, *, is_duel: bool = False) -> None:
    """:raises Refused: if somebody has too few chariots, or gladiators, for a side: bettors have none."""
    if is_duel:
        if len(stable.gladiators) < side:
            raise Refused(LeagueReason.TOO_FEW_MEN, "B.10", stable=stable.number, need=side)
    elif len(stable.chariots) < side:
        raise Refused(LeagueReason.TOO_FEW_CHARIOTS, "B.10", stable=stable.number, need=side)


def _challenge(league: League, table: Table, stable: Stable, act: Challenge, set_aside: SetAside) -> None:
    """Challenge another owner (I.5.2)."""
    check_time(league)
    if act.laps not in LAPS:
        raise Refused(LeagueReason.BAD_LAPS, "B.10", have=act.laps, possible=LAPS)
    number = len(league.matches) + 1
    event = match_races.coming(league)
    match = Match(number, stable.number, act.to, act.side, act.odds, act.stake, act.laps, event)
    challenge(league, table, match, set_aside)


def challenge(league: League, table: Table, match: Match, set_aside: SetAside) -> None:
    """Put a challenge before another owner, and everybody.

    :raises Refused: if it is none, if somebody has too few for a side, or if there are too many challenges.
    """
    stable = league.stables[match.challenger]
    deals.check_parties(league, stable.number, match.challenged)
    if not 1 <= match.side <= epic_charts.MOST_PER_SIDE:
        raise Refused(LeagueReason.BAD_SIDE, "B.10", have=match.side, at_most=epic_charts.MOST_PER_SIDE)
    check_stakes(match.odds, match.stake)
    for each in (stable, league.shown[match.challenged]):
        _check_side(each, match.side, is_duel=match.is_duel)
    share = match.stakes[stable.number]
    money.check_cash(league, stable.number, share, "B.10", set_aside=set_aside.get(stable.number, 0))
    standing = [each for each in league.matches if each.challenger == stable.number and each.state == "offered"]
    if len(standing) >= CHALLENGES_STANDING.most:
        raise Refused(LeagueReason.MATCHES_ENOUGH, "H.6", at_most=CHALLENGES_STANDING.most)
    often.count(league, f"challenges {stable.number}", CHALLENGES_IN_A_PHASE, LeagueReason.MATCHES_ENOUGH)
    league.matches.append(match)
    offer(table, match, stable.number)


def offer(table: Table, match: Match, by: EntryId) -> None:
    stakes = match.stakes[match.challenger], match.stakes[match.challenged]
    sides = match.challenger, match.challenged
    if match.is_duel:
        table.tell(DuelOffered(match.number, *sides, by, match.side, match.odds, stakes, match.hours))
    else:
        table.tell(MatchOffered(match.number, *sides, by, match.side, match.odds, stakes, match.laps))
    table.end_scene()


def _raise(league: League, table: Table, stable: Stable, act: RaiseMatch, set_aside: SetAside) -> None:
    """Raise the stakes in the proportion of the odds; the other side has to follow, or declines (I.5.4)."""
    check_time(league)
    match = find(league, act.match, stable.number, "offered")
    check_stakes(match.odds, act.stake)
    if act.stake <= match.stake:
        raise Refused(LeagueReason.BELOW_STAKES, "I.5.4", have=act.stake, at_least=match.stake + STEP)
    share = act.stake * (match.odds if stable.number == match.challenger else 1)
    money.check_cash(league, stable.number, share, "I.5.4", set_aside=set_aside.get(stable.number, 0))
    often.count(league, f"raises {stable.number}", RAISES_IN_A_PHASE, LeagueReason.MATCHES_ENOUGH)
    match.stake, match.raised_by = act.stake, stable.number
    offer(table, match, stable.number)


def _accept(league: League, table: Table, stable: Stable, act: AcceptMatch, set_aside: SetAside) -> None:
    """Accept a challenge as it stands: both stakes go into escrow (H.6)."""
    check_time(league)
    match = find(league, act.match, stable.number, "offered")
    other = match.challenger if stable.number == match.challenged else match.challenged
    if to_answer(match) != stable.number:
        raise Refused(LeagueReason.NOT_YOUR_TURN, "I.5.4", stable=other)
    deals.check_parties(league, match.challenger, match.challenged)
    for each in (stable, league.shown[other]):
        _check_side(each, match.side, is_duel=match.is_duel)
    own = match.stakes[stable.number]
    money.check_cash(league, stable.number, own, "B.10", set_aside=set_aside.get(stable.number, 0))
    if match.stakes[other] > league.stables[other].cash - set_aside.get(other, 0):
        raise Refused(LeagueReason.CANNOT_PAY, "H.6", stable=other, need=match.stakes[other])
    match.state = "agreed"
    agreed = DuelAgreed if match.is_duel else MatchAgreed
    table.tell(agreed(match.number, match.challenger, match.challenged))
    escrow.put_in(league, table, match)
    table.end_scene()


def _decline(league: League, table: Table, stable: Stable, act: DeclineMatch, _set_aside: SetAside) -> None:
    """Decline a challenge, or take one's own back."""
    escrow.call_off(league, table, find(league, act.match, stable.number, "offered"))
    table.end_scene()


def _name(league: League, table: Table, stable: Stable, act: NameForMatch, _set_aside: SetAside) -> None:
    """Name one's chariots, in secret until the other side has; then all learn of both, and the match begins (H.6)."""
    match = find(league, act.match, stable.number, "agreed")
    if match.is_duel:
        raise Refused(LeagueReason.NO_SUCH_MATCH, "B.10", number=act.match)
    if len(act.chariots) != match.side:
        raise Refused(LeagueReason.WRONG_NUMBER, "B.10", have=len(act.chariots), must_be=match.side)
    before = match.named.pop(stable.number, None)
    try:
        _check_named(league, stable, act.chariots)
    except Refused:
        if before is not None:
            match.named[stable.number] = before
        raise
    match.named[stable.number] = act.chariots
    if len(match.named) < len(match.stakes):
        return
    sides = match.named[match.challenger], match.named[match.challenged]
    table.tell(MatchNamed(match.number, *sides))
    match_races.begin(league, table, match)
    table.end_scene()


def _check_named(league: League, stable: Stable, chariots: tuple[int, ...]) -> None:
    """:raises Refused: unless the owner has these chariots, all are free and fit, and none has run a match (R-B31)."""
    for place, number in enumerate(chariots):
        if number in chariots[:place]:
            raise Refused(LeagueReason.TWICE, "B.10", what=number)
        wares.check_has(stable, "chariot", number)
        if league.entry_of(number) is not None:
            raise Refused(LeagueReason.IS_ENTERED, "H.6", chariot=number)
        wares.check_free(league, "chariot", number, stable.number)
        chariot = stable.chariots[number]
        if lacks := fitness.lacks(chariot):
            raise Refused(LeagueReason.CANNOT_START, "R-B31", chariot=number, lacks=lacks)
        if chariot.matched and chariot.matched == match_races.coming(league):
            raise Refused(LeagueReason.HAS_MATCHED, "R-B31", chariot=number)


def _returned(league: League, table: Table, act: MatchReturned) -> None:
    """Take a match back that was run to its end; the winner has both stakes (R-B49)."""
    match = of_steward(league, act.match, "running", is_duel=False)
    match_races.come_home(league, table, match, act.aftermath)
    table.end_scene()


def _called_off(league: League, table: Table, act: MatchCalledOff) -> None:
    """Let a match come to nothing that was not answered, named or run in time (H.6)."""
    escrow.call_off(league, table, of_steward(league, act.match, *escrow.OPEN), act.by)
    table.end_scene()


def of_steward(league: League, number: int, *states: str, is_duel: bool | None = None) -> Match:
    """Return a match in one of these states, of either kind unless it is said; :exc:`Refused` if there is none."""
    for match in league.matches:
        if match.number == number and match.state in states and is_duel in (None, match.is_duel):
            return match
    raise Refused(LeagueReason.NO_SUCH_MATCH, "B.10", number=number)


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, SetAside], None]] = MappingProxyType(
    {
        Challenge: _challenge,
        RaiseMatch: _raise,
        AcceptMatch: _accept,
        DeclineMatch: _decline,
        NameForMatch: _name,
    }
)
OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = MappingProxyType(
    {MatchReturned: _returned, MatchCalledOff: _called_off}
)
