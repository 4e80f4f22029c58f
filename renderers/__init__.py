"""Pictures of races, made from what a viewer may see. Each ruleset has a scene of its own."""

from collections.abc import Mapping
from types import MappingProxyType

from renderers import ave_caesar, circus_maximus
from renderers.enlarging import enlarged
from renderers.films import Film, Shot, film_race, film_turn
from renderers.scene import Scene
from renderers.standings import StandingsRow, alt_standings, draw_standings

_KNOWN: dict[str, Scene] = {
    "circus-maximus": circus_maximus.SCENE,
    "ave-caesar": ave_caesar.SCENE,
}
SCENES: Mapping[str, Scene] = MappingProxyType(_KNOWN)
"""By ruleset id."""

__all__ = [
    "SCENES", "Film", "Scene", "Shot", "StandingsRow", "alt_standings", "draw_standings", "enlarged", "film_race",
    "film_turn",
]  # fmt: skip
