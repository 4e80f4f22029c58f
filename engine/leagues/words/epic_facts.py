"""The facts that the Epic campaign adds to those of every league. A roll stands just before its effects."""

from typing import Literal

import msgspec

from engine.facts import Fact
from engine.leagues.words.arena_facts import ArenaFacts, ArenaPrivate
from engine.leagues.words.state import CarType, ItemKind, MatchState, SideBetState
from records.values import EntryId


class ChariotMade(Fact, frozen=True):
    """A random chariot came to the market, to its owner, or to the state (I.4.6)."""

    stable: EntryId | None  # none on the market, and of the state
    chariot: int
    driver: int
    name: str  # of the driver
    modifier: int
    boxes: int
    car: CarType
    horses: tuple[int, ...]
    endurance: int


class CatalogueLot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is auctioned.

    The bank's lots have their chariots' numbers, gladiators 2000 more than theirs; those of owners begin at 1001.
    """

    number: int
    kind: ItemKind
    item: int  # chariot or driver, or a car's or horse's number in its store
    start: int  # the lowest bid
    seller: EntryId  # the bank, or an owner
    name: str = ""  # of a gladiator


class CataloguePosted(Fact, frozen=True):
    """The lots of an auction, in the order in which they are sold (I.6.2, H.5)."""

    event: int
    lots: tuple[CatalogueLot, ...]
    debtor: EntryId | None = None  # whose goods are sold for debts; none before an event


Outcome = Literal["won", "outbid", "lost the draw", "below the start", "wanted no more"]


class MaximumTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A bidder's maximum for a lot, after the sale, and what came of it."""

    bidder: EntryId
    most: int  # as it was sealed
    counted: int  # as far as budget and cash reached then
    outcome: Outcome
    held: Literal["", "budget", "cash"] = ""  # what kept it from counting in full (R-B3); none in seasons of before


class AuctionLotSold(Fact, frozen=True):
    lot: CatalogueLot
    buyer: EntryId
    price: int
    maxima: tuple[MaximumTold, ...]  # of all that wanted it, the highest first


class AuctionLotUnsold(Fact, frozen=True):
    lot: CatalogueLot
    maxima: tuple[MaximumTold, ...] = ()


class AuctionOver(Fact, frozen=True):
    """An auction ended at its first lot that nobody bid for (R-B2, by setting)."""

    lot: int


class MarketClosed(Fact, frozen=True):
    event: int
    left: int  # chariots on the market


class ChariotWithdrawn(Fact, frozen=True):
    """A chariot that nobody wanted in so many auctions left the market (R-B26)."""

    chariot: int
    auctions: int


class GoodsConsigned(Fact, frozen=True):
    """An owner put goods into the next auction (H.5)."""

    lot: CatalogueLot


class ConsignmentEnded(Fact, frozen=True):
    """Goods came back from an auction, or were lost before it."""

    lot: int


# Purchases, stores, assignment


class HorseStored(Fact, frozen=True):
    stable: EntryId
    item: int
    price: int
    speed: int


class CarStored(Fact, frozen=True):
    stable: EntryId
    item: int
    car: CarType
    price: int


class DriverHired(Fact, frozen=True):
    """A driver came into a store (I.8.6)."""

    stable: EntryId
    driver: int
    name: str
    modifier: int
    boxes: int
    price: int


class NewTeam(Fact, frozen=True):
    """A team was bought: a chariot without car and driver yet (I.8.2)."""

    stable: EntryId
    chariot: int
    prices: tuple[int, ...]
    horses: tuple[int, ...]
    endurance: int


class Harnessed(Fact, frozen=True):
    """A driver, car or horse went from the store to a chariot."""

    stable: EntryId
    chariot: int
    kind: Literal["driver", "car", "horse"]
    item: int
    place: int = 0  # of a horse


class Unharnessed(Fact, frozen=True):
    """A driver or car went from a chariot to the store."""

    stable: EntryId
    chariot: int
    kind: Literal["driver", "car"]
    item: int


class StoredDriver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A driver of a store who has regained a hit, or whose wounds have healed."""

    name: str
    hits: int
    boxes: int


class StoreRecovered(Fact, frozen=True):
    """What was hurt in a store has recovered like what is at home: drivers, horses, cars (R-B16)."""

    stable: EntryId
    drivers: tuple[StoredDriver, ...] = ()
    horses: tuple[int, ...] = ()  # their speeds now
    cars: tuple[CarType, ...] = ()  # mended


class TeamLost(Fact, frozen=True):
    """No horse of a team lives: the chariot is struck off, and what is left of it is in the store."""

    stable: EntryId
    chariot: int


class StoredDriverTrained(Fact, frozen=True):
    stable: EntryId
    driver: int
    modifier: int
    left: int  # experience


class PlaceBid(Fact, frozen=True):
    """A maximum for a second place in the race; known to its owner alone until the stables close (R-B27)."""

    stable: EntryId
    most: int


class PlaceSold(Fact, frozen=True):
    stable: EntryId
    price: int


# Champions, bankruptcy, slaves, the end


class DriverFreed(Fact, frozen=True):
    """A driver has won ten times: free, and a champion (I.10.3)."""

    stable: EntryId
    chariot: int
    driver: int
    name: str


class GoodsProposed(Fact, frozen=True):
    """A creditor would take goods at this value, in the place of money (R-B36)."""

    loan: int
    creditor: EntryId
    debtor: EntryId
    kind: ItemKind
    item: int
    value: int


class GoodsTaken(Fact, frozen=True):
    """A creditor took goods at an agreed value, in the place of money (I.6.5, R-B36)."""

    loan: int
    creditor: EntryId
    debtor: EntryId
    kind: ItemKind
    item: int
    value: int


class BeganAgain(Fact, frozen=True):
    """A bankrupt is back: with new cash and a chariot, or as a driver who belongs to the state (R-B7, R-B37)."""

    stable: EntryId
    as_slave: bool
    cash: int
    chariot: int


class SlaveDied(Fact, frozen=True):
    """A slave's driver is dead: the player is out, or begins again once more (R-B37)."""

    stable: EntryId


class StateMended(Fact, frozen=True):
    """The state mended the chariot that a slave drives (R-B37)."""

    stable: EntryId
    chariot: int


class EndVoteBegan(Fact, frozen=True):
    by: EntryId


class EndVoted(Fact, frozen=True):
    stable: EntryId
    ends: bool


class EndVoteCounted(Fact, frozen=True):
    ends: int  # votes for the end
    active: int  # all who had a vote
    carried: bool


class Account(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """By how many sesterces an event changed a stable's cash, told apart."""

    stable: EntryId
    taken: int = 0  # prizes, shares of a gala's pot, bets won
    staked: int = 0  # bets
    matches: int = 0  # stakes of matches and of side bets on them
    shared: int = 0  # loans and deals
    spent: int = 0  # all else

    @property
    def gained(self) -> int:
        return self.taken + self.staked + self.matches + self.shared + self.spent


class AccountsTold(Fact, frozen=True):
    """What an event moved for each stable, at its reckoning (H.4)."""

    event: int
    accounts: tuple[Account, ...]


# Match races (B.10)


class MatchOffered(Fact, frozen=True):
    """A challenge, or a raised one; open to all (I.5.2)."""

    number: int
    challenger: EntryId
    challenged: EntryId
    by: EntryId  # who says so now
    side: int
    odds: int
    stakes: tuple[int, int]  # of the challenger, of the challenged
    laps: int


class MatchAgreed(Fact, frozen=True):
    number: int
    challenger: EntryId
    challenged: EntryId


class MatchEnded(Fact, frozen=True):
    """A match came to its end, or to nothing."""

    number: int
    state: MatchState
    winner: EntryId | None = None  # none without one: stakes come back


class MatchNamed(Fact, frozen=True):
    """Both sides' chariots, told together."""

    number: int
    challenger: tuple[int, ...]
    challenged: tuple[int, ...]


class MatchRan(Fact, frozen=True):
    """A chariot's place in a match, among the opponent's chariots (R-B12)."""

    number: int
    stable: EntryId
    chariot: int
    place: int | None
    points: int


class SideBetOffered(Fact, frozen=True):
    """A member offers a bet on who wins a match; any other one may take it (B.10)."""

    number: int
    match: int
    by: EntryId
    on: EntryId
    stake: int
    against: int


class SideBetTaken(Fact, frozen=True):
    number: int
    match: int
    by: EntryId
    on: EntryId
    stake: int
    against: int
    taker: EntryId


class SideBetEnded(Fact, frozen=True):
    """A side bet is won, taken back, or off: then stakes come back."""

    number: int
    match: int
    state: SideBetState
    winner: EntryId | None = None
    sum: int = 0  # sesterces that the winner gets


EpicPrivate = (
    HorseStored | CarStored | DriverHired | NewTeam | Harnessed | Unharnessed | StoredDriverTrained | PlaceBid
    | ArenaPrivate
)  # fmt: skip

EpicFacts = (
    ChariotMade | CataloguePosted | AuctionLotSold | AuctionLotUnsold | AuctionOver | MarketClosed | ChariotWithdrawn
    | GoodsConsigned | ConsignmentEnded | EpicPrivate | StoreRecovered | TeamLost | PlaceSold | DriverFreed
    | GoodsProposed | GoodsTaken | BeganAgain | SlaveDied | StateMended | EndVoteBegan | EndVoted | EndVoteCounted
    | MatchOffered | MatchAgreed | MatchEnded | MatchNamed | MatchRan | SideBetOffered | SideBetTaken | SideBetEnded
    | AccountsTold | ArenaFacts
)  # fmt: skip
