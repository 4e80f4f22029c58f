"""The table at which rules are played: facts are told there, and dice rolled."""

import hashlib
from collections.abc import Callable, Sequence

import msgspec

from engine.dice import Dice
from engine.facts import Concealed, Fact, Modifier, Rolled
from records.values import EntryId


class Table:
    """The table of a play: the race's dice, and all facts so far."""

    def __init__(self, dice: Dice, digest: bytes = b"", on_scene: Callable[[], None] | None = None) -> None:
        self.dice = dice
        self.told: list[Fact] = []
        self.on_scene = on_scene  # called at the end of each phase
        self._digest, self._hashed = digest, 0

    def begin_turn(self) -> None:
        """Note that a turn begins; dice of most tables do not mind."""

    def tell(self, fact: Fact) -> None:
        self.told.append(fact)

    def roll(
        self,
        entry: EntryId | None,
        what_for: str,
        rule: str,
        *,
        count: int = 2,
        sides: int = 6,
        modifiers: tuple[Modifier, ...] = (),
    ) -> Rolled:
        """Roll *count* dice and tell how they fell. Modifiers of 0 are left out of the record."""
        named = tuple([modifier for modifier in modifiers if modifier.amount]) if modifiers else ()
        added = sum([modifier.amount for modifier in named]) if named else 0
        dice = self._fall(entry, what_for, count, sides, added)
        rolled = Rolled(entry, what_for, dice, sides, named, sum(dice) + added, rule)
        self.tell(rolled)
        return rolled

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        """Return how *count* dice fall; at another kind of table they may fall otherwise.

        :param added: the sum of the modifiers.
        """
        del entry, what_for, added
        return self.dice.roll(count, sides)

    def roll_concealed(
        self, entry: EntryId | None, what_for: str, rule: str, *, sides: Sequence[int]
    ) -> tuple[int, ...]:
        """Roll one die after the other, of so many sides each (2 to 256), and tell that, but not how they fell."""
        dice = tuple(self.dice.roll(1, each)[0] for each in sides)
        self.tell(Concealed(entry, what_for, tuple(sides), rule))
        return dice

    def end_scene(self) -> None:
        """End a phase: players see the board at this moment."""
        if self.on_scene:
            self.on_scene()

    @property
    def digest(self) -> bytes:
        """The running hash of the whole story so far."""
        for fact in self.told[self._hashed :]:
            self._digest = hashlib.sha256(self._digest + msgspec.json.encode(fact)).digest()
        self._hashed = len(self.told)
        return self._digest
