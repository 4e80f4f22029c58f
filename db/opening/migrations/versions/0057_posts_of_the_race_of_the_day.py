"""where and when the race of the day is posted, whose days count for its tables, and when the program was away"""

import sqlalchemy as sa
from alembic import op

revision = "0057"
down_revision: str | None = "0051"

# Day 1 opened at 1795392000, in seconds since 1970.
SPANS = """
INSERT INTO absence (since, until)
SELECT 1795305600 + 86400.0 * number, 1795392000 + 86400.0 * number FROM daily WHERE away
"""
NUMBERS = """
UPDATE daily SET away = true WHERE EXISTS (
    SELECT 1 FROM absence WHERE until - since > 7200.0
    AND until > 1795312800 + 86400.0 * number AND since < 1795384800 + 86400.0 * number
)
"""

STATES = "state IN ('on', 'asleep', 'off', 'lost')"


def upgrade() -> None:
    op.create_table(
        "absence",
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.CheckConstraint("since < until", name=op.f("ck_absence_order")),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_absence")),
    )
    op.execute(SPANS)
    op.drop_column("daily", "away")
    op.execute("DELETE FROM setting WHERE name = 'daily seen'")  # "alive" tells the same
    op.add_column("daily_try", sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("ix_daily_try_guild", "daily_try", ["guild", "number"])
    op.drop_table("daily_board")  # nothing was ever written there
    op.create_table(
        "daily_board",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("tried", sa.Float),
        sa.Column("post", sa.BigInteger),
        sa.CheckConstraint(STATES, name=op.f("ck_daily_board_state")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_daily_board")),
    )


def downgrade() -> None:
    op.drop_table("daily_board")
    op.create_table(
        "daily_board",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("post", sa.BigInteger),
        sa.Column("unread", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_daily_board")),
    )
    op.drop_index("ix_daily_try_guild", "daily_try")
    op.drop_column("daily_try", "counts")
    op.add_column("daily", sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()))
    op.execute(NUMBERS)
    op.drop_table("absence")
