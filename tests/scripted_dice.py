"""Dice that fall as a test has written them."""


class ScriptedDice:
    """Dice for tests; they fail when more are rolled than were written down."""

    def __init__(self, *faces: int) -> None:
        self._faces = faces
        self.at = 0

    @property
    def unrolled(self) -> int:
        """How many faces were written down and have not fallen yet."""
        return len(self._faces) - self.at

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        rolled = self._faces[self.at : self.at + count]
        assert len(rolled) == count, f"{count} dice rolled, {len(rolled)} were still scripted"
        assert all(1 <= face <= sides for face in rolled), f"{rolled} on {sides}-sided dice"
        self.at += count
        return rolled
