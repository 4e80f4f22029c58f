"""Attacks of all kinds, and their effects on drivers, horses and cars."""

from typing import Literal

from engine.circus_maximus.words.asks import Means, Target
from engine.circus_maximus.words.facts.causes import Cause
from engine.facts import Fact
from engine.track import Side
from records.values import EntryId, Square

LashCode = Literal["-", "M", "B", "G", "W", "S"]
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
    "dead horse",  # it hit one, which changes nothing
]


# Attacks


class Attacked(Fact, frozen=True):
    """An attack was announced and paid for (9.1)."""

    entry: EntryId
    defender: EntryId
    target: Target
    means: Means


class Held(Fact, frozen=True):
    """The defender stays, by choice or because nothing else is left (9.3)."""

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


class TeamLashedNextTurn(TeamLashed, frozen=True):
    """The same, for the next turn: a move still to come in this one stays as planned (T5)."""


class StandingTeamLashed(Fact, frozen=True):
    """A lash on a team that cannot move: it loses endurance and gains no factors (II.10.4.1, R-A35)."""

    entry: EntryId  # the team's
    attacker: EntryId
    factors: int


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


class HinderedNextTurn(Hindered, frozen=True):
    """The maximum speed of the next turn falls; a move still to come in this one does not (T4)."""


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


# Critical hits and weapons


class CriticallyHit(Fact, frozen=True):
    """A further effect of a wound (13.1)."""

    entry: EntryId
    attacker: EntryId
    code: CriticalCode


class Maimed(Fact, frozen=True):
    """A driver lost the use of an arm, or the sight to one side (13.1, 16.2)."""

    entry: EntryId
    what: Literal["arm", "inside eye", "outside eye"]


class TuggedOfWar(Fact, frozen=True):
    """Two drivers pulled at a whip (13.1); *loser* falls out of the car; ``None`` at a tie."""

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
    """The result of the target's roll on the weapon's table (16.2)."""

    entry: EntryId  # the target
    weapon: Literal["dust", "knife", "spear"]
    code: WeaponCode


class Blinded(Fact, frozen=True):
    """Dust in the eyes: the driver drives at half the team's speed until it is gone (16.2)."""

    entry: EntryId


class SightRegained(Fact, frozen=True):
    entry: EntryId


class DrivesStraight(Fact, frozen=True):
    """Half blind, a driver must drive straight in their next phases (16.2)."""

    entry: EntryId
    phases: int
