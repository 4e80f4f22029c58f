"""The facts of the arena. With the rolls before them they tell the whole match."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from engine.arena.asks import Condition, Menus, Plan
from engine.arena.hexes import Hex, Side
from engine.arena.men import Area, Man, Shield
from engine.arena.orders import Item, Manoeuvre, PhaseOrder
from engine.arena.state import Netted, WhyFallen
from engine.facts import Common, Fact
from records.values import EntryId

By = Literal["plan", "kept", "silence", "hand", "hurt", "shield", "retreat", "give up", "surrender"]
"""Why a man does what he does: his plan, the last one, the rules for the silent, CFs by hand, or a condition."""


# Before the first phase


class ManEntered(Fact, frozen=True):
    """A man was chosen, and with him his arms."""

    entry: EntryId
    man: Man
    shield: Shield  # a small one against a retiarius (R-C10)


class BoutBegan(Fact, frozen=True):
    """A bout of a match began; all men are whole."""

    bout: int
    radius: int


class Placed(Fact, frozen=True):
    """A man took his place."""

    entry: EntryId
    at: Hex


# Orders


class PhaseBegan(Fact, frozen=True):
    """A phase began."""

    turn: int
    phase: int  # 1 to 3
    number: int  # of the bout, 1 first


class OrderTold(Fact, frozen=True):
    """What a man did in the phase that begins: his menus after conditions, and the order they became (D.4.2)."""

    entry: EntryId
    by: By
    menus: Menus | None  # none where the rules decided, or CFs were given by hand
    cf: int  # at the start of the phase
    order: PhaseOrder


class OrderCut(Fact, frozen=True):
    """Fewer CFs were there than an order took: it was cut (D.4.4)."""

    entry: EntryId
    cf: int  # left
    order: PhaseOrder  # what is left of it


# Manoeuvre


class Moved(Fact, frozen=True):
    """A man made his steps of the phase."""

    entry: EntryId
    path: tuple[Hex, ...]  # where he stood first, then each hex
    manoeuvre: Manoeuvre


class Collided(Fact, frozen=True):
    """Foes stepped into one hex; the rolls went before."""

    at: Hex
    entries: tuple[EntryId, ...]
    winner: EntryId | None  # who entered; nobody on a tie
    lost: Mapping[EntryId, int]  # CFs, by loser
    prone: tuple[EntryId, ...]


class Circled(Fact, frozen=True):
    """A man circled his foe; *gain* is on which side his attacks of this phase count."""

    entry: EntryId
    foe: EntryId
    to: Literal["left", "right"]
    ahead: int
    gain: Side


# The net


class NetThrown(Fact, frozen=True):
    """A net was thrown."""

    entry: EntryId
    foe: EntryId
    cf: int
    margin: int
    result: Literal["miss", "snagged", "entangled"]


class NetTried(Fact, frozen=True):
    """A man tried to get out of a net."""

    entry: EntryId
    total: int
    now: Netted
    is_destroyed: bool = False  # by a natural 12


# Blows


class Struck(Fact, frozen=True):
    """A blow was struck; its rolls went before."""

    entry: EntryId
    foe: EntryId
    area: Area
    cf: int
    side: Side  # on which it counts
    attack: int
    defence: int
    margin: int
    shield: bool = False  # the shield took it
    armour: str = ""  # the cell; empty for a blow that was stopped
    is_covered: bool = False  # armour lowered its severity
    severity: int = 0
    wounds: int = 0

    @property
    def is_hit(self) -> bool:
        return self.margin > 0


class NotStruck(Fact, frozen=True):
    """An attack was not made: nobody was in reach, or the man could not (D.6, D.8)."""

    entry: EntryId
    foe: EntryId
    kind: Literal["blow", "bash", "net"]
    why: Literal["reach", "blocked", "angle", "lying", "caught"]


class Bashed(Fact, frozen=True):
    """A man was bashed with a shield."""

    entry: EntryId
    foe: EntryId
    cf: int
    margin: int
    charge: bool  # after a charge of two hexes or more
    result: Literal["nothing", "staggered", "down"]


class Overreached(Fact, frozen=True):
    """A stopped attack left a man open: -3 to his defence in the next phase."""

    entry: EntryId


# Effects, in their order (D.3)


class MoodChanged(Fact, frozen=True):
    """The crowd's mood rose or fell."""

    mood: int
    by: int


class StunEased(Fact, frozen=True):
    """Old stun wore off."""

    entry: EntryId
    stun: int  # left


class ShieldWorn(Fact, frozen=True):
    """A shield took blows; at 0 it is destroyed."""

    entry: EntryId
    by: int
    durability: int


class Wounded(Fact, frozen=True):
    """A man has new wounds in an area."""

    entry: EntryId
    area: Area
    wounds: int
    total: int  # of the area
    all: int  # of the man
    state: Literal["hurt", "half", "gone"]


class Stunned(Fact, frozen=True):
    """A man was stunned."""

    entry: EntryId
    points: int
    total: int


class KnockedOut(Fact, frozen=True):
    """A head wound took a man's senses."""

    entry: EntryId


class KnockedDown(Fact, frozen=True):
    """A bash threw a man down, and back where the hex behind him was free."""

    entry: EntryId
    by: EntryId
    to: Hex | None  # none where no hex was free: one more stun point


class Dropped(Fact, frozen=True):
    """A man dropped weapon or shield."""

    entry: EntryId
    item: Item
    at: Hex


class Rose(Fact, frozen=True):
    """A man stood up."""

    entry: EntryId


class TookUp(Fact, frozen=True):
    """A man took up what he had dropped."""

    entry: EntryId
    item: Item


# Falls, and fates


class Fell(Fact, frozen=True):
    """A man can fight no more."""

    entry: EntryId
    why: WhyFallen
    by: EntryId | None  # the victor
    is_dead: bool  # at once: head or chest


class VoteCast(Fact, frozen=True):
    """So many have voted on a fallen man; how they voted shows later."""

    fallen: EntryId
    votes: int


class VotesCounted(Fact, frozen=True):
    """The crowd's thumbs were counted."""

    fallen: EntryId
    life: int
    death: int
    modifier: int


class FateDecided(Fact, frozen=True):
    """A fallen man lives or dies; his roll, if there was one, went before."""

    entry: EntryId
    lives: bool
    by: Literal["dice", "owner", "host"]
    victor: EntryId | None


# The end


class BoutEnded(Fact, frozen=True):
    """A bout was over."""

    bout: int
    winners: tuple[EntryId, ...]  # nobody in a draw
    how: Literal["fall", "points", "draw"]
    inflicted: Mapping[EntryId, int]  # wounds, by man


class PlanTold(msgspec.Struct, frozen=True):
    """A plan that was secret in part."""

    exchange: int
    plan: Plan


class PlansTold(Fact, frozen=True):
    """All of a man's plans: conditions that were not met, pleas, phases that were not reached."""

    entry: EntryId
    plans: tuple[PlanTold, ...]


class OmensTold(Fact, frozen=True):
    """What the concealed dice gave each man, by which a house fighter draws."""

    omens: Mapping[EntryId, tuple[int, ...]]


class Earned(Fact, frozen=True):
    """What a man learned in the match (C.5)."""

    entry: EntryId
    points: int
    parts: Mapping[str, int]  # by "CFs", "missus", "kill", "mercy", "slow", "fast"


class MatchEnded(Fact, frozen=True):
    """The match was over."""

    winners: tuple[EntryId, ...]  # nobody in a draw
    how: Literal["fall", "points", "draw"]
    ranking: tuple[tuple[EntryId, int | None], ...]  # with places, first to last


Facts = (
    Common
    | ManEntered | BoutBegan | Placed | PhaseBegan | OrderTold | OrderCut | Moved | Collided | Circled | NetThrown
    | NetTried | Struck | NotStruck | Bashed | Overreached | MoodChanged | StunEased | ShieldWorn | Wounded | Stunned
    | KnockedOut | KnockedDown | Dropped | Rose | TookUp | Fell | VoteCast | VotesCounted | FateDecided | BoutEnded
    | PlansTold | OmensTold | Earned | MatchEnded
)  # fmt: skip
"""All facts of the arena."""

__all__ = ["Condition", "Facts"]
