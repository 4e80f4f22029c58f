"""All that is kept of a server and that its owner may have: what everybody in it could see, and its settings."""

from collections.abc import Mapping
from functools import partial

from sqlalchemy import Connection, Table, select

from db.opening.writer import Reader
from db.schema.tables import metadata, races
from records.mine import Kept, KeptRow

_HANDED: Mapping[str, str] = {
    "cup": "id channel ruleset options series seconds races title state opened ended pace schedule story late",
    "daily_board": "channel since state number post",
    "entry": "race entry colour name faction",
    "faction": "race faction name driver standin",
    "fixture": "id channel ruleset options seconds pace schedule story zone minute least fills bets title state "
    "created woken passed circus events",
    "gazette": "channel since state number post",
    "guild": "guild zone pace schedule large betting story",
    "past_entry": "race entry name stable chariot colour driver faction team rank place",
    "past_race": "race ruleset edition course title channel thread cup league round outcome at began turns people "
    "is_rated",
    "past_title": "kind number faction ruleset title at rank name",
    "publishing": "channel since",
    "race": "id channel thread panel card ruleset options title state commitment seconds opened ended cup league "
    "round number pace schedule paused_at pause_until betting story is_league is_rated again_of rules held",
}
"""Of each table the columns that are handed out. People's numbers, answers, bets, purses and letters are theirs;
what made dice and seals is nobody's to have before a proof tells it. A practice is one person's, and left out whole."""


class Servers:
    """Reads what is kept of a server. Each table is one transaction: together they may be large."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def kept(self, guild: int) -> Kept:
        """Return the rows that are a server's, by table; of each what its owner may have."""
        found: dict[str, list[KeptRow]] = {}
        for name, columns in _HANDED.items():
            rows = await self._reader.run(partial(_read, table=metadata.tables[name], columns=columns, guild=guild))
            if rows:
                found[name] = rows
        return found


def handed() -> Mapping[str, list[str]]:
    """Return the columns that are handed out, by table."""
    return {name: columns.split() for name, columns in _HANDED.items()}


def _read(connection: Connection, table: Table, columns: str, guild: int) -> list[KeptRow]:
    found = select(*(table.c[name] for name in columns.split()))
    of_all = select(races.c.id).where(races.c.guild == guild, races.c.lesson.is_(None))  # practices are one person's
    if table is races:
        found = found.where(table.c.id.in_(of_all))
    elif "race" in table.c:
        found = found.where(table.c.race.in_(of_all))
    else:
        found = found.where(table.c.guild == guild)
    rows = connection.execute(found.order_by(*table.primary_key.columns))
    return [dict(row._mapping) for row in rows]
