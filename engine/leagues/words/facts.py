"""The facts of a league. A roll is an :class:`engine.facts.Rolled`, just before its effects."""

from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from engine.facts import Common, Fact, Rolled
from engine.leagues.words.epic_facts import EpicFacts, EpicPrivate
from engine.leagues.words.state import Allotment, CarType, Goods, Oddity, PartKind, Role, Stake, Status
from engine.plots import Device
from records.values import EntryId

Why = Literal[
    "start", "purchase", "training", "deal", "deal undone", "loan", "loan repaid", "help", "help repaid", "bets",
    "window bets", "bets returned", "payoff", "money-changers", "secret expenses", "auction", "bankruptcy", "end",
    "prize", "market", "place", "champion", "escrow", "match", "stakes returned", "gala",
    "side stake", "side bet", "side stake returned",
]  # fmt: skip


class Line(msgspec.Struct, frozen=True):
    """The gain or loss of one account, in sesterces. Accounts are stables by number, the bank and the pot."""

    account: EntryId
    amount: int


class Posted(Fact, frozen=True):
    """Money moved; the lines add up to nothing. The ledger of a season is the sum of these facts."""

    why: Why
    lines: tuple[Line, ...]
    rule: str
    number: int = 0  # of the loan, offer, window or chariot that it is about


class Founded(Fact, frozen=True):
    """A stable's allotments were revealed (20.1)."""

    stable: EntryId
    points: tuple[Allotment, ...]


class ChariotBuilt(Fact, frozen=True):
    """A chariot was fitted out (4.2)."""

    stable: EntryId | None
    chariot: int
    driver: int
    modifier: int
    boxes: int
    car: CarType
    horses: tuple[int, ...]
    endurance: int


class EventBegan(Fact, frozen=True):
    """The stable phase of an event opened (15.9)."""

    event: int
    of: int


class StableClosed(Fact, frozen=True):
    """The stable phase closed: all learn now of the owners' acts in it (20.21, R-G40)."""

    event: int


class HorseBought(Fact, frozen=True):
    stable: EntryId
    chariot: int
    place: int  # in the team, 1 leftmost
    price: int
    speed: int


class EnduranceFell(Fact, frozen=True):
    """A team lost endurance for good: a new horse (21.43), a new driver (21.5)."""

    stable: EntryId
    chariot: int
    lost: int
    endurance: int
    ceiling: int | None


class TeamArranged(Fact, frozen=True):
    """An owner put the horses of a team into another order (21.42)."""

    stable: EntryId
    chariot: int
    order: tuple[int, ...]  # former places, the leftmost now first


class TeamBought(Fact, frozen=True):
    stable: EntryId
    chariot: int
    prices: tuple[int, ...]
    horses: tuple[int, ...]
    endurance: int


class DriverBought(Fact, frozen=True):
    stable: EntryId
    chariot: int
    driver: int
    modifier: int
    boxes: int
    price: int
    instead_of: int | None  # the driver who left


class CarBought(Fact, frozen=True):
    stable: EntryId
    chariot: int
    car: CarType
    price: int


class DriverTrained(Fact, frozen=True):
    stable: EntryId
    chariot: int
    modifier: int
    left: int  # experience


class HorseTrained(Fact, frozen=True):
    stable: EntryId
    chariot: int
    place: int
    speed: int  # full
    left: int


class EnduranceTrained(Fact, frozen=True):
    stable: EntryId
    chariot: int
    endurance: int
    wasted: int  # rolled above the ceiling (R-G20)
    left: int


class Entered(Fact, frozen=True):
    """A chariot is in the race, with its lane (20.2)."""

    entry: int  # its number in the race, 1 first
    chariot: int
    stable: EntryId | None
    colour: str
    lane: int
    second_row: bool


class LeftOut(Fact, frozen=True):
    """A stable found no place in the race, and bets as bettors do (26.5)."""

    stable: EntryId


class PassedOver(Fact, frozen=True):
    """Fewer than two chariots: there is no race (H.14)."""

    event: int


class BetsRevealed(Fact, frozen=True):
    stable: EntryId
    stakes: tuple[Stake, ...]
    window: int = 0  # 0 before the race


class OddsFixed(Fact, frozen=True):
    """Odds by chariot (26.2); one that nobody bet on has none."""

    odds: dict[int, int]
    pool: int


class RaceOpened(Fact, frozen=True):
    """The event's race may begin."""

    event: int
    cars: Mapping[int, int] = {}  # number in the race, by chariot; empty in facts that were told before it was listed


class RaceCameBack(Fact, frozen=True):
    event: int
    homes: tuple[msgspec.Raw, ...]  # packed, as their game tells it (engine/goods)


class RaceWasCalledOff(Fact, frozen=True, omit_defaults=True):
    """The eve begins anew, with the same entries; its money is back (R-G22, R-G43)."""

    event: int
    reason: str
    is_gala: bool = False


class WindowOpened(Fact, frozen=True):
    window: int


class WindowClosed(Fact, frozen=True):
    window: int


class WindowVoid(Fact, frozen=True):
    """The race went back to before a window closed: its bets came back."""

    window: int


class LetItStand(Fact, frozen=True):
    """An owner has no protest (L-43)."""

    stable: EntryId


class Objected(Fact, frozen=True, omit_defaults=True):
    """An owner objects to the event's race (L-43)."""

    stable: EntryId
    event: int
    is_gala: bool = False


class AllLetStand(Fact, frozen=True, omit_defaults=True):
    """All owners let the race stand: the reckoning follows at once (L-43)."""

    event: int
    stables: tuple[EntryId, ...]
    is_gala: bool = False


class Ran(msgspec.Struct, frozen=True):
    """A chariot that ran in the event's race, as it came home."""

    stable: EntryId | None  # none for a chariot of nobody
    chariot: int
    place: int | None  # 1 first; none if it has no place (10)
    car: int = 0  # its number in the race; 0 in facts that were told before it was kept


class ReckoningBegan(Fact, frozen=True):
    event: int
    field: tuple[Ran, ...] = ()  # all that ran; empty in facts that were told before they were listed


class Upset(Fact, frozen=True):
    """The race was won against long odds (H.13)."""

    stable: EntryId | None  # none for a chariot of nobody
    chariot: int
    odds: int  # to 1


class PlotExposed(Fact, frozen=True):
    """The league names the payer of a plot that came to light in the race, and its effect (24, H.13)."""

    payer: EntryId
    stable: EntryId | None  # of the victim; none for a chariot of nobody
    chariot: int
    device: Device
    sum: int  # sesterces
    security: int  # that it met, in sesterces
    works: bool


class ExperienceGained(Fact, frozen=True):
    stable: EntryId
    chariot: int
    place: int
    points: int
    gap: int | None
    driver: bool  # whether the driver lives to get them, too


class DriverLost(Fact, frozen=True):
    stable: EntryId
    chariot: int
    driver: int


class HorseLost(Fact, frozen=True):
    stable: EntryId
    chariot: int
    place: int


class CarLost(Fact, frozen=True):
    stable: EntryId
    chariot: int


class CameHomeHurt(Fact, frozen=True):
    """How driver and horses of a chariot are after the race, before they recover."""

    stable: EntryId
    chariot: int
    hits: int
    injuries: tuple[int, ...]


class Recovered(Fact, frozen=True):
    """Driver and horses of a chariot regained a box each, where they lacked one (22.1, 22.2)."""

    stable: EntryId
    chariot: int
    hits: int
    injuries: tuple[int, ...]


class DealMade(Fact, frozen=True):
    number: int
    by: EntryId
    to: EntryId
    gives: Goods
    takes: Goods


class DealUndone(Fact, frozen=True):
    """The host undid a deal: goods and money are back (H.14)."""

    number: int
    by: EntryId
    to: EntryId
    gives: Goods
    takes: Goods


class PartFitted(Fact, frozen=True):
    """A driver, team, car or horse took the place of a lost one in another stable (R-G31)."""

    kind: PartKind
    of: int
    into: int
    stable: EntryId


class OfferMade(Fact, frozen=True):
    """Known to both sides alone."""

    number: int
    by: EntryId
    to: EntryId
    gives: Goods
    takes: Goods
    lends: tuple[int, int, int] | None


class OfferEnded(Fact, frozen=True):
    """Withdrawn, or declined, or not valid any more; known to both sides alone."""

    number: int
    by: EntryId
    to: EntryId


class Noticed(Fact, frozen=True):
    """The paper tells a bargain of the event by which one member gains what another loses, or risks (H.14)."""

    oddity: Oddity


class LoanMade(Fact, frozen=True):
    number: int
    lender: EntryId
    borrower: EntryId
    sum: int
    due: int
    after: int


class LoanEnded(Fact, frozen=True):
    number: int
    state: Literal["paid", "short", "passed on"]
    paid: int


class LoanPassed(Fact, frozen=True):
    """A bankrupt's claim is another's now: a creditor, or the bank (R-G32)."""

    number: int
    becomes: int  # the loan's number from now on
    lender: EntryId
    due: int


class AuctionOrdered(Fact, frozen=True):
    """A debtor could not pay: the parts of the stable's chariots are auctioned (R-G32)."""

    debtor: EntryId
    owed: int


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    kind: PartKind
    of: int  # chariot
    horse: int = 0  # of a single horse: its place in the team, 1 leftmost
    car: str = ""  # the class of a car


class LotsPosted(Fact, frozen=True):
    debtor: EntryId
    lots: tuple[Lot, ...]


class LotSold(Fact, frozen=True):
    lot: Lot
    buyer: EntryId
    price: int
    into: int


class LotUnsold(Fact, frozen=True):
    lot: Lot


class WentBankrupt(Fact, frozen=True):
    stable: EntryId
    owed: int


class LeftLeague(Fact, frozen=True):
    """Unsold goods of a bankrupt left the game (R-G32)."""

    stable: EntryId
    chariots: tuple[int, ...]


class StatusChanged(Fact, frozen=True):
    stable: EntryId
    status: Status
    reason: str = ""


class Joined(Fact, frozen=True):
    stable: EntryId
    role: Role
    cash: int


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a stable stands."""

    rank: int  # 1 first; shared ranks leave out the next
    stable: EntryId
    cash: int
    places: tuple[int, ...]  # wins, second places and so on
    counts: bool  # whether it can win


class StandingsTold(Fact, frozen=True):
    """The fortunes after an event (26.5)."""

    event: int
    ranks: tuple[Summary, ...]


class PrizesWon(Fact, frozen=True):
    """The server's gifts to the purses of the first three (H.2); treasuries stay out of it."""

    lines: tuple[Line, ...]


class SeasonEnded(Fact, frozen=True):
    event: int
    winners: tuple[EntryId, ...]
    why: Literal["last event", "too few stables", "fortune", "vote"]


Private = (
    Rolled | Posted | HorseBought | EnduranceFell | TeamArranged | TeamBought | DriverBought | CarBought
    | DriverTrained | HorseTrained | EnduranceTrained | EpicPrivate
)  # fmt: skip
"""Acts of an owner in the stable phase."""


class Whispered(Fact, frozen=True):
    """Facts that only some members may see now. Their rolls and movements of money come again later, for all.

    Their dice and money do not count yet: an audit and a ledger skip them, and take the public facts.
    """

    is_private: ClassVar[bool] = True

    to: tuple[EntryId, ...]
    facts: tuple[Private | OfferMade | OfferEnded, ...]


Facts = (
    Common | Private | Whispered | Founded | ChariotBuilt | EventBegan | StableClosed | Entered | LeftOut | PassedOver
    | BetsRevealed | OddsFixed | RaceOpened | RaceCameBack | RaceWasCalledOff | WindowOpened | WindowClosed | WindowVoid
    | ReckoningBegan | Upset | Noticed | PlotExposed | ExperienceGained | DriverLost | HorseLost | CarLost
    | CameHomeHurt | Recovered | DealMade | DealUndone | PartFitted | OfferMade | OfferEnded | LoanMade | LoanEnded
    | LoanPassed | AuctionOrdered | LotsPosted | LotSold | LotUnsold | WentBankrupt | LeftLeague | StatusChanged
    | Joined | StandingsTold
    | SeasonEnded | PrizesWon | LetItStand | Objected | AllLetStand | EpicFacts
)  # fmt: skip
