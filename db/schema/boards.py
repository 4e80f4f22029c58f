"""The tables of what is posted again and again in one channel of a server."""

from sqlalchemy import BigInteger, Column, Float, Integer, String, Table

from db.schema.tables import metadata, one_of
from records.boards import BoardState


def _boards(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("guild", BigInteger, primary_key=True, autoincrement=False),
        Column("channel", BigInteger, nullable=False),
        Column("by", BigInteger, nullable=False),
        Column("since", Integer, nullable=False),
        Column("state", String(10), nullable=False),
        Column("number", Integer, nullable=False),
        Column("attempts", Integer, nullable=False),
        Column("tried", Float),
        Column("post", BigInteger),
        one_of("state", BoardState),
    )


daily_boards = _boards("daily_board")
"""Where the race of the day is posted; its numbers are those of the days."""

gazettes = _boards("gazette")
"""Where the gazette of the week is posted; its numbers are those of Sundays in the calendar, 1 for 1 January 1."""
