"""Chances in whole per cent: a single one, those of a simulation, and several together."""

from collections.abc import Sequence
from fractions import Fraction


def percent(chance: float) -> str:
    """Return a chance in whole per cent: at least 1 % if it may happen, at most 99 % if it may fail.

    >>> [percent(chance) for chance in (0, 0.002, 0.125, 0.999, 1)]
    ['0 %', '1 %', '12 %', '99 %', '100 %']
    """
    if chance <= 0 or chance >= 1:
        return f"{round(100 * max(0.0, min(1.0, chance)))} %"
    return f"{min(99, max(1, round(100 * chance)))} %"


def of_thousand(thousandths: int) -> str:
    """Return a chance that was counted in a thousand races, in whole per cent: near 0 and 100 as under 1 and over 99.

    A half goes to the even side, so that two chances of which one must come make 100.

    >>> [of_thousand(each) for each in (0, 4, 10, 234, 405, 595, 990, 996, 1000)]
    ['0 %', 'under 1 %', '1 %', '23 %', '40 %', '60 %', '99 %', 'over 99 %', '100 %']
    """
    if 0 < thousandths < 10:
        return "under 1 %"
    return "over 99 %" if 990 < thousandths < 1000 else f"{round(thousandths / 10)} %"


def in_percent(chances: Sequence[Fraction]) -> list[int]:
    """Return chances in whole per cent that add up to the rounded total: 100 if one of them must happen.

    A chance above 0 shows as 1 % at least.

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
