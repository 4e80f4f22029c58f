"""Acts while sheets are open: those of a member, or of the steward (:data:`CALENDAR` acts then)."""

from engine.leagues.words.epic_acts import EpicActs
from engine.leagues.words.state import Allotment, Goods, Manager, Role, Stake
from engine.questions import Answer
from records.values import EntryId


class _Act(Answer, frozen=True, forbid_unknown_fields=True):
    """An act of a member, in the name of its stable."""


# Known to the owner alone until the stable phase closes (R-G40)


class BuyHorse(_Act, frozen=True):
    """Buy a horse for a dead one (21.41)."""

    chariot: int
    place: int
    price: int


class Arrange(_Act, frozen=True):
    """Put the horses of a team with a new horse into another order (21.42)."""

    chariot: int
    order: tuple[int, ...]


class BuyTeam(_Act, frozen=True):
    """Buy four horses at once (21.4)."""

    chariot: int
    prices: tuple[int, ...]


class BuyDriver(_Act, frozen=True):
    """Hire a driver for a dead or injured one (21.5)."""

    chariot: int
    modifier: int


class BuyCar(_Act, frozen=True):
    """Buy a car for a wrecked one (21.6)."""

    chariot: int


class TrainDriver(_Act, frozen=True):
    chariot: int


class TrainHorse(_Act, frozen=True):
    chariot: int
    place: int


class TrainEndurance(_Act, frozen=True):
    chariot: int


class AskHelp(_Act, frozen=True):
    """Borrow from the bank, once a season (R-G34)."""

    sum: int


Secret = BuyHorse | Arrange | BuyTeam | BuyDriver | BuyCar | TrainDriver | TrainHorse | TrainEndurance | AskHelp


class Instruct(_Act, frozen=True):
    """Give the manager standing instructions (H.4)."""

    manager: Manager


# Between two members


class OfferDeal(_Act, frozen=True):
    """Offer goods and money for goods and money (H.6)."""

    to: EntryId
    gives: Goods
    takes: Goods


class OfferLoan(_Act, frozen=True):
    """Offer to lend a sum (21.2)."""

    to: EntryId
    sum: int
    due: int
    after: int


class Accept(_Act, frozen=True):
    offer: int


class Decline(_Act, frozen=True):
    """Decline an offer, or withdraw one's own."""

    offer: int


class Repay(_Act, frozen=True):
    """Pay a loan back early, in full."""

    loan: int


class OrderLots(_Act, frozen=True):
    """Say whose parts go first in a forced auction (R-G32)."""

    chariots: tuple[int, ...]


class BetInWindow(_Act, frozen=True):
    """Bet during the race; earlier bets in this window are replaced (26.3)."""

    window: int
    stakes: tuple[Stake, ...]


class LetStand(_Act, frozen=True):
    """Let the event's race stand: once all owners do, the wait for protests is over (L-43)."""

    event: int


# Of the steward


class ObjectTo(_Act, frozen=True):
    """An owner objects to the event's race: its host decides whether it goes back (L-43)."""

    event: int


class OpenWindow(_Act, frozen=True):
    window: int


class CloseWindow(_Act, frozen=True):
    window: int


class VoidWindow(_Act, frozen=True):
    """The race went back to before this window closed."""

    window: int


class Join(_Act, frozen=True):
    """Somebody joins late: as owner from the next reckoning on, as bettor at once (R-G39, 26.6)."""

    colour: str
    role: Role
    points: tuple[Allotment, ...] = ()
    is_house: bool = False
    manager: Manager = Manager()


class BecomeOwner(_Act, frozen=True):
    """A bettor becomes an owner at the next reckoning, with their own treasury (R-G39, L-10)."""

    stable: EntryId
    points: tuple[Allotment, ...] = ()


class Keep(_Act, frozen=True):
    """A stable without its owner is kept by its manager: left, expelled, or not heard of (H.10)."""

    stable: EntryId
    reason: str = ""


class TakeBack(_Act, frozen=True):
    """A kept stable has an owner again (H.10)."""

    stable: EntryId


class UndoDeal(_Act, frozen=True):
    """The host undoes a deal of the open phase (H.14)."""

    deal: int  # the number of its offer


Acts = (
    Secret | Instruct | OfferDeal | OfferLoan | Accept | Decline | Repay | OrderLots | BetInWindow | LetStand | ObjectTo
    | OpenWindow | CloseWindow | VoidWindow | Join | BecomeOwner | Keep | TakeBack | UndoDeal | EpicActs
)  # fmt: skip
