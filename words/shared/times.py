"""Spans and moments in words; Discord shows a moment in each reader's zone."""


def tell_duration(seconds: int) -> str:
    """
    >>> tell_duration(129600)
    '1d 12h'
    """
    return " ".join(f"{amount}{unit[0]}" for amount, unit in in_units(seconds)) or "0s"


def in_units(seconds: int) -> list[tuple[int, str]]:
    """Return a span in days, hours, minutes and seconds, without those of which there is none.

    >>> in_units(129600)
    [(1, 'day'), (12, 'hour')]
    """
    found = []
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        amount, seconds = divmod(seconds, size)
        found.append((amount, unit))
    return [each for each in found if each[0]]


def time_of_day(at: float) -> str:
    """Return a time of day as Discord shows it to each reader in their own zone.

    >>> time_of_day(72_000.0)
    '<t:72000:t>'
    """
    return f"<t:{int(at)}:t>"


def when(at: float, dates: str = "relative") -> str:
    """Return a time as Discord shows it to each reader in their own zone.

    :param dates: ``relative``, or ``full`` for the date as well.

    >>> when(60.0), when(60.0, "full")
    ('<t:60:R>', '<t:60:f> (<t:60:R>)')
    """
    return f"<t:{int(at)}:f> (<t:{int(at)}:R>)" if dates == "full" else f"<t:{int(at)}:R>"
