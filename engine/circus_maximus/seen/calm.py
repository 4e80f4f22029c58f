"""A table at which chance does no harm, to see where a plan leads if all goes well."""

from engine.circus_maximus.harm.wheels import ROLL_FOR
from engine.circus_maximus.printed.editions import Edition
from engine.dice import Dice
from engine.table import Table
from records.values import EntryId

_LOW, _HIGH = -99, 99
_DREADED = ("corner", "obstacle", "flip danger")
"""Rolls that are best high in one edition, and low in another."""
_AMOUNTS = ("jump", "running down")
"""Rolls whose dice are themselves the price."""


class CalmTable(Table):
    """A table of good luck: corners and wheels hold, teams get over obstacles, and accidents stay out."""

    def __init__(self, dice: Dice, edition: Edition) -> None:
        super().__init__(dice)
        self._best = _HIGH * edition.helps

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        del entry, sides, added
        if what_for in _DREADED:
            return (self._best,) * count
        die = _HIGH if what_for in ROLL_FOR.values() else 0 if what_for in _AMOUNTS else _LOW
        return (die,) * count


class NoDice(Dice):
    """Dice that are never rolled, for a table that does without."""

    at = 0

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Raise :exc:`AssertionError`, since this table needs no dice."""
        raise AssertionError(f"{count} dice of {sides} sides were rolled where nothing is left to chance")
