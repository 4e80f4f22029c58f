"""Pictures of the betting table, the same for every ruleset: the board, how chances swung, and a player's slip.

Each is a PNG file, 1,000 pixels wide, its lettering large enough for a phone; each has an alt text that says the same
in at most 1,024 characters. The same view gives the same bytes.
"""

from renderers.betting.alt_texts import alt_board, alt_slip, alt_swing
from renderers.betting.board import draw_board
from renderers.betting.slip import draw_slip
from renderers.betting.swing import draw_swing

__all__ = ["alt_board", "alt_slip", "alt_swing", "draw_board", "draw_slip", "draw_swing"]
