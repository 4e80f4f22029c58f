"""Positions from which lessons begin: the first chariot is the pupil's, the others are there to be learned from.

They need no dice: a lesson's position, and its task, are the same at each try (S-25).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.circus_maximus.words.state import CarType, Horse, Race
from records.values import Square

SOUND = (6, 4, 4, 6)
HITS = 7


@dataclass(frozen=True)
class Place:
    """A chariot's square and equipment."""

    square: str  # the team's; the car is in the square behind
    horses: tuple[int, int, int, int] = SOUND
    car: CarType = "normal"
    modifier: int = 1
    endurance: int = 40
    speed: int = 0  # that a wooden rival writes each turn, in movement factors


@dataclass(frozen=True)
class Stage:
    """The position of a lesson."""

    places: tuple[Place, ...]  # the pupil's first
    turn: int  # how many turns are over


STAGES: Mapping[int, Stage] = MappingProxyType(
    {
        # Twelve squares behind, a lane aside.
        1: Stage((Place("A3.3"), Place("A15.4")), turn=1),
        # Twelve squares short of the corner's third square: 12 is safe in lane 3, 14 is not.
        2: Stage((Place("A23.3"), Place("A21.6")), turn=1),
        # Two teams abreast, close ahead, and a third one that closes the short way around them.
        3: Stage((Place("A15.3"), Place("A18.3"), Place("A18.4"), Place("A20.2")), turn=1),
        # The two near cars can be rammed, one of them at six squares; the third is there to be confused with it.
        4: Stage(
            (Place("A15.4", car="heavy"), Place("A21.5", car="light"), Place("A21.3"), Place("A26.4")),
            turn=1,
        ),
        5: Stage((Place("A10.3"), Place("A24.1"), Place("A13.3")), turn=1),
        # Two drivers within a throw, the wrong one first; all start from standing.
        7: Stage((Place("A15.3"), Place("A21.2"), Place("A18.4")), turn=1),
        # A team straight ahead, and two cars to be rammed, one behind the other.
        8: Stage((Place("A12.4", car="heavy"), Place("A18.5"), Place("A21.3"), Place("A26.4")), turn=1),
    }
)
"""By the lesson's number, 1 first; the sixth is a season."""


def set_stage(race: Race, stage: Stage) -> None:
    """Put the chariots of a new race where a lesson begins (S-25)."""
    for chariot, place in zip(race.chariots.values(), stage.places, strict=True):
        chariot.square = Square(place.square)
        chariot.horses = [Horse(speed) for speed in place.horses]
        chariot.car = place.car
        chariot.modifier = chariot.modifier_start = place.modifier
        chariot.hits = chariot.hits_start = HITS
        chariot.endurance = chariot.endurance_start = place.endurance
    race.turn = stage.turn
    race.is_set_up = True
