"""What stands on the card of a week or a year."""

import msgspec


class ReviewRow(msgspec.Struct, frozen=True):
    """A label with its value."""

    label: str
    value: str  # any text
    colour: str = ""  # of a chariot, shown before the value


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """All that stands on the card of a span of time."""

    title: str  # any text
    figures: tuple[tuple[str, str], ...]  # a number, and what it counts; the first three are shown
    rows: tuple[ReviewRow, ...]  # the first eight are shown
    sentence: str = ""
    colour: str = ""  # of the emblem; empty for a cup
