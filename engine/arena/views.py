"""The view of a match that one viewer may have, built up from nothing.

All is public but plans and pleas (D.4.5): the last plans of one's own men show to their owner.
"""

from collections.abc import Collection, Mapping
from typing import Any, Literal

import msgspec

from engine.arena import derived
from engine.arena.asks import Plan, TakeMan, TakePlace
from engine.arena.hexes import Hex
from engine.arena.men import Man, Shield
from engine.arena.state import Fighter, Match, Net, Netted, Options, Stage, Status, Weapon, WhyFallen
from engine.questions import Answer
from records.values import EntryId, Faction


class FighterView(msgspec.Struct, frozen=True):
    """A man as everybody sees him."""

    entry: EntryId
    colour: str
    faction: Faction | None
    number: int  # by which ties are decided, 1 first
    status: Status
    man: Man | None  # none before he is chosen
    at: Hex | None  # where he stands, or fell
    foe: EntryId | None  # principal foe: he faces him
    shield: Shield
    durability: int
    weapon: Weapon
    weapon_at: Hex | None
    shield_at: Hex | None
    net: Net
    net_ready: int  # number of the phase from which it may be thrown
    wounds: tuple[int, ...]  # areas 1 to 5
    cuts: tuple[int, ...]  # wounding blows that each area has taken
    stun: int
    prone: bool
    netted: Netted
    netted_by: EntryId | None
    netted_in: int
    overreached: bool
    stagger: int
    gave_ground: bool
    cf: int  # at the start of the next phase
    ma: int  # hexes a phase
    attack_cf: int
    defence_cf: int
    attacks: int
    inflicted: int
    aimed: tuple[int, ...]  # blows that were aimed at each of his areas
    kills: int
    spared: int
    trail: tuple[tuple[Hex, ...], ...]  # ways of the last exchange's phases, where he stood first
    why: WhyFallen | None = None  # he fell
    by: EntryId | None = None  # who brought him down
    fell_in: int = 0  # number of the phase
    votes: int = 0  # of the crowd on him so far
    points: int = 0  # of experience, when the match is over

    @property
    def all_wounds(self) -> int:
        return sum(self.wounds)

    @property
    def collapse(self) -> int:
        """The wounds, all together, at which he collapses; 0 before he is chosen."""
        return self.man.collapse if self.man else 0

    def state_of(self, area: int) -> Literal["whole", "hurt", "half", "gone"]:
        """Return how an area is: grey in the picture at half, black when gone."""
        wounds, w = self.wounds[area - 1], self.man.w if self.man else 1
        return "gone" if wounds >= w else "half" if wounds * 2 >= w else "hurt" if wounds else "whole"


class MatchView(msgspec.Struct, frozen=True):
    """A match as one viewer sees it."""

    options: Options
    fighters: tuple[FighterView, ...]  # in entry order
    stage: Stage
    radius: int
    bout: int
    won: Mapping[EntryId, int]  # bouts
    phase: int  # of the bout, that are over
    turn: int  # exchanges of the match that are over
    mood: int  # -3 to 3
    winners: tuple[EntryId, ...]
    how: Literal["", "fall", "points", "draw"]
    is_over: bool
    own: Mapping[EntryId, Plan] = {}  # last plans of the viewer's men
    offered: Mapping[EntryId, tuple[Man, ...]] = {}  # among whom the viewer chooses
    taken: Mapping[EntryId, int] = {}  # men whom the viewer has chosen in secret, by number
    omens: Mapping[EntryId, tuple[int, ...]] = {}  # of the viewer's men
    places: Mapping[EntryId, Hex] = {}  # that the viewer has chosen in secret

    def fighter(self, entry: EntryId) -> FighterView:
        """Return the man of an entry."""
        return next(each for each in self.fighters if each.entry == entry)

    @property
    def turn_of_bout(self) -> int:
        """The turn of the bout in which the latest phase lies, 1 first; 0 before the first."""
        return (self.phase + 2) // 3


def view_for(match: Match, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> MatchView:
    """Return the view of the player who leads *drives*; without any, the public's.

    :param sealed: answers that are in and not yet revealed, by entry.
    """
    number = {entry: place for place, entry in enumerate(match.order, start=1)}
    return MatchView(
        match.options,
        tuple([_fighter(match, entry, each, number[entry]) for entry, each in match.fighters.items()]),
        match.stage,
        match.radius,
        match.bout,
        dict(match.won),
        match.phase,
        match.exchanges,
        match.mood,
        tuple(match.winners),
        match.how,
        match.is_over,
        **_own(match, sealed, drives),
    )


def _own(match: Match, sealed: Mapping[EntryId, Answer], drives: Collection[EntryId]) -> dict[str, Any]:
    """Return what a viewer alone knows."""
    if not drives:
        return {}
    mine = {entry: match.fighters[entry] for entry in match.fighters if entry in drives}
    answers = {entry: sealed[entry] for entry in mine if entry in sealed}
    return {
        "own": {entry: fighter.plan for entry, fighter in mine.items() if fighter.plan is not None},
        "offered": {entry: fighter.offered for entry, fighter in mine.items() if fighter.offered},
        "omens": {entry: fighter.omen for entry, fighter in mine.items()},
        "taken": {entry: each.number for entry, each in answers.items() if isinstance(each, TakeMan)},
        "places": {entry: each.at for entry, each in answers.items() if isinstance(each, TakePlace)},
    }


def _fighter(match: Match, entry: EntryId, fighter: Fighter, number: int) -> FighterView:
    fall, is_known = fighter.fall, fighter.man is not None
    return FighterView(
        entry,
        fighter.colour,
        fighter.faction,
        number,
        fighter.status,
        fighter.man,
        fighter.at,
        fighter.foe,
        fighter.shield,
        fighter.durability,
        fighter.weapon,
        fighter.weapon_at,
        fighter.shield_at,
        fighter.net,
        fighter.net_ready,
        tuple(fighter.wounds),
        tuple(fighter.cuts),
        fighter.stun,
        fighter.prone,
        fighter.netted,
        fighter.netted_by,
        fighter.netted_in,
        fighter.overreached,
        fighter.stagger,
        fighter.gave_ground,
        derived.factors_of_phase(fighter, derived.turn_of(match.phase + 1)) if is_known else 0,
        derived.allowance(fighter) if is_known else 0,
        fighter.attack_cf,
        fighter.defence_cf,
        fighter.attacks,
        fighter.inflicted,
        tuple(fighter.aimed),
        fighter.kills,
        fighter.spared,
        fighter.trail,
        fall.why if fall else None,
        fall.by if fall else None,
        fall.phase if fall else 0,
        len(fall.votes) if fall else 0,
        fighter.points,
    )
