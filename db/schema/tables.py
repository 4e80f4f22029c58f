"""The tables but those of money. The database makes sure of order, uniqueness and states that exist."""

from typing import get_args

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Enum,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
    true,
)

from records.acts import ActKind
from records.cups import CupState
from records.notices import NoticeKind, NoticeState
from records.people import DirectMessages
from records.play import By
from records.races import Pace, RaceState, StoryMode

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)


def one_of(column: str, words: object) -> CheckConstraint:
    """Return the check that a column holds one of the words of a ``Literal``, or of *words*."""
    listed = ", ".join(f"'{word}'" for word in (words if isinstance(words, tuple) else get_args(words)))
    return CheckConstraint(f"{column} IN ({listed})", name=column)


PACE = Enum(Pace, native_enum=False, length=10, create_constraint=False, values_callable=list)
"""Kept as its word."""

STORY = Enum(StoryMode, native_enum=False, length=10, create_constraint=False, values_callable=list)


def of_person(table: str, column: str) -> Index:
    """Return the index by which rows of one person are found; those of nobody are not in it."""
    is_one = text(f"{column} IS NOT NULL")
    return Index(f"ix_{table}_{column}", column, sqlite_where=is_one, postgresql_where=is_one)


IS_UNMIXED = "mixed IS NULL"
IS_OF_LEAGUE = "league IS NOT NULL"
WANTS_DIGEST = "digest IS NOT NULL"
"""Some rows of all, that are looked for again and again. Whoever looks says it in the words of their index."""


def few(name: str, words: str, *columns: str) -> Index:
    """Return an index of some rows alone."""
    return Index(name, *columns, sqlite_where=text(words), postgresql_where=text(words))


def _void() -> Column[bool]:
    """Whether the race went back to before this; it is kept, and counts no more."""
    return Column("void", Boolean, nullable=False, server_default=false())


def _race() -> Column[int]:
    return Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), primary_key=True)


cups = Table(
    "cup",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False),
    Column("ruleset", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("series", Text, nullable=False),
    Column("seconds", Text, nullable=False),
    Column("races", Integer, nullable=False),
    Column("host", BigInteger, nullable=False, index=True),
    Column("title", String(100), nullable=False),
    Column("state", String(12), nullable=False, index=True),
    Column("opened", Float, nullable=False),
    Column("ended", Float),
    Column("pace", PACE, nullable=False, server_default="live"),
    Column("schedule", Text, nullable=False, server_default="{}"),
    Column("story", STORY, nullable=False, server_default="full"),
    Column("late", Integer, nullable=False, server_default="1"),
    one_of("state", CupState),
    CheckConstraint("races >= 1", name="races"),
    sqlite_autoincrement=True,
)
races = Table(
    "race",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False),
    Column("thread", BigInteger, index=True),
    Column("ruleset", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("host", BigInteger, nullable=False, index=True),
    Column("title", String(100), nullable=False),
    Column("state", String(12), nullable=False, index=True),
    Column("secret", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("seconds", Text, nullable=False),
    Column("seq", Integer, nullable=False, default=0),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("facts", Integer, nullable=False, default=0),
    Column("opened", Float, nullable=False),
    Column("ended", Float),
    Column("panel", BigInteger),
    Column("cup", Integer, index=True),
    Column("round", Integer),
    Column("number", Integer, nullable=False, server_default="1"),
    Column("pace", PACE, nullable=False, server_default="live"),
    Column("schedule", Text, nullable=False, server_default="{}"),
    Column("paused_at", Float),
    Column("pause_until", Float),
    Column("betting", Text, nullable=False, server_default="{}"),
    Column("mixed", Text),
    Column("lesson", Integer),
    Column("deserted", Integer, nullable=False, server_default="0"),
    Column("story", STORY, nullable=False, server_default="full"),
    Column("is_league", Boolean, nullable=False, server_default=false()),
    Column("league", Integer),
    Column("comes_home", Text),
    Column("is_rated", Boolean, nullable=False, server_default=true()),
    Column("called_off_by", BigInteger),
    Column("again_of", Integer),
    Column("card", BigInteger),
    Column("cards", Integer, nullable=False, server_default="0"),
    Column("reserved", Text, nullable=False, server_default="[]"),
    Column("rules", Integer, nullable=False, server_default="0"),
    Column("held", Boolean, nullable=False, server_default=false()),
    one_of("state", RaceState),
    of_person("race", "called_off_by"),
    CheckConstraint("seq >= 0 AND facts >= 0", name="counts"),
    # Of one round of a cup there is one race; it may be run again only if it was cancelled.
    Index(
        "uq_race_cup_round",
        "cup",
        "round",
        unique=True,
        sqlite_where=text("state <> 'cancelled'"),
        postgresql_where=text("state <> 'cancelled'"),
    ),
    # And the same of each contest of one event of a league.
    Index(
        "uq_race_league_round_number",
        "league",
        "round",
        "number",
        unique=True,
        sqlite_where=text("state <> 'cancelled'"),
        postgresql_where=text("state <> 'cancelled'"),
    ),
    # And after each race or season one is opened again with the same people.
    Index(
        "uq_race_again_of",
        "again_of",
        unique=True,
        sqlite_where=text("state <> 'cancelled'"),
        postgresql_where=text("state <> 'cancelled'"),
    ),
    few("ix_race_unmixed", IS_UNMIXED, "mixed", "state"),
    few("ix_race_ended", "ended IS NOT NULL", "state", "ended"),
    few("ix_race_paused", "pause_until IS NOT NULL", "state", "pause_until"),
    few("ix_race_of_league", IS_OF_LEAGUE, "state", "round", "league"),
    Index(
        "ix_race_is_league",
        "is_league",
        "state",
        sqlite_where=text("is_league IS 1"),
        postgresql_where=text("is_league IS true"),
    ),
    sqlite_autoincrement=True,
)
IS_LEAGUE, IS_RACE = races.c.is_league.is_(True), races.c.is_league.is_(False)
"""Which rows of the table are which."""
factions = Table(
    "faction",
    metadata,
    _race(),
    Column("faction", Integer, primary_key=True),
    Column("player", BigInteger, index=True),
    Column("driver", String(40)),
    Column("name", String(64), nullable=False),
    Column("word", String(200), nullable=False, default=""),
    Column("word_salt", String(32), nullable=False, server_default=""),
    Column("word_hash", String(64), nullable=False, server_default=""),
    Column("substitute", BigInteger, index=True),
    Column("standin", String(40)),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("grace", Float, nullable=False, server_default="0"),
    Column("waits", Integer),
    Column("away_until", Float),
    CheckConstraint("(player IS NULL) <> (driver IS NULL)", name="driven_by_one"),
    Index("uq_faction_race_player", "race", "player", unique=True),
    few("ix_faction_away", "away_until IS NOT NULL", "away_until"),
)
entries = Table(
    "entry",
    metadata,
    _race(),
    Column("entry", Integer, primary_key=True),
    Column("colour", String(20), nullable=False),
    Column("name", String(64), nullable=False),
    Column("faction", Integer),
    Column("brings", Text),
    Index("uq_entry_race_colour", "race", "colour", unique=True),
    ForeignKeyConstraint(
        ["race", "faction"], ["faction.race", "faction.faction"], name="fk_entry_faction", ondelete="CASCADE"
    ),
)
outlooks = Table(
    "outlook",
    metadata,
    _race(),
    Column("revision", Integer, nullable=False),
    Column("samples", Integer, nullable=False),
    Column("wins", Text, nullable=False),
    Column("at", Float, nullable=False),
)
inputs = Table(
    "input",
    metadata,
    _race(),
    Column("seq", Integer, primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("answer", Text, nullable=False),
    Column("by", String(10), nullable=False),
    Column("player", BigInteger),
    Column("salt", String(64), nullable=False, default=""),
    Column("digest", String(64), nullable=False),
    Column("at", Float, nullable=False),
    Column("clause", String(100), nullable=False, server_default=""),
    Column("held", Boolean, nullable=False, server_default=false()),
    _void(),
    one_of("by", By),
    of_person("input", "player"),
)
facts = Table(
    "fact",
    metadata,
    _race(),
    Column("n", Integer, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("fact", Text, nullable=False),
    _void(),
)
scenes = Table(
    "scene",
    metadata,
    _race(),
    Column("n", Integer, primary_key=True),
    Column("told", Integer, nullable=False),
    Column("view", Text, nullable=False),
    _void(),
)
checkpoints = Table(
    "checkpoint",
    metadata,
    _race(),
    Column("seq", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("rolled", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("scenes", Integer, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("state", Text, nullable=False),
    Column("stream", Integer, nullable=False, server_default="0"),
    _void(),
)
deadlines = Table(
    "deadline",
    metadata,
    _race(),
    Column("entry", Integer, primary_key=True),
    Column("asked", Integer, nullable=False),
    Column("kind", String(40), nullable=False),
    Column("at", Float, nullable=False, index=True),
    Column("remind_at", Float, index=True),
    Column("opened", Float, nullable=False, server_default="0"),
    Column("reminders", Integer, nullable=False, server_default="0"),
    Column("slices", Integer, nullable=False, server_default="0"),
)
orders = Table(
    "orders",
    metadata,
    _race(),
    Column("entry", Integer, primary_key=True),
    Column("orders", Text, nullable=False),
    Column("asked", Integer),
    Column("standing", Boolean, nullable=False, server_default=false()),
    Column("at", Float, nullable=False),
)
acts = Table(
    "act",
    metadata,
    _race(),
    Column("n", Integer, primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("by", BigInteger),
    Column("entry", Integer),
    Column("reason", String(300), nullable=False),
    Column("body", Text, nullable=False),
    Column("at", Float, nullable=False),
    one_of("kind", ActKind),
    of_person("act", "by"),
)
IS_WAITING = "state IN ('new', 'sending')"
"""The few notices that wait, of all that were ever posted."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),
    Column("player", BigInteger),
    Column("body", Text, nullable=False),
    Column("due", Float, nullable=False),
    Column("attempts", Integer, nullable=False, default=0),
    Column("tried", Float),
    Column("state", String(10), nullable=False, default="new"),
    Column("outcome", String(200)),
    Column("duty", String(60), index=True),
    Column("holder", Integer),
    one_of("kind", NoticeKind),
    one_of("state", NoticeState),
    of_person("outbox", "player"),
    few("ix_outbox_waits", IS_WAITING, "race", "kind"),
    sqlite_autoincrement=True,
)
players = Table(
    "player",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100), nullable=False),
    Column("dms", String(10), nullable=False),
    Column("zone", String(40), nullable=False, server_default=""),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("digest", Integer),
    Column("large", Boolean, nullable=False, server_default=false()),
    Column("dates", String(10), nullable=False, server_default="relative"),
    Column("kept_turns", Float, nullable=False, server_default="0"),
    Column("missed_turns", Float, nullable=False, server_default="0"),
    Column("counted", Float, nullable=False, server_default="0"),
    Column("digested", Float, nullable=False, server_default="0"),
    Column("dm_channel", BigInteger),
    one_of("dms", DirectMessages),
    few("ix_player_digest", WANTS_DIGEST, "player"),
)
guilds = Table(
    "guild",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("zone", String(40), nullable=False),
    Column("pace", PACE, nullable=False),
    Column("schedule", Text, nullable=False),
    Column("large", Boolean, nullable=False),
    Column("betting", Text, nullable=False, server_default="{}"),
    Column("story", STORY, nullable=False, server_default="turn"),
    one_of("pace", tuple(Pace)),
)
gone = Table(
    "gone",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("player", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("since", Float, nullable=False),
)
settings = Table(
    "setting",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
