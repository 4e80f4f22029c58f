"""The questions of Circus Maximus, and the answers. Each question holds all that is needed to tell a legal answer."""

from collections.abc import Sequence
from itertools import product
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType, field
from msgspec.structs import force_setattr

from engine.circus_maximus.words.reasons import CircusReason
from engine.circus_maximus.words.specifications import Specification
from engine.circus_maximus.words.state import ObstacleKind
from engine.plots import Trigger
from engine.questions import Answer, Question
from engine.refusals import GameReason
from engine.track import Side
from records.refusals import Refused
from records.values import EntryId, Faction, Square

BUDGET = 4
"""Preparation points of a chariot (3.6)."""

MOST_POINTS = 2
"""In one category (3.6)."""

Means = Literal["lash", "ram", "dust", "knife", "small knife", "spear", "wreck"]
"""How a chariot is attacked; a wreck comes down on it (12.4), the others an opponent chooses."""
Target = Literal["team", "car", "driver", "dragged driver"]
WayOut = Literal["brake", "evade"]


class Preparation(Answer, frozen=True):
    """How the four preparation points are spent, 0 to 2 in each category."""

    driver: int
    car: int
    team: int
    endurance: int

    @property
    def total(self) -> int:
        """Preparation points spent, all categories together (3.6)."""
        return self.driver + self.car + self.team + self.endurance


class Prepare(Question, frozen=True):
    """Where do your four preparation points go? (3.6)"""

    kind: ClassVar[str] = "preparation"

    def legal(self) -> Sequence[Preparation]:
        spreads = (Preparation(*points) for points in product(range(MOST_POINTS + 1), repeat=4))
        return [spread for spread in spreads if spread.total == BUDGET]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Preparation):
            raise Refused(GameReason.NOT_A_CHOICE)
        for category in ("driver", "car", "team", "endurance"):
            given = getattr(answer, category)
            if not 0 <= given <= MOST_POINTS:
                why = CircusReason.POINTS_OUT_OF_RANGE
                raise Refused(why, "3.6", category=category, given=given, at_most=MOST_POINTS)
        if answer.total != BUDGET:
            raise Refused(CircusReason.POINTS_DO_NOT_ADD_UP, "3.6", total=answer.total, must_be=BUDGET)


class Speed(Answer, frozen=True):
    """The speed written for this turn, in movement factors, 0 or more."""

    factors: int
    strain: bool = False  # an S beside it (option 16.6)
    taken: int | UnsetType = field(default=UNSET, name="gain")  # absent for 0: so sealed speeds stay as they were

    def __post_init__(self) -> None:
        if self.taken == 0:
            force_setattr(self, "taken", UNSET)

    @property
    def gain(self) -> int:
        """Movement factors on offer that are taken with it, 0 or more (T5)."""
        return self.taken or 0


class WriteSpeed(Question, frozen=True):
    """How fast will you go this turn? (6.11, 6.12)"""

    kind: ClassVar[str] = "speed"

    at_most: int
    corner_limit: int | None = None  # a chariot in a corner that may not strain keeps to it (7.33)
    may_strain: bool = False  # an S may be written beside it (option 16.6)
    gain: int = 0  # movement factors on offer, of which as many may be taken with the speed as one likes (T5)

    @property
    def highest(self) -> int:
        """The highest speed that may be written, in movement factors (6.12, 7.33)."""
        return self.at_most if self.corner_limit is None else min(self.at_most, self.corner_limit)

    def legal(self) -> Sequence[Speed]:
        strains = (False, True) if self.may_strain else (False,)
        choices = product(strains, range(self.gain + 1), range(self.highest + 1))
        return [Speed(factors, strain, gain) for strain, gain, factors in choices]

    def verify(self, answer: Answer) -> None:
        if not isinstance(answer, Speed) or answer.factors < 0:
            raise Refused(GameReason.NOT_A_CHOICE)
        if answer.factors > self.at_most:
            raise Refused(CircusReason.TOO_FAST, "6.12", wanted=answer.factors, at_most=self.at_most)
        if answer.factors > self.highest:
            raise Refused(CircusReason.TOO_FAST_FOR_CORNER, "7.33", wanted=answer.factors, at_most=self.highest)
        if answer.strain and not self.may_strain:
            raise Refused(CircusReason.CANNOT_STRAIN, "16.6", written=True)
        if not 0 <= answer.gain <= self.gain:
            raise Refused(CircusReason.TOO_MUCH_GAIN, "9.41", wanted=answer.gain, at_most=self.gain)


class Begin(Answer, frozen=True):
    """The decisions when a colour is drawn, before any die of the phase is rolled."""

    strain: bool = False
    take_gain: bool = False
    cut: bool = False


class BeginPhase(Question, frozen=True):
    """Strain the team, take the factor whipped into it, cut a dead horse free? (6.52, 9.41, 9.53)"""

    kind: ClassVar[str] = "start"

    may_strain: bool
    gain: int  # movement factors that may be taken, 0 if none
    may_cut: bool
    may_strain_once_free: bool = False  # with the cut: the team is strained if the horse comes free (T19)

    def legal(self) -> Sequence[Begin]:
        strains = self.may_strain or self.may_strain_once_free
        choices = product(*([False, True] if may else [False] for may in (strains, self.gain > 0, self.may_cut)))
        # Cutting free and straining exclude each other (9.52), unless both may be announced (T19).
        return [
            Begin(strain, gain, cut)
            for strain, gain, cut in choices
            if not strain or (self.may_strain_once_free if cut else self.may_strain)
        ]


class Forward(Answer, frozen=True):
    """Drive straight on, so many squares (6.3)."""

    squares: int


class Change(Answer, frozen=True):
    """Change one lane, going a square forward (6.4)."""

    side: Side


class Brake(Answer, frozen=True):
    """Burn so many movement factors, an endurance factor each (6.6)."""

    factors: int


class Sideslip(Answer, frozen=True):
    """Slip one lane sideways (6.7)."""

    side: Side


class Attack(Answer, frozen=True):
    """Lash or ram (9.1), use a weapon (16.2), or trample a dragged driver (16.5)."""

    defender: EntryId
    target: Target
    means: Means


class RunInto(Answer, frozen=True):
    """Let a blocked way take its course: brake as much as possible, run into the chariot ahead with the rest (6.74)."""


Action = Forward | Change | Brake | Sideslip | Attack | RunInto


class NextAction(Question, frozen=True):
    """What does your chariot do next? (6.2)"""

    kind: ClassVar[str] = "action"

    factors: int  # movement factors still to be spent, 1 or more
    forward: int  # squares that can be driven straight on before something is in the way, 0 or more
    changes: tuple[Side, ...]
    brake: int  # factors that can be burnt, 0 or more
    sideslips: tuple[Side, ...]
    attacks: tuple[Attack, ...]
    may_run_into: bool = False  # blocked, no way to slip, and braking cannot burn all factors

    def legal(self) -> Sequence[Action]:
        return [
            *(Forward(squares) for squares in range(1, self.forward + 1)),
            *(Change(side) for side in self.changes),
            *(Sideslip(side) for side in self.sideslips),
            *self.attacks,
            *(Brake(factors) for factors in range(1, self.brake + 1)),
            *([RunInto()] if self.may_run_into else []),
        ]

    def verify(self, answer: Answer) -> None:
        # Most drive straight on; that is quicker than to match.
        is_legal = 1 <= answer.squares <= self.forward if isinstance(answer, Forward) else self._allows(answer)
        if not is_legal:
            raise Refused(GameReason.NOT_A_CHOICE)

    def _allows(self, answer: Answer) -> bool:
        """Tell whether an answer is legal that does not drive straight on."""
        match answer:
            case Brake(factors):
                return 1 <= factors <= self.brake
            case Change(side):
                return side in self.changes
            case Sideslip(side):
                return side in self.sideslips
            case Attack():
                return answer in self.attacks
            case _:
                return isinstance(answer, RunInto) and self.may_run_into


class Meet(Answer, frozen=True):
    """Hold, or try to get out of the way."""

    avoid: bool = False


class MeetAttack(Question, frozen=True):
    """You are attacked: hold, or try to avoid it? (9.3)"""

    kind: ClassVar[str] = "response"

    attacker: EntryId
    target: Target
    means: Means
    ways: tuple[WayOut, ...]  # what can be done if the roll is won; not empty
    modifier: int = 0  # on the attacker's roll: an involuntary ram's (9.62)

    def legal(self) -> Sequence[Meet]:
        return [Meet(False), Meet(True)]


class Avoid(Answer, frozen=True):
    """The way to avoid an attack after the roll was won."""

    how: Literal["hold", "brake", "evade"]


class ChooseWayOut(Question, frozen=True):
    """You won the roll: brake, evade, or hold after all? (9.32)"""

    kind: ClassVar[str] = "response"

    attacker: EntryId
    ways: tuple[WayOut, ...]
    to: Square | None = None  # where evading leads, if it can be done

    def legal(self) -> Sequence[Avoid]:
        return [*(Avoid(way) for way in self.ways), Avoid("hold")]


class NameWayOut(Question, frozen=True):
    """You are attacked: hold, or what do you try? Who wins the roll does as they said (T9)."""

    kind: ClassVar[str] = "response"

    attacker: EntryId
    target: Target
    means: Means
    ways: tuple[WayOut, ...]  # those that can be done now; not empty
    modifier: int = 0  # on the attacker's roll: an involuntary ram's (9.62)
    to: Square | None = None  # where evading leads, if it can be done

    def legal(self) -> Sequence[Avoid]:
        return [Avoid("hold"), *(Avoid(way) for way in self.ways)]


class ChooseSide(Question, frozen=True):
    """A wreck comes down along your lane: to which side do you evade it? (12.4)"""

    kind: ClassVar[str] = "response"

    attacker: EntryId  # whose wreck it is

    def legal(self) -> Sequence[Change]:
        return [Change("outside"), Change("inside")]


class JumpFactors(Answer, frozen=True):
    """Endurance factors paid to get over an obstacle (14.3)."""

    factors: int


class CrossObstacle(Question, frozen=True):
    """How much endurance do you pay to get over it? What is not paid of the die worsens the roll. (14.3)"""

    kind: ClassVar[str] = "obstacle"

    obstacle: ObstacleKind
    die: int
    at_most: int  # the die, or the endurance left

    def legal(self) -> Sequence[JumpFactors]:
        return [JumpFactors(factors) for factors in range(self.at_most + 1)]


class Run(Answer, frozen=True):
    """Where a driver on foot goes; their own square to stay."""

    to: Square


class RunOnFoot(Question, frozen=True):
    """Where does your driver run? (17.1 to 17.3)"""

    kind: ClassVar[str] = "on foot"

    paths: tuple[tuple[Square, ...], ...]  # to each square in reach; each begins with their own
    climbs: tuple[Square, ...] = ()  # wall squares that they may come to along the wall, with a die for climbing out

    def legal(self) -> Sequence[Run]:
        return [Run(path[-1]) for path in self.paths]


class GetFree(Answer, frozen=True):
    """Whether a dragged driver tries to cut free of the reins."""

    tries: bool = True


class TryToGetFree(Question, frozen=True):
    """Does your dragged driver try to get free of the reins? (16.2)"""

    kind: ClassVar[str] = "on foot"

    hits: int  # left; two dice less the CDM may not be more
    cdm: int

    def legal(self) -> Sequence[GetFree]:
        return [GetFree(True), GetFree(False)]


class Shares(Answer, frozen=True):
    """How injury points are shared out among the living horses, leftmost first."""

    points: tuple[int, ...]


class ShareInjuries(Question, frozen=True):
    """Which horses take the injuries of the frontal ram? (9.61)"""

    kind: ClassVar[str] = "obstacle"

    points: int  # to be shared out
    boxes: tuple[int, ...]  # of each living horse, leftmost first
    spread: int | None = None  # points that each horse has taken already; no horse takes more than one of the rest

    def legal(self) -> Sequence[Shares]:
        most = self.boxes if self.spread is None else tuple(min(1, left) for left in self.boxes)
        return [Shares(shares) for shares in _shared(min(self.points, sum(most)), most)]


class StepOff(Question, frozen=True):
    """Does your driver leave the chariot, which stands, and where to? (II.12.2.3)"""

    kind: ClassVar[str] = "on foot"

    squares: tuple[Square, ...]  # the car's, to stay in it, then those beside it

    def legal(self) -> Sequence[Run]:
        return [Run(square) for square in self.squares]


class ShareDrugs(Question, frozen=True):
    """Which horses of the team that you drug take the points? (24.42, R-G26)"""

    kind: ClassVar[str] = "obstacle"

    victim: EntryId
    points: int  # to be shared out
    boxes: tuple[int, ...]  # of each living horse, leftmost first

    def legal(self) -> Sequence[Shares]:
        return [Shares(shares) for shares in _shared(min(self.points, sum(self.boxes)), self.boxes)]


def _shared(points: int, boxes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every way to share *points* out among so many *boxes*, the leftmost with most first."""
    if not boxes:
        return [] if points else [()]
    most = min(points, boxes[0])
    return [(first, *rest) for first in range(most, -1, -1) for rest in _shared(points - first, boxes[1:])]


class KeepWhip(Answer, frozen=True):
    """Whether to keep the whip that was grabbed."""

    keep: bool = True


class GrabbedWhip(Question, frozen=True):
    """You grabbed the attacker's whip: keep it? (9.42)"""

    kind: ClassVar[str] = "response"

    attacker: EntryId

    def legal(self) -> Sequence[KeepWhip]:
        return [KeepWhip(True), KeepWhip(False)]


class PullBribe(Answer, frozen=True):
    """Reveal a bribe as soon as may be, or change its trigger: an act that no question asks for (R-G35)."""

    payer: Faction
    number: int  # of the plot
    trigger: Trigger | None = None  # what reveals it from now on; none to reveal it by hand


Answers = (
    Preparation | Specification | Speed | Begin | Forward | Change | Brake | Sideslip | Attack | RunInto | Meet | Avoid
    | KeepWhip | JumpFactors | Run | GetFree | Shares | PullBribe
)  # fmt: skip
