"""Every answer of Chariots of Rome (16.4)."""

from typing import Literal

from engine.chariots_of_rome.printed.data import CharioteerId, God, Kind
from engine.questions import Answer
from records.values import EntryId, Square

Gift = Literal["space", "endurance", "rattled"]
"""Of F01: a space more this turn, an Endurance, a Rattled less."""

Payment = Literal["endurance", "tactics", "free"]
Spent = Literal["endurance", "tactics"]


class Ready(Answer, frozen=True):
    """Carries the orders for the round; it has no content (19.2)."""


class RedrawWish(Answer, frozen=True):
    """Whether you would like another charioteer, and whether others may have one (D02)."""

    wants: bool
    agrees: bool


class TakeCharioteer(Answer, frozen=True):
    """One of the display (D03)."""

    charioteer: CharioteerId


class CharioteerWishes(Answer, frozen=True):
    """Charioteers of the display, the dearest first; each once (19.3)."""

    charioteers: tuple[CharioteerId, ...]


class TakeGate(Answer, frozen=True):
    """One of the free gates, such as ``G03`` (D04)."""

    gate: str


class GateWishes(Answer, frozen=True):
    """Gates, the dearest first; each once (19.3)."""

    gates: tuple[str, ...]


class MoveCard(Answer, frozen=True):
    """One Initiative card put elsewhere (D05, C01)."""

    card: EntryId
    to: int  # its new place, 0 for the top


class LeaveCards(Answer, frozen=True):
    """No Initiative card is moved (D05)."""


class TakeBenefit(Answer, frozen=True):
    """The god whose benefit C15 takes (D06)."""

    god: God


class Use(Answer, frozen=True):
    """Yes or no to a card's offer (D06, D08, D15, D16)."""

    yes: bool


class PlaceDebris(Answer, frozen=True):
    """Where a Debris marker goes (D06, F08, F09)."""

    square: Square


class ChooseLevel(Answer, frozen=True):
    """A Speed Level, 1 to 3 (D07)."""

    level: int


class TakeGifts(Answer, frozen=True):
    """Two gifts of Castor and Pollux, in alphabetical order (D08, F01)."""

    gifts: tuple[Gift, Gift]


class DriveHard(Answer, frozen=True):
    """Hard Driving, and how it is paid (D09); ``None`` for none."""

    pay: Payment | None


class NameNumber(Answer, frozen=True):
    """The number of the Tri die that C20 bets on (D16)."""

    number: int


class KeepRoll(Answer, frozen=True):
    """Which roll of the Tri die C04 uses (D16)."""

    face: int


class Step(Answer, frozen=True):
    """One clear space, or a whole overtake chain with its exit last (D10)."""

    squares: tuple[Square, ...]


class Attack(Answer, frozen=True):
    """A Whip or Ram Attack on a rival (D11)."""

    kind: Kind
    rival: EntryId


class NoAttack(Answer, frozen=True):
    """No Attack now (D11)."""


class Defend(Answer, frozen=True):
    """How many cards of a draw are removed with Tactics (D12)."""

    remove: int


class Lose(Answer, frozen=True):
    """Endurance or Tactics (D13, D14)."""

    what: Spent


Answers = (
    Ready | RedrawWish | TakeCharioteer | CharioteerWishes | TakeGate | GateWishes
    | MoveCard | LeaveCards | TakeBenefit | Use | PlaceDebris | ChooseLevel | TakeGifts | DriveHard | NameNumber
    | KeepRoll | Step | Attack | NoAttack | Defend | Lose
)  # fmt: skip
"""All answers."""
