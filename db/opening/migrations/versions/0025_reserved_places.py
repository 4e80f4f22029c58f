"""who has a place reserved in a race or season that was opened anew, and has not pressed yet"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision: str | None = "0024"


def upgrade() -> None:
    op.add_column("race", sa.Column("reserved", sa.Text, nullable=False, server_default="[]"))


def downgrade() -> None:
    op.drop_column("race", "reserved")
