"""The tables of people whom nothing is known of any more, and of the numbers that stand for people in the ledger."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Float, Integer, String, Table

from db.schema.tables import metadata

persons = Table(
    "person",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("player", BigInteger, nullable=False, unique=True),
    sqlite_autoincrement=True,
)
"""The only place that joins a number of ours with one of Discord's. A number is never given twice."""

forgetting = Table(
    "forgetting",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("token", String(400), nullable=False, server_default=""),
)
"""Who has asked to be forgotten and still is not: it is gone on with after a restart."""

farewells = Table(
    "farewell",
    metadata,
    Column("token", String(400), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Answers that are still to say that somebody is forgotten, by the token of the press. Nobody stands in it."""

forgotten = Table(
    "forgotten",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("at", Float, primary_key=True),
    Column("number", Integer, nullable=False),
    CheckConstraint("number > 0", name="number"),
)
"""Who was forgotten, by a keyed hash of their number, so that a copy from before can forget them again."""

spent = Table("spent", metadata, Column("hash", String(64), primary_key=True))
"""What somebody who was forgotten has had and may have once only, by keyed hashes."""
