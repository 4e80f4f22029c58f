"""Names that look alike, though they are spelt with other characters: readers could not tell them apart."""

import re
from unicodedata import normalize

_TWINS = {
    "a": "аα",
    "b": "вβ",
    "c": "с",
    "d": "ԁ",
    "e": "еεҽ",
    "g": "ɡ",
    "h": "нһ",
    "i": "іιıӏ",
    "j": "јϳ",
    "k": "кκ",
    "l": "1|ǀ",
    "m": "мμ",
    "n": "ոη",
    "o": "оο0օ",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ",
    "t": "тτ",
    "u": "υս",
    "v": "ѵν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγү",
}
"""Latin letters, each with the Cyrillic, Greek and Armenian letters and the signs that look like it, all casefolded."""

_SHAPES = str.maketrans({"Υ": "y", "Ү": "y", "Ν": "n", "Η": "h", "Ζ": "z", "Ϲ": "c", "ϲ": "c"})
"""Letters that look like a Latin one as they stand, and like another or none once they are folded."""

_LATIN = str.maketrans({twin: letter for letter, twins in _TWINS.items() for twin in twins})


_UNSEEN = re.compile("[\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Joiners and variation selectors: they change the look of a sign a little, or not at all."""


def look_alike(one: str, other: str) -> bool:
    """Tell whether readers could take two names for the same: they differ in case or in twins of letters at most.

    A name wholly in another script looks like a Latin one only if each of its letters does.

    >>> look_alike("Blue", "Вlue"), look_alike("Blue", "BIue"), look_alike("Blue", "ＢＬＵＥ")
    (True, True, True)
    >>> look_alike("Волк", "Лев"), look_alike("Mail", "Mall"), look_alike("José", "Jose")
    (False, False, False)
    """
    return not looks(one).isdisjoint(looks(other))


def looks(name: str) -> set[str]:
    """Return a name's looks, of which names that look alike share one: a capital I may also stand for an l."""
    plain = normalize("NFKC", name.translate(_SHAPES))
    return {_skeleton(plain), _skeleton(plain.replace("I", "l"))}


def _skeleton(name: str) -> str:
    return normalize("NFKC", _UNSEEN.sub("", name.casefold())).translate(_LATIN)
