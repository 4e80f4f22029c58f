"""All that is kept of one person, by the map of what each column holds: one query a table."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from sqlalchemy import Column, Connection, Select, Table, and_, func, or_, select

from db.opening.writer import Reader
from db.reading.persons import in_portions, last_forgotten
from db.schema.follows import follows
from db.schema.holds import HIDDEN, INSIDE, OWNED, PERSON, holds
from db.schema.money import accounts, markets, movements, postings
from db.schema.tables import acts, entries, factions, metadata, orders, races
from records.mine import Kept, KeptRow, RaceKept
from records.values import PlayerId

_CHOSEN: Mapping[Table, str] = {follows: "player"}
"""Tables in which a person names others, who never hear of it: whose the rows are, with all that stands in them."""

_TO_NOBODY = (INSIDE, HIDDEN)
"""Kinds that are handed out to nobody: others may stand in them, or be told of by them."""


class Mine:
    """Reads what is kept of a person. Each table is one transaction: together they may be large."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def kept(self, player: PlayerId) -> Kept:
        """Return all rows that are a person's, by table; of each what is theirs, or nobody's."""
        found: dict[str, list[KeptRow]] = {}
        passed = await self._reader.run(_passed_on)
        for table in sorted(metadata.tables.values(), key=lambda each: each.name):
            rows = _rows_of(table, player)
            if rows is None:
                continue
            told = await self._reader.run(partial(_read, rows=rows, player=player, is_all=table in _CHOSEN))
            if told:
                found[table.name] = [passed.without_words_before(table.name, row) for row in told]
        return found

    async def races_in(self, kept: Kept) -> list[RaceKept]:
        """Return where the races are that stand in rows by their number, with their kinds of bets."""
        wanted = {each["race"] for rows in kept.values() for each in rows if isinstance(each.get("race"), int)}
        found: list[RaceKept] = []
        for some in in_portions(sorted(wanted, key=str)):
            rows = await self._reader.rows(
                select(races.c.id, races.c.ruleset, races.c.guild).where(races.c.id.in_(some))
            )
            kinds: dict[int, dict[int, str]] = {}
            of_bets = select(markets.c.race, markets.c.number, markets.c.kind).where(markets.c.race.in_(some))
            for row in await self._reader.rows(of_bets):
                kinds.setdefault(row.race, {})[row.number] = row.kind
            found += [RaceKept(row.id, row.ruleset, row.guild, kinds.get(row.id, {})) for row in rows]
        return found

    async def forgotten(self, player: PlayerId) -> float | None:
        """Return when a person was forgotten, of whom a code is kept since then; ``None`` for never."""
        return await self._reader.run(partial(last_forgotten, player=player))


class _PassedOn(NamedTuple):
    """What has another host or owner than the one who named it, as far as is known."""

    races: frozenset[object]
    cups: frozenset[object]
    stables: frozenset[object]
    """Leagues with a stable that was given to a new owner, and their races."""

    def without_words_before(self, table: str, row: KeptRow) -> KeptRow:
        """Return a row without what somebody before its person may have written."""
        if table == "race" and (row.get("again_of") or row["cup"] or row["league"] or row["id"] in self.races):
            return _without(row, "title")
        if table == "cup" and row["id"] in self.cups:
            return _without(row, "title")
        if table in ("faction", "entry") and row["race"] in self.stables:
            return _without(row, "word", "word_salt") if table == "faction" else _without(row, "name")
        return row


def _without(row: KeptRow, *columns: str) -> KeptRow:
    return {name: value for name, value in row.items() if name not in columns}


def _passed_on(connection: Connection) -> _PassedOn:
    hosts = select(acts.c.race, races.c.cup).join(races).where(acts.c.kind == "elect").distinct()
    of_stables = select(acts.c.race).where(acts.c.kind == "hand")
    stables = select(races.c.id).where(or_(races.c.id.in_(of_stables), races.c.league.in_(of_stables)))
    elected = connection.execute(hosts).all()
    return _PassedOn(
        frozenset(row.race for row in elected),
        frozenset(row.cup for row in elected),
        frozenset(connection.scalars(stables)),
    )


def handed_out() -> Mapping[str, list[str]]:
    """Return the columns that are handed out to the person whose rows they are in, by table."""
    found = {table.name: _rows_of(table, PlayerId(0)) for table in metadata.tables.values()}
    return {
        name: [each.name for each in rows.selected_columns if isinstance(each, Column)]
        for name, rows in found.items()
        if rows is not None
    }


def people_in(table: Table) -> list[str]:
    """Return the columns that hold a person's number."""
    return [column.name for column in table.columns if holds(column).kind == PERSON]


def _rows_of(table: Table, player: PlayerId) -> Select[tuple[object, ...]] | None:
    """Return what finds a person's rows; ``None`` for a table without any."""
    told = [column for column in table.columns if holds(column).kind not in _TO_NOBODY]
    people = [_CHOSEN[table]] if table in _CHOSEN else people_in(table)
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


def _read(connection: Connection, rows: Select[tuple[object, ...]], player: PlayerId, *, is_all: bool) -> list[KeptRow]:
    columns = [each for each in rows.selected_columns if isinstance(each, Column)]
    found: list[KeptRow] = []
    for row in connection.execute(rows):
        values = {column.name: value for column, value in zip(columns, row, strict=True)}
        found.append(
            {column.name: values[column.name] for column in columns if is_all or _is_theirs(column, values, player)}
        )
    return found


def _is_theirs(column: Column[object], row: KeptRow, player: PlayerId) -> bool:
    """Tell whether a value of a row is the person's, or nobody's."""
    kind, of = holds(column)
    whose = column.name if kind == PERSON else of if kind in OWNED else None
    return whose is None or row[whose] == player
