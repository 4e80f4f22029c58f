"""The tables of the race of the day."""

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, Float, Index, Integer, String, Table, Text, false

from db.schema.tables import metadata

days = Table(
    "daily",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("candidate", Integer, nullable=False),
    Column("par", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("away", Boolean, nullable=False, server_default=false()),
    CheckConstraint("number >= 1", name="number"),
)
tries = Table(
    "daily_try",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("answers", Text, nullable=False),
    Column("given", Integer, nullable=False),
    Column("began", Float, nullable=False),
    Column("ended", Float),
    Column("place", Integer),
    Column("better", Integer),
    Column("rows", Text, nullable=False),
    CheckConstraint("given >= 0", name="given"),
    CheckConstraint("(ended IS NULL) = (place IS NULL)", name="ended"),
    Index("ix_daily_try_person", "person", "number"),
)
boards = Table(
    "daily_board",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("post", BigInteger),
    Column("unread", Integer, nullable=False),
)
