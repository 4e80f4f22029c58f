"""Acts about gladiators while sheets are open (C.3, C.5, H.8.4, H.8.7)."""

from engine.goods.gladiators import Kind
from engine.leagues.words.arena_facts import Attribute
from engine.leagues.words.arena_state import ManStake
from engine.questions import Answer
from engine.stables import Aftermath
from records.values import EntryId


class _Act(Answer, frozen=True, forbid_unknown_fields=True):
    """An act of a member, in the name of its stable."""


# Known to the owner alone until the stables close


class TrainGladiator(_Act, frozen=True):
    """Raise an attribute by 1 for experience (C.5)."""

    man: int
    attribute: Attribute


class ArmGladiator(_Act, frozen=True):
    """Choose the type of a gladiator who came without one; the armour is rolled (C.3)."""

    man: int
    kind: Kind


ArenaSecret = TrainGladiator | ArmGladiator


# Bets while the matches of a gala go on (H.8.4)


class BetOnPair(_Act, frozen=True):
    """Bet in the second round of a match, in the place of what was bet in it before."""

    match: int
    stakes: tuple[ManStake, ...]

    def __repr__(self) -> str:
        return f"BetOnPair(match={self.match})"


class OpenPairWindow(_Act, frozen=True):
    """Of the steward: the second exchange of a match has been told, and nobody has fallen in it."""

    match: int


class ClosePairWindow(_Act, frozen=True):
    """Of the steward: its time is up, or somebody fell, or the match is over."""

    match: int


class VoidPairWindow(_Act, frozen=True):
    """Of the steward: the match went back to before it."""

    match: int


# Duels for stakes (B.10, H.8.7). Raising, accepting, declining and calling off are those of match races.


class ChallengeToDuel(_Act, frozen=True):
    to: EntryId
    side: int
    odds: int
    stake: int  # of the challenged; the challenger's follows from the odds
    hours: int = 24  # of an exchange: 12, 24 or 48; 0 for live


class NameForDuel(_Act, frozen=True):
    """Name the gladiators of one's side, in secret until both have."""

    match: int
    men: tuple[int, ...]


class CloseNaming(_Act, frozen=True):
    """Of the steward: the time to name is up; for the silent the healthiest are named (H.8.7)."""

    match: int


class DuelReturned(_Act, frozen=True):
    """Of the steward: a duel was fought to its end."""

    match: int
    aftermath: Aftermath


OfArena = (
    ArenaSecret | BetOnPair | OpenPairWindow | ClosePairWindow | VoidPairWindow
    | ChallengeToDuel | NameForDuel | CloseNaming | DuelReturned
)  # fmt: skip
