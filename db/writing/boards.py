"""Where something is posted again and again, and what was posted last. Each method is one transaction."""

from typing import Any

import msgspec
from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from db.opening.prepared import Prepared
from db.opening.writer import Reader, Writer
from db.reading.removals import OUT
from db.reading.rows import structs_of
from db.writing.staying import require_staying
from records.boards import Board, BoardState


class BoardStore:
    """Keeps the boards of one kind. It alone knows what was posted: each try to post is claimed here."""

    def __init__(self, writer: Writer, reader: Reader, table: Table) -> None:
        self._writer, self._reader = writer, reader
        is_here, kept = table.c.guild == bindparam("this"), ("number", "attempts", "tried", "post")
        self._board = Prepared(select(table).where(is_here))
        is_on = table.c.state == bindparam("so"), table.c.guild.not_in(OUT)
        self._boards = Prepared(select(table).where(*is_on).order_by(table.c.guild))
        self._drop = Prepared(delete(table).where(is_here))
        self._add = Prepared(insert(table), [column.name for column in table.columns])
        self._claim = Prepared(
            update(table)
            .where(is_here, table.c.state == "on", table.c.post.is_not_distinct_from(bindparam("was_post")))
            .where(table.c.number == bindparam("was_number"), table.c.attempts == bindparam("was_attempts"))
            .values({name: bindparam(f"new_{name}") for name in kept})
        )
        self._posted = Prepared(
            update(table).where(is_here, table.c.number == bindparam("this_number")).values(post=bindparam("new_post"))
        )
        self._stop = Prepared(update(table).where(is_here, table.c.state == "on").values(state=bindparam("new_state")))

    async def board(self, guild: int) -> Board | None:
        """Return where a server has it posted, or had."""
        return next(iter(await self._structs(self._board, this=guild)), None)

    async def boards(self) -> list[Board]:
        """Return the servers that have it posted."""
        return await self._structs(self._boards, so="on")

    async def set_board(self, board: Board) -> Board:
        """Keep where a server has it posted from now on; what was posted stays known. Return what is kept."""

        def work(connection: Connection) -> Board:
            require_staying(connection, board.guild)
            known = self._board.first(connection, {"this": board.guild})
            kept = board
            if known is not None:
                posted = {name: getattr(known, name) for name in ("number", "attempts", "tried", "post")}
                kept = msgspec.structs.replace(board, **posted)
            self._drop.run(connection, {"this": board.guild})
            self._add.run(connection, msgspec.structs.asdict(kept))
            return kept

        return await self._writer.run(work)

    async def claim(self, board: Board, number: int, now: float) -> Board | None:
        """Note that a post is tried, once more or for the first time; ``None`` if somebody else was quicker."""
        is_new = board.number != number
        attempts, tried = (1, now) if is_new else (board.attempts + 1, board.tried)
        claimed = msgspec.structs.replace(board, number=number, attempts=attempts, tried=tried, post=None)
        new = {f"new_{name}": getattr(claimed, name) for name in ("number", "attempts", "tried", "post")}
        was = {"was_number": board.number, "was_attempts": board.attempts, "was_post": board.post}
        is_mine = await self._writer.run(
            lambda connection: self._claim.run(connection, {"this": board.guild, **was, **new}) == 1
        )
        return claimed if is_mine else None

    async def posted(self, guild: int, number: int, post: int) -> None:
        """Note which message is the post of a number; 0 if there was nothing to post."""
        values = {"this": guild, "this_number": number, "new_post": post}
        await self._writer.run(lambda connection: self._posted.run(connection, values))

    async def stop(self, guild: int, state: BoardState) -> bool:
        """Stop posting on a server; tell whether it was posted there."""
        values = {"this": guild, "new_state": state}
        return await self._writer.run(lambda connection: self._stop.run(connection, values) == 1)

    async def _structs(self, found: Prepared, **values: Any) -> list[Board]:
        return await self._reader.run(lambda connection: structs_of(connection, found, values, Board))
