"""Chariots: what they bring to a race from their stable, and how they come home (20.1, 22)."""

from typing import Literal

import msgspec

from engine.plots import Plot
from engine.stables import Home


class BroughtHorse(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A living horse."""

    boxes: int  # full speed and injury boxes
    injury: int = 0


class Wounds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Critical wounds of a driver that last until the next recovery (13.1, R-B29)."""

    weakened: int = 0  # off the modifier
    arm: bool = False  # straining gains half
    eyes: tuple[Literal["inside", "outside"], ...] = ()  # lost

    @property
    def are_none(self) -> bool:
        return not (self.weakened or self.arm or self.eyes)


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant's goods from its stable: preparation is over before the race is (20.1)."""

    lane: int  # drawn by the league, 1 inside
    second_row: bool
    horses: tuple[BroughtHorse, ...]  # four, the leftmost first
    endurance: int
    car: Literal["light", "normal", "heavy"]
    modifier: int
    boxes: int  # full hits of the driver
    hits: int  # left, 1 or more
    plots: tuple[Plot, ...] = ()  # against it, in the order in which they are revealed
    driver: int = 0  # its number in the league; 0 in races that are older than it
    wheels: tuple[int, int] = (0, 0)  # damage of inside and outside wheel, of a match race (R-B29)
    wounds: Wounds = Wounds()  # likewise

    def __repr__(self) -> str:
        return f"Brought(lane={self.lane})"  # the plots are secret


class HorseHome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a horse comes home: drugs have worn off (24.43, R-G25)."""

    injury: int
    is_alive: bool


class ChariotHome(Home, frozen=True, forbid_unknown_fields=True):
    """How a chariot comes home. The gap is of squares or movement factors (23.1, R-F5)."""

    horses: tuple[HorseHome, ...]
    hits: int  # that the driver has left; 0 if dead
    is_car_whole: bool  # both wheels are on (22.3)
    in_control: bool = True  # the driver stands in the car (B.7); true in races that are older than it
    wheels: tuple[int, int] = (0, 0)  # damage of inside and outside wheel
    wounds: Wounds = Wounds()  # of a driver who lives
