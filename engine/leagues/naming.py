"""Names of drivers, drawn by dice (B.4, B.13)."""

from engine.leagues.words import name_tables
from engine.table import Table
from records.values import EntryId


def draw(table: Table, stable: EntryId | None) -> str:
    """Return a name: a die for the nation, then two for each part, row and column (I.4.6)."""
    nation = name_tables.NATION[table.roll(stable, "nation", "B.13", count=1).total]
    if nation == "Roman":
        return name_tables.roman(_two(table, stable), _two(table, stable))
    return name_tables.foreigner(nation, *_two(table, stable))


def _two(table: Table, stable: EntryId | None) -> tuple[int, int]:
    row, column = table.roll(stable, "name", "B.13").dice
    return row, column
