"""The facts of gladiators in a league: market, training, galas, duels. A roll stands just before its effects."""

from typing import Literal

import msgspec

from engine.facts import Fact
from engine.goods.gladiators import Armour, Fate, Kind, Shield, Wounds
from engine.leagues.words.arena_state import ManStake
from records.values import EntryId


class GladiatorMade(Fact, frozen=True):
    """A random gladiator came to the market, or to an owner who begins late (I.4.7)."""

    stable: EntryId | None  # none on the market
    man: int
    name: str
    tr: int
    st: int
    ag: int
    con: int
    w: int


class GladiatorArmed(Fact, frozen=True):
    """A gladiator has his type and his equipment, for good (C.3, R-C14)."""

    stable: EntryId
    man: int
    name: str
    kind: Kind
    armour: Armour
    shield: Shield


class GladiatorWithdrawn(Fact, frozen=True):
    """A gladiator whom nobody wanted in so many auctions left the market (R-B26)."""

    man: int
    name: str
    auctions: int


class MenMarketClosed(Fact, frozen=True):
    """The auction before a gala is over: the stables are open."""

    event: int
    left: int  # gladiators on the market


class FightsForState(Fact, frozen=True):
    """A bankrupt goes on as a gladiator who belongs to the state (R-B37)."""

    stable: EntryId
    man: int
    name: str


class StateFighterDied(Fact, frozen=True):
    """The gladiator is dead with whom a bankrupt fought for the state (R-B37)."""

    stable: EntryId


Attribute = Literal["training", "agility", "strength", "constitution", "wounds"]


class GladiatorTrained(Fact, frozen=True):
    """Experience bought a permanent improvement by 1 (C.5); known to its owner alone until the stables close."""

    stable: EntryId
    man: int
    name: str
    attribute: Attribute
    value: int  # now
    left: int  # experience


class PairTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match of a gala: who fights."""

    match: int  # 1 first
    entries: tuple[EntryId, ...]
    names: tuple[str, ...]  # of the men, in the same order
    stables: tuple[EntryId | None, ...]  # whose they are; none for one of the state


class ManEnteredGala(Fact, frozen=True):
    """A gladiator is entered (R-C15), or one of the state fills a pair (R-C26)."""

    entry: EntryId
    man: int
    stable: EntryId | None
    colour: str
    name: str


class ManLeftOut(Fact, frozen=True):
    """There was no place left for a gladiator (R-C15)."""

    stable: EntryId
    man: int
    name: str


class StateGladiatorCame(Fact, frozen=True):
    """The state sends a gladiator to fight a man who is left over (R-C26)."""

    man: int  # below 0
    name: str
    kind: Kind
    tr: int
    st: int
    ag: int
    con: int
    w: int
    armour: Armour
    shield: Shield


class PairsDrawn(Fact, frozen=True):
    """Who fights whom (H.8.2); in a melee it is one match."""

    event: int
    matches: tuple[PairTold, ...]
    odd: tuple[str, ...] = ()  # men who sit out, by name (R-C26)


class GalaPassedOver(Fact, frozen=True):
    """Fewer than two owners have entered anybody: no gala (R-C15)."""

    event: int


class ManBetsRevealed(Fact, frozen=True):
    """A member's bets on matches of the gala; of a round meanwhile with the match's number (H.8.4)."""

    stable: EntryId
    stakes: tuple[ManStake, ...]
    names: tuple[str, ...]  # of the men, in the same order
    window: int = 0


class ManOdds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The odds of a man within his match, to 1."""

    entry: EntryId
    name: str
    odds: int


class PairOddsFixed(Fact, frozen=True):
    """The odds of each man who was backed, within his match (B.8, H.8.4)."""

    odds: tuple[ManOdds, ...]
    pools: dict[int, int]  # sesterces by match


class GalaOpened(Fact, frozen=True):
    event: int
    matches: tuple[PairTold, ...]


class PairWindowOpened(Fact, frozen=True):
    match: int
    names: tuple[str, ...]  # who fight in it


class PairWindowClosed(Fact, frozen=True):
    match: int
    names: tuple[str, ...]


class PairWindowVoid(Fact, frozen=True):
    """A match went back to before its round of bets, or came to its end while that was open."""

    match: int
    names: tuple[str, ...]


class GalaCameBack(Fact, frozen=True):
    """All matches of a gala are over (H.8.6)."""

    event: int
    homes: tuple[msgspec.Raw, ...]


class ManFought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a gladiator's match ended for him."""

    entry: EntryId
    man: int
    name: str
    stable: EntryId | None
    match: int
    place: int | None
    fate: Fate
    won: bool


class GalaReckoned(Fact, frozen=True):
    """A gala's reckoning begins (H.8.6)."""

    event: int
    men: tuple[ManFought, ...]


class CowardExecuted(Fact, frozen=True):
    """A gladiator who made no attack is executed, and his 1,000s are forfeited (I.9.2, R-C17)."""

    stable: EntryId | None
    man: int
    name: str


class PotShared(Fact, frozen=True):
    """The emperor's pot and a survivor's share (I.9.2, R-C19); nothing if nobody was killed."""

    event: int
    pot: int
    share: int
    survivors: tuple[EntryId, ...]  # by entry
    killed: int  # by a blow, or refused mercy
    executed: int


class GladiatorLearned(Fact, frozen=True):
    """A survivor's points of experience from a match (C.5)."""

    stable: EntryId
    man: int
    name: str
    points: int
    total: int
    won: bool


class GladiatorLost(Fact, frozen=True):
    """A gladiator is dead, and struck off."""

    stable: EntryId
    man: int
    name: str


class GladiatorHurt(Fact, frozen=True):
    """A gladiator came home with these wounds: after a gala they heal at once, after a duel at the next gala."""

    stable: EntryId
    man: int
    name: str
    wounds: Wounds


class WoundsHealed(Fact, frozen=True):
    """A gladiator's wounds have closed (C.6); what they leave behind is told before."""

    stable: EntryId
    man: int
    name: str


class MarkLeft(Fact, frozen=True):
    """A badly healed area lowers an attribute for good (C.6, R-C6)."""

    stable: EntryId
    man: int
    name: str
    area: int  # 1 head, 2 chest, 3 groin, 4 arms, 5 legs
    attribute: Attribute
    by: int
    value: int  # now


class GladiatorUnfit(Fact, frozen=True):
    """A gladiator can take no wound any more, and leaves the game (R-C8)."""

    stable: EntryId
    man: int
    name: str


class GladiatorFreed(Fact, frozen=True):
    """A gladiator has won ten combats: free, and a champion (C.7)."""

    stable: EntryId
    man: int
    name: str


# Duels (B.10, H.8.7)


class DuelOffered(Fact, frozen=True):
    """A challenge, or a raised one; open to all (I.5.2.2)."""

    number: int
    challenger: EntryId
    challenged: EntryId
    by: EntryId  # who says so now
    side: int
    odds: int
    stakes: tuple[int, int]  # of the challenger, of the challenged
    hours: int  # of an exchange; 0 for live


class DuelAgreed(Fact, frozen=True):
    number: int
    challenger: EntryId
    challenged: EntryId


class DuelNamed(Fact, frozen=True):
    """Both sides' gladiators, told together."""

    number: int
    challenger: tuple[int, ...]
    challenged: tuple[int, ...]
    names: tuple[str, ...]  # of all of them, in the same order


class DuelEnded(Fact, frozen=True):
    """A duel came to its end, or to nothing."""

    number: int
    state: Literal["over", "declined", "void"]
    winner: EntryId | None = None  # none without one: stakes come back
    on_points: bool = False


class DuelFought(Fact, frozen=True):
    """How a gladiator came out of a duel."""

    number: int
    stable: EntryId
    man: int
    name: str
    fate: Fate
    won: bool
    points: int


ArenaPrivate = GladiatorArmed | GladiatorTrained

ArenaFacts = (
    GladiatorMade | ArenaPrivate | GladiatorWithdrawn | MenMarketClosed | ManEnteredGala | ManLeftOut
    | StateGladiatorCame | PairsDrawn | GalaPassedOver | ManBetsRevealed | PairOddsFixed | GalaOpened
    | PairWindowOpened | PairWindowClosed | PairWindowVoid | GalaCameBack | GalaReckoned | CowardExecuted | PotShared
    | FightsForState | StateFighterDied | GladiatorLearned | GladiatorLost | GladiatorHurt | WoundsHealed | MarkLeft
    | GladiatorUnfit | GladiatorFreed
    | DuelOffered | DuelAgreed | DuelNamed | DuelEnded | DuelFought
)  # fmt: skip
