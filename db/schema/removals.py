"""The tables of servers that the bot is to be gone from, or that threw it out, and of what their owners are told."""

from sqlalchemy import BigInteger, Column, Float, String, Table

from db.schema.tables import metadata, one_of
from records.removals import RemovalState

removals = Table(
    "removal",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("state", String(10), nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False),
    one_of("state", RemovalState),
)
"""A server that is removed goes through its states and then has no row; one that is back loses it at once."""

receipts = Table(
    "receipt",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("player", BigInteger, nullable=False, index=True),
    Column("token", String(400), nullable=False),
    Column("at", Float, nullable=False),
)
"""Owners who are to be told that I have left. The row is there from their word on, until they are told."""
