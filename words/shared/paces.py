"""The paces of a race by the words that people use for them; a record keeps a word of its own (:class:`Pace`)."""

from collections.abc import Mapping

from records.races import Pace

EVENING = "evening"

NAMES: Mapping[str, str] = {
    "now": "now",
    EVENING: EVENING,
    "moves": "by mail, move by move",
    "turns": "by mail, a turn a day",
}
"""By what a host chooses or types, the fastest first."""

MEANINGS: Mapping[str, str] = {
    "now": "each move as it comes, a minute or two for it",
    EVENING: "each move as it comes, some minutes for it",
    "moves": "each move as it comes, half a day for it",
    "turns": "one order for a whole turn, each day",
}

RECORDED: Mapping[str, Pace] = {"now": Pace.NOW, EVENING: Pace.MOVES, "moves": Pace.MOVES, "turns": Pace.TURNS}
"""An evening is a race by moves with shorter spans."""

FASTER: Mapping[str, int] = {"now": 360, EVENING: 60, "moves": 1, "turns": 1}
"""By how much a pace is faster than a ruleset's own deadlines, which are for a race over days."""

FORMER: Mapping[str, str] = {"blitz": "now", "live": "moves", "daily": "turns"}
"""Earlier words for paces: a Discord client keeps a list of commands for a while, and people remember."""

_BY_MAIL = 3_600
"""Seconds: where the longest decision has this much or more, nobody waits at the table."""


def pace_named(pace: Pace, seconds: Mapping[str, int] | None = None) -> str:
    """Return a pace's word, as a host chooses it.

    :param seconds: of each kind of decision; without it an evening counts as by moves.

    >>> pace_named(Pace.MOVES, {"speed": 720}), pace_named(Pace.TURNS)
    ('evening', 'turns')
    """
    if pace is Pace.MOVES and seconds and max(seconds.values()) < _BY_MAIL:
        return EVENING
    return next(word for word, kept in RECORDED.items() if kept is pace and word != EVENING)


def pace_told(pace: Pace, seconds: Mapping[str, int] | None = None) -> str:
    """Return a pace in words that players read.

    >>> pace_told(Pace.TURNS)
    'by mail, a turn a day'
    """
    return NAMES[pace_named(pace, seconds)]


def asks_of_you(pace: Pace, seconds: Mapping[str, int] | None = None) -> str:
    """Return what a pace asks of a player, for those who think of entering.

    >>> asks_of_you(Pace.TURNS)
    'By mail, a turn a day: one order for a whole turn, each day.'
    """
    word = pace_named(pace, seconds)
    told = NAMES[word]
    return f"{told[0].upper()}{told[1:]}: {MEANINGS[word]}."
