"""What draws pictures and films that are no ruleset's own: few tests look at them, and drawing takes long."""

from typing import Any

from renderers import betting, films
from steward.delivering import pictures

DRAWN: tuple[tuple[Any, str], ...] = (
    (films, "_filmed"),
    *((pictures, name) for name in ("draw_gaps", "draw_profile", "draw_result", "draw_standings", "enlarged")),
    *((betting, name) for name in ("draw_board", "draw_swing", "draw_slip")),
)
"""Modules, each with a name by which something is drawn."""
