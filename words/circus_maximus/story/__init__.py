"""The story of a Circus Maximus race: one function a fact, from facts alone.

Each module has the lines of one subject; the import registers them.
"""

from words.circus_maximus.story import afoot, driving, fighting, maiming, plotting, turns, wrecking
from words.circus_maximus.story.lines import CAUSES, HORSES, OBSTACLES, line, squares
from words.circus_maximus.story.telling import tell

__all__ = [
    "CAUSES",
    "HORSES",
    "OBSTACLES",
    "afoot",
    "driving",
    "fighting",
    "line",
    "maiming",
    "plotting",
    "squares",
    "tell",
    "turns",
    "wrecking",
]
