"""The tables of money and bets. The database itself guards the ledger, so that no writer can cheat (guards.py).

Movements, postings and accounts are only ever added. A posting goes on from the last one of its account; a movement
comes after its postings, which sum to zero, and closes them; a purse, a treasury, a pot, an escrow never owes. The
money of a league stays in it.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Connection,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    event,
    false,
)

from db.schema.guards import GUARDS
from db.schema.tables import metadata, one_of
from engine.betting.book import AccountKind, MarketKind, MarketState, MovementKind, SideState, TicketState

NAME_LENGTH = 80
"""Of an account, or of the key of a movement."""


def _race() -> Column[int]:
    """The race, which can not be taken away from under its bets."""
    return Column("race", Integer, ForeignKey("race.id"), primary_key=True)


def _of_market() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["race", "market"], ["market.race", "market.number"], name="fk_ticket_market")


accounts = Table(
    "account",
    metadata,
    Column("name", String(NAME_LENGTH), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("player", BigInteger, index=True),
    Column("race", Integer, ForeignKey("race.id"), index=True),
    Column("number", Integer),
    one_of("kind", AccountKind),
    CheckConstraint("substr(name, 1, length(kind) + 1) = kind || ':'", name="name"),
    CheckConstraint("(race IS NOT NULL AND number IS NOT NULL) OR kind <> 'treasury'", name="treasury"),
    CheckConstraint("race IS NOT NULL OR kind <> 'bank'", name="bank"),
    sqlite_with_rowid=False,
)
movements = Table(
    "movement",
    metadata,
    Column("key", String(NAME_LENGTH), primary_key=True),
    Column("kind", String(12), nullable=False),
    Column("guild", BigInteger, nullable=False, index=True),
    Column("race", Integer, ForeignKey("race.id"), index=True),
    Column("memo", String(200), nullable=False, server_default=""),
    Column("at", Float, nullable=False),
    one_of("kind", MovementKind),
    sqlite_with_rowid=False,
)
postings = Table(
    "posting",
    metadata,
    Column("account", String(NAME_LENGTH), ForeignKey("account.name"), primary_key=True),
    Column("n", Integer, primary_key=True),  # of the account, 1 first
    # The postings are written first, so that the movement can be weighed when it comes.
    Column(
        "movement",
        String(NAME_LENGTH),
        ForeignKey("movement.key", deferrable=True, initially="DEFERRED"),
        nullable=False,
        index=True,
    ),
    Column("amount", BigInteger, nullable=False),
    Column("balance", BigInteger, nullable=False),  # of the account after it
    CheckConstraint("amount <> 0", name="amount"),
    CheckConstraint("balance >= 0 OR substr(account, 1, 5) IN ('mint:', 'bank:')", name="balance"),
    sqlite_with_rowid=False,
)
markets = Table(
    "market",
    metadata,
    _race(),
    Column("number", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("window", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("opened", Float, nullable=False),
    Column("opened_at", Integer, nullable=False),
    Column("closed", Float),
    Column("closed_at", Integer),
    Column("moment", String(60), nullable=False),
    Column("ended", Float, index=True),
    Column("why", String(60), nullable=False),
    Column("winners", Text, nullable=False),  # JSON
    Column("odds", Text, nullable=False),  # JSON
    Column("basis", String(64), nullable=False, server_default=""),
    one_of("kind", MarketKind),
    one_of("state", MarketState),
)
tickets = Table(
    "ticket",
    metadata,
    _race(),
    Column("number", Integer, primary_key=True),
    Column("market", Integer, nullable=False),
    Column("player", BigInteger, nullable=False),
    Column("name", String(100), nullable=False),
    Column("choice", String(20), nullable=False),
    Column("stake", BigInteger, nullable=False),
    Column("key", String(NAME_LENGTH), nullable=False, unique=True),
    Column("at", Float, nullable=False),
    Column("salt", String(64), nullable=False),
    Column("state", String(10), nullable=False),
    Column("paid", BigInteger, nullable=False),
    Column("why", String(60), nullable=False),
    one_of("state", TicketState),
    CheckConstraint("stake >= 1", name="stake"),
    CheckConstraint("paid >= 0 AND (paid = 0 OR state <> 'open')", name="paid"),
    _of_market(),
    Index("ix_ticket_player", "player", "race", "number"),
    # What boards add up, and nothing else, so that the sums are read without the rows.
    Index("ix_ticket_stakes", "race", "market", "choice", "state", "stake", "player"),
)
side_bets = Table(
    "side_bet",
    metadata,
    _race(),
    Column("number", Integer, primary_key=True),
    Column("proposer", BigInteger, nullable=False, index=True),
    Column("proposer_name", String(100), nullable=False),
    Column("taker", BigInteger, nullable=False, index=True),
    Column("taker_name", String(100), nullable=False),
    Column("entry", Integer, nullable=False),
    Column("rival", Integer),
    Column("stake", BigInteger, nullable=False),
    Column("against", BigInteger, nullable=False),
    Column("key", String(NAME_LENGTH), nullable=False, unique=True),
    Column("at", Float, nullable=False),
    Column("state", String(10), nullable=False),
    Column("winner", BigInteger, index=True),
    Column("why", String(60), nullable=False),
    Column("ended", Float),
    one_of("state", SideState),
    CheckConstraint("stake >= 1 AND against >= 1", name="stakes"),
    CheckConstraint("proposer <> taker", name="two"),
)
chances = Table(
    "chance",
    metadata,
    Column("race", Integer, ForeignKey("race.id", ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("told", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("samples", Integer, nullable=False),
    Column("chances", Text, nullable=False),
    Column("void", Boolean, nullable=False, server_default=false()),
)


def _guard(table: Table, connection: Connection, **_others: object) -> None:
    """Guard a table as soon as it is there; a kind of database without guards of its own gets no tables of money."""
    for statement in GUARDS[connection.dialect.name][table.name]:
        connection.exec_driver_sql(statement)


for _table in (accounts, postings, movements, tickets, side_bets, markets):
    event.listen(_table, "after_create", _guard)
