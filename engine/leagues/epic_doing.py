"""Acts of the Epic campaign that all hear of at once, by their types."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues import consigning, duels, fresh_starts, matches, pair_bets, side_bets, taking, votes
from engine.leagues.words import arena_acts, epic_acts
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Stable
from engine.questions import Answer
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

SetAside = Mapping[EntryId, int]
"""Sesterces that each stable has promised by a sealed sheet, or in a window."""


def may_act(stable: Stable, act: Answer) -> bool:
    """Tell whether somebody who is out of the season may do this: a bankrupt may begin again, or give goods (R-B7)."""
    return stable.status == "bankrupt" and isinstance(act, epic_acts.BeginAgain | epic_acts.GiveGoods)


def _in_show(league: League) -> None:
    """:raises Refused: unless the matches of a gala are under way."""
    if league.phase != "race" or league.gala is None:
        raise Refused(LeagueReason.NOT_NOW, "H.8.4", phase=league.phase)


def _bet_on_pair(
    league: League, _table: Table, stable: Stable, act: arena_acts.BetOnPair, _set_aside: SetAside
) -> None:
    _in_show(league)
    pair_bets.bet(league, stable.number, act.match, act.stakes)


def _open_pair_window(league: League, table: Table, act: arena_acts.OpenPairWindow) -> None:
    _in_show(league)
    pair_bets.open_window(league, table, act.match)
    table.end_scene()  # told at once, while they fight


def _close_pair_window(league: League, table: Table, act: arena_acts.ClosePairWindow) -> None:
    _in_show(league)
    pair_bets.close_window(league, table, act.match)
    table.end_scene()  # told at once, while they fight


def _void_pair_window(league: League, table: Table, act: arena_acts.VoidPairWindow) -> None:
    _in_show(league)
    pair_bets.void_window(league, table, act.match)
    table.end_scene()  # told at once, while they fight


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, SetAside], None]] = MappingProxyType(
    {
        epic_acts.DeclareBankrupt: fresh_starts.declare,
        epic_acts.BeginAgain: fresh_starts.begin_again,
        epic_acts.VoteToEnd: votes.vote,
        epic_acts.TakeGoods: taking.propose,
        epic_acts.GiveGoods: taking.agree,
        **consigning.OF_MEMBERS,
        **matches.OF_MEMBERS,
        **duels.OF_MEMBERS,
        arena_acts.BetOnPair: _bet_on_pair,
        **side_bets.OF_MEMBERS,
    }
)

OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = MappingProxyType(
    {
        epic_acts.CountVotes: votes.count,
        **matches.OF_STEWARD,
        **duels.OF_STEWARD,
        arena_acts.OpenPairWindow: _open_pair_window,
        arena_acts.ClosePairWindow: _close_pair_window,
        arena_acts.VoidPairWindow: _void_pair_window,
    }
)
