"""Pictures of Chariot Race."""

from renderers.chariot_race.alt_texts import alt_board, alt_cockpit, alt_log_card
from renderers.chariot_race.board import draw_board, warm_up
from renderers.chariot_race.cockpit import draw_cockpit
from renderers.chariot_race.filmed import STAGE
from renderers.chariot_race.log_card import draw_log_card
from renderers.chariot_race.ways import ways
from renderers.scene import Scene

SCENE = Scene(draw_board, draw_cockpit, draw_log_card, alt_board, alt_cockpit, alt_log_card, ways, warm_up, STAGE)

__all__ = ["SCENE", "alt_board", "alt_cockpit", "alt_log_card", "draw_board", "draw_cockpit", "draw_log_card", "ways"]
