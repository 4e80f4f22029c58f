"""how many slices of grace an open question has used: one question takes one, unless the server says more"""

import sqlalchemy as sa
from alembic import op

revision = "0041"
down_revision: str | None = "0040"


def upgrade() -> None:
    op.add_column("deadline", sa.Column("slices", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("deadline", "slices")
