"""Pictures of races, made from views. Each ruleset has a scene."""

from collections.abc import Mapping
from types import MappingProxyType

from renderers import arena, ave_caesar, chariot_race, chariots_of_rome, circus_maximus, leagues
from renderers.enlarging import enlarged
from renderers.films import Film, film_race, film_turn
from renderers.gaps import Gaps, alt_gaps, draw_gaps, finish_of, gaps_of
from renderers.podium import alt_result, draw_result
from renderers.profile import Profile, RatingLine, alt_profile, draw_profile
from renderers.review import alt_review, draw_review
from renderers.scene import AnyScene, Scene, Shot
from renderers.share_card import share_card
from renderers.standings import StandingsRow, alt_standings, draw_standings
from renderers.trailer import Place, film_trailer

_KNOWN: dict[str, AnyScene] = {
    "circus-maximus": circus_maximus.SCENE,
    "ave-caesar": ave_caesar.SCENE,
    "chariot-race": chariot_race.SCENE,
    "chariots-of-rome": chariots_of_rome.SCENE,
    "arena": arena.SCENE,
    "classic-league": leagues.SCENE,
}
SCENES: Mapping[str, AnyScene] = MappingProxyType(_KNOWN)
"""By ruleset id."""

__all__ = [
    "SCENES", "AnyScene", "Film", "Gaps", "Place", "Profile", "RatingLine", "Scene", "Shot",
    "StandingsRow", "alt_gaps", "alt_profile", "alt_result", "alt_review", "alt_standings", "draw_gaps", "draw_profile",
    "draw_result", "draw_review", "draw_standings", "enlarged", "film_race", "film_trailer", "film_turn", "finish_of",
    "gaps_of", "share_card",
]  # fmt: skip
