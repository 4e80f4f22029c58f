"""how much of a race is told in its thread: races that are there keep the full story, new ones tell turns"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"


def upgrade() -> None:
    for table in ("race", "cup"):
        op.add_column(table, sa.Column("story", sa.String(10), nullable=False, server_default="full"))
    op.add_column("guild", sa.Column("story", sa.String(10), nullable=False, server_default="turn"))


def downgrade() -> None:
    for table in ("race", "cup", "guild"):
        op.drop_column(table, "story")
