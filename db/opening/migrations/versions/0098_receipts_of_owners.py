"""owners who are to be told that the bot has left"""

import sqlalchemy as sa
from alembic import op

revision = "0098"
down_revision: str | None = "0099"


def upgrade() -> None:
    op.create_table(
        "receipt",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("token", sa.String(400), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_receipt")),
    )
    op.create_index(op.f("ix_receipt_player"), "receipt", ["player"])


def downgrade() -> None:
    op.drop_index(op.f("ix_receipt_player"), "receipt")
    op.drop_table("receipt")
