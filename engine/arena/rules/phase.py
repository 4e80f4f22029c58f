"""What a phase works with: each man's order, and what comes of it until its end."""

from dataclasses import dataclass, field

from engine.arena.asks import Plan
from engine.arena.derived import Ground
from engine.arena.facts import OrderCut
from engine.arena.hexes import Hex, Side
from engine.arena.men import Area
from engine.arena.orders import Attack, PhaseOrder, cut
from engine.arena.state import Fighter, Match
from engine.table import Table
from records.values import EntryId


@dataclass(slots=True)
class Doing:
    """What a man does in a phase."""

    order: PhaseOrder
    cf: int  # that he has left for it
    plan: Plan | None
    ma: int = 0
    path: list[Hex] = field(default_factory=list)  # where he stood first
    circled: tuple[EntryId, Side, str] | None = None  # whom, what it gains, on which hand
    made: list[Attack] = field(default_factory=list)  # attacks that he made
    is_target: bool = False  # an attack was made on him
    struck: bool = False  # he made an attack


@dataclass(slots=True)
class Hit:
    """A wounding blow."""

    by: EntryId
    foe: EntryId
    area: Area
    wounds: int


@dataclass(slots=True)
class Phase:
    """A phase under way."""

    match: Match
    table: Table
    number: int  # of the bout, 1 first
    doing: dict[EntryId, Doing]  # by number
    hits: list[Hit] = field(default_factory=list)
    worn: dict[EntryId, int] = field(default_factory=dict)  # durability that shields lose
    staggered: set[EntryId] = field(default_factory=set)
    downed: dict[EntryId, EntryId] = field(default_factory=dict)  # by bashes: man, basher
    overreached: set[EntryId] = field(default_factory=set)
    stunned: dict[EntryId, int] = field(default_factory=dict)  # new stun
    caught: bool = False  # a net caught somebody
    senseless: set[EntryId] = field(default_factory=set)
    cuts_before: dict[tuple[EntryId, Area], int] = field(default_factory=dict)

    @property
    def turn(self) -> int:
        return (self.number + 2) // 3

    @property
    def fighters(self) -> dict[EntryId, Fighter]:
        return self.match.fighters


def ground_of(match: Match, number: int) -> Ground:
    """Return the field as a phase begins."""
    return Ground(match.fighters, match.order, number, match.radius)


def cut_down(phase: Phase, entry: EntryId, lost: int) -> None:
    """Take CFs from a man in the midst of a phase, and cut his order to what is left (D.4.4)."""
    doing = phase.doing[entry]
    doing.cf = max(0, doing.cf - lost)
    left = cut(doing.order, doing.cf)
    if left != doing.order:
        doing.order = left
        phase.table.tell(OrderCut(entry, doing.cf, left))


def add_stun(phase: Phase, entry: EntryId, points: int) -> None:
    """Add stun that he gets at the end of the phase."""
    phase.stunned[entry] = phase.stunned.get(entry, 0) + points
