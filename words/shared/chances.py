"""Chances that are told together."""

from collections.abc import Sequence
from fractions import Fraction


def in_percent(chances: Sequence[Fraction]) -> list[int]:
    """Return chances in whole per cent that add up to what they come to together: 100 if one of them must happen.

    What may happen is told as 1 % at least.

    >>> in_percent([Fraction(1, 3)] * 3), in_percent([Fraction(1, 216), Fraction(0), Fraction(215, 216)])
    ([34, 33, 33], [1, 0, 99])
    """
    exact = [100 * chance for chance in chances]
    told = [max(1, int(each)) if each else 0 for each in exact]
    while sum(told) < round(sum(exact)):
        told[max(range(len(told)), key=lambda place: exact[place] - told[place])] += 1
    while sum(told) > round(sum(exact)) and max(told) > 1:
        told[min((place for place in range(len(told)) if told[place] > 1), key=lambda p: exact[p] - told[p])] -= 1
    return told
