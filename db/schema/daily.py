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
    Column("edition", Integer, nullable=False, server_default="1"),
    Column("mark", String(64), nullable=False, server_default=""),
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
    Column("edition", Integer, nullable=False, server_default="1"),
    Column("told", String(64), nullable=False, server_default=""),
    Column("counts", Boolean, nullable=False, server_default=false()),
    CheckConstraint("given >= 0", name="given"),
    CheckConstraint("(ended IS NULL) = (place IS NULL)", name="ended"),
    Index("ix_daily_try_person", "person", "number"),
    Index("ix_daily_try_guild", "guild", "number"),
)
absences = Table(
    "absence",
    metadata,
    Column("since", Float, primary_key=True),
    Column("until", Float, nullable=False),
    CheckConstraint("since < until", name="order"),
)
"""When the program was away, or stood still."""
