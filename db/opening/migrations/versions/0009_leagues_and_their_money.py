"""leagues, their races and what these bring; treasuries and a bank for each league in the ledger"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"

ACCOUNTS = "kind IN ('purse', 'mint', 'house', 'pot', 'escrow')"
MORE_ACCOUNTS = ACCOUNTS.removesuffix(")") + ", 'treasury', 'bank')"
MOVEMENTS = "kind IN ('gift', 'stipend', 'present', 'stake', 'return', 'payoff', 'share', 'escrow', 'release', 'void')"
MORE_MOVEMENTS = MOVEMENTS.removesuffix(")") + ", 'league', 'undone')"
BALANCES = "balance >= 0 OR substr(account, 1, 5) = 'mint:'"
MORE_BALANCES = "balance >= 0 OR substr(account, 1, 5) IN ('mint:', 'bank:')"
IN_A_LEAGUE = "(race IS NOT NULL AND number IS NOT NULL) OR kind <> 'treasury'"
HAS_A_LEAGUE = "race IS NOT NULL OR kind <> 'bank'"
LEDGER = ("posting", "movement", "account")  # in the order in which none is referred to any more


def upgrade() -> None:
    op.add_column("race", sa.Column("is_league", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("race", sa.Column("league", sa.Integer()))
    op.add_column("entry", sa.Column("brings", sa.Text()))
    op.create_index(
        "uq_race_league_round",
        "race",
        ["league", "round"],
        unique=True,
        sqlite_where=sa.text("state <> 'cancelled'"),
        postgresql_where=sa.text("state <> 'cancelled'"),
    )
    _remake(MORE_ACCOUNTS, MORE_MOVEMENTS, MORE_BALANCES, with_leagues=True)


def downgrade() -> None:
    _remake(ACCOUNTS, MOVEMENTS, BALANCES, with_leagues=False)
    op.drop_index("uq_race_league_round", "race")
    op.drop_column("entry", "brings")
    op.drop_column("race", "league")
    op.drop_column("race", "is_league")


def _remake(accounts: str, movements: str, balances: str, *, with_leagues: bool) -> None:
    """Make the ledger anew with other checks; rows that these do not know stop it, and nothing has happened."""
    for table in LEDGER:
        op.execute(f"CREATE TEMPORARY TABLE kept_{table} AS SELECT * FROM {table}")  # noqa: S608
        op.drop_table(table)  # with its triggers and indices
    _add_ledger(accounts, movements, balances, with_leagues=with_leagues)
    for table in reversed(LEDGER):
        op.execute(f"INSERT INTO {table} SELECT * FROM kept_{table}")  # noqa: S608
        op.execute(f"DROP TABLE kept_{table}")
    for table, columns in (("account", ("guild", "player", "race")), ("movement", ("guild", "race"))):
        for column in columns:
            op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    op.create_index(op.f("ix_posting_movement"), "posting", ["movement"])
    is_sqlite = op.get_bind().dialect.name == "sqlite"  # elsewhere they come with 0040
    for statement in _triggers(with_leagues=with_leagues) if is_sqlite else ():
        op.execute(statement)


def _add_ledger(accounts: str, movements: str, balances: str, *, with_leagues: bool) -> None:
    of_leagues = [
        sa.CheckConstraint(IN_A_LEAGUE, name=op.f("ck_account_treasury")),
        sa.CheckConstraint(HAS_A_LEAGUE, name=op.f("ck_account_bank")),
    ]
    op.create_table(
        "account",
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("player", sa.BigInteger()),
        sa.Column("race", sa.Integer(), sa.ForeignKey("race.id", name=op.f("fk_account_race"))),
        sa.Column("number", sa.Integer()),
        sa.CheckConstraint(accounts, name=op.f("ck_account_kind")),
        sa.CheckConstraint("substr(name, 1, length(kind) + 1) = kind || ':'", name=op.f("ck_account_name")),
        *(of_leagues if with_leagues else ()),
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
        sa.CheckConstraint(movements, name=op.f("ck_movement_kind")),
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
        sa.CheckConstraint(balances, name=op.f("ck_posting_balance")),
        sa.ForeignKeyConstraint(["account"], ["account.name"], name=op.f("fk_posting_account")),
        later,
        sa.PrimaryKeyConstraint("account", "n", name=op.f("pk_posting")),
        sqlite_with_rowid=False,
    )


def _triggers(*, with_leagues: bool) -> list[str]:
    last = "SELECT {} FROM posting WHERE account = NEW.account ORDER BY n DESC LIMIT 1"
    mine = "SELECT {} FROM posting WHERE movement = NEW.key"
    touched = (
        "EXISTS (SELECT 1 FROM posting JOIN account ON account.name = posting.account "
        "WHERE posting.movement = NEW.key AND {})"
    )
    of_league = touched.format(
        "(account.kind IN ('treasury', 'bank') OR account.race IN (SELECT id FROM race WHERE is_league))"
    )
    outside = touched.format(
        "(account.kind NOT IN ('treasury', 'bank', 'pot', 'escrow') OR account.race IS NOT NEW.race)"
    )
    in_league = [(f"{of_league} AND {outside}", "a league''s money stays in it")] if with_leagues else []
    return [
        *(_never(table, what) for table in ("account", "posting", "movement") for what in ("UPDATE", "DELETE")),
        _refuse("account", "once", ("EXISTS (SELECT 1 FROM account WHERE name = NEW.name)", "it is there")),
        _refuse(
            "posting",
            "follows",
            ("typeof(NEW.amount) <> 'integer' OR typeof(NEW.balance) <> 'integer'", "sesterces are whole"),
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.movement)", "its movement is complete"),
            (f"NEW.n <> 1 + coalesce(({last.format('n')}), 0)", "it does not follow the last one"),
            (f"NEW.balance <> NEW.amount + coalesce(({last.format('balance')}), 0)", "the balance is another"),
        ),
        _refuse(
            "movement",
            "balances",
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.key)", "it is there"),
            (f"({mine.format('count(*)')}) < 2", "it has two postings at least"),
            (f"({mine.format('sum(amount)')}) <> 0", "its postings sum to zero"),
            (touched.format("account.guild <> NEW.guild"), "money stays in its server"),
            *in_league,
        ),
    ]


def _never(table: str, what: str) -> str:
    rule = f"SELECT RAISE(ABORT, '{table}: what is written is never changed');"
    return f"CREATE TRIGGER {table}_no_{what.lower()} BEFORE {what} ON {table} BEGIN {rule} END"


def _refuse(table: str, name: str, *faults: tuple[str, str]) -> str:
    rules = " ".join(f"SELECT RAISE(ABORT, '{table}: {fault}') WHERE {when};" for when, fault in faults)
    return f"CREATE TRIGGER {table}_{name} BEFORE INSERT ON {table} BEGIN {rules} END"
