"""bets against the house: kinds of markets, with what their odds were made for"""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision: str | None = "0027"

MARKETS = "kind IN ('sealed', 'win', 'place', 'last survivor', 'first wreck', 'fastest lap', 'finishers')"
MORE_MARKETS = MARKETS.removesuffix(")") + ", 'bank', 'pair')"
TICKET = "race, number, market, player, name, choice, stake, key, at, salt"
MARKET = "race, number, kind, window, opened, opened_at"
COLUMNS = 'race, number, kind, "window", state, opened, opened_at, closed, closed_at, moment, ended, why, winners, odds'


def upgrade() -> None:
    _remake(MORE_MARKETS, has_basis=True)


def downgrade() -> None:
    _remake(MARKETS, has_basis=False)


def _remake(kinds: str, *, has_basis: bool) -> None:
    """Make markets and tickets anew with another check; rows that it does not know stop it."""
    for table, columns in (("ticket", "*"), ("market", COLUMNS)):
        op.execute(f"CREATE TEMPORARY TABLE kept_{table} AS SELECT {columns} FROM {table}")  # noqa: S608
        op.drop_table(table)  # with its triggers and indices
    _add_market(kinds, has_basis=has_basis)
    _add_ticket()
    op.execute(f"INSERT INTO market ({COLUMNS}) SELECT {COLUMNS} FROM kept_market")  # noqa: S608
    op.execute("INSERT INTO ticket SELECT * FROM kept_ticket")
    for table in ("ticket", "market"):
        op.execute(f"DROP TABLE kept_{table}")
    op.create_index(op.f("ix_market_ended"), "market", ["ended"])
    op.create_index("ix_ticket_player", "ticket", ["player", "race", "number"])
    op.create_index("ix_ticket_stakes", "ticket", ["race", "market", "choice", "state", "stake", "player"])
    triggers = _triggers(f"{MARKET}, basis" if has_basis else MARKET)
    for statement in triggers if op.get_bind().dialect.name == "sqlite" else ():  # elsewhere they come with 0040
        op.execute(statement)


def _add_market(kinds: str, *, has_basis: bool) -> None:
    basis = [sa.Column("basis", sa.String(64), nullable=False, server_default="")]
    op.create_table(
        "market",
        _race("market"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("window", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("opened", sa.Float(), nullable=False),
        sa.Column("opened_at", sa.Integer(), nullable=False),
        sa.Column("closed", sa.Float()),
        sa.Column("closed_at", sa.Integer()),
        sa.Column("moment", sa.String(60), nullable=False),
        sa.Column("ended", sa.Float()),
        sa.Column("why", sa.String(60), nullable=False),
        sa.Column("winners", sa.Text(), nullable=False),
        sa.Column("odds", sa.Text(), nullable=False),
        *(basis if has_basis else ()),
        sa.CheckConstraint(kinds, name=op.f("ck_market_kind")),
        sa.CheckConstraint("state IN ('open', 'closed', 'settled', 'void')", name=op.f("ck_market_state")),
        sa.PrimaryKeyConstraint("race", "number", name=op.f("pk_market")),
    )


def _add_ticket() -> None:
    states = "state IN ('open', 'cancelled', 'won', 'lost', 'refunded')"
    op.create_table(
        "ticket",
        _race("ticket"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("market", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("choice", sa.String(20), nullable=False),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("salt", sa.String(64), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.String(60), nullable=False),
        sa.CheckConstraint(states, name=op.f("ck_ticket_state")),
        sa.CheckConstraint("stake >= 1", name=op.f("ck_ticket_stake")),
        sa.CheckConstraint("paid >= 0 AND (paid = 0 OR state <> 'open')", name=op.f("ck_ticket_paid")),
        sa.ForeignKeyConstraint(["race", "market"], ["market.race", "market.number"], name="fk_ticket_market"),
        sa.PrimaryKeyConstraint("race", "number", name=op.f("pk_ticket")),
        sa.UniqueConstraint("key", name=op.f("uq_ticket_key")),
    )


def _race(table: str) -> sa.Column[int]:
    return sa.Column("race", sa.Integer(), sa.ForeignKey("race.id", name=op.f(f"fk_{table}_race")), nullable=False)


def _triggers(market: str) -> list[str]:
    there = "EXISTS (SELECT 1 FROM {0} WHERE race = NEW.race AND number = NEW.number)"
    return [
        _never("ticket", "DELETE"),
        _never("ticket", f"UPDATE OF {TICKET}"),
        _refuse(
            "ticket",
            "once",
            "INSERT",
            (there.format("ticket"), "it is there"),
            ("EXISTS (SELECT 1 FROM ticket WHERE key = NEW.key)", "its press has placed another"),
        ),
        _refuse("ticket", "settled", "UPDATE", ("OLD.state <> 'open'", "it is settled already")),
        _never("market", "DELETE"),
        _never("market", f"UPDATE OF {market}"),
        _refuse("market", "once", "INSERT", (there.format("market"), "it is there")),
        _refuse("market", "settled", "UPDATE", ("OLD.state IN ('settled', 'void')", "it is settled already")),
    ]


def _never(table: str, what: str) -> str:
    name = f"{table}_no_{what.split(maxsplit=1)[0].lower()}"
    rule = f"SELECT RAISE(ABORT, '{table}: what is written is never changed');"
    return f"CREATE TRIGGER {name} BEFORE {what} ON {table} BEGIN {rule} END"


def _refuse(table: str, name: str, what: str, *faults: tuple[str, str]) -> str:
    rules = " ".join(f"SELECT RAISE(ABORT, '{table}: {fault}') WHERE {when};" for when, fault in faults)
    return f"CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} BEGIN {rules} END"
