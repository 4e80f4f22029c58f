"""the race of the day: what was chosen, each person's try, and where it is posted"""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision: str | None = "0028"


def upgrade() -> None:
    op.create_table(
        "daily",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("candidate", sa.Integer, nullable=False),
        sa.Column("par", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.CheckConstraint("number >= 1", name=op.f("ck_daily_number")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_daily")),
    )
    op.create_table(
        "daily_try",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("answers", sa.Text, nullable=False),
        sa.Column("given", sa.Integer, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("ended", sa.Float),
        sa.Column("place", sa.Integer),
        sa.Column("better", sa.Integer),
        sa.Column("rows", sa.Text, nullable=False),
        sa.CheckConstraint("given >= 0", name=op.f("ck_daily_try_given")),
        sa.CheckConstraint("(ended IS NULL) = (place IS NULL)", name=op.f("ck_daily_try_ended")),
        sa.PrimaryKeyConstraint("number", "person", name=op.f("pk_daily_try")),
    )
    op.create_index("ix_daily_try_person", "daily_try", ["person", "number"])
    op.create_table(
        "daily_board",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("post", sa.BigInteger),
        sa.Column("unread", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_daily_board")),
    )


def downgrade() -> None:
    for table in ("daily_board", "daily_try", "daily"):
        op.drop_table(table)
