"""A league before its founding, and the games whose races it can be made of (20, H.12)."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Literal

import msgspec

from engine.game import Entrant
from engine.leagues.house import INSTRUCTIONS
from engine.leagues.words.options import LeagueOptions
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import League, Manager, Role, Stable
from records.refusals import Refused
from records.values import EntryId

LEAST_OWNERS = 2
Keeper = Literal["person", "house"]


class Member(msgspec.Struct, frozen=True):
    """A member of the league from its start."""

    colour: str
    role: Role = "owner"
    keeper: Keeper = "person"  # a house manager plays a stable of the house
    manager: Manager = Manager()


def new_league(options: LeagueOptions, members: Sequence[Member]) -> League:
    """Return a league before its founding (L-1); members get their numbers, 1 first, in the order given."""
    stables = {
        EntryId(number): Stable(
            EntryId(number), each.colour, each.role, is_house=each.keeper == "house", manager=each.manager
        )
        for number, each in enumerate(members, start=1)
    }
    owners = sum(each.role == "owner" for each in members)
    return League(options, stables, deepcopy(stables), owners=owners, began_with=len(stables))


def _stable(number: EntryId, member: Member) -> Stable:
    is_house = member.keeper == "house"
    return Stable(number, member.colour, member.role, is_house=is_house, manager=member.manager)


def from_entrants(options: LeagueOptions, entrants: Sequence[Entrant]) -> League:
    """Return a league of these members, by their numbers; the options name the members that only bet."""
    stables = {each.entry: _stable(each.entry, _member(options, each)) for each in entrants}
    owners = sum(each.role == "owner" for each in stables.values())
    return League(options, stables, deepcopy(stables), owners=owners, began_with=len(stables))


def _member(options: LeagueOptions, entrant: Entrant) -> Member:
    role: Role = "better" if entrant.entry in options.betters else "owner"
    if entrant.temperament is None:
        return Member(entrant.colour, role)
    return Member(entrant.colour, role, "house", INSTRUCTIONS[entrant.temperament])


def check_members(owners: int, people: int) -> None:
    """Check that a league of so many owners, and so many people among them, can begin (H.12).

    :raises Refused: with fewer than two owners, or without a person among them.
    """
    if owners < LEAST_OWNERS or not people:
        raise Refused(LeagueReason.WRONG_NUMBER, "H.12", have=owners, must_be=LEAST_OWNERS, what="stables")
