"""Whose money or goods some facts of a league change, the person who acts first."""

from collections.abc import Collection, Sequence

from engine.facts import Fact
from engine.leagues.words.facts import DealMade, Posted
from records.values import EntryId


def concerned(facts: Sequence[Fact], own: EntryId) -> Collection[EntryId]:
    """Return the stable that acts, and those whose money or goods its act moves."""
    moved = [line.account for fact in facts if isinstance(fact, Posted) for line in fact.lines]
    dealt = [each for fact in facts if isinstance(fact, DealMade) for each in (fact.by, fact.to)]
    return dict.fromkeys([own, *dealt, *moved])
