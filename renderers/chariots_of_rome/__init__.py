"""Pictures of Chariots of Rome."""

from renderers.chariots_of_rome.alt_texts import alt_board, alt_cockpit, alt_log_card
from renderers.chariots_of_rome.board import draw_board, warm_up
from renderers.chariots_of_rome.cockpit import draw_cockpit
from renderers.chariots_of_rome.filmed import STAGE
from renderers.chariots_of_rome.log_card import draw_log_card
from renderers.chariots_of_rome.ways import ways
from renderers.chariots_of_rome.words import closed
from renderers.scene import Scene

SCENE = Scene(
    draw_board,
    draw_cockpit,
    draw_log_card,
    alt_board,
    alt_cockpit,
    alt_log_card,
    ways,
    warm_up,
    STAGE,
    closed=closed,
)

__all__ = ["SCENE", "alt_board", "alt_cockpit", "alt_log_card", "draw_board", "draw_cockpit", "draw_log_card", "ways"]
