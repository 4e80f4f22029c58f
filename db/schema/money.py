"""The tables of money and bets. The database itself guards the ledger, so that no writer can cheat.

Movements, postings and accounts are only ever added. A posting goes on from the last one of its account; a movement
comes after its postings, which sum to zero, and closes them; a purse, a treasury, a pot, an escrow never owes. The
money of a league stays in it.
"""

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
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
    Column("winner", BigInteger),
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

NEVER = "SELECT RAISE(ABORT, '{table}: what is written is never changed');"


def _never(table: Table, what: str) -> tuple[str, str]:
    name, rule = f"{table.name}_no_{what.split(maxsplit=1)[0].lower()}", NEVER.format(table=table.name)
    return name, f"CREATE TRIGGER {name} BEFORE {what} ON {table.name} BEGIN {rule} END"


def _refuse(table: Table, name: str, what: str, *faults: tuple[str, str]) -> tuple[str, str]:
    """Return a trigger that stops a row with one of *faults*: conditions with their meanings."""
    rules = " ".join(f"SELECT RAISE(ABORT, '{table.name}: {fault}') WHERE {when};" for when, fault in faults)
    return f"{table.name}_{name}", f"CREATE TRIGGER {table.name}_{name} BEFORE {what} ON {table.name} BEGIN {rules} END"


_LAST = "SELECT {what} FROM posting WHERE account = NEW.account ORDER BY n DESC LIMIT 1"
_MINE = "SELECT {what} FROM posting WHERE movement = NEW.key"
_TOUCHED = (
    "EXISTS (SELECT 1 FROM posting JOIN account ON account.name = posting.account "
    "WHERE posting.movement = NEW.key AND {})"
)
_ABROAD = _TOUCHED.format("account.guild <> NEW.guild")
_OF_LEAGUE = _TOUCHED.format(
    "(account.kind IN ('treasury', 'bank') OR account.race IN (SELECT id FROM race WHERE is_league))"
)
_OUTSIDE = _TOUCHED.format(
    "(account.kind NOT IN ('treasury', 'bank', 'pot', 'escrow') OR account.race IS NOT NEW.race)"
)
_TICKET = "race, number, market, player, name, choice, stake, key, at, salt"
_SIDE = "race, number, proposer, proposer_name, taker, taker_name, entry, rival, stake, against, key, at"

TRIGGERS: dict[Table, list[tuple[str, str]]] = {
    accounts: [
        _never(accounts, "UPDATE"),
        _never(accounts, "DELETE"),
        # REPLACE would take the old row away without a word to the triggers of DELETE.
        _refuse(accounts, "once", "INSERT", ("EXISTS (SELECT 1 FROM account WHERE name = NEW.name)", "it is there")),
    ],
    postings: [
        _never(postings, "UPDATE"),
        _never(postings, "DELETE"),
        _refuse(
            postings,
            "follows",
            "INSERT",
            ("typeof(NEW.amount) <> 'integer' OR typeof(NEW.balance) <> 'integer'", "sesterces are whole"),
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.movement)", "its movement is complete"),
            (f"NEW.n <> 1 + coalesce(({_LAST.format(what='n')}), 0)", "it does not follow the last one"),
            (f"NEW.balance <> NEW.amount + coalesce(({_LAST.format(what='balance')}), 0)", "the balance is another"),
        ),
    ],
    movements: [
        _never(movements, "UPDATE"),
        _never(movements, "DELETE"),
        _refuse(
            movements,
            "balances",
            "INSERT",
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.key)", "it is there"),
            (f"({_MINE.format(what='count(*)')}) < 2", "it has two postings at least"),
            (f"({_MINE.format(what='sum(amount)')}) <> 0", "its postings sum to zero"),
            (_ABROAD, "money stays in its server"),
            (f"{_OF_LEAGUE} AND {_OUTSIDE}", "a league''s money stays in it"),
        ),
    ],
    tickets: [
        _never(tickets, "DELETE"),
        _never(tickets, f"UPDATE OF {_TICKET}"),
        _refuse(
            tickets,
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM ticket WHERE race = NEW.race AND number = NEW.number)", "it is there"),
            ("EXISTS (SELECT 1 FROM ticket WHERE key = NEW.key)", "its press has placed another"),
        ),
        _refuse(tickets, "settled", "UPDATE", ("OLD.state <> 'open'", "it is settled already")),
    ],
    side_bets: [
        _never(side_bets, "DELETE"),
        _never(side_bets, f"UPDATE OF {_SIDE}"),
        _refuse(
            side_bets,
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM side_bet WHERE race = NEW.race AND number = NEW.number)", "it is there"),
            ("EXISTS (SELECT 1 FROM side_bet WHERE key = NEW.key)", "its press has offered another"),
        ),
        _refuse(side_bets, "settled", "UPDATE", ("OLD.state NOT IN ('offered', 'accepted')", "it is settled already")),
    ],
    markets: [
        _never(markets, "DELETE"),
        _never(markets, "UPDATE OF race, number, kind, window, opened, opened_at"),
        _refuse(
            markets,
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM market WHERE race = NEW.race AND number = NEW.number)", "it is there"),
        ),
        _refuse(markets, "settled", "UPDATE", ("OLD.state IN ('settled', 'void')", "it is settled already")),
    ],
}

for _table, _triggers in TRIGGERS.items():
    for _name, _statement in _triggers:
        event.listen(_table, "after_create", DDL(_statement).execute_if(dialect="sqlite"))  # type: ignore[no-untyped-call]
