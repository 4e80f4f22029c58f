"""The facts of a Chariot Race. Damage and fate in them are the points left afterwards.

A turn tells, in this order, as much as happens of: ``TurnBegan``, ``Repaired``, ``SpeedFell``, ``DiceFell`` (after its
``Rolled``), further ``DiceFell`` and ``DieTurned``, ``FavourGained``, ``SpeedSet``, ``SprintHurt``, ``Drove``, then
what the drive met, space by space (``CornerTaken``, ``CaltropHit``, ``Rammed``, ``HeapHit``, ``SetBack``, ``Wrecked``),
``LapDone``, ``Protected``, and ``CaltropDropped`` and ``JavelinThrown`` in any order.
"""

from typing import Literal

import msgspec

from engine.chariot_race.data import BoardName, Face
from engine.chariot_race.track import TrackName
from engine.facts import Common, Fact
from records.values import EntryId, Square

WhyRolled = Literal["roll", "free reroll", "fortuna"]
WhyWrecked = Literal["sprint", "heap", "corner", "caltrop", "ram", "rammed", "javelin"]
"""The cause of the last point of damage, or the heap; ``rammed`` by somebody else's move."""


# Before the race


class TrackLaid(Fact, frozen=True):
    """The sides were put together (4)."""

    track: TrackName


class DraftBegan(Fact, frozen=True):
    """All six boards lie open (11.4)."""

    order: tuple[EntryId, ...]  # who takes a board, one after the other
    slots: tuple[EntryId, ...]  # who takes a start slot, one after the other, once boards are taken


class BoardTaken(Fact, frozen=True):
    """A chariot got its board: in the draft, or the white one (5, 11.4)."""

    entry: EntryId
    board: BoardName
    damage: int
    speed: int
    fate: int


class SlotTaken(Fact, frozen=True):
    """A chariot was placed on the grid (5)."""

    entry: EntryId
    slot: int  # 1 to 6
    square: Square


# Rounds and turns


class RoundBegan(Fact, frozen=True):
    """The order of play was worked out (6)."""

    round: int  # 1 to 60
    order: tuple[EntryId, ...]


class TurnBegan(Fact, frozen=True):
    """A chariot's turn began."""

    entry: EntryId
    square: Square
    speed: int
    damage: int
    fate: int


class Repaired(Fact, frozen=True):
    """Three fate were spent (7)."""

    entry: EntryId
    points: int  # 1 to 3 gained
    damage: int
    fate: int


class SpeedFell(Fact, frozen=True):
    """A damaged chariot could not hold its speed (6)."""

    entry: EntryId
    before: int
    speed: int


class DiceFell(Fact, frozen=True):
    """The dice as they lie after a roll or a reroll (6, 9.1)."""

    entry: EntryId
    faces: tuple[Face, ...]  # all dice, die 0 first
    rerolled: tuple[int, ...]  # which of them were rolled, 0 first; all of them in the first roll
    why: WhyRolled
    fate: int  # after it was paid for


class DieTurned(Fact, frozen=True):
    """Two fate turned a die (7)."""

    entry: EntryId
    die: int  # 0 first
    before: Face
    face: Face
    fate: int


class FavourGained(Fact, frozen=True):
    """Fortuna faces were counted (6)."""

    entry: EntryId
    faces: int  # 1 to 5
    fate: int  # no more than the board holds


class SpeedSet(Fact, frozen=True):
    """The dice were applied to the speed (8.1)."""

    entry: EntryId
    initial: int
    speed: int  # 0 to 12: the steps that must be taken
    plus: int  # plusminus faces used as +1
    minus: int  # and as -1
    sprints: int
    lost: int  # speed above the highest or below 0 that was cut off


class SprintHurt(Fact, frozen=True):
    """Sprint faces cost damage, before the first step (8.1)."""

    entry: EntryId
    points: int
    damage: int


class Drove(Fact, frozen=True):
    """A chariot moved; its encounters follow as facts (8.2)."""

    entry: EntryId
    start: Square
    path: str  # a letter for each step that was made, F, I or O; shorter than the speed after a wreck, empty at speed 0
    squares: tuple[Square, ...]  # entered, in order: as many as letters; the place it was set back to is not among them
    end: Square | None  # where it stands now; none if it was wrecked
    pos: int  # in 96ths of a lap


class CornerTaken(Fact, frozen=True):
    """A numbered space was entered too fast (8.3)."""

    entry: EntryId
    square: Square
    limit: int  # 3, 5 or 7
    speed: int
    points: int  # of damage
    damage: int


class CaltropHit(Fact, frozen=True):
    """A caltrop was run over, and went back to the supply (8.3)."""

    entry: EntryId
    square: Square
    points: int
    damage: int


class Rammed(Fact, frozen=True):
    """Two chariots crashed; each took damage (8.4)."""

    entry: EntryId  # who moved
    rival: EntryId  # who stood there
    square: Square
    points: int  # to the one who moved; 0 if it is protected
    rival_points: int  # 0 if the rival is protected
    damage: int
    rival_damage: int
    is_last_step: bool  # then the one who moved is set back


class HeapHit(Fact, frozen=True):
    """A step led into a stone heap (8.5)."""

    entry: EntryId
    square: Square  # the heap
    stands: Square  # where the step began, and the wreck lies


class SetBack(Fact, frozen=True):
    """After a ram with the last step the chariot went back to the first free space (8.4)."""

    entry: EntryId
    rival: EntryId
    square: Square
    pos: int


class Wrecked(Fact, frozen=True):
    """A chariot was destroyed and taken off the board (8.8)."""

    entry: EntryId
    square: Square  # where the marker lies, if one was laid
    why: WhyWrecked
    by: EntryId | None  # whose javelin, or whom it crashed with
    has_marker: bool  # whether a caltrop marker was laid for it
    rank: int  # 0 for the first wreck of the race


class LapDone(Fact, frozen=True):
    """A chariot ended its move beyond the line (3.3)."""

    entry: EntryId
    lap: int  # 1 or 2 laps behind it; with 2 it has finished
    pos: int


class Protected(Fact, frozen=True):
    """A chariot that has finished takes no more damage (11.2)."""

    entry: EntryId


class CaltropDropped(Fact, frozen=True):
    """A caltrop was laid on a space just passed (8.6)."""

    entry: EntryId
    square: Square
    supply: int


class JavelinThrown(Fact, frozen=True):
    """A javelin hit (8.7)."""

    entry: EntryId
    rival: EntryId
    square: Square  # of the rival
    range: int  # 1 or 2
    points: int
    damage: int  # of the rival


# The end


class Placing(msgspec.Struct, frozen=True):
    """How a chariot is ranked (10)."""

    entry: EntryId
    place: int | None  # none for a wreck; equal positions share a place
    pos: int  # of a wreck, where it was destroyed


class RaceEnded(Fact, frozen=True):
    """A round ended with a chariot across the line, with none alive, or as the last one allowed (10)."""

    round: int
    winners: tuple[EntryId, ...]  # several share the win, none if all are wrecked
    ranking: tuple[Placing, ...]  # all chariots, first to last


Facts = (
    Common | TrackLaid | DraftBegan | BoardTaken | SlotTaken
    | RoundBegan | TurnBegan | Repaired | SpeedFell | DiceFell | DieTurned | FavourGained | SpeedSet | SprintHurt
    | Drove | CornerTaken | CaltropHit | Rammed | HeapHit | SetBack | Wrecked | LapDone | Protected
    | CaltropDropped | JavelinThrown | RaceEnded
)  # fmt: skip
