"""Acts of the Epic campaign while sheets are open, besides those of every league."""

from typing import Literal

from engine.goods.gladiators import Kind
from engine.leagues.words.arena_acts import OfArena
from engine.leagues.words.state import CarType, ItemKind
from engine.questions import Answer
from engine.stables import Aftermath
from records.values import EntryId


class _Act(Answer, frozen=True, forbid_unknown_fields=True):
    """An act of a member, in the name of its stable."""


# Known to the owner alone until the stables close


class BuyNewTeam(_Act, frozen=True):
    """Buy four horses, each at its own price: a new chariot without car and driver (I.8.2)."""

    prices: tuple[int, ...]


class BuyStoredHorse(_Act, frozen=True):
    """Buy a single horse for the store (I.8.3)."""

    price: int


class BuyStoredCar(_Act, frozen=True):
    """Buy a car for the store (I.8.5)."""

    car: CarType


class HireDriver(_Act, frozen=True):
    """Hire a driver for the store (I.8.6)."""

    modifier: int


class Harness(_Act, frozen=True):
    """Put a driver, car or horse of the store to a chariot; what it had of that kind goes into the store."""

    chariot: int
    kind: Literal["driver", "car", "horse"]
    item: int
    place: int = 0  # of the dead horse that a horse replaces, 1 leftmost


class Unharness(_Act, frozen=True):
    """Take driver or car off a chariot, into the store."""

    chariot: int
    kind: Literal["driver", "car"]


class TrainStoredDriver(_Act, frozen=True):
    driver: int


class BidForPlace(_Act, frozen=True):
    """Give a maximum for a second place in the race; 0 takes it back (R-B27)."""

    most: int


EpicSecret = (
    BuyNewTeam | BuyStoredHorse | BuyStoredCar | HireDriver | Harness | Unharness | TrainStoredDriver | BidForPlace
)


# Known to all at once


class Consign(_Act, frozen=True):
    """Put goods into the next auction, at a reserve (H.5)."""

    kind: ItemKind
    item: int
    reserve: int


class Withdraw(_Act, frozen=True):
    """Take goods back from the next auction, before its catalogue is posted."""

    lot: int


class TakeGoods(_Act, frozen=True):
    """A creditor proposes to take a debtor's goods for so much of a loan that is due (R-B36)."""

    loan: int
    kind: ItemKind
    item: int
    value: int


class GiveGoods(_Act, frozen=True):
    """The debtor agrees to what a creditor proposed."""

    loan: int


class DeclareBankrupt(_Act, frozen=True):
    """Give up all goods, in a stable phase, and begin again (R-B35)."""


class BeginAgain(_Act, frozen=True, omit_defaults=True):
    """A bankrupt begins again before the next auction: as an owner, or for the state (R-B7, R-B37)."""

    as_slave: bool
    fights_as: Kind | None = None  # as a gladiator of the state, where there are galas; a driver if none is named


class VoteToEnd(_Act, frozen=True):
    """Vote on the end of the season; the first one opens the vote (I.4.1 c, R-B33)."""

    ends: bool


class CountVotes(_Act, frozen=True):
    """Of the steward: the vote has been open for its time."""


# Match races (B.10)


class Challenge(_Act, frozen=True):
    to: EntryId
    side: int
    odds: int
    stake: int  # of the challenged; the challenger's follows from the odds
    laps: int


class RaiseMatch(_Act, frozen=True):
    """Raise the stakes before a challenge is accepted; the other one follows, or declines (I.5.4)."""

    match: int
    stake: int  # of the challenged


class AcceptMatch(_Act, frozen=True):
    match: int


class DeclineMatch(_Act, frozen=True):
    """Decline a challenge, or take one's own back."""

    match: int


class NameForMatch(_Act, frozen=True):
    """Name the chariots of one's side, in secret until both have."""

    match: int
    chariots: tuple[int, ...]


class OfferSideBet(_Act, frozen=True):
    """Offer all members a bet on who wins a match: a stake against theirs (B.10)."""

    match: int
    on: EntryId
    stake: int
    against: int


class TakeSideBet(_Act, frozen=True):
    """Take a bet that another member offers, on the other side of the match."""

    bet: int


class WithdrawSideBet(_Act, frozen=True):
    """Take a bet back that nobody has taken."""

    bet: int


class MatchReturned(_Act, frozen=True):
    """Of the steward: a match was run to its end."""

    match: int
    aftermath: Aftermath


class MatchCalledOff(_Act, frozen=True):
    """Of the steward: a challenge was not answered in time, or a match could not be run."""

    match: int
    by: EntryId | None = None  # the member who called its race off, as its host


EpicActs = (
    EpicSecret | Consign | Withdraw | TakeGoods | GiveGoods | DeclareBankrupt | BeginAgain | VoteToEnd | CountVotes
    | Challenge | RaiseMatch | AcceptMatch | DeclineMatch | NameForMatch | MatchReturned | MatchCalledOff
    | OfArena
    | OfferSideBet | TakeSideBet | WithdrawSideBet
)  # fmt: skip
