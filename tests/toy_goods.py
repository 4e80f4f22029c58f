"""Runners: what they bring to a run of the toy game from their stable, and how they come home."""

import msgspec

from engine.plots import Plot
from engine.stables import Home


class RunnerBrought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A runner from a stable."""

    ahead: int  # steps of a head start
    hits: int  # left, 1 or more
    plots: tuple[Plot, ...] = ()  # against it

    def __repr__(self) -> str:
        return "RunnerBrought()"  # the plots are secret


class RunnerHome(Home, frozen=True, forbid_unknown_fields=True):
    """How a runner comes home. The gap is of steps."""

    hits: int  # left; a runner stumbles, and lives
