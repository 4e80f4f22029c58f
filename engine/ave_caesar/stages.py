"""Positions from which lessons begin (S-25): spaces for the chariots in entry order, the pupil's first, on lap 1."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.ave_caesar.courses import Space
from engine.ave_caesar.state import Race

STAGES: Mapping[int, tuple[Space, ...]] = MappingProxyType(
    {
        # Six rows short of Caesar's alley, on its side; the rivals are behind.
        3: (Space("17b"), Space("13b1"), Space("11b")),
    }
)
"""By the lesson's number; those that are not here begin on the grid."""


def set_stage(race: Race) -> None:
    """Put the chariots of a new race where its lesson begins, if it has one."""
    spaces = STAGES.get(race.options.lesson, ())
    for chariot, space in zip(race.chariots.values(), spaces, strict=False):
        chariot.space, chariot.crossings = space, 1
