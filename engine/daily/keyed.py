"""Dice by decision: two races that differ in one answer still roll alike wherever both roll for the same thing."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from engine.dice import RaceDice
from engine.facts import Concealed
from engine.table import Table
from records.values import EntryId


class KeyedTable(Table):
    """A table whose dice fall by what they are rolled for.

    A face is derived from the day's seed, the turn, the chariot, the purpose, how many rolls for that purpose the
    chariot has made in this turn, and the number of the die. ``fallen`` holds all faces so far by their label and the
    sides of the dice: a lot among three is another roll than one among two. ``turns`` counts those that have begun.
    """

    def __init__(self, seed: bytes, turns: int = 0) -> None:
        """:param turns: that have been raced before, at another table."""
        super().__init__(RaceDice(seed))
        self.fallen: dict[str, tuple[int, ...]] = {}
        self.turns = turns
        self._seed = seed
        self._rolled: Counter[tuple[EntryId | None, str]] = Counter()

    def begin_turn(self) -> None:
        """Count rolls from 1 again."""
        self.turns += 1
        self._rolled.clear()

    def roll_concealed(
        self, entry: EntryId | None, what_for: str, rule: str, *, sides: Sequence[int]
    ) -> tuple[int, ...]:
        dice = self._labelled(entry, what_for)
        faces = tuple(dice.roll(1, each)[0] for each in sides)
        self._keep(entry, what_for, faces, sides)
        self.tell(Concealed(entry, what_for, tuple(sides), rule))
        return faces

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        del added
        faces = self._labelled(entry, what_for).roll(count, sides)
        self._keep(entry, what_for, faces, (sides,))
        return faces

    def _labelled(self, entry: EntryId | None, what_for: str) -> RaceDice:
        self._rolled[entry, what_for] += 1
        return RaceDice(hashlib.sha256(self._seed + self._label(entry, what_for).encode()).digest())

    def _keep(self, entry: EntryId | None, what_for: str, faces: tuple[int, ...], sides: Sequence[int]) -> None:
        self.dice.at += len(faces)
        self.fallen[f"{self._label(entry, what_for)}:{'/'.join(map(str, sides))}"] = faces

    def _label(self, entry: EntryId | None, what_for: str) -> str:
        return f"{self.turns}:{entry or 0}:{what_for}:{self._rolled[entry, what_for]}"
