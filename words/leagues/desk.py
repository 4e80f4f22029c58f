"""A member's desk, from which pages of business are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.leagues.views import LeagueView, OwnView
from engine.plots import Plot
from records.values import EntryId
from words.shared.telling import Names


@dataclass(frozen=True)
class Desk:
    """A member's desk: the league as the member sees it, and bribes that wait, each with its chariot."""

    view: LeagueView
    own: EntryId
    names: Names
    bribes: Sequence[tuple[int, Plot]] = ()

    @property
    def mine(self) -> OwnView:
        return self.view.own[self.own]
