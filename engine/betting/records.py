"""Records read back of money and bets: statements, histories, tables, the audit. Times are seconds since 1970, UTC."""

import msgspec

from engine.betting.book import MarketKind, MarketState, MovementKind, Ticket
from records.values import PlayerId, RaceId, Sesterces


class StatementLine(msgspec.Struct, frozen=True):
    """A movement as it was in one purse."""

    kind: MovementKind
    race: RaceId | None
    memo: str
    amount: int  # sesterces; below 0 if they were paid
    balance: Sesterces  # after it
    at: float


class PastTicket(msgspec.Struct, frozen=True):
    """A ticket with its race and market."""

    ticket: Ticket
    title: str  # of the race
    kind: MarketKind
    window: int
    chariot: str  # its name; empty for over and under, or if it left the race
    colour: str | None
    market: MarketState = "open"  # whether bets are still taken there


class Tipster(msgspec.Struct, frozen=True):
    """The returns of a player's settled bets; refunded ones do not count."""

    player: PlayerId
    name: str  # as on their last ticket
    staked: Sesterces
    paid: Sesterces
    bets: int

    @property
    def gained(self) -> int:
        """Sesterces won, below 0 for a loss."""
        return self.paid - self.staked


class ChanceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Chances to win, worked out after a turn from the public view (B-20)."""

    turn: int  # 0 before the race
    seq: int  # of the race then
    told: int  # facts of the race then
    at: float
    samples: int  # races that were played out
    chances: str  # JSON


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """Whether all money is where it should be, counted anew from every posting."""

    movements: int
    postings: int
    accounts: int
    sum: int  # of all postings: 0
    wrong_balances: tuple[str, ...]  # accounts whose last balance is not the sum of their postings
    overdrawn: tuple[str, ...]  # accounts that owe and may not
    unbalanced: tuple[str, ...]  # keys of movements whose postings do not sum to 0, or of postings without a movement
    paid_twice: tuple[tuple[RaceId, int], ...]  # tickets
    paid_otherwise: tuple[tuple[RaceId, int], ...]  # tickets that say they were paid something else than they were
    held: tuple[str, ...]  # pots and escrows of races that are over, with money still in them

    @property
    def is_sound(self) -> bool:
        wrong = self.wrong_balances or self.overdrawn or self.unbalanced or self.paid_twice or self.paid_otherwise
        return self.sum == 0 and not wrong and not self.held
