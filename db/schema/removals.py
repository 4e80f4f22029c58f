"""The table of servers that the bot is to be gone from, and of those that threw it out."""

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
