"""Lots drawn with the race's dice: one die with as many sides as there are things left to draw (3.2, 5.2; CM-1)."""

from engine.table import Table


def draw_one(table: Table, left: int, what_for: str, rule: str) -> int:
    """Draw one of *left* things unseen, and return its place, 0 first; the last one needs no die (CM-1)."""
    return 0 if left == 1 else table.roll(None, what_for, rule, count=1, sides=left).total - 1
