"""Letters from right to left within a line: Unicode's bidirectional algorithm (UAX 9), whose rules are named here.

Isolates count; embeddings and overrides do not, as no text that is shown keeps any.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from unicodedata import bidirectional

_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_ISOLATES = {"LRI": 0, "RLI": 1, "FSI": None}
"""Kinds that begin one, each with its direction; none if its first letter decides."""
_SIGNS_AT_NUMBERS = ("ES", "ET", "CS")
_NEUTRALS = frozenset({"B", "S", "WS", "ON"})
_SIDES = ("L", "R")
"""Directions by the last bit of a level."""


def runs(text: str) -> list[tuple[str, bool]]:
    """Return a line's runs from left to right, each as it is read, and whether it is read from right to left.

    >>> runs("a \\u05d0\\u05d1 2") == [("a ", False), ("2", False), ("\\u05d0\\u05d1 ", True)]
    True
    """
    ranks = levels(text)
    pieces = [(level, [*places]) for level, places in groupby(range(len(text)), key=ranks.__getitem__)]
    for least in range(max(ranks, default=0), 0, -1):  # L2
        turned: list[tuple[int, list[int]]] = []
        for is_turned, some in groupby(pieces, key=lambda piece, least=least: piece[0] >= least):  # type: ignore[misc]
            kept = [*some]
            turned += reversed(kept) if is_turned else kept
        pieces = turned
    return [("".join(text[place] for place in places), level % 2 == 1) for level, places in pieces]


def levels(text: str) -> list[int]:
    """Return the level of each character; an odd one is read from right to left. The line's first letter decides."""
    kinds = [bidirectional(each) or "ON" for each in text]  # what this Python does not know yet is a sign
    ranks = [0] * len(kinds)
    base = _first_strong(kinds)
    _settle(text, kinds, ranks, range(len(kinds)), base)
    for place in reversed(range(len(kinds))):  # L1
        if kinds[place] not in ("WS", "BN", "PDI", *_ISOLATES):
            break
        ranks[place] = base
    return ranks


def _first_strong(kinds: Sequence[str]) -> int:
    """Return the level of a line or isolate by its first letter, those in isolates left out (P2, P3)."""
    depth = 0
    for kind in kinds:
        if kind == "PDI":
            depth = max(0, depth - 1)
        elif kind in _ISOLATES:
            depth += 1
        elif depth == 0 and kind in ("L", "R", "AL"):
            return int(kind != "L")
    return 0


def _settle(text: str, kinds: Sequence[str], ranks: list[int], places: range, base: int) -> None:
    """Set the levels at these places, an isolate or the whole line, whose own level is *base*."""
    own: list[int] = []
    place = places.start
    while place < places.stop:
        ranks[place] = base
        if kinds[place] != "BN":
            own.append(place)
        place += 1
        if kinds[place - 1] in _ISOLATES:
            end = _end_of_isolate(kinds, place, places.stop)
            side = _ISOLATES[kinds[place - 1]]
            within = base + 1 + (base + 1 + (_first_strong(kinds[place:end]) if side is None else side)) % 2
            _settle(text, kinds, ranks, range(place, end), within)
            place = end
    resolved = _resolved([text[place] for place in own], [kinds[place] for place in own], base)
    for place, rank in zip(own, resolved, strict=True):
        ranks[place] = rank
    for place in places[1:]:
        if kinds[place] == "BN":  # a joiner goes along with what stands before it (X9)
            ranks[place] = ranks[place - 1]


def _end_of_isolate(kinds: Sequence[str], start: int, stop: int) -> int:
    """Return where an isolate's contents end: at its PDI, or with the line (BD9)."""
    depth = 1
    for place in range(start, stop):
        depth += (kinds[place] in _ISOLATES) - (kinds[place] == "PDI")
        if depth == 0:
            return place
    return stop


def _resolved(letters: Sequence[str], kinds: Sequence[str], base: int) -> list[int]:
    """Return the levels of characters that stand side by side, isolates among them as signs."""
    side = _SIDES[base % 2]
    known = _with_marks(kinds, side)
    _settle_numbers(known, side)
    _pair_brackets(letters, kinds, known, side)
    _fill_neutrals(known, side)
    rises = {"L": base % 2, "R": 1 - base % 2, "EN": 2 - base % 2, "AN": 2 - base % 2}
    return [base + rises[kind] for kind in known]  # I1, I2


def _with_marks(kinds: Sequence[str], side: str) -> list[str]:
    """Return kinds with a mark as the letter below it (W1), and what begins or ends an isolate as a sign."""
    known: list[str] = []
    for kind in kinds:
        if kind == "NSM":
            known.append(known[-1] if known else side)
        else:
            known.append("ON" if kind == "PDI" or kind in _ISOLATES else kind)
    return known


def _settle_numbers(known: list[str], side: str) -> None:
    """Settle numbers and the signs that belong to them (W2 to W7)."""
    for place, strong in _after_strong(known, side, ("L", "R", "AL")):
        if known[place] == "EN" and strong == "AL":
            known[place] = "AN"
    known[:] = ["R" if kind == "AL" else kind for kind in known]
    for place in range(1, len(known) - 1):
        before, kind, after = known[place - 1 : place + 2]
        if before == after and (before, kind) in (("EN", "ES"), ("EN", "CS"), ("AN", "CS")):
            known[place] = before
    for kind, start, stop in _stretches(known):
        if kind in _SIGNS_AT_NUMBERS:
            is_own = kind == "ET" and "EN" in (*known[max(0, start - 1) : start], *known[stop : stop + 1])
            known[start:stop] = ["EN" if is_own else "ON"] * (stop - start)
    for place, strong in _after_strong(known, side, _SIDES):
        if known[place] == "EN" and strong == "L":
            known[place] = "L"


def _after_strong(known: Sequence[str], side: str, strong: Sequence[str]) -> list[tuple[int, str]]:
    """Return each place with the last strong kind up to it."""
    found = []
    for place, kind in enumerate(known):
        side = kind if kind in strong else side
        found.append((place, side))
    return found


def _stretches(known: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Yield the stretches of one kind: kind, start, end."""
    stop = 0
    for kind, some in groupby([*known]):
        start, stop = stop, stop + sum(1 for _ in some)
        yield kind, start, stop


def _pair_brackets(letters: Sequence[str], kinds: Sequence[str], known: list[str], side: str) -> None:
    """Let brackets go with what stands between them (N0)."""
    for pair in sorted(_pairs(letters, known)):
        inside = {_strong(kind) for kind in known[pair[0] + 1 : pair[1]]} - {None}
        if not inside:
            continue
        before = next((strong for kind in reversed(known[: pair[0]]) if (strong := _strong(kind))), side)
        for place in pair:
            known[place] = side if side in inside else before
            while place + 1 < len(kinds) and kinds[place + 1] == "NSM":
                place += 1  # noqa: PLW2901
                known[place] = known[place - 1]


def _pairs(letters: Sequence[str], known: Sequence[str]) -> list[tuple[int, int]]:
    """Return the brackets that belong together (BD16)."""
    pairs: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for place, letter in enumerate(letters):
        if known[place] != "ON":
            continue
        if letter in _CLOSED_BY:
            opened.append((_CLOSED_BY[letter], place))
        while letter in [closing for closing, _ in opened]:
            closing, start = opened.pop()
            if closing == letter:
                pairs.append((start, place))
                break
    return pairs


def _strong(kind: str) -> str | None:
    """Return the direction that a kind has for signs beside it; numbers count as from right to left."""
    return kind if kind == "L" else "R" if kind in ("R", "EN", "AN") else None


def _fill_neutrals(known: list[str], side: str) -> None:
    """Let signs and blanks go with both their neighbours if these agree, else with the line (N1, N2)."""
    known[:] = ["ON" if kind in _NEUTRALS else kind for kind in known]
    for kind, start, stop in _stretches(known):
        if kind == "ON":
            before = _strong(known[start - 1]) if start else side
            after = _strong(known[stop]) if stop < len(known) else side
            known[start:stop] = [before if before is not None and before == after else side] * (stop - start)
