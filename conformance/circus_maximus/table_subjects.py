"""Subjects that need cases in the Table game: its register of differences, its rulings, its worked cases."""

from collections.abc import Mapping

from conformance.chapters import Chapter, Subject, chapter

TABLE_REGISTER = chapter(
    "The Table game: its register",
    """
    T1 words
    T2 the order of preparing
    T3 the start from standing
    T4 losses of speed wait for the next turn
    T5 so do points whipped into a team
    T6 a sideslip of one's own choice
    T7 the second attack of a move
    T8 the grey squares
    T9 the answer to an attack
    T10 a grabbed whip
    T11 the order in a corner
    T12 wheels at 14
    T13 wheels after damage
    T14 inward in a corner
    T15 the jostle
    T16 the double sideslip
    T17 the side of a dead horse
    T18 after cutting free
    T19 the whip and a dead horse
    T20 critical 2
    T21 critical 12
    T22 wreck location 3 and 8
    T23 hurts of being dragged
    T24 running a man down
    """,
    {"T1": "words alone: the program keeps its own"},
)

TABLE_WORKED = Chapter(
    "The Table game: worked cases",
    tuple(Subject(f"TC{number}", "") for number in range(1, 151)),
)
"""Those of its specification."""

_RULINGS: Mapping[int, str] = {1: "which sheet counts: T16 and R-T12 show it"}

TABLE_RULINGS = Chapter(
    "The Table game: rulings",
    tuple(Subject(f"R-T{number}", "", _RULINGS.get(number, "")) for number in range(1, 35)),
)
"""Those of its specification; ours are TG-1 and on, in docs/rulings.md."""
