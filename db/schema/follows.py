"""The tables of what people follow, and of races whose end they are to hear of."""

from sqlalchemy import BigInteger, CheckConstraint, Column, Float, ForeignKey, Index, Integer, Table

from db.schema.tables import metadata

follows = Table(
    "follow",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("guild", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("person", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("race", Integer, primary_key=True, autoincrement=False, index=True),
    Column("stable", Integer, primary_key=True, autoincrement=False),
    Column("since", Float, nullable=False),
    CheckConstraint("(person = 0) <> (race = 0)", name="one"),
    CheckConstraint("stable = 0 OR race <> 0", name="stable"),
)
"""Zero stands for nobody, for no race and for no stable."""

follow_news = Table(
    "follow_news",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "race", Integer, ForeignKey("race.id", ondelete="CASCADE"), primary_key=True, autoincrement=False, index=True
    ),
    Column("at", Float, nullable=False),
    Column("told", Float),
    Index("ix_follow_news_told", "told"),
)
"""Each race is told to a person once, however it ends and ends again."""
