"""Positions from which lessons begin: the first chariot is the pupil's, the others are there to be learned from.

They need no dice: each lesson is short, and must show its subject however the dice fall.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.circus_maximus.words.state import CarType, Horse, Race
from records.values import Lane, Square

SOUND = (6, 4, 4, 6)
WORN = (0, 2, 0, 0)
"""One horse is left, the others are cut free: such a team is in the way in any order of colours."""

HITS = 7


@dataclass(frozen=True)
class Place:
    """A chariot's square and equipment."""

    square: str  # the team's; the car is in the square behind
    horses: tuple[int, int, int, int] = SOUND
    car: CarType = "normal"
    modifier: int = 1
    endurance: int = 40


@dataclass(frozen=True)
class Stage:
    """The position of a lesson."""

    places: tuple[Place, ...]  # the pupil's first
    turn: int  # how many turns are over
    teaches_attacks: bool = False  # the way that is suggested leads to them
    lane: Lane | None = None  # that the way that is suggested keeps to
    speed: int | None = None  # that the lesson tells to write in its first turn


NO_STAGE = Stage((), 0)

STAGES: Mapping[int, Stage] = MappingProxyType(
    {
        1: Stage((Place("A3.3"), Place("A3.6")), turn=0),
        # Twelve squares short of the corner's third square: 12 is safe in lane 3, 14 is not.
        2: Stage((Place("A23.3"), Place("A21.6")), turn=1, lane=Lane(3), speed=14),
        # Two worn-out teams abreast, close ahead, and a third one that closes the way around them.
        3: Stage((Place("A15.3"), Place("A18.3", WORN), Place("A18.4", WORN), Place("A20.2", WORN)), turn=1, speed=12),
        # Rivals so tired that they cannot be whipped out of reach.
        4: Stage(
            (
                Place("A15.4", car="heavy"),
                Place("A20.3", WORN, "light", 0, endurance=1),
                Place("A20.5", WORN, "light", 0, endurance=1),
                Place("A24.4", WORN, "light", 0, endurance=1),
            ),
            turn=1,
            teaches_attacks=True,
            speed=14,
        ),
        5: Stage((Place("A10.3"), Place("A12.5"), Place("A8.2"), Place("A9.6")), turn=1),
        # One car of each kind at the start; the pupil's heavy one loses three dice there.
        7: Stage(
            (
                Place("A3.3", car="heavy"),
                Place("A3.5", car="light"),
                Place("A3.6"),
                Place("A3.1", car="heavy"),
            ),
            turn=0,
        ),
    }
)
"""By the lesson's number, 1 first; the sixth is a season."""


def set_stage(race: Race, stage: Stage) -> None:
    """Put the chariots of a new race where a lesson begins (S-25)."""
    for chariot, place in zip(race.chariots.values(), stage.places, strict=True):
        chariot.square = Square(place.square)
        chariot.horses = [Horse(speed) if speed else Horse(1, 1, "cut free") for speed in place.horses]
        chariot.car = place.car
        chariot.modifier = chariot.modifier_start = place.modifier
        chariot.hits = chariot.hits_start = HITS
        chariot.endurance = chariot.endurance_start = place.endurance
    race.turn = stage.turn
    race.is_set_up = True
