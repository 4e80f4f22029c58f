"""the asynchronous steward: paces, orders, acts, rewinding, absence, notices that can be cancelled"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"

BY = "by IN ('player', 'plan', 'house', 'default')"
MORE_BY = "by IN ('player', 'plan', 'order', 'house', 'default', 'steward')"
KINDS = "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup')"
MORE_KINDS = "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer')"
STATES = "state IN ('new', 'sending', 'sent', 'given up')"
MORE_STATES = "state IN ('new', 'sending', 'sent', 'refused', 'given up', 'answered', 'cancelled')"
ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation')"
)
VOIDABLE = ("input", "fact", "scene", "checkpoint")


def upgrade() -> None:
    _add_columns()
    _add_tables()
    # Nothing refers to the rows of these two, so they may be made anew.
    with op.batch_alter_table("input") as batch_op:
        batch_op.drop_constraint(op.f("ck_input_by"), type_="check")
        batch_op.create_check_constraint(op.f("ck_input_by"), MORE_BY)
    _allow(MORE_KINDS, MORE_STATES)


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind IN ('act', 'digest', 'offer')")
    op.execute("UPDATE outbox SET state = 'given up' WHERE state IN ('refused', 'answered', 'cancelled')")
    _allow(KINDS, STATES)
    with op.batch_alter_table("input") as batch_op:
        batch_op.drop_constraint(op.f("ck_input_by"), type_="check")
        batch_op.create_check_constraint(op.f("ck_input_by"), BY)
    for table in ("guild", "act", "orders"):
        op.drop_table(table)
    op.drop_index(op.f("ix_faction_substitute"), "faction")
    op.drop_index(op.f("ix_race_pause_until"), "race")
    op.drop_index(op.f("ix_outbox_duty"), "outbox")
    for table, column in reversed(_columns()):
        op.drop_column(table, column.name)


def _columns() -> list[tuple[str, sa.Column[object]]]:
    """Return the columns that are new, each with its table."""
    no, none = sa.false(), "0"
    return [
        ("race", sa.Column("pace", sa.String(10), nullable=False, server_default="live")),
        ("race", sa.Column("schedule", sa.Text(), nullable=False, server_default="{}")),
        ("cup", sa.Column("pace", sa.String(10), nullable=False, server_default="live")),
        ("cup", sa.Column("schedule", sa.Text(), nullable=False, server_default="{}")),
        ("race", sa.Column("paused_at", sa.Float())),
        ("race", sa.Column("pause_until", sa.Float())),
        ("faction", sa.Column("substitute", sa.BigInteger())),
        ("faction", sa.Column("standin", sa.String(40))),
        ("faction", sa.Column("missed", sa.Integer(), nullable=False, server_default=none)),
        ("faction", sa.Column("grace", sa.Float(), nullable=False, server_default=none)),
        ("faction", sa.Column("waits", sa.Integer())),
        ("faction", sa.Column("away_until", sa.Float())),
        ("input", sa.Column("clause", sa.String(100), nullable=False, server_default="")),
        ("input", sa.Column("held", sa.Boolean(), nullable=False, server_default=no)),
        *((table, sa.Column("void", sa.Boolean(), nullable=False, server_default=no)) for table in VOIDABLE),
        ("checkpoint", sa.Column("stream", sa.Integer(), nullable=False, server_default=none)),
        ("deadline", sa.Column("opened", sa.Float(), nullable=False, server_default=none)),
        ("deadline", sa.Column("reminders", sa.Integer(), nullable=False, server_default=none)),
        ("outbox", sa.Column("duty", sa.String(60))),
        ("player", sa.Column("zone", sa.String(40), nullable=False, server_default="")),
        ("player", sa.Column("quiet_from", sa.Integer())),
        ("player", sa.Column("quiet_until", sa.Integer())),
        ("player", sa.Column("digest", sa.Integer())),
        ("player", sa.Column("large", sa.Boolean(), nullable=False, server_default=no)),
        ("player", sa.Column("dates", sa.String(10), nullable=False, server_default="relative")),
        ("player", sa.Column("kept_turns", sa.Float(), nullable=False, server_default=none)),
        ("player", sa.Column("missed_turns", sa.Float(), nullable=False, server_default=none)),
        ("player", sa.Column("counted", sa.Float(), nullable=False, server_default=none)),
        ("player", sa.Column("digested", sa.Float(), nullable=False, server_default=none)),
    ]


def _add_columns() -> None:
    for table, column in _columns():
        op.add_column(table, column)
    op.create_index(op.f("ix_faction_substitute"), "faction", ["substitute"])
    op.create_index(op.f("ix_race_pause_until"), "race", ["pause_until"])
    op.create_index(op.f("ix_outbox_duty"), "outbox", ["duty"])


def _add_tables() -> None:
    op.create_table(
        "orders",
        _race("orders"),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("asked", sa.Integer()),
        sa.Column("standing", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("race", "entry", name=op.f("pk_orders")),
    )
    op.create_table(
        "act",
        _race("act"),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("by", sa.BigInteger()),
        sa.Column("entry", sa.Integer()),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.CheckConstraint(ACTS, name=op.f("ck_act_kind")),
        sa.PrimaryKeyConstraint("race", "n", name=op.f("pk_act")),
    )
    op.create_table(
        "guild",
        sa.Column("guild", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("zone", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
        sa.Column("large", sa.Boolean(), nullable=False),
        sa.CheckConstraint("pace IN ('daily', 'live', 'blitz')", name=op.f("ck_guild_pace")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_guild")),
    )


def _race(table: str) -> sa.Column[int]:
    key = sa.ForeignKey("race.id", name=op.f(f"fk_{table}_race"), ondelete="CASCADE")
    return sa.Column("race", sa.Integer(), key, nullable=False)


def _allow(kinds: str, states: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        for name, condition in (("kind", kinds), ("state", states)):
            batch_op.drop_constraint(op.f(f"ck_outbox_{name}"), type_="check")
            batch_op.create_check_constraint(op.f(f"ck_outbox_{name}"), condition)
