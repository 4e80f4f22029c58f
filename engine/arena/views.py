"""The view of a match that one viewer may have, built up from nothing.

All is public but plans and pleas (D.4.5): the last plans of one's own men show to their owner.
"""

from collections.abc import Collection, Mapping
from typing import Literal

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
    places: Mapping[EntryId, Hex] = {}  # that the viewer has chosen in secret

    def fighter(self, entry: EntryId) -> FighterView:
        """Return the man of an entry."""
        return next(each for each in self.fighters if each.entry == entry)

    @property
    def turn_of_bout(self) -> int:
        """The turn of the bout in which the latest phase lies, 1 first; 0 before the first."""
        return (self.phase + 2) // 3
