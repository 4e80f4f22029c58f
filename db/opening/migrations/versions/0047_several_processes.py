"""several processes: who sends a notice, and by which rules a race was played last"""

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision: str | None = "0041"


def upgrade() -> None:
    op.add_column("outbox", sa.Column("holder", sa.Integer()))
    op.add_column("race", sa.Column("rules", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("race", "rules")
    op.drop_column("outbox", "holder")
