"""Small things that the program remembers by name from one start to the next."""

from sqlalchemy import Connection, bindparam, delete, insert, select

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.schema import tables

_IS_CALLED = tables.settings.c.name == bindparam("called")
_SETTING = Prepared(select(tables.settings.c.value).where(_IS_CALLED))
_FORGET_SETTING = Prepared(delete(tables.settings).where(_IS_CALLED))
_ADD_SETTING = Prepared(insert(tables.settings), ["name", "value"])


class Memory:
    """Keeps them in the table of settings. Each method is one transaction."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def get(self, name: str) -> str | None:
        """Return the value of a name; ``None`` without one."""
        return next((str(row.value) for row in await self._reader.found(_SETTING, called=name)), None)

    async def set(self, name: str, value: str) -> None:
        """Keep a value by a name, in place of the one before."""

        def work(connection: Connection) -> None:
            _FORGET_SETTING.run(connection, {"called": name})
            _ADD_SETTING.run(connection, {"name": name, "value": value})

        await self._writer.run(work)

    async def keep(self, name: str, value: str) -> str:
        """Keep a value by a name that has none yet; return the one that counts."""

        def work(connection: Connection) -> str:
            known = _SETTING.value(connection, {"called": name})
            if known is None:
                _ADD_SETTING.run(connection, {"name": name, "value": value})
            return value if known is None else str(known)

        return await self._writer.run(work)
