"""Pictures of the arena."""

from renderers.arena.alt_texts import alt_board, alt_cockpit, alt_log_card
from renderers.arena.board import draw_board, warm_up
from renderers.arena.cockpit import draw_cockpit
from renderers.arena.filmed import STAGE
from renderers.arena.log_card import draw_log_card
from renderers.arena.ways import ways
from renderers.scene import Scene

SCENE = Scene(draw_board, draw_cockpit, draw_log_card, alt_board, alt_cockpit, alt_log_card, ways, warm_up, STAGE)

__all__ = ["SCENE", "alt_board", "alt_cockpit", "alt_log_card", "draw_board", "draw_cockpit", "draw_log_card", "ways"]
