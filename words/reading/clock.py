"""Times of day, and spans of the day, as people type them."""

import re

from records.text import folded

NOON, MIDNIGHT = 720, 0
_NAMED = {"noon": NOON, "midday": NOON, "midnight": MIDNIGHT}
_TIME = re.compile(r"(?P<hour>[0-9]{1,2})(?:[:.h](?P<minute>[0-9]{2})|(?P<bare>h| ?uhr)?)(?: ?uhr)?(?P<half>[ap]m)?")
_HALF = re.compile(r"(?<=[0-9])\s*([ap])\.?\s?m\b\.?")
_BETWEEN = re.compile(r"\s*(?:-|\bto\b|\btill?\b|\buntil\b)\s*")
_PARTING = re.compile(r"\s*(?:[,;&+]|\band\b|\s)\s*")


def read_clock(text: str) -> int | None:
    """Return a time of day in minutes after midnight; ``None`` if it is none, or might be two.

    Minutes have two digits: 7:5 may be 7:05 or 7:50. A bare number is no time: 8 may be in the evening.

    >>> [read_clock(each) for each in ("20:30", "8:30 PM", "20.30", "20h", "12am", "7:5", "8")]
    [1230, 1230, 1230, 1200, 0, None, None]
    """
    said = _joined(text)
    if said in _NAMED:
        return _NAMED[said]
    found = _TIME.fullmatch(said)
    if found is None or not (found["minute"] or found["bare"] or found["half"]):
        return None
    return _minutes(int(found["hour"]), int(found["minute"] or 0), found["half"] or "")


def _minutes(hour: int, minute: int, half: str) -> int | None:
    if minute > 59 or hour > 23 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + minute


def read_clocks(text: str) -> tuple[int, ...] | None:
    """Return several times of day in their order; ``None`` if one is none. Commas, blanks or "and" part them.

    >>> read_clocks("8 pm and 8:00")
    (480, 1200)
    """
    pieces = [piece for piece in _PARTING.split(_joined(text)) if piece]
    found = [read_clock(piece) for piece in pieces]
    times = {each for each in found if each is not None}
    return tuple(sorted(times)) if found and None not in found else None


def read_hours(text: str) -> tuple[int, int] | None:
    """Return a span of the day as two times in minutes after midnight; ``None`` if it is none, or might be two.

    Bare hours are read where one of them, or the other time, shows that they count to 24.

    >>> read_hours("10pm-7am"), read_hours("22:00 to 07:00"), read_hours("22-7"), read_hours("10-7")
    ((1320, 420), (1320, 420), (1320, 420), None)
    >>> read_hours("22:00-7"), read_hours("22-7:30"), read_hours("10:00-7"), read_hours("10pm-7")
    ((1320, 420), (1320, 450), None, None)
    """
    pieces = _BETWEEN.split(re.sub(r"^(?:from|between)\s+", "", _joined(text)))
    if len(pieces) != 2:
        return None
    first, last = (_bare(pieces) or [read_clock(piece) for piece in pieces])[:2]
    return None if first is None or last is None else (first, last)


def _bare(pieces: list[str]) -> list[int | None]:
    """Return two times, of which one at least is a bare hour, if one shows that they count to 24; else nothing."""
    found = [re.fullmatch("([0-9]{1,2})(?:[:.]([0-9]{2}))?", piece) for piece in pieces]
    if None in found or all(each is not None and each[2] for each in found):
        return []
    times = [_minutes(int(each[1]), int(each[2] or 0), "") for each in found if each is not None]
    shown = any(each is not None and (each < 60 or each >= 13 * 60) for each in times)
    return times if shown and None not in times else []


def _joined(text: str) -> str:
    """Return a text folded, with am and pm at the figure that they belong to."""
    return _HALF.sub(r"\1m", folded(text))
