"""Dice whose fairness anyone can check afterwards.

A secret is drawn and its SHA-256 (:func:`commitment`) published when the race opens; each faction may add a word. As
the race starts come words that neither can choose: the id of its post, and a public beacon where one is set.
The seed of the race's dice is made of all of them (:func:`mix`). Number *n* of a race depends on the seed and on *n*
alone; when the secret is published, :func:`audit` checks every roll.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Protocol

_BYTE_VALUES = 256
_WORD = 1 << 64


class Dice(Protocol):
    """Dice to roll: the real ones of a race, or the scripted dice of a test."""

    at: int  # how many dice have been rolled so far

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Return *count* faces, each 1 to *sides* (2 to 256)."""
        ...


class RaceDice:
    """The dice of one race, a counter-based stream: number *n* is derived from the seed and *n*."""

    def __init__(self, seed: bytes, at: int = 0) -> None:
        """:param at: how many dice were rolled before."""
        self.at = at
        self._seeded = hashlib.sha256(seed)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        first, self.at = self.at, self.at + count
        return tuple([self._face(number, sides) for number in range(first, first + count)])

    def _face(self, number: int, sides: int) -> int:
        stream = self._seeded.copy()
        stream.update(number.to_bytes(8, "big"))
        fair = _BYTE_VALUES - _BYTE_VALUES % sides
        while True:
            # A value at or above `fair` would favour the low faces, so it is passed over.
            for value in stream.digest():
                if value < fair:
                    return value % sides + 1
            stream.update(b"again")


class QuickDice:
    """Dice of a race that is only thought of: a linear congruence of 64 bits, of which the upper ones are used."""

    def __init__(self, seed: int) -> None:
        self.at, self._word = 0, (seed * 2_862_933_555_777_941_757 + 3_037_000_493) % _WORD

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        self.at += count
        return tuple([self._face(sides) for _ in range(count)])

    def _face(self, sides: int) -> int:
        self._word = (self._word * 6_364_136_223_846_793_005 + 1_442_695_040_888_963_407) % _WORD
        return (self._word >> 40) % sides + 1


class Thrown(Protocol):
    """The part of a roll on record that an audit needs; concealed dice have a number of sides each, and no faces."""

    @property
    def dice(self) -> tuple[int, ...]: ...
    @property
    def sides(self) -> int | tuple[int, ...]: ...


def commitment(secret: bytes) -> str:
    """Return the seal of *secret* that is published when the race opens: its SHA-256, in hexadecimal."""
    return hashlib.sha256(secret).hexdigest()


def hash_of(word: str) -> str:
    """Return what the dice take of a word: its SHA-256, in hexadecimal. The word itself may be forgotten."""
    return hashlib.sha256(word.encode()).hexdigest()


def mix(secret: bytes, hashes: Sequence[str]) -> bytes:
    """Return the seed of the dice, 32 bytes: *secret* and the hashes of all words, in order.

    A faction without a word has that of ``""``.
    """
    mixed = hashlib.sha256(secret)
    for each in hashes:
        mixed.update(bytes.fromhex(each))
    return mixed.digest()


def audit(seed: bytes, rolls: Iterable[Thrown]) -> int | None:
    """Return the place (0 first) of the first roll that *seed* does not give, or ``None`` if all are right.

    Concealed dice count as rolls, but are never wrong: their faces are not told.
    """
    dice = RaceDice(seed)
    for place, rolled in enumerate(rolls):
        if isinstance(rolled.sides, tuple):
            dice.at += len(rolled.sides)
        elif dice.roll(len(rolled.dice), rolled.sides) != rolled.dice:
            return place
    return None
