"""where and when the gazette of the week is posted"""

import sqlalchemy as sa
from alembic import op

revision = "0094"
down_revision: str | None = "0087"

STATES = "state IN ('on', 'asleep', 'off', 'lost')"


def upgrade() -> None:
    op.create_table(
        "gazette",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("tried", sa.Float),
        sa.Column("post", sa.BigInteger),
        sa.CheckConstraint(STATES, name=op.f("ck_gazette_state")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_gazette")),
    )


def downgrade() -> None:
    op.drop_table("gazette")
