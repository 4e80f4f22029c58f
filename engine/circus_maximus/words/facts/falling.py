"""Facts of a flip: wrecks in the way, runaway teams, dragged drivers, drivers on foot."""

from typing import Literal

from engine.circus_maximus.words.facts.causes import Cause
from engine.circus_maximus.words.state import ObstacleKind, Part
from engine.facts import Fact
from records.values import EntryId, Square

ObstacleCode = Literal["-", "jostled", "car damaged", "hobbled", "seriously hobbled", "flip danger", "flip"]


# Obstacles and wrecks


class WreckCameDown(Fact, frozen=True):
    """A car that flipped comes to rest (12.2)."""

    entry: EntryId
    square: Square


class WreckStruck(Fact, frozen=True):
    """A wreck comes down on a chariot; its effect follows (12.4)."""

    entry: EntryId  # the chariot under it
    wreck: EntryId
    part: Part


class ObstacleEntered(Fact, frozen=True):
    """A team is on an obstacle; the die decides the price of getting over it (14.3)."""

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
    """A driver hangs in the reins behind their team (16.1)."""

    entry: EntryId
    square: Square  # their counter's


class PulledOut(Fact, frozen=True):
    """A driver was pulled out of their car; the car stays with the team (16.7)."""

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


class Dodged(Fact, frozen=True):
    """A driver on foot got out of a team's way (II.14.2)."""

    entry: EntryId  # the driver's
    by: EntryId
    to: Square


class RunOver(Fact, frozen=True):
    """A driver on foot was run down and killed; the team pays with its factors left, and owes the rest (II.14.2)."""

    entry: EntryId  # the driver's
    by: EntryId
    paid: int  # factors of this phase
    owed: int  # of the next


class SteppedOff(Fact, frozen=True):
    """A driver left a chariot that stands; it lies in the way from now on (II.12.2.3)."""

    entry: EntryId
    square: Square


class RanOnFoot(Fact, frozen=True):
    """A driver on foot moved (17.1)."""

    entry: EntryId
    to: Square


class ClimbFailed(Fact, frozen=True):
    """A driver on foot could not get over the wall here (17.3)."""

    entry: EntryId
    square: Square


class Escaped(Fact, frozen=True):
    """A driver on foot climbed out of the circus (17.3)."""

    entry: EntryId
    square: Square
