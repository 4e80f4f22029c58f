"""Pictures of Circus Maximus."""

from renderers.circus_maximus.alt_texts import alt_board, alt_cockpit, alt_log_card
from renderers.circus_maximus.board import draw_board, warm_up
from renderers.circus_maximus.cockpit import draw_cockpit
from renderers.circus_maximus.filmed import STAGE
from renderers.circus_maximus.log_card import draw_log_card
from renderers.circus_maximus.ways import ways
from renderers.scene import Scene

SCENE = Scene(draw_board, draw_cockpit, draw_log_card, alt_board, alt_cockpit, alt_log_card, ways, warm_up, STAGE)

__all__ = ["SCENE", "alt_board", "alt_cockpit", "alt_log_card", "draw_board", "draw_cockpit", "draw_log_card", "ways"]
