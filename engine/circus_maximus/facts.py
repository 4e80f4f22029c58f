"""What happens in a Circus Maximus race.

Rolls are told as :class:`engine.game.Rolled`, just before what comes of them.
"""

from typing import Literal

import msgspec

from engine.circus_maximus.asks import Means, Target
from engine.circus_maximus.state import Blades, CarType, Marker, ObstacleKind, Part, Weapon
from engine.game import Common, Fact
from engine.track import Side
from engine.values import EntryId, Faction, Lane, Square

LashCode = Literal["-", "M", "B", "G", "W", "S"]
CornerCode = Literal["-", "S", "SS", "J", "LH", "RH", "FP"]
ObstacleCode = Literal["-", "jostled", "car damaged", "hobbled", "seriously hobbled", "flip danger", "flip"]
CriticalCode = Literal["pulled out", "modifier", "arm", "eye", "lashed again", "hit", "-", "tug of war"]
WeaponCode = Literal[
    "falls out",
    "swerves in",
    "half blind",
    "slips away",
    "blinded",
    "blown back",
    "killed",
    "hits",
    "one hit",
    "horse grazed",
    "horse hurt",
    "horse killed",
]
Cause = Literal[
    "strain", "corner", "brake", "avoid", "lash", "horse death", "forced brake", "wall", "wheel", "destroyed wheel",
    "no endurance", "driver dead", "wound", "half wounded", "third wounded", "four dead horses", "involuntary ram",
    "wreck", "obstacle", "obstacle not cleared", "critical hit", "run down", "dragging", "dust", "knife", "spear",
    "ram",
]  # fmt: skip


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
    """What a chariot's 32 points have bought (16.1); :class:`Equipped` follows."""

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
    """What a chariot starts with, after the rolls of 3.6."""

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
    """Who has written straining beside his speed (16.6)."""

    turn: int
    entries: tuple[EntryId, ...]


class Drawn(Fact, frozen=True):
    """A colour came out of the cup (5.3)."""

    entry: EntryId
    order: int  # 1 first


class PhaseBegan(Fact, frozen=True):
    """A chariot's movement phase: what it can spend, after all dice of its start (6.1)."""

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
    """What came of it (7.32)."""

    entry: EntryId
    code: CornerCode


class Jostled(Fact, frozen=True):
    entry: EntryId
    cdm: int


class StrainingBarred(Fact, frozen=True):
    """After a double sideslip, for the rest of this turn and the next (7.33)."""

    entry: EntryId


# Attacks


class Attacked(Fact, frozen=True):
    """An attack was announced and paid for (9.1)."""

    entry: EntryId
    defender: EntryId
    target: Target
    means: Means


class Held(Fact, frozen=True):
    """The defender stays where he is, by choice or because he must (9.3)."""

    entry: EntryId
    by_choice: bool


class BrakedBack(Fact, frozen=True):
    """A square back: to avoid an attack (6.62), or forced by a lash (9.43)."""

    entry: EntryId
    to: Square
    forced: bool


class Evaded(Fact, frozen=True):
    """A change of lane out of an attack's way; it is paid for in the next phase (9.31)."""

    entry: EntryId
    side: Side
    to: Square
    cost: int


class TeamLashed(Fact, frozen=True):
    """A lash on a team: endurance lost, and as many movement factors for the next phase (9.41)."""

    entry: EntryId  # the team's
    attacker: EntryId
    factors: int  # 0 if the team had none left
    must_use: bool


class DriverLashed(Fact, frozen=True):
    """A lash on a driver, as the chart says (9.42)."""

    entry: EntryId  # the defender
    attacker: EntryId
    factor: int  # as clamped, -4 to 5
    code: LashCode


class Wounded(Fact, frozen=True):
    entry: EntryId
    left: int  # hits


class Weakened(Fact, frozen=True):
    """A driver modifier fell for the rest of the race (9.43)."""

    entry: EntryId
    modifier: int
    cause: Cause


class Hindered(Fact, frozen=True):
    """The maximum speed of the next phase falls (9.43, 9.63)."""

    entry: EntryId
    factors: int
    cause: Cause


class WhipLost(Fact, frozen=True):
    entry: EntryId  # who lost it
    kept_by: EntryId | None


class Rammed(Fact, frozen=True):
    """A ram comes home (9.5, 9.6); the rolls after it say how."""

    entry: EntryId
    defender: EntryId
    target: Literal["team", "car", "dragged driver"]
    kind: Literal["ram", "involuntary", "frontal"]


class CarsDamaged(Fact, frozen=True):
    """Which cars a ram damaged (9.54)."""

    attacker: EntryId
    defender: EntryId
    damaged: tuple[EntryId, ...]


class HorseInjured(Fact, frozen=True):
    entry: EntryId
    horse: int  # 1 leftmost
    points: int
    speed: int  # left


class HorseDied(Fact, frozen=True):
    """A horse died; the chariot stands until it is cut free (9.52)."""

    entry: EntryId
    horse: int


class WheelDamaged(Fact, frozen=True):
    entry: EntryId
    side: Side
    points: int
    total: int


class WheelHeld(Fact, frozen=True):
    """A damaged wheel was tried and held; *weakened* if it took another point (7.43)."""

    entry: EntryId
    side: Side
    weakened: bool
    total: int


class WheelLost(Fact, frozen=True):
    entry: EntryId
    side: Side


class Flipped(Fact, frozen=True):
    """The chariot is out of the race (7.4, 9.43)."""

    entry: EntryId
    cause: Cause
    square: Square  # the team's


class DriverDied(Fact, frozen=True):
    entry: EntryId


class Stopped(Fact, frozen=True):
    """A fourth horse died: the chariot is out (9.53)."""

    entry: EntryId


# Obstacles and wrecks


class WreckCameDown(Fact, frozen=True):
    """A car that flipped comes to rest (12.2)."""

    entry: EntryId
    square: Square


class WreckStruck(Fact, frozen=True):
    """A wreck comes down on a chariot; what it does follows (12.4)."""

    entry: EntryId  # the chariot under it
    wreck: EntryId
    part: Part


class ObstacleEntered(Fact, frozen=True):
    """A team is on an obstacle; the die says what getting over it may cost (14.3)."""

    entry: EntryId
    square: Square
    obstacle: ObstacleKind
    die: int  # 0 for a team without a driver, which pays nothing (E10)


class ObstacleCrossed(Fact, frozen=True):
    """A team got over an obstacle; the roll before says how (14.3)."""

    entry: EntryId
    square: Square
    code: ObstacleCode


class CarcassLeft(Fact, frozen=True):
    """A horse that was cut free lies on the track (16.3)."""

    entry: EntryId
    square: Square


# Runaway teams, dragged drivers, drivers on foot


class RanAway(Fact, frozen=True):
    """A team runs without a driver in its car (15.1)."""

    entry: EntryId
    with_car: bool


class TeamHalted(Fact, frozen=True):
    """A runaway team is held by a dead horse and lies in the way from now on (15.25)."""

    entry: EntryId
    square: Square


class TeamRemoved(Fact, frozen=True):
    """A team without a driver crossed the line and is taken off the track (F6)."""

    entry: EntryId


class DriverDragged(Fact, frozen=True):
    """A driver hangs in the reins behind his team (16.1)."""

    entry: EntryId
    square: Square  # his counter's


class PulledOut(Fact, frozen=True):
    """A driver was pulled out of his car; the car stays with the team (16.7)."""

    entry: EntryId
    by: EntryId | None  # none if dust did it


class DriverFreed(Fact, frozen=True):
    """A dragged driver got free and is on foot (16.2)."""

    entry: EntryId
    square: Square


class FreeingFailed(Fact, frozen=True):
    entry: EntryId


class DriverHurt(Fact, frozen=True):
    """A driver lost hits, but not by a lash's wound (16.3, 16.5, 16.2 of the options)."""

    entry: EntryId
    hits: int
    left: int
    cause: Cause


class StoodUp(Fact, frozen=True):
    """A driver whose team can go no further stands up and is on foot (9.53, E18, E23)."""

    entry: EntryId
    square: Square


class RunDown(Fact, frozen=True):
    """A driver on foot was run down and killed; it costs the team factors (17.4)."""

    entry: EntryId  # the driver's
    by: EntryId
    factors: int
    at_once: bool  # taken from this phase; else from the highest speed of the next


class RanOnFoot(Fact, frozen=True):
    """A driver on foot moved (17.1)."""

    entry: EntryId
    to: Square


class ClimbFailed(Fact, frozen=True):
    """He could not get over the wall here (17.3)."""

    entry: EntryId
    square: Square


class Escaped(Fact, frozen=True):
    """A driver on foot climbed out of the circus (17.3)."""

    entry: EntryId
    square: Square


# Critical hits and weapons


class CriticallyHit(Fact, frozen=True):
    """What a wound did besides (13.1)."""

    entry: EntryId
    attacker: EntryId
    code: CriticalCode


class Maimed(Fact, frozen=True):
    """A driver lost the use of an arm, or the sight to one side (13.1, 16.2)."""

    entry: EntryId
    what: Literal["arm", "inside eye", "outside eye"]


class TuggedOfWar(Fact, frozen=True):
    """Two drivers pulled at a whip (13.1); *loser* is pulled out, nobody at a tie."""

    entry: EntryId
    attacker: EntryId
    loser: EntryId | None


class HorseWorseHurt(Fact, frozen=True):
    """An injury was worse than it looked (16.4); the further injury follows."""

    entry: EntryId
    horse: int  # 1 leftmost
    points: int
    killed: bool


class WeaponUsed(Fact, frozen=True):
    """Dust, a knife or a spear was used; the roll before says whether it hit (16.2)."""

    entry: EntryId
    defender: EntryId
    weapon: Literal["dust", "knife", "small knife", "spear"]
    hit: bool


class WeaponTold(Fact, frozen=True):
    """What the target's roll on the weapon's table says (16.2)."""

    entry: EntryId  # the target
    weapon: Literal["dust", "knife", "spear"]
    code: WeaponCode


class Blinded(Fact, frozen=True):
    """Dust in the eyes: the driver drives at half his team's speed until he sees again (16.2)."""

    entry: EntryId


class SightRegained(Fact, frozen=True):
    entry: EntryId


class DrivesStraight(Fact, frozen=True):
    """Half blind, a driver must drive straight in his next phases (16.2)."""

    entry: EntryId
    phases: int


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
    """Who came in where, and how he is ranked."""

    entry: EntryId
    place: int  # 1 first
    crossed: bool
    factors_left: int = 0


class RaceEnded(Fact, frozen=True):
    """The race is over; those out of it are not placed, and with no one placed first there is no winner (10)."""

    turn: int
    places: tuple[Placing, ...]
    has_winner: bool


Facts = (
    Common | LaneDrawn | ColourDrawn | PointsRevealed | Equipped | TurnBegan | JostleEased
    | TeamDeclined | SpeedsRevealed | Drawn | PhaseBegan | SpeedFell | FactorsLost | PhaseEnded | Moved | LaneChanged
    | Braked | Sideslipped | TeamStrained | GainTaken | HorseCutFree | CuttingFailed | EnduranceLost | EnduranceGone
    | CornerStrained | CornerTaken | Jostled | StrainingBarred | Attacked | Held | BrakedBack | Evaded | TeamLashed
    | DriverLashed | Wounded | Weakened | Hindered | WhipLost | Rammed | CarsDamaged | HorseInjured | HorseDied
    | WheelDamaged | WheelHeld | WheelLost | Flipped | DriverDied | Stopped | MarkerRemoved | FinalTurnCalled
    | Finished | RaceEnded
    | Specified | AlliesNamed | WeatherChanged | WreckCameDown | WreckStruck | ObstacleEntered | ObstacleCrossed
    | CarcassLeft | RanAway | TeamHalted | TeamRemoved | DriverDragged | PulledOut | DriverFreed | FreeingFailed
    | DriverHurt | StoodUp | RunDown | RanOnFoot | ClimbFailed | Escaped | CriticallyHit | Maimed | TuggedOfWar
    | HorseWorseHurt | WeaponUsed | WeaponTold | Blinded | SightRegained | DrivesStraight
    | StrainsRevealed
)  # fmt: skip
