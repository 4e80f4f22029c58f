"""Who won their freedom in a season: champions of stables, and those who drove or fought for the state (R-B37)."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.facts import Fact
from engine.leagues.words.arena_facts import FightsForState, GladiatorFreed
from engine.leagues.words.epic_facts import BeganAgain, DriverFreed
from records.values import EntryId

KINDS = tuple(kind.__name__ for kind in (BeganAgain, DriverFreed, FightsForState, GladiatorFreed))
"""Facts by which it is known."""


class Freed(NamedTuple):
    """A champion: a driver, or a gladiator, who has won ten times and is free (I.10.3)."""

    name: str
    stable: EntryId
    is_gladiator: bool
    of_state: bool  # whose owner was a slave, and is free as well (R-B37)


def freed_of(facts: Iterable[Fact]) -> Iterator[Freed]:
    """Yield those who were freed, the first one first, from the facts of a season in their order."""
    slaves = set[EntryId]()
    for fact in facts:
        match fact:
            case BeganAgain(stable=stable, as_slave=as_slave):
                slaves = slaves | {stable} if as_slave else slaves - {stable}
            case FightsForState(stable=stable):
                slaves = slaves | {stable}
            case DriverFreed(stable=stable, name=name) | GladiatorFreed(stable=stable, name=name):
                yield Freed(name, stable, isinstance(fact, GladiatorFreed), stable in slaves)
