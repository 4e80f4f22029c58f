"""cups"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"

KINDS = "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning')"
KINDS_WITH_CUP = "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup')"


def upgrade() -> None:
    op.create_table(
        "cup",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("series", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Text(), nullable=False),
        sa.Column("races", sa.Integer(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("opened", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.CheckConstraint("state IN ('open', 'finished', 'cancelled')", name=op.f("ck_cup_state")),
        sa.CheckConstraint("races >= 1", name=op.f("ck_cup_races")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cup")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_cup_guild"), "cup", ["guild"])
    # Never in a batch: that would drop the old table of races, and with it all that belongs to one.
    op.add_column("race", sa.Column("cup", sa.Integer(), nullable=True))
    op.add_column("race", sa.Column("round", sa.Integer(), nullable=True))
    is_run = sa.text("state <> 'cancelled'")
    op.create_index(
        "uq_race_cup_round", "race", ["cup", "round"], unique=True, sqlite_where=is_run, postgresql_where=is_run
    )
    _allow(KINDS_WITH_CUP)


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind = 'cup'")
    _allow(KINDS)
    op.drop_index("uq_race_cup_round", "race")
    op.drop_column("race", "round")
    op.drop_column("race", "cup")
    op.drop_table("cup")


def _allow(kinds: str) -> None:
    """Let the outbox hold other kinds of notices; nothing refers to its rows, so it may be made anew."""
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
