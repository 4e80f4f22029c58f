"""Names that look alike, though they are spelt with other characters: readers could not tell them apart."""

from functools import partial

from disarm import skeleton_key

_skeleton = partial(skeleton_key, digit_policy="tr39")
"""Returns what a name looks like by Unicode's tables of confusable characters (TS 39)."""

_BESIDES = str.maketrans({"μ": "m", "ӏ": "i", "Ϲ": "c"})
"""Letters that look like these as they stand, or as capitals, and like others by those tables."""


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
    """Return a name's looks, of which names that look alike share one: a capital I is an l, too, until it is folded."""
    cases = name, name.casefold(), name.translate(_BESIDES), name.casefold().translate(_BESIDES)
    return {_skeleton(each, on_empty=each) for each in cases}
