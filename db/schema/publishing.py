"""The tables of what is published to the servers that follow an announcement channel."""

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, String, Table

from db.schema.tables import metadata

publishing = Table(
    "publishing",
    metadata,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("since", Float, nullable=False),
)
"""Channels whose results are published."""

published = Table(
    "published",
    metadata,
    Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("at", Float, nullable=False),
    Column("outcome", String(20), nullable=False),
    Index("ix_published_channel", "channel", "at"),
)
"""What was published, each once, or being published."""
