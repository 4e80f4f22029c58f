"""Texts that a pattern takes, mostly at the edges of what it takes: the shortest and the longest, the first and the
last character. To have Hypothesis find them takes two hundred times as long.
"""

import importlib
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

_PARSER: Any = importlib.import_module("re._parser")
_LONG = 25
"""How often a part is repeated that may be repeated without end."""

_DIGITS = "09\u0663\U0001d7db"
"""Digits, some of which nobody has on his keys, and some that take two places in JavaScript."""


def texts(pattern: re.Pattern[str], how_many: int) -> Iterator[str]:
    """Give so many texts that a pattern takes, the same in each run."""
    parts = _PARSER.parse(pattern.pattern, pattern.flags)
    return (_text(parts, Random(number)) for number in range(how_many))


def longest(pattern: re.Pattern[str]) -> int:
    """Return how long a text may be that a pattern takes."""
    most: int = _PARSER.parse(pattern.pattern, pattern.flags).getwidth()[1]
    return most


def _text(parts: Any, random: Random) -> str:
    return "".join(_WRITTEN[str(kind)](given, random) for kind, given in parts)


def _repeated(given: Any, random: Random) -> str:
    least, most, part = given
    most = min(most, max(least, _LONG))
    count = random.choice((least, most, random.randint(least, most)))
    return "".join(_text(part, random) for _ in range(count))


def _of_class(given: Any, random: Random) -> str:
    return random.choice([each for kind, what in given for each in _CHARACTERS[str(kind)](what, random)])


_CHARACTERS: dict[str, Callable[[Any, Random], list[str]]] = {
    "LITERAL": lambda what, _: [chr(what)],
    "RANGE": lambda what, random: [chr(each) for each in (*what, random.randint(*what))],
    "CATEGORY": lambda what, _: list({"CATEGORY_DIGIT": _DIGITS}[str(what)]),
}
_WRITTEN: dict[str, Callable[[Any, Random], str]] = {
    "LITERAL": lambda given, _: chr(given),
    "IN": _of_class,
    "ANY": lambda _given, random: random.choice("aZ: é🏛-"),
    "MAX_REPEAT": _repeated,
    "SUBPATTERN": lambda given, random: _text(given[3], random),
    "BRANCH": lambda given, random: _text(random.choice(given[1]), random),
}
"""How each kind of part is written; what stands in no custom id is not among them."""
