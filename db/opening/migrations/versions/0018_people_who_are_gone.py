"""people who are no members of a server any more, and since when that is known"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision: str | None = "0017"


def upgrade() -> None:
    op.create_table(
        "gone",
        sa.Column("guild", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("player", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("guild", "player", name=op.f("pk_gone")),
    )


def downgrade() -> None:
    op.drop_table("gone")
