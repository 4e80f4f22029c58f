"""The questions of Chariot Race, and the answers. Each question holds all that is needed to tell a legal answer."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, permutations
from typing import ClassVar, TypeVar

from engine.chariot_race.data import BLACK, FORTUNE_COST, KINDS, NOT_TURNED_TO, SPRINT_SPEED, BoardName, Face
from engine.chariot_race.track import LANE, LANES, LaneName
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Square

T = TypeVar("T")

# The draft


class TakeBoard(Answer, frozen=True):
    """One of the free boards."""

    board: BoardName


class TakeSlot(Answer, frozen=True):
    """One of the free start slots."""

    slot: int


class BoardWishes(Answer, frozen=True):
    """Boards, the dearest first; each once."""

    boards: tuple[BoardName, ...]


class SlotWishes(Answer, frozen=True):
    """Start slots, the dearest first; each once."""

    slots: tuple[int, ...]


class ChooseBoard(Question, frozen=True):
    """Which board do you take? (11.4)"""

    kind: ClassVar[str] = "draft"

    free: tuple[BoardName, ...]

    def legal(self) -> Sequence[TakeBoard]:
        return [TakeBoard(board) for board in self.free]


class ChooseStart(Question, frozen=True):
    """Where do you start? (11.4)"""

    kind: ClassVar[str] = "draft"

    free: tuple[int, ...]  # slots, 1 to 6

    def legal(self) -> Sequence[TakeSlot]:
        return [TakeSlot(slot) for slot in self.free]


class WishBoards(Question, frozen=True):
    """Which boards would you like, the dearest first? Put to each player's first chariot, in secret (15.2)."""

    kind: ClassVar[str] = "draft"

    boards: tuple[BoardName, ...] = BLACK

    def legal(self) -> Sequence[BoardWishes]:
        return [BoardWishes(wishes) for wishes in _wishes(self.boards)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, BoardWishes) or not _is_wish(answer.boards, self.boards):
            raise Refused(GameReason.NOT_A_CHOICE)


class WishSlots(Question, frozen=True):
    """Where would you like to start, the dearest slot first? Put to each chariot, in secret (15.2)."""

    kind: ClassVar[str] = "draft"

    slots: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def legal(self) -> Sequence[SlotWishes]:
        return [SlotWishes(wishes) for wishes in _wishes(self.slots)]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, SlotWishes) or not _is_wish(answer.slots, self.slots):
            raise Refused(GameReason.NOT_A_CHOICE)


def _wishes(things: tuple[T, ...]) -> tuple[tuple[T, ...], ...]:
    """Return every list of some of *things*, the empty one first."""
    return tuple(chain.from_iterable(permutations(things, count) for count in range(len(things) + 1)))


def _is_wish(wishes: Sequence[object], things: Sequence[object]) -> bool:
    return len(set(wishes)) == len(wishes) and set(wishes) <= set(things)


# Orders


class Ready(Answer, frozen=True):
    """The orders are written; they travel with this answer."""


class WriteOrders(Question, frozen=True):
    """What are your orders for this round? Asked at a pace of orders alone (15.2)."""

    kind: ClassVar[str] = "orders"
    is_asked_if_forced: ClassVar[bool] = True  # the orders travel with its one answer

    def legal(self) -> Sequence[Ready]:
        return [Ready()]


# A turn


class Repair(Answer, frozen=True):
    """Whether three fate are spent on three damage."""

    use: bool


class Reroll(Answer, frozen=True):
    """The dice to be rolled anew for nothing, 0 first; none: all are kept."""

    dice: tuple[int, ...]


class FortunaReroll(Answer, frozen=True):
    """The dice to be rolled anew for two fate, 0 first; one at least."""

    dice: tuple[int, ...]


class FortunaTurn(Answer, frozen=True):
    """A die, 0 first, to be turned to a face for two fate."""

    die: int
    face: Face


class FinishDice(Answer, frozen=True):
    """The dice stay as they are."""


class Move(Answer, frozen=True):
    """How the plusminus faces count, and the whole way.

    ``path`` has a letter for each step: F for the next space of the lane, I for a lane change inward, O outward.
    """

    plus: int  # plusminus faces that count as +1; the others count as -1
    path: str


class DropCaltrop(Answer, frozen=True):
    """A caltrop on a space just passed."""

    square: Square


class ThrowJavelin(Answer, frozen=True):
    """A javelin at a chariot in range."""

    rival: EntryId


class EndTurn(Answer, frozen=True):
    """The attacks that are left are lost."""


class ChooseRepair(Question, frozen=True):
    """Do you spend three fate to repair? (6)"""

    kind: ClassVar[str] = "dice"

    damage: int
    damage_max: int
    fate: int

    def legal(self) -> Sequence[Repair]:
        return [Repair(True), Repair(False)]


class ChooseReroll(Question, frozen=True):
    """Which dice do you roll anew? It is free, once (6)."""

    kind: ClassVar[str] = "dice"

    dice: tuple[Face, ...]

    def legal(self) -> Sequence[Reroll]:
        return [Reroll(dice) for dice in _subsets(len(self.dice))]


class SpendFortune(Question, frozen=True):
    """Do you spend two fate on the dice? (6, 7)"""

    kind: ClassVar[str] = "dice"

    dice: tuple[Face, ...]
    fate: int  # 2 at least

    def legal(self) -> Sequence[FortunaReroll | FortunaTurn | FinishDice]:
        rerolls = [FortunaReroll(dice) for dice in _subsets(len(self.dice)) if dice]
        return [FinishDice(), *self.turns(), *rerolls]

    def turns(self) -> list[FortunaTurn]:
        """Return each die with each face that it can be turned to (R02), dice by index."""
        faces = [face for face in KINDS if face != NOT_TURNED_TO]
        return [FortunaTurn(die, face) for die in range(len(self.dice)) for face in faces]

    @property
    def cost(self) -> int:
        """Fate for each die turned and for each reroll."""
        return FORTUNE_COST


def _subsets(count: int) -> list[tuple[int, ...]]:
    """Return every set of dice, the empty one first."""
    return list(chain.from_iterable(combinations(range(count), size) for size in range(count + 1)))


class PlanMove(Question, frozen=True):
    """How fast, and which way? (8.1, 8.2)"""

    kind: ClassVar[str] = "move"

    square: Square
    initial: int  # speed before the dice count
    speed_max: int
    dice: tuple[Face, ...]

    @property
    def steers(self) -> int:
        """Lane changes that may be made."""
        return self.dice.count("steer")

    @property
    def plusminus(self) -> int:
        """Number of plusminus faces, 0 to 5; each counts as +1 or -1 (8.1)."""
        return self.dice.count("plusminus")

    @property
    def sprints(self) -> int:
        """Number of sprint faces, 0 to 5 (8.1)."""
        return self.dice.count("sprint")

    def speed(self, plus: int) -> int:
        """Return the speed with so many plusminus faces as +1; the total is cut off once, at the end (8.1)."""
        total = self.total(plus)
        return min(self.speed_max, max(0, total))

    def total(self, plus: int) -> int:
        """Return the speed before it is cut off to the board's range."""
        return self.initial + SPRINT_SPEED * self.sprints + plus - (self.plusminus - plus)

    def speeds(self) -> dict[int, int]:
        """Return each speed that can be had, lowest first, with the least plus that gives it."""
        found: dict[int, int] = {}
        for plus in range(self.plusminus + 1):
            found.setdefault(self.speed(plus), plus)
        return found

    def paths(self, speed: int) -> tuple[str, ...]:
        """Return every way of so many steps, alphabetically in the order F, I, O (8.2)."""
        return _paths(LANE[self.square], speed, self.steers)

    def legal(self) -> Sequence[Move]:
        return [Move(plus, path) for plus in range(self.plusminus + 1) for path in self.paths(self.speed(plus))]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Move) or not 0 <= answer.plus <= self.plusminus:
            raise Refused(GameReason.NOT_A_CHOICE)
        if answer.path not in _path_set(LANE[self.square], self.speed(answer.plus), self.steers):
            raise Refused(GameReason.NOT_A_CHOICE)


@lru_cache(maxsize=512)
def _paths(lane: LaneName, speed: int, steers: int) -> tuple[str, ...]:
    """Return every word of *speed* letters F, I, O with so many lane changes at most that stays on the track."""
    if not speed:
        return ("",)
    found = [f"F{rest}" for rest in _paths(lane, speed - 1, steers)]
    number = LANES.index(lane)
    if steers and number > 0:
        found += [f"I{rest}" for rest in _paths(LANES[number - 1], speed - 1, steers - 1)]
    if steers and number < len(LANES) - 1:
        found += [f"O{rest}" for rest in _paths(LANES[number + 1], speed - 1, steers - 1)]
    return tuple(found)


@lru_cache(maxsize=256)
def _path_set(lane: LaneName, speed: int, steers: int) -> frozenset[str]:
    return frozenset(_paths(lane, speed, steers))


class ChooseAttack(Question, frozen=True):
    """What do you do with an attack face? (6, 8.6, 8.7)"""

    kind: ClassVar[str] = "attack"

    left: int  # attack faces that are left, 1 to 5
    caltrops: tuple[Square, ...]  # where one may be dropped, as they were passed
    javelins: tuple[EntryId, ...]  # who is in range, in entry order

    def legal(self) -> Sequence[DropCaltrop | ThrowJavelin | EndTurn]:
        throws = [ThrowJavelin(rival) for rival in self.javelins]
        return [EndTurn(), *throws, *(DropCaltrop(square) for square in self.caltrops)]


Answers = (
    TakeBoard | TakeSlot | BoardWishes | SlotWishes | Ready
    | Repair | Reroll | FortunaReroll | FortunaTurn | FinishDice | Move | DropCaltrop | ThrowJavelin | EndTurn
)  # fmt: skip
"""All answers."""
