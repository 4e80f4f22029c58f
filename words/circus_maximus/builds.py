"""Named builds: the preparation points of each, its strength and weakness, and its share of wins."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.circus_maximus.printed.editions import EDITIONS, Edition
from engine.circus_maximus.words.asks import Preparation

SHARES = "shares"
"""The plan with which a preparation shows how often each build wins."""

FIELD = 8
"""Chariots in the races that the shares were counted in."""


@dataclass(frozen=True)
class Build:
    """A way to spend the four points."""

    name: str
    points: Preparation
    good_for: str


BUILDS: tuple[Build, ...] = (
    Build("Fast team", Preparation(2, 0, 2, 0), "the quickest, and sure in corners; soon out of breath"),
    Build("Balanced", Preparation(1, 0, 2, 1), "fast on the straight, with breath to spare; a light car breaks easily"),
    Build("Sound car", Preparation(1, 1, 2, 0), "fast on the straight, and hard to hurt; soon out of breath"),
    Build("Long breath", Preparation(0, 0, 2, 2), "fast, and whips again and again; the driver is weak in corners"),
    Build("Strong driver", Preparation(2, 0, 1, 1), "steady in corners and under attack; slow on the straight"),
    Build("Heavy ram", Preparation(0, 2, 2, 0), "fast, and hurts whoever it rams; weak in corners, soon out of breath"),
)
"""The best first."""

_ADVANCED = dict(zip(BUILDS, (49.9, 39.3, 31.3, 25.1, 18.2, 16.7), strict=True))
_EPIC = dict(zip(BUILDS, (55.7, 43.9, 22.2, 27.1, 23.5, 6.4), strict=True))
_TABLE = dict(zip(BUILDS, (53.6, 36.0, 31.1, 24.4, 19.7, 16.1), strict=True))
_SHARES: Mapping[Edition, Mapping[Build, float]] = MappingProxyType(
    {
        EDITIONS["basic"]: _ADVANCED,
        EDITIONS["advanced"]: _ADVANCED,
        EDITIONS["epic"]: _EPIC,
        EDITIONS["table"]: _TABLE,
    }
)


def share_of(build: Build, edition: Edition) -> float | None:
    """Return how many per cent of races of eight a build wins; none in an edition in which that was not counted.

    House drivers raced, with all preparations drawn by lot (docs/balance.md).
    """
    return _SHARES[edition][build] if edition in _SHARES else None


GOOD: tuple[Preparation, ...] = tuple(build.points for build in BUILDS[:3])
"""Builds with two points for the team: a practice draws one of them."""

NAMED: Mapping[Preparation, Build] = MappingProxyType({build.points: build for build in BUILDS})
