"""Gladiators: what they bring to a match from their stable, and how they come home (C.4 to C.6, D.10, D.11)."""

from typing import Literal

import msgspec

from engine.stables import Home

Kind = Literal["light", "medium", "heavy", "retiarius"]
KINDS: tuple[Kind, ...] = ("light", "medium", "heavy", "retiarius")

Shield = Literal["none", "small", "large"]

Armour = tuple[str, str, str, str, str]
"""Cells of areas 1 to 5: head, chest, groin, arms, legs."""

Wounds = tuple[int, int, int, int, int]
"""Of the same areas."""

Plea = Literal["silent", "life", "death"]
"""For a man who is brought down (D.9)."""

Fate = Literal["stands", "spared", "dead"]


class BroughtMan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gladiator as they enter a match, chosen and armed before it began."""

    number: int  # in the league; 0 for a gladiator of the state
    name: str
    kind: Kind
    tr: int  # training
    st: int  # strength
    ag: int  # agility
    con: int  # constitution
    w: int  # wounds that each area can take
    armour: Armour
    shield: Shield
    victories: int = 0  # combats won so far
    wounds: Wounds = (0, 0, 0, 0, 0)  # of duels since the last gala
    plea: Plea = "silent"  # for whoever is brought down by them, unless a plan says otherwise; secret

    def __repr__(self) -> str:
        return f"BroughtMan(number={self.number})"  # the plea is secret


class ManHome(Home, frozen=True, forbid_unknown_fields=True):
    """How a gladiator comes home. Who wins has place 1, also on points; in a draw nobody has a place."""

    fate: Fate
    wounds: Wounds  # all that are carried now
    attacks: int  # made at enemies in reach (R-C20)
    turns: int  # that the match has lasted for them: until they fell (R-C17, AR-26)
    how: Literal["fall", "points", "draw"]  # how the match ended
    won: bool  # it counts as a combat won (D.11)
    points: int  # of experience (C.5); 0 for the dead
