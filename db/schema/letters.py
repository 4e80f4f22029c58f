"""The tables of letters to a paper, reports of them, and votes for the race of a season."""

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

from db.schema.tables import metadata, one_of
from records.letters import LetterState, PaperKind

letters = Table(
    "letter",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("number", Integer, nullable=False),
    Column("issue", Integer, nullable=False),
    Column("player", BigInteger, nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("state", String(10), nullable=False),
    Column("reason", String(300), nullable=False),
    Column("post", BigInteger),
    Column("race", Integer),
    one_of("kind", PaperKind),
    one_of("state", LetterState),
    CheckConstraint("issue >= 1", name="issue"),
    Index("uq_letter_of", "kind", "number", "issue", "player", unique=True),
    sqlite_autoincrement=True,
)
reports = Table(
    "letter_report",
    metadata,
    Column("letter", Integer, ForeignKey("letter.id", ondelete="CASCADE"), primary_key=True),
    Column("player", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("is_member", Boolean, nullable=False),
    Column("dismissed", Boolean, nullable=False, server_default=false()),
    Column("at", Float, nullable=False),
)
ballots = Table(
    "ballot",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("closes", Float, nullable=False, index=True),
    Column("is_told", Boolean, nullable=False, server_default=false()),
    one_of("kind", PaperKind),
)
votes = Table(
    "vote",
    metadata,
    Column("kind", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), nullable=False),
    Column("at", Float, nullable=False),
    one_of("kind", PaperKind),
)
