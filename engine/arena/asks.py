"""The questions of the arena, and the answers."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import ClassVar, Literal

import msgspec

from engine.arena.hexes import Hex
from engine.arena.men import AREA_NAMES, AREAS, Area, Man
from engine.arena.orders import Limits, PhaseOrder, fault
from engine.arena.reasons import ArenaReason
from engine.goods import gladiators
from engine.questions import Answer, Question
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId, Faction

# The plan: three menus, and what lies behind More (D.4.1)

Move = Literal["close", "charge", "left", "right", "stand", "back", "net"]
MOVES: tuple[Move, ...] = ("close", "charge", "left", "right", "stand", "back", "net")

Strike = Literal[
    "quick-head", "quick-chest", "quick-groin", "quick-arms", "quick-legs",
    "hard-head", "hard-chest", "hard-groin", "hard-arms", "hard-legs",
    "two-head", "two-chest", "two-groin", "two-arms", "two-legs",
    "bash", "none",
]  # fmt: skip
STRIKES: tuple[Strike, ...] = (
    "quick-head", "quick-chest", "quick-groin", "quick-arms", "quick-legs",
    "hard-head", "hard-chest", "hard-groin", "hard-arms", "hard-legs",
    "two-head", "two-chest", "two-groin", "two-arms", "two-legs",
    "bash", "none",
)  # fmt: skip

Guard = Literal["all", "head", "chest", "groin", "arms", "legs", "high", "low", "body", "net"]
GUARDS: tuple[Guard, ...] = ("all", "head", "chest", "groin", "arms", "legs", "high", "low", "body", "net")

Condition = Literal["hurt", "shield", "retreat", "half", "two-thirds", "three-quarters"]
"""When I am hurt; when my shield is gone; when he gives ground; give up at a part of my collapse number (D.4.3)."""
CONDITIONS: tuple[Condition, ...] = ("hurt", "shield", "retreat", "half", "two-thirds", "three-quarters")
Plea = gladiators.Plea
GIVE_UP: frozenset[Condition] = frozenset({"half", "two-thirds", "three-quarters"})
MOST_CONDITIONS = 2


class Menus(msgspec.Struct, frozen=True, gc=False):
    """The three menus: of the plan, or of a later phase of the same turn."""

    move: Move = "close"
    strike: Strike = "hard-chest"
    guard: Guard = "all"


class Plan(Answer, frozen=True):
    """What a man shall do in an exchange."""

    move: Move
    strike: Strike
    guard: Guard
    foe: EntryId | None = None  # principal foe; the nearest if none is named
    second: Area = 0  # of the second cut; 0 for the least armoured one
    finish: bool = True  # a hard blow while the foe lies or is entangled
    when: tuple[Condition, ...] = ()  # two at most
    later: tuple[Menus, ...] = ()  # of the second and the third phase of the turn; the first menus where left out
    hand: tuple[PhaseOrder, ...] = ()  # CFs by hand, phase by phase; the menus count where left out
    keep: bool = True  # whether it stands for an exchange without an answer
    plea: Plea = "silent"  # for the man he brings down
    surrender: bool = False

    @property
    def menus(self) -> Menus:
        """The three menus of its first phase."""
        return Menus(self.move, self.strike, self.guard)


class NoPlan(Answer, frozen=True):
    """No plan: the last one stands, or the rules decide (D.4.4)."""


class MakePlan(Question, frozen=True):
    """What does your man do? It holds what a plan is measured by."""

    kind: ClassVar[str] = "phase"

    phase: int  # number of the exchange's first, 1 first
    phases: int  # that it covers: one, or those of a turn
    limits: Limits
    stands: bool = False  # the last plan counts for a silent owner (D.4.4)

    @property
    def can_wait(self) -> bool:
        return self.stands

    def legal(self) -> Sequence[Answer]:
        """Return all plans of the three menus; each can be changed further by what lies behind More (D.4.1)."""
        return _menus(self.limits.has_net)

    def verify(self, answer: Answer) -> None:
        if isinstance(answer, NoPlan):
            return
        if not isinstance(answer, Plan):
            raise Refused(GameReason.NOT_A_CHOICE)
        if refusal := self.refusal_of(answer):
            raise refusal

    def refusal_of(self, plan: Plan) -> Refused | None:
        """Return what is wrong with a plan; ``None`` if nothing is."""
        limits = self.limits
        if not limits.has_net and "net" in (plan.move, *(each.move for each in plan.later)):
            return Refused(ArenaReason.NO_NET, "D.8")
        if plan.foe is not None and plan.foe not in limits.foes:
            return Refused(ArenaReason.NO_SUCH_FOE, "D.4.4", foe=plan.foe, possible=limits.foes)
        if len(plan.when) > MOST_CONDITIONS or len({each in GIVE_UP or each for each in plan.when}) < len(plan.when):
            return Refused(ArenaReason.BAD_CONDITIONS, "D.4.3", have=len(plan.when), most=MOST_CONDITIONS)
        if plan.second not in (0, *AREAS) or (f"two-{AREA_NAMES[plan.second - 1]}" == plan.strike and plan.second):
            return Refused(ArenaReason.SAME_AREA, "D.4.4", area=plan.second)
        if max(len(plan.later) + 1, len(plan.hand)) > self.phases:
            have = max(len(plan.later) + 1, len(plan.hand))
            return Refused(ArenaReason.TOO_MANY_PHASES, "D.4.1", have=have, most=self.phases)
        return next(filter(None, (fault(each, limits, self.phase + n) for n, each in enumerate(plan.hand))), None)


class PlanTurn(MakePlan, frozen=True):
    """The same, for a turn of three phases."""

    kind: ClassVar[str] = "turn"


@lru_cache(maxsize=2)
def _menus(has_net: bool) -> tuple[Answer, ...]:
    moves = MOVES if has_net else MOVES[:-1]
    return NoPlan(), *(Plan(*each) for each in product(moves, STRIKES, GUARDS))


# Before the first phase


class TakeMan(Answer, frozen=True):
    """One of the men who are offered, 0 first."""

    number: int


class ChooseMan(Question, frozen=True):
    """Who fights for you?"""

    kind: ClassVar[str] = "man"

    men: tuple[Man, ...]

    def legal(self) -> Sequence[TakeMan]:
        return [TakeMan(number) for number in range(len(self.men))]


class TakePlace(Answer, frozen=True):
    """A hex of one's own half."""

    at: Hex


class ChoosePlace(Question, frozen=True):
    """Where does your man begin? Only with two or three a side (D.2)."""

    kind: ClassVar[str] = "place"

    hexes: tuple[Hex, ...]

    def legal(self) -> Sequence[TakePlace]:
        return [TakePlace(at) for at in self.hexes]


# The Moment of Truth (D.9)


class Spare(Answer, frozen=True):
    """The fallen man leaves the arena alive."""


class Kill(Answer, frozen=True):
    """He dies."""


class LeaveToDice(Answer, frozen=True):
    """His fate is rolled."""


class JudgeFallen(Question, frozen=True):
    """Life or death for the man you have brought down?"""

    kind: ClassVar[str] = "mercy"

    fallen: EntryId

    def legal(self) -> Sequence[Answer]:
        return Spare(), Kill(), LeaveToDice()


class CountThumbs(Answer, frozen=True):
    """The crowd has voted enough."""


class AwaitCrowd(Question, frozen=True):
    """Shall the crowd's thumbs be counted now? Put to both owners: one alone cannot cut the vote short."""

    kind: ClassVar[str] = "crowd"
    is_asked_if_forced: ClassVar[bool] = True
    is_for_time: ClassVar[bool] = True

    fallen: EntryId

    def legal(self) -> Sequence[CountThumbs]:
        return [CountThumbs()]


class Vote(Answer, frozen=True):
    """A thumb of the crowd: an act, no answer. A later one of the same voter counts in its place."""

    voter: int
    fallen: EntryId
    life: bool
    faction: Faction | None = None  # of the voter, if one takes part in the match


class Decree(Answer, frozen=True):
    """The host's word for a fallen man: an act."""

    fallen: EntryId
    life: bool


Acts = Vote | Decree
Answers = Plan | NoPlan | TakeMan | TakePlace | Spare | Kill | LeaveToDice | CountThumbs | Vote | Decree
"""All answers and acts."""
