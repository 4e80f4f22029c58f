"""Named builds: what to spend preparation points on, what each is good for, and how often it wins."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.circus_maximus.printed.editions import EDITIONS
from engine.circus_maximus.words.asks import Preparation

FIELD = 8
"""Chariots in the races that the shares were counted in."""


@dataclass(frozen=True)
class Build:
    """A way to spend the four points."""

    name: str
    points: Preparation
    good_for: str
    wins: float  # per cent of races of eight between house drivers, all preparations drawn (docs/balance.md)


BUILDS: tuple[Build, ...] = (
    Build("Balanced", Preparation(1, 0, 2, 1), "fast, and never out of breath", 39.3),
    Build("Fast team", Preparation(2, 0, 2, 0), "the quickest, with a driver to match; save its endurance", 49.9),
    Build("Sound car", Preparation(1, 1, 2, 0), "fast, and hard to hurt", 31.3),
    Build("Long breath", Preparation(0, 0, 2, 2), "whips and takes corners too fast, again and again", 25.1),
    Build("Strong driver", Preparation(2, 0, 1, 1), "steady in corners and under attack", 18.2),
    Build("Heavy ram", Preparation(0, 2, 2, 0), "wrecks others; wins less", 16.7),
)
"""The default first (A19)."""

COUNTED = (EDITIONS["basic"], EDITIONS["advanced"])
"""The editions that the shares were counted in; cars start and cost otherwise in others (docs/editions.md)."""

GOOD: tuple[Preparation, ...] = tuple(build.points for build in BUILDS[:3])
"""With two points for the team: one of them is drawn for whoever practises."""

NAMED: Mapping[Preparation, Build] = MappingProxyType({build.points: build for build in BUILDS})
