"""the betting table: a ledger that is only added to, markets, tickets, side bets, chances"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"

KINDS = "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer')"
MORE_KINDS = KINDS.removesuffix(")") + ", 'bets')"
ACCOUNTS = "kind IN ('purse', 'mint', 'house', 'pot', 'escrow')"
MOVEMENTS = "kind IN ('gift', 'stipend', 'present', 'stake', 'return', 'payoff', 'share', 'escrow', 'release', 'void')"
MARKETS = "kind IN ('sealed', 'win', 'place', 'last survivor', 'first wreck', 'fastest lap', 'finishers')"
TABLES = ("chance", "side_bet", "ticket", "market", "posting", "movement", "account")


def upgrade() -> None:
    for table in ("race", "guild"):
        op.add_column(table, sa.Column("betting", sa.Text(), nullable=False, server_default="{}"))
    _add_ledger()
    _add_bets()
    _add_side_bets()
    _add_chances()
    for statement in _triggers() if op.get_bind().dialect.name == "sqlite" else ():  # elsewhere they come with 0040
        op.execute(statement)
    _allow(MORE_KINDS)


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind = 'bets'")
    _allow(KINDS)
    for table in TABLES:  # with their triggers
        op.drop_table(table)
    for table in ("guild", "race"):
        op.drop_column(table, "betting")


def _allow(kinds: str) -> None:
    # Nothing refers to the outbox, so it may be made anew.
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)


def _add_ledger() -> None:
    op.create_table(
        "account",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("race", sa.Integer(), sa.ForeignKey("race.id", name=op.f("fk_account_race"))),
        sa.Column("number", sa.Integer()),
        sa.CheckConstraint(ACCOUNTS, name=op.f("ck_account_kind")),
        sa.CheckConstraint("substr(name, 1, length(kind) + 1) = kind || ':'", name=op.f("ck_account_name")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_account")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "movement",
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("race", sa.Integer(), sa.ForeignKey("race.id", name=op.f("fk_movement_race"))),
        sa.Column("memo", sa.String(200), nullable=False, server_default=""),
        sa.Column("at", sa.Float(), nullable=False),
        sa.CheckConstraint(MOVEMENTS, name=op.f("ck_movement_kind")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_movement")),
        sqlite_with_rowid=False,
    )
    later = sa.ForeignKeyConstraint(
        ["movement"], ["movement.key"], name=op.f("fk_posting_movement"), deferrable=True, initially="DEFERRED"
    )
    op.create_table(
        "posting",
        sa.Column("account", sa.String(80), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("movement", sa.String(80), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount <> 0", name=op.f("ck_posting_amount")),
        sa.CheckConstraint("balance >= 0 OR substr(account, 1, 5) = 'mint:'", name=op.f("ck_posting_balance")),
        sa.ForeignKeyConstraint(["account"], ["account.name"], name=op.f("fk_posting_account")),
        later,
        sa.PrimaryKeyConstraint("account", "n", name=op.f("pk_posting")),
        sqlite_with_rowid=False,
    )
    _index("account", "guild", "player", "race")
    _index("movement", "guild", "race")
    _index("posting", "movement")


def _add_bets() -> None:
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
        sa.CheckConstraint(MARKETS, name=op.f("ck_market_kind")),
        sa.CheckConstraint("state IN ('open', 'closed', 'settled', 'void')", name=op.f("ck_market_state")),
        sa.PrimaryKeyConstraint("race", "number", name=op.f("pk_market")),
    )
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
    _index("market", "ended")
    op.create_index("ix_ticket_player", "ticket", ["player", "race", "number"])
    op.create_index("ix_ticket_stakes", "ticket", ["race", "market", "choice", "state", "stake", "player"])


def _add_side_bets() -> None:
    states = "state IN ('offered', 'accepted', 'withdrawn', 'declined', 'settled', 'void')"
    op.create_table(
        "side_bet",
        _race("side_bet"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("proposer", sa.BigInteger(), nullable=False),
        sa.Column("proposer_name", sa.String(100), nullable=False),
        sa.Column("taker", sa.BigInteger(), nullable=False),
        sa.Column("taker_name", sa.String(100), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("rival", sa.Integer()),
        sa.Column("stake", sa.BigInteger(), nullable=False),
        sa.Column("against", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.String(80), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("winner", sa.BigInteger()),
        sa.Column("why", sa.String(60), nullable=False),
        sa.Column("ended", sa.Float()),
        sa.CheckConstraint(states, name=op.f("ck_side_bet_state")),
        sa.CheckConstraint("stake >= 1 AND against >= 1", name=op.f("ck_side_bet_stakes")),
        sa.CheckConstraint("proposer <> taker", name=op.f("ck_side_bet_two")),
        sa.PrimaryKeyConstraint("race", "number", name=op.f("pk_side_bet")),
        sa.UniqueConstraint("key", name=op.f("uq_side_bet_key")),
    )
    _index("side_bet", "proposer", "taker")


def _add_chances() -> None:
    op.create_table(
        "chance",
        sa.Column(
            "race",
            sa.Integer(),
            sa.ForeignKey("race.id", name=op.f("fk_chance_race"), ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("samples", sa.Integer(), nullable=False),
        sa.Column("chances", sa.Text(), nullable=False),
        sa.Column("void", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("race", "turn", "seq", name=op.f("pk_chance")),
    )


def _race(table: str) -> sa.Column[int]:
    return sa.Column("race", sa.Integer(), sa.ForeignKey("race.id", name=op.f(f"fk_{table}_race")), nullable=False)


def _index(table: str, *columns: str) -> None:
    for column in columns:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])


def _triggers() -> list[str]:
    last = "SELECT {} FROM posting WHERE account = NEW.account ORDER BY n DESC LIMIT 1"
    mine = "SELECT {} FROM posting WHERE movement = NEW.key"
    ticket = "race, number, market, player, name, choice, stake, key, at, salt"
    side = "race, number, proposer, proposer_name, taker, taker_name, entry, rival, stake, against, key, at"
    there = "EXISTS (SELECT 1 FROM {0} WHERE race = NEW.race AND number = NEW.number)"
    abroad = (
        "EXISTS (SELECT 1 FROM posting JOIN account ON account.name = posting.account "
        "WHERE posting.movement = NEW.key AND account.guild <> NEW.guild)"
    )
    return [
        *(_never(table, what) for table in ("account", "posting", "movement") for what in ("UPDATE", "DELETE")),
        *(_never(table, "DELETE") for table in ("ticket", "side_bet", "market")),
        _never("ticket", f"UPDATE OF {ticket}"),
        _never("side_bet", f"UPDATE OF {side}"),
        _never("market", "UPDATE OF race, number, kind, window, opened, opened_at"),
        _refuse("account", "once", "INSERT", ("EXISTS (SELECT 1 FROM account WHERE name = NEW.name)", "it is there")),
        _refuse(
            "posting",
            "follows",
            "INSERT",
            ("typeof(NEW.amount) <> 'integer' OR typeof(NEW.balance) <> 'integer'", "sesterces are whole"),
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.movement)", "its movement is complete"),
            (f"NEW.n <> 1 + coalesce(({last.format('n')}), 0)", "it does not follow the last one"),
            (f"NEW.balance <> NEW.amount + coalesce(({last.format('balance')}), 0)", "the balance is another"),
        ),
        _refuse(
            "movement",
            "balances",
            "INSERT",
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.key)", "it is there"),
            (f"({mine.format('count(*)')}) < 2", "it has two postings at least"),
            (f"({mine.format('sum(amount)')}) <> 0", "its postings sum to zero"),
            (abroad, "money stays in its server"),
        ),
        _refuse(
            "ticket",
            "once",
            "INSERT",
            (there.format("ticket"), "it is there"),
            ("EXISTS (SELECT 1 FROM ticket WHERE key = NEW.key)", "its press has placed another"),
        ),
        _refuse("ticket", "settled", "UPDATE", ("OLD.state <> 'open'", "it is settled already")),
        _refuse(
            "side_bet",
            "once",
            "INSERT",
            (there.format("side_bet"), "it is there"),
            ("EXISTS (SELECT 1 FROM side_bet WHERE key = NEW.key)", "its press has offered another"),
        ),
        _refuse("side_bet", "settled", "UPDATE", ("OLD.state NOT IN ('offered', 'accepted')", "it is settled already")),
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
