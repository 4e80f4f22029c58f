"""The digest of a reveal: one short number for all seals that are opened together, told before they are."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from engine.facts import Fact, OrdersSealed, OrdersUnsealed, Rewound, Sealed, Unsealed
from records.values import EntryId

_Held = tuple[int, Sealed | OrdersSealed | OrdersUnsealed]
"""The input that led to a fact, and the fact."""


class Sealing(msgspec.Struct, frozen=True):
    """The seals of one reveal, in the form that comes before it."""

    sealed: int  # answers that are revealed together
    digest: str  # SHA-256, hexadecimal
    is_ordered: bool  # whether whole orders are sealed with any of them


class Reveal(NamedTuple):
    """Answers that were revealed together."""

    n: int  # of the first fact of the reveal, 1 first
    entries: tuple[EntryId, ...]
    seals: tuple[Sealed | OrdersSealed, ...]  # that held, by chariot, that of the answer before that of the order

    @property
    def sealing(self) -> Sealing:
        is_ordered = any(isinstance(each, OrdersSealed) for each in self.seals)
        return Sealing(len(self.entries), digest_of(self.seals), is_ordered)


def digest_of(seals: Iterable[Sealed | OrdersSealed]) -> str:
    """Return SHA-256 over the seals, a line each: the chariot, ``orders`` for a seal of a whole order, and the seal."""
    lines = (f"{each.entry}{' orders' if isinstance(each, OrdersSealed) else ''} {each.seal}" for each in seals)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def reveals(told: Iterable[tuple[int, Fact]]) -> list[Reveal]:
    """Return all reveals among facts, each fact with the input that led to it.

    A rewinding makes void what came after the input it goes back to; seals from before hold again.
    """
    found: list[Reveal] = []
    holding: list[_Held] = []
    entries: list[EntryId] = []
    n = 0
    for n, (seq, fact) in enumerate(told, start=1):
        if isinstance(fact, Unsealed):
            entries.append(fact.entry)
            continue
        if entries:
            found.append(_reveal(n - len(entries), entries, holding))
            entries = []
        if isinstance(fact, Rewound):
            holding = [each for each in holding if each[0] <= fact.to]
        elif isinstance(fact, Sealed | OrdersSealed | OrdersUnsealed):
            holding.append((seq, fact))
    return [*found, _reveal(n - len(entries) + 1, entries, holding)] if entries else found


def _reveal(n: int, entries: Sequence[EntryId], holding: Sequence[_Held]) -> Reveal:
    """Return a reveal with the latest seals of its chariots: of the answer, and of the order unless that is open."""
    answers = {fact.entry: fact for _, fact in holding if isinstance(fact, Sealed)}
    orders = {fact.entry: fact for _, fact in holding if not isinstance(fact, Sealed)}
    seals: list[Sealed | OrdersSealed] = []
    for entry in sorted(entries):
        seals += [answers[entry]] if entry in answers else []
        order = orders.get(entry)
        seals += [order] if isinstance(order, OrdersSealed) else []
    return Reveal(n, tuple(entries), tuple(seals))
