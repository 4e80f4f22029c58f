"""Spans of time, as people type them."""

import re
from fractions import Fraction

from records.text import folded

_UNITS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_NUMBER = r"[0-9]{1,6}(?:[.,][0-9]{1,2})?"
_PIECE = re.compile(
    rf"({_NUMBER})\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?)(?![a-z])\.?"
)
"""A number and its unit, which its first letter tells; months are none, for they would be minutes."""

_ONE = re.compile(r"\b(half )?an? (?=hour|minute|day|week)")
_MINUTES = re.compile(r"(?<=[0-9])h([0-5][0-9])(?![0-9a-z])")
_JOINT = re.compile(r"[\s,]+|and\b|&")


def read_span(text: str) -> int | None:
    """Return a span in seconds; ``None`` if the text is none, or one of parts of a second.

    >>> read_span("1d 12h"), read_span("1.5h"), read_span("1h30"), read_span("half an hour"), read_span("2 months")
    (129600, 5400, 5400, 1800, None)
    """
    said = _ONE.sub(lambda found: "0.5 " if found[1] else "1 ", folded(text))
    said = _MINUTES.sub(r"h \1m", said)
    pieces = _PIECE.findall(said)
    if not pieces or _JOINT.sub("", _PIECE.sub(" ", said)):
        return None
    seconds = sum(Fraction(number.replace(",", ".")) * _UNITS[unit[0]] for number, unit in pieces)
    return int(seconds) if seconds.denominator == 1 else None
