"""The tables of fixtures, and of lobbies that start by themselves."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
)

from db.schema.tables import PACE, STORY, metadata, one_of
from records.fixtures import FixtureState

fixtures = Table(
    "fixture",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False),
    Column("by", BigInteger, nullable=False),
    Column("title", String(100), nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("seconds", Text, nullable=False),
    Column("pace", PACE, nullable=False),
    Column("schedule", Text, nullable=False),
    Column("story", STORY, nullable=False),
    Column("zone", String(40), nullable=False),
    Column("minute", Integer, nullable=False),
    Column("least", Integer, nullable=False),
    Column("fills", Boolean, nullable=False),
    Column("bets", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("state", String(10), nullable=False),
    Column("woken", Integer, nullable=False),
    Column("passed", Integer, nullable=False),
    Column("claimed", Float),
    Column("circus", Boolean, nullable=False, server_default=false()),
    one_of("state", FixtureState),
    CheckConstraint("minute >= 0 AND minute < 10080", name="minute"),
    CheckConstraint("least >= 1", name="least"),
    sqlite_autoincrement=True,
)
planned = Table(
    "planned",
    metadata,
    Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), primary_key=True),
    Column("fixture", Integer, ForeignKey("fixture.id")),
    Column("day", Integer),
    Column("at", Float),
    Column("full", Boolean, nullable=False, server_default=false()),
    Column("least", Integer, nullable=False),
    Column("fills", Boolean, nullable=False, server_default=false()),
    Column("claimed", Float),
    Column("failed", Boolean, nullable=False, server_default=false()),
    Column("circus", Boolean, nullable=False, server_default=false()),
    Column("watched", Boolean, nullable=False, server_default=false()),
    CheckConstraint("(fixture IS NULL) = (day IS NULL)", name="day"),
    # Of each date of a fixture there is one race, whatever became of it.
    Index("uq_planned_fixture_day", "fixture", "day", unique=True),
)
