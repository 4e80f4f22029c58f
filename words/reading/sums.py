"""Sums of money and whole numbers, as people type them."""

import re
from decimal import Decimal
from typing import Literal

from records.text import folded

Part = Literal["all", "half"]
"""A sum that the purse decides."""

LARGEST = 10**15 - 1
"""Sesterces: more are in no purse, and nothing larger is read as a sum."""


_PARTS: dict[str, Part] = {
    "all": "all",
    "all in": "all",
    "all of it": "all",
    "everything": "all",
    "max": "all",
    "half": "half",
    "half of it": "half",
}
_UNIT = re.compile(r"^(?:hs|ss)\s+|\s*(?:sesterces?|sest\.?|hs|s)$")
_WHOLE = re.compile(r"[0-9]{1,15}|[1-9][0-9]{0,2}(?:([\s,.'_])[0-9]{3})(?:\1[0-9]{3}){0,3}")
"""Digits, perhaps in threes with one sign between them: decimals after a point must not raise the sum."""

_THOUSANDS = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{1,2}))?\s*(?:k|thousand)")
"""Two places after the point at most: 1,000k may be a million."""

_NUMBER = re.compile(r"#?\s*([0-9]{1,18})")


def read_sum(text: str) -> int | Part | None:
    """Return the sesterces that a text says, or which part of the purse; ``None`` if it is no sum.

    >>> read_sum("1.200"), read_sum("2.5k"), read_sum("1 000 sesterces"), read_sum("half"), read_sum("1.5")
    (1200, 2500, 1000, 'half', None)
    """
    said = folded(text)
    if said in _PARTS:
        return _PARTS[said]
    said = _UNIT.sub("", said)
    if (found := _THOUSANDS.fullmatch(said)) is not None:
        amount = Decimal(f"{found[1]}.{found[2] or 0}") * 1_000
        return min(int(amount), LARGEST)
    return int(re.sub(r"[^0-9]", "", said)) if _WHOLE.fullmatch(said) else None


def resolved(said: int | Part, purse: int, room: int, step: int) -> int:
    """Return a sum in sesterces: a part of the purse as far as it may be spent, in whole steps.

    :param purse: what is in it.
    :param room: the most that may be spent now, whatever is in the purse.
    """
    if isinstance(said, int):
        return said
    wanted = purse if said == "all" else purse // 2
    return max(0, min(wanted, room)) // step * step


def read_number(text: str) -> int | None:
    """Return the whole number that a text is, perhaps with a number sign before it; ``None`` if it is none.

    >>> read_number("#12"), read_number("twelve")
    (12, None)
    """
    found = _NUMBER.fullmatch(folded(text))
    return int(found[1]) if found else None
