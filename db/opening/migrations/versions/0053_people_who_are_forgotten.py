"""accounts bear numbers of ours; what people who are forgotten need; rows of one person are found by an index"""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision: str | None = "0058"

PURSE = "purse.kind || ':' || purse.guild || ':"
OURS = f"{PURSE}p' || person.id"
DISCORDS = f"{PURSE}' || purse.player"

OF_ONE = {  # rows of nobody are not in these
    "act": "by",
    "input": "player",
    "outbox": "player",
    "race": "called_off_by",
}
OF_PEOPLE = (
    ("cup", "host"),
    ("race", "host"),
    ("gone", "player"),
    ("side_bet", "winner"),
    ("letter", "player"),
    ("letter_report", "player"),
    ("vote", "player"),
    ("past_race", "called_off_by"),
    ("past_race", "payee"),
    ("past_entry", "last"),
    ("rating", "player"),
)

TICKET = "race, number, market, player, name, choice, stake, key, at, salt"
SIDE = "race, number, proposer, proposer_name, taker, taker_name, entry, rival, stake, against, key, at"
SAME_TICKET = "race, number, market, choice, stake, at, salt"
SAME_SIDE = "race, number, entry, rival, stake, against, at"
NEVER = "CREATE TRIGGER {0} BEFORE {1} ON {2} BEGIN SELECT RAISE(ABORT, '{2}: what is written is never changed'); END"
SETTLED = (
    "CREATE TRIGGER {0} BEFORE UPDATE ON {1} BEGIN SELECT RAISE(ABORT, '{1}: it is settled already') WHERE {2}; END"
)

BEFORE = {
    "account_no_update": NEVER.format("account_no_update", "UPDATE", "account"),
    "movement_no_update": NEVER.format("movement_no_update", "UPDATE", "movement"),
    "ticket_no_update": NEVER.format("ticket_no_update", f"UPDATE OF {TICKET}", "ticket"),
    "ticket_settled": SETTLED.format("ticket_settled", "ticket", "OLD.state <> 'open'"),
    "side_bet_no_update": NEVER.format("side_bet_no_update", f"UPDATE OF {SIDE}", "side_bet"),
    "side_bet_settled": SETTLED.format("side_bet_settled", "side_bet", "OLD.state NOT IN ('offered', 'accepted')"),
}
"""The guards of SQLite as they were."""

UNCHANGED = "what is written is never changed"
OF_PLAYER = "coalesce(OLD.player > 0 AND NEW.player < 0, {no})"
OF_PROPOSER = "coalesce(OLD.proposer > 0 AND NEW.proposer < 0, {no})"
OF_TAKER = "coalesce(OLD.taker > 0 AND NEW.taker < 0, {no})"
WINNER = (
    "CASE OLD.winner WHEN OLD.proposer THEN NEW.winner = NEW.proposer WHEN OLD.taker THEN NEW.winner = NEW.taker "
    "ELSE OLD.winner {is_} NEW.winner END"
)


def _same(columns: str) -> str:
    return " AND ".join(f"OLD.{each} {{is_}} NEW.{each}" for each in columns.split(", "))


SIDE_FORGETS = f"({OF_PROPOSER} OR {OF_TAKER}) AND coalesce({WINNER}, {{no}}) AND {_same('state, why, ended')}"
FAULTS = (
    ("account", "no_update", (f"NOT ({OF_PLAYER} AND {_same('name, kind, guild, race, number')})",), UNCHANGED),
    ("movement", "no_update", (f"NOT (NEW.memo = '' AND {_same('key, kind, guild, race, at')})",), UNCHANGED),
    ("ticket", "whose", (f"NOT ({_same('player, name, key')} OR {OF_PLAYER})",), UNCHANGED),
    (
        "ticket",
        "settled",
        (f"OLD.state <> 'open' AND NOT ({OF_PLAYER} AND {_same('state, paid, why')})",),
        "it is settled already",
    ),
    (
        "side_bet",
        "whose",
        (
            f"NOT ({_same('proposer, proposer_name, key')} OR {OF_PROPOSER})",
            f"NOT ({_same('taker, taker_name')} OR {OF_TAKER})",
        ),
        UNCHANGED,
    ),
    (
        "side_bet",
        "settled",
        (f"OLD.state NOT IN ('offered', 'accepted') AND NOT ({SIDE_FORGETS})",),
        "it is settled already",
    ),
)
"""Table, guard, conditions under which it stops an update, and its words: a person may be forgotten, once."""


RENAMING = (
    """CREATE TEMPORARY TABLE renamed AS SELECT purse.name AS was, {names} AS becomes FROM account AS purse
    JOIN person ON person.player = purse.player WHERE purse.name = {old}""",
    """CREATE TEMPORARY TABLE rekeyed AS
    SELECT movement.key AS was, {key} || substr(movement.key, {before} + 1) AS becomes
    FROM movement JOIN posting ON posting.movement = movement.key JOIN account AS purse ON purse.name = posting.account
    JOIN person ON person.player = purse.player
    WHERE movement.kind IN ('gift', 'stipend') AND purse.kind = 'purse'""",
    "CREATE UNIQUE INDEX was_named ON renamed (was)",
    "CREATE UNIQUE INDEX was_keyed ON rekeyed (was)",
    """INSERT INTO account (name, kind, guild, player, race, number)
    SELECT renamed.becomes, kind, guild, player, race, number
    FROM account JOIN renamed ON renamed.was = account.name""",
    """UPDATE posting SET account = (SELECT becomes FROM renamed WHERE was = posting.account)
    WHERE account IN (SELECT was FROM renamed)""",
    "DELETE FROM account WHERE name IN (SELECT was FROM renamed)",
    """UPDATE posting SET movement = (SELECT becomes FROM rekeyed WHERE was = posting.movement)
    WHERE movement IN (SELECT was FROM rekeyed)""",
    """UPDATE movement SET key = (SELECT becomes FROM rekeyed WHERE was = movement.key)
    WHERE key IN (SELECT was FROM rekeyed)""",
)
"""Statements that give purses, and the keys of gifts, other names: what is referred to is there first."""


def upgrade() -> None:
    _add_tables()
    _unguard()
    op.execute(
        "INSERT INTO person (player) SELECT DISTINCT player FROM account WHERE player IS NOT NULL ORDER BY player"
    )
    _rename(OURS, "length(movement.kind || ':' || movement.guild || ':' || purse.player)", DISCORDS)
    _guard()
    _add_indices()


def downgrade() -> None:
    for table, column in (*OF_PEOPLE, *OF_ONE.items()):
        op.drop_index(op.f(f"ix_{table}_{column}"), table)
    _unguard(is_new=True)
    _rename(DISCORDS, "length(movement.kind || ':' || movement.guild || ':p' || person.id)", OURS)
    if op.get_bind().dialect.name == "sqlite":
        for statement in BEFORE.values():
            op.execute(statement)
    else:
        _guard_as_before()
    for table in ("spent", "forgotten", "forgetting", "person"):
        op.drop_table(table)
    op.drop_column("faction", "word_hash")


def _add_tables() -> None:
    op.add_column("faction", sa.Column("word_hash", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "person",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("player", name=op.f("uq_person_player")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "forgetting",
        sa.Column("player", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_forgetting")),
    )
    op.create_table(
        "forgotten",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_forgotten_number")),
        sa.PrimaryKeyConstraint("hash", "at", name=op.f("pk_forgotten")),
    )
    op.create_table(
        "spent",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_spent")),
    )


def _rename(names: str, before: str, old: str) -> None:
    """Give purses, and the keys of what they got as gifts and stipends, other names.

    :param names: the new name of a purse; *old* the one it has.
    :param before: how long the beginning of such a key is that goes.
    """
    key = names.replace("purse.kind", "movement.kind")
    for statement in RENAMING:
        op.get_bind().exec_driver_sql(statement.format(names=names, key=key, before=before, old=old))
    if op.get_bind().dialect.name == "postgresql":
        op.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else their tables can't be changed yet
    op.execute("DROP TABLE renamed")
    op.execute("DROP TABLE rekeyed")


def _unguard(*, is_new: bool = False) -> None:
    """Take the guards off that stand in the way."""
    if op.get_bind().dialect.name == "sqlite":
        changed = [f"{table}_{name}" for table, name, _, _ in FAULTS] if is_new else list(BEFORE)
        kept = [
            "posting_no_update",
            "account_no_delete",
            *(["ticket_no_update", "side_bet_no_update"] if is_new else []),
        ]
        for name in (*changed, *kept):
            op.execute(f"DROP TRIGGER {name}")
        return
    for table in ("account", "posting", "movement"):
        op.execute(f"DROP TRIGGER {table}_never ON {table}")
    for table in ("ticket", "side_bet"):
        op.execute(f"DROP TRIGGER {table}_kept ON {table}")
        op.execute(f"DROP TRIGGER {table}_settled ON {table}")
    for table, name, faults, _ in FAULTS if is_new else ():
        for number in range(len(faults)) if name != "settled" else ():
            op.execute(f"DROP TRIGGER {table}_{name}_{number} ON {table}")


def _guard() -> None:
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for statement in _of_sqlite() if is_sqlite else _of_postgresql():
        op.execute(statement)


def _of_sqlite() -> list[str]:
    made = [
        NEVER.format("posting_no_update", "UPDATE", "posting"),
        NEVER.format("account_no_delete", "DELETE", "account"),
        NEVER.format("ticket_no_update", f"UPDATE OF {SAME_TICKET}", "ticket"),
        NEVER.format("side_bet_no_update", f"UPDATE OF {SAME_SIDE}", "side_bet"),
    ]
    for table, name, faults, told in FAULTS:
        rules = " ".join(
            f"SELECT RAISE(ABORT, '{table}: {told}') WHERE {each.format(is_='IS', no='0')};" for each in faults
        )
        made.append(f"CREATE TRIGGER {table}_{name} BEFORE UPDATE ON {table} BEGIN {rules} END")
    return made


def _of_postgresql() -> list[str]:
    never = "CREATE TRIGGER {0}_{1} BEFORE {2} ON {0} FOR EACH ROW {3}EXECUTE FUNCTION {4}()"
    made = [
        never.format("posting", "never", "UPDATE OR DELETE", "", "never_changed"),
        never.format("account", "never", "DELETE", "", "never_changed"),
        never.format("movement", "never", "DELETE", "", "never_changed"),
        never.format("ticket", "kept", f"UPDATE OF {SAME_TICKET}", "", "never_changed"),
        never.format("side_bet", "kept", f"UPDATE OF {SAME_SIDE}", "", "never_changed"),
    ]
    for table, name, faults, _ in FAULTS:
        function = "settled_once" if name == "settled" else "never_changed"
        for number, each in enumerate(faults):
            when = f"WHEN ({each.format(is_='IS NOT DISTINCT FROM', no='false')}) "
            called = name if name == "settled" else f"{name}_{number}"
            made.append(never.format(table, called, "UPDATE", when, function))
    return made


def _guard_as_before() -> None:
    for table in ("account", "posting", "movement"):
        op.execute(
            f"CREATE TRIGGER {table}_never BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW "
            "EXECUTE FUNCTION never_changed()"
        )
    for table, columns, settled in (
        ("ticket", TICKET, "OLD.state <> 'open'"),
        ("side_bet", SIDE, "OLD.state NOT IN ('offered', 'accepted')"),
    ):
        op.execute(
            f"CREATE TRIGGER {table}_kept BEFORE UPDATE OF {columns} ON {table} FOR EACH ROW "
            "EXECUTE FUNCTION never_changed()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_settled BEFORE UPDATE ON {table} FOR EACH ROW WHEN ({settled}) "
            "EXECUTE FUNCTION settled_once()"
        )


def _add_indices() -> None:
    for table, column in OF_PEOPLE:
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column])
    for table, column in OF_ONE.items():
        is_one = sa.text(f"{column} IS NOT NULL")
        op.create_index(f"ix_{table}_{column}", table, [column], sqlite_where=is_one, postgresql_where=is_one)
