"""Pictures of Ave Caesar."""

from renderers.ave_caesar.alt_texts import alt_board, alt_cockpit, alt_log_card
from renderers.ave_caesar.board import draw_board, warm_up
from renderers.ave_caesar.cockpit import draw_cockpit
from renderers.ave_caesar.filmed import STAGE
from renderers.ave_caesar.log_card import draw_log_card
from renderers.ave_caesar.ways import ways
from renderers.scene import Scene

SCENE = Scene(draw_board, draw_cockpit, draw_log_card, alt_board, alt_cockpit, alt_log_card, ways, warm_up, STAGE)

__all__ = ["SCENE", "alt_board", "alt_cockpit", "alt_log_card", "draw_board", "draw_cockpit", "draw_log_card", "ways"]
