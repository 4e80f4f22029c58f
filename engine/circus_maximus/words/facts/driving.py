"""The race as it is driven: set-up, turns, movement, endurance, corners, the finish."""

from typing import Literal

import msgspec

from engine.circus_maximus.words.facts.causes import Cause
from engine.circus_maximus.words.state import Blades, CarType, Marker, Weapon
from engine.facts import Fact
from engine.track import Side
from records.values import EntryId, Faction, Lane, Square

CornerCode = Literal["-", "S", "SS", "J", "LH", "RH", "FP"]


# Before the race


class LaneDrawn(Fact, frozen=True):
    """A start lane fell to a chariot (3.2)."""

    entry: EntryId
    lane: Lane
    square: Square  # the team's


class ColourDrawn(Fact, frozen=True):
    """A faction drew a colour (3.3, 3.4)."""

    faction: Faction
    entry: EntryId


class PointsRevealed(Fact, frozen=True):
    """How a chariot's preparation points were spent (3.6)."""

    entry: EntryId
    driver: int
    car: int
    team: int
    endurance: int


class Specified(Fact, frozen=True):
    """The purchases with a chariot's 32 points (16.1); :class:`Equipped` follows."""

    entry: EntryId
    horses: tuple[int, int, int, int]
    modifier: int
    hits: int
    whip: Literal["none", "regular", "long"]
    boxes_inside: int
    boxes_outside: int
    endurance: int
    blades_inside: Blades
    blades_outside: Blades
    weapons: tuple[Weapon, ...]


class AlliesNamed(Fact, frozen=True):
    """Two chariots win together (option teams)."""

    entry: EntryId
    ally: EntryId


class WeatherChanged(Fact, frozen=True):
    """How the weather is from now on (16.7)."""

    raining: bool
    mud: bool


class Equipped(Fact, frozen=True):
    """A chariot's values at the start, after the rolls of 3.6."""

    entry: EntryId
    modifier: int
    hits: int
    car: CarType
    horses: tuple[int, ...]
    endurance: int


# Turns and phases


class TurnBegan(Fact, frozen=True):
    turn: int
    final: bool = False


class JostleEased(Fact, frozen=True):
    """A jostled driver recovered one point (7.354)."""

    entry: EntryId
    cdm: int


class TeamDeclined(Fact, frozen=True):
    """A team without endurance lost another point of speed (8.43)."""

    entry: EntryId
    decline: int


class SpeedsRevealed(Fact, frozen=True):
    """All written speeds, in movement factors (6.11)."""

    turn: int
    speeds: dict[EntryId, int]


class StrainsRevealed(Fact, frozen=True):
    """The chariots that have straining written beside their speed (16.6)."""

    turn: int
    entries: tuple[EntryId, ...]


class Drawn(Fact, frozen=True):
    """A colour came out of the cup (5.3)."""

    entry: EntryId
    order: int  # 1 first


class PhaseBegan(Fact, frozen=True):
    """A chariot's movement phase: its factors, after all dice of its start (6.1)."""

    entry: EntryId
    written: int
    total_speed: int
    factors: int


class SpeedFell(Fact, frozen=True):
    """Speed was lost in mid-phase (7.353, 9.51)."""

    entry: EntryId
    total_speed: int
    factors: int  # left


class FactorsLost(Fact, frozen=True):
    """Movement factors that nobody could spend (8.7)."""

    entry: EntryId
    factors: int


class PhaseEnded(Fact, frozen=True):
    entry: EntryId
    square: Square | None  # the team's; none if it is no longer on the track


# Movement


class Moved(Fact, frozen=True):
    """Straight on (6.3)."""

    entry: EntryId
    squares: int
    to: Square


class LaneChanged(Fact, frozen=True):
    """A change of lane and a square forward (6.4)."""

    entry: EntryId
    side: Side
    to: Square


class Braked(Fact, frozen=True):
    """Movement factors burnt, an endurance factor each (6.6)."""

    entry: EntryId
    factors: int


class Sideslipped(Fact, frozen=True):
    """One lane sideways: the driver's own choice (6.7), or forced (7.34, 9.43)."""

    entry: EntryId
    side: Side
    to: Square
    forced: bool


class TeamStrained(Fact, frozen=True):
    """The team was whipped on: as many factors gained as endurance lost (6.52)."""

    entry: EntryId
    gained: int


class GainTaken(Fact, frozen=True):
    """Movement factors that a lash whipped into the team are used (9.41)."""

    entry: EntryId
    factors: int


class HorseCutFree(Fact, frozen=True):
    """A dead horse was cut free (9.52)."""

    entry: EntryId
    horse: int  # 1 leftmost
    cost: int  # speed


class CuttingFailed(Fact, frozen=True):
    entry: EntryId
    short: int  # by how much speed


# Endurance


class EnduranceLost(Fact, frozen=True):
    entry: EntryId
    factors: int
    left: int
    cause: Cause


class EnduranceGone(Fact, frozen=True):
    """The last endurance factor is gone; the driver modifier falls with it (8.4)."""

    entry: EntryId
    modifier: int


# Corners


class CornerStrained(Fact, frozen=True):
    """A chariot is in a corner too fast; the roll after it says how it goes (7.2)."""

    entry: EntryId
    lane: Lane
    limit: int
    points: int  # total speed above the limit


class CornerTaken(Fact, frozen=True):
    """The result of a corner roll (7.32)."""

    entry: EntryId
    code: CornerCode


class Jostled(Fact, frozen=True):
    entry: EntryId
    cdm: int


class StrainingBarred(Fact, frozen=True):
    """After a double sideslip, for the rest of this turn and the next (7.33)."""

    entry: EntryId


# The end


class MarkerRemoved(Fact, frozen=True):
    """A lap marker was taken from the spina (3.7)."""

    entry: EntryId  # whose lead it was
    kind: Marker
    left: int  # markers still standing


class FinalTurnCalled(Fact, frozen=True):
    """The finish line was crossed: this is the last turn (10.1)."""

    turn: int


class Finished(Fact, frozen=True):
    entry: EntryId
    factors_left: int


class Placing(msgspec.Struct, frozen=True):
    """Where a chariot came in, and how it is ranked."""

    entry: EntryId
    place: int  # 1 first
    crossed: bool
    factors_left: int = 0


class RaceEnded(Fact, frozen=True):
    """The race is over; those out of it are not placed, and with no one placed first there is no winner (10)."""

    turn: int
    places: tuple[Placing, ...]
    has_winner: bool
