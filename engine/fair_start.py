"""Start places and allies by rating, if the host wants it (S-45): pure functions of a draw and a ranking.

A lower rating never brings a better place. Two people of like rating are a pair: one draws a place, the other starts as
far from the other end. So in each race the strong start as well as the weak together, and everybody is as likely to
start in any place as in a plain draw, at any rating.
"""

from collections.abc import Sequence
from typing import TypeVar

from records.values import EntryId

T = TypeVar("T")
Number = TypeVar("Number", bound=int)

Ranked = tuple[tuple[EntryId, ...], ...]
"""All chariots by the rating of their drivers, the strongest first; those that nothing tells apart stand together."""


def in_line(ranked: Sequence[Sequence[Number]], drawn: Sequence[Number]) -> list[Number]:
    """Return a ranking as a line, ties by lot; empty if it does not rank exactly those *drawn*.

    >>> in_line(((3,), (1, 2, 4)), (4, 2, 3, 1))
    [3, 4, 2, 1]
    >>> in_line(((3,),), (3, 4))
    []
    """
    if sorted(entry for tied in ranked for entry in tied) != sorted(drawn):
        return []
    return [entry for tied in ranked for entry in sorted(tied, key=drawn.index)]


def mirrored(drawn: Sequence[T], line: Sequence[T]) -> list[T]:
    """Return the start order, the first place first: one of each pair where it was drawn, the other across from it.

    :param drawn: a plain draw; of an odd number the last drawn starts in the middle.
    :param line: the strongest first; without it the plain draw holds.

    >>> mirrored("badc", "abcd"), mirrored("ecabd", "abcde"), mirrored("badc", "")
    (['b', 'd', 'c', 'a'], ['e', 'a', 'd', 'b', 'c'], ['b', 'a', 'd', 'c'])
    """
    if not line:
        return list(drawn)
    alone = list(drawn[-1:]) if len(drawn) % 2 else []
    left = [each for each in line if each not in alone]
    partner = {one: other for pair in zip(left[::2], left[1::2], strict=True) for one, other in (pair, pair[::-1])}
    first: list[T] = []
    for each in drawn:
        if each in partner and each not in first and partner[each] not in first:
            first.append(each)
    return [*first, *alone, *(partner[each] for each in reversed(first))]


def even_pairs(line: Sequence[T]) -> list[tuple[T, T]]:
    """Return allies: the strongest with the weakest, and so on; of an odd number the one in the middle has none.

    >>> even_pairs("abcd")
    [('a', 'd'), ('b', 'c')]
    """
    return list(zip(line, reversed(line), strict=True))[: len(line) // 2]
