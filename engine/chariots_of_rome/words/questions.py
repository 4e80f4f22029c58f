"""The questions of Chariots of Rome (16.4). Each question holds all that is needed to tell a legal answer."""

from collections.abc import Sequence
from itertools import combinations_with_replacement, permutations
from typing import ClassVar, Literal, TypeVar, get_args

from engine.chariots_of_rome.printed.data import GODS, TRI, CharioteerId, Column, FateId, God, Result
from engine.chariots_of_rome.words.answers import (
    Attack,
    CharioteerWishes,
    ChooseLevel,
    Defend,
    DriveHard,
    GateWishes,
    Gift,
    KeepRoll,
    LeaveCards,
    Lose,
    MoveCard,
    NameNumber,
    NoAttack,
    Payment,
    PlaceDebris,
    Ready,
    RedrawWish,
    Step,
    TakeBenefit,
    TakeCharioteer,
    TakeGate,
    TakeGifts,
    Use,
)
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square

Wish = TypeVar("Wish", bound=str)

DrawReason = Literal["corner", "whip", "ram", "backlash", "strike back", "overtake", "crash", "fate"]
"""Why cards are drawn (9.1)."""


# Orders and setup


class WriteOrders(Question, frozen=True):
    """What are your orders for this round? All get it at a pace of orders alone, in secret (19.2)."""

    kind: ClassVar[str] = "orders"
    is_asked_if_forced: ClassVar[bool] = True

    def legal(self) -> Sequence[Ready]:
        return [Ready()]


class WishRedraw(Question, frozen=True):
    """Would you like another charioteer, and may others have one? (D02)"""

    kind: ClassVar[str] = "setup"

    charioteer: CharioteerId

    def legal(self) -> Sequence[RedrawWish]:
        return [RedrawWish(wants, agrees) for wants in (False, True) for agrees in (True, False)]


class DraftCharioteer(Question, frozen=True):
    """Which charioteer do you take? (D03)"""

    kind: ClassVar[str] = "setup"

    display: tuple[CharioteerId, ...]

    def legal(self) -> Sequence[TakeCharioteer]:
        return [TakeCharioteer(each) for each in self.display]


class RankCharioteers(Question, frozen=True):
    """Which charioteers would you like, the dearest first? Put to each chariot, in secret (19.3)."""

    kind: ClassVar[str] = "setup"

    display: tuple[CharioteerId, ...]

    def legal(self) -> Sequence[CharioteerWishes]:
        """Return the lists of two wishes at most; longer ones are legal as well."""
        return [CharioteerWishes(wishes) for wishes in _lists(self.display)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, CharioteerWishes) or not _is_list(answer.charioteers, self.display):
            raise Refused(GameReason.NOT_A_CHOICE)


class ChooseGate(Question, frozen=True):
    """Where do you start? (D04)"""

    kind: ClassVar[str] = "setup"

    free: tuple[str, ...]  # gates, by id

    def legal(self) -> Sequence[TakeGate]:
        return [TakeGate(gate) for gate in self.free]


class RankGates(Question, frozen=True):
    """Where would you like to start, the dearest gate first? Put to each chariot, in secret (19.3)."""

    kind: ClassVar[str] = "setup"

    gates: tuple[str, ...]

    def legal(self) -> Sequence[GateWishes]:
        """Return the lists of two wishes at most; longer ones are legal as well."""
        return [GateWishes(wishes) for wishes in _lists(self.gates)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, GateWishes) or not _is_list(answer.gates, self.gates):
            raise Refused(GameReason.NOT_A_CHOICE)


def _lists(possible: tuple[Wish, ...]) -> list[tuple[Wish, ...]]:
    return [wishes for size in range(3) for wishes in permutations(possible, size)]


def _is_list(wishes: tuple[str, ...], possible: tuple[str, ...]) -> bool:
    return set(wishes) <= set(possible) and len(set(wishes)) == len(wishes)


# The gods


class ArrangeCards(Question, frozen=True):
    """You see the Initiative cards: which one goes elsewhere? Put to C01, in secret (D05)."""

    kind: ClassVar[str] = "initiative"

    cards: tuple[EntryId, ...]  # the top first

    def legal(self) -> Sequence[LeaveCards | MoveCard]:
        places = range(len(self.cards))
        return [
            LeaveCards(),
            *(MoveCard(card, to) for place, card in enumerate(self.cards) for to in places if to != place),
        ]


class ChooseBenefit(Question, frozen=True):
    """Whose benefit do you take? Put to C15 (D06)."""

    kind: ClassVar[str] = "gods"

    rolled: God

    def legal(self) -> Sequence[TakeBenefit]:
        return [TakeBenefit(god) for god in GODS]


class ObeyFate(Question, frozen=True):
    """Do you pay what a Fate card asks: F07 a Tactics against a Rattled, F28 an Endurance for two Tactics? (D06)"""

    kind: ClassVar[str] = "gods"

    card: FateId

    def legal(self) -> Sequence[Use]:
        return [Use(False), Use(True)]


class PlaceMarker(Question, frozen=True):
    """Where does the Debris marker go? Put to the first charioteer of the round (D06, F08, F09)."""

    kind: ClassVar[str] = "gods"

    card: FateId
    squares: tuple[Square, ...]

    def legal(self) -> Sequence[PlaceDebris]:
        return [PlaceDebris(square) for square in self.squares]


# The own turn


class ChooseSpeed(Question, frozen=True):
    """Which Speed Level? (D07)"""

    kind: ClassVar[str] = "speed"

    levels: tuple[int, ...]  # legal ones, the lowest first

    def legal(self) -> Sequence[ChooseLevel]:
        return [ChooseLevel(level) for level in self.levels]


class ChooseGifts(Question, frozen=True):
    """Which two gifts of Castor and Pollux? (D08, F01)"""

    kind: ClassVar[str] = "drive"

    def legal(self) -> Sequence[TakeGifts]:
        gifts: tuple[Gift, ...] = tuple(sorted(get_args(Gift)))
        return [TakeGifts(pair) for pair in combinations_with_replacement(gifts, 2)]


class FollowClose(Question, frozen=True):
    """Do you add the space that C26 may add behind a chariot? (D08)"""

    kind: ClassVar[str] = "drive"

    def legal(self) -> Sequence[Use]:
        return [Use(False), Use(True)]


class ChooseHardDriving(Question, frozen=True):
    """Do you drive hard: pay, and add a Tri die? (D09)"""

    kind: ClassVar[str] = "drive"

    payments: tuple[Payment, ...]  # one at least
    move: int  # spaces without it
    is_second: bool = False  # C08

    def legal(self) -> Sequence[DriveHard]:
        return [DriveHard(None), *(DriveHard(pay) for pay in self.payments)]


class ChooseNumber(Question, frozen=True):
    """Which number does the Tri die show? Put to C20 (D16)."""

    kind: ClassVar[str] = "drive"

    def legal(self) -> Sequence[NameNumber]:
        return [NameNumber(number) for number in range(1, TRI + 1)]


class ChooseRoll(Question, frozen=True):
    """Which roll do you use? Put to C04 where they differ (D16)."""

    kind: ClassVar[str] = "drive"

    rolls: tuple[int, int]

    def legal(self) -> Sequence[KeepRoll]:
        return [KeepRoll(face) for face in self.rolls]


class ChooseStep(Question, frozen=True):
    """Where to now? A clear space, or a chain over obstacles to a clear one (D10)."""

    kind: ClassVar[str] = "drive"

    square: Square
    moves_left: int
    steps: tuple[tuple[Square, ...], ...]  # clear ones first: ahead, right, left; then chains, the shortest first

    def legal(self) -> Sequence[Step]:
        return [Step(squares) for squares in self.steps]


class ChooseAttack(Question, frozen=True):
    """Do you attack from here? (D11)"""

    kind: ClassVar[str] = "attack"

    attacks: tuple[Attack, ...]  # possible ones: whips, then rams, each in entry order
    costs: tuple[int, ...]  # Tactics for each of them

    def legal(self) -> Sequence[NoAttack | Attack]:
        return [NoAttack(), *self.attacks]


# Reactions


class ChooseDefense(Question, frozen=True):
    """How many cards of this draw do you remove with Tactics? (D12)"""

    kind: ClassVar[str] = "reply"

    reason: DrawReason
    column: Column
    cards: int  # that are due, 1 or more
    most: int  # that can be removed
    price: int = 1  # Tactics for each

    def legal(self) -> Sequence[Defend]:
        return [Defend(remove) for remove in range(self.most + 1)]


class ChooseLoss(Question, frozen=True):
    """An Endurance is lost: or a Tactics in its place? (D13, and D14 where a chariot stops short)"""

    kind: ClassVar[str] = "reply"

    stops_short: bool = False

    def legal(self) -> Sequence[Lose]:
        return [Lose("endurance"), Lose("tactics")]


class StrikeBack(Question, frozen=True):
    """Do you whip your attacker? Only C03 gets it (D15)."""

    kind: ClassVar[str] = "reply"

    rival: EntryId

    def legal(self) -> Sequence[Use]:
        return [Use(False), Use(True)]


class ResistSwerve(Question, frozen=True):
    """Do you pay a Tactics to ignore this Swerve? Put to C16 (D16)."""

    kind: ClassVar[str] = "reply"

    def legal(self) -> Sequence[Use]:
        return [Use(False), Use(True)]


class ReplaceCard(Question, frozen=True):
    """Do you discard this card, and take the next one? Put to C25 (D16)."""

    kind: ClassVar[str] = "reply"

    card: str
    column: Column
    result: Result

    def legal(self) -> Sequence[Use]:
        return [Use(False), Use(True)]
