"""the channel of each player's direct messages, so that nobody is looked up before each message"""

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision: str | None = "0048"


def upgrade() -> None:
    op.add_column("player", sa.Column("dm_channel", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("player", "dm_channel")
