"""Acts of the Epic campaign that all hear of at once, by their types."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.leagues import consigning, fresh_starts, matches, side_bets, taking, votes
from engine.leagues.words import epic_acts
from engine.leagues.words.state import League, Stable
from engine.questions import Answer
from engine.table import Table
from records.values import EntryId

SetAside = Mapping[EntryId, int]
"""Sesterces that each stable has promised by a sealed sheet, or in a window."""


def may_act(stable: Stable, act: Answer) -> bool:
    """Tell whether somebody who is out of the season may do this: a bankrupt may begin again, or give goods (R-B7)."""
    return stable.status == "bankrupt" and isinstance(act, epic_acts.BeginAgain | epic_acts.GiveGoods)


OF_MEMBERS: Mapping[type, Callable[[League, Table, Stable, Any, SetAside], None]] = MappingProxyType(
    {
        epic_acts.DeclareBankrupt: fresh_starts.declare,
        epic_acts.BeginAgain: fresh_starts.begin_again,
        epic_acts.VoteToEnd: votes.vote,
        epic_acts.TakeGoods: taking.propose,
        epic_acts.GiveGoods: taking.agree,
        **consigning.OF_MEMBERS,
        **matches.OF_MEMBERS,
        **side_bets.OF_MEMBERS,
    }
)

OF_STEWARD: Mapping[type, Callable[[League, Table, Any], None]] = MappingProxyType(
    {epic_acts.CountVotes: votes.count, **matches.OF_STEWARD}
)
