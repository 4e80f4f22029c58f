"""All that is kept of one person, by the map of what each column holds: one query a table."""

from functools import partial

from sqlalchemy import Column, Connection, Select, Table, and_, func, or_, select

from db.opening.writer import Reader
from db.schema.holds import HIDDEN, INSIDE, OWNED, PERSON, holds
from db.schema.money import accounts, movements, postings
from db.schema.tables import entries, factions, metadata, orders
from records.mine import Kept, KeptRow
from records.values import PlayerId

_TO_NOBODY = (INSIDE, HIDDEN)
"""Kinds that are handed out to nobody: others may stand in them, or be told of by them."""


class Mine:
    """Reads what is kept of a person. Each table is one transaction: together they may be large."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def kept(self, player: PlayerId) -> Kept:
        """Return all rows that are a person's, by table; of each what is theirs, or nobody's."""
        found: dict[str, list[KeptRow]] = {}
        for table in sorted(metadata.tables.values(), key=lambda each: each.name):
            rows = _rows_of(table, player)
            if rows is None:
                continue
            told = await self._reader.run(partial(_read, rows=rows, player=player))
            if told:
                found[table.name] = told
        return found


def people_in(table: Table) -> list[str]:
    """Return the columns that hold a person's number."""
    return [column.name for column in table.columns if holds(column).kind == PERSON]


def _rows_of(table: Table, player: PlayerId) -> Select[tuple[object, ...]] | None:
    """Return what finds a person's rows; ``None`` for a table without any."""
    told = [column for column in table.columns if holds(column).kind not in _TO_NOBODY]
    people = people_in(table)
    if people:
        found = select(*told).where(or_(*(table.c[name] == player for name in people)))
    elif table is postings:
        moved = movements.c.kind, movements.c.race, movements.c.at
        found = select(*told, *moved).join(accounts).join(movements).where(accounts.c.player == player)
    elif table is entries:
        found = select(*told).join(factions, _OF_ENTRY).where(factions.c.player == player)
    elif table is orders:
        # Those at the reins see them: whoever owns the place does not, while somebody drives for them.
        holder = func.coalesce(factions.c.substitute, factions.c.player)
        of_orders = and_(entries.c.race == orders.c.race, entries.c.entry == orders.c.entry)
        found = select(*told).join(entries, of_orders).join(factions, _OF_ENTRY).where(holder == player)
    else:
        return None
    return found.order_by(*table.primary_key.columns)


_OF_ENTRY = and_(factions.c.race == entries.c.race, factions.c.faction == entries.c.faction)


def _read(connection: Connection, rows: Select[tuple[object, ...]], player: PlayerId) -> list[KeptRow]:
    columns = [each for each in rows.selected_columns if isinstance(each, Column)]
    found: list[KeptRow] = []
    for row in connection.execute(rows):
        values = {column.name: value for column, value in zip(columns, row, strict=True)}
        found.append({column.name: values[column.name] for column in columns if _is_theirs(column, values, player)})
    return found


def _is_theirs(column: Column[object], row: KeptRow, player: PlayerId) -> bool:
    """Tell whether a value of a row is the person's, or nobody's."""
    kind, of = holds(column)
    whose = column.name if kind == PERSON else of if kind in OWNED else None
    return whose is None or row[whose] == player
