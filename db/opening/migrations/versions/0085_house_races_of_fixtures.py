"""house drivers race at a fixture where nobody comes"""

import sqlalchemy as sa
from alembic import op

revision = "0085"
down_revision: str | None = "0094"

ADDED = (("fixture", "circus"), ("planned", "circus"), ("planned", "watched"))


def upgrade() -> None:
    for table, column in ADDED:
        op.add_column(table, sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for table, column in ADDED:
        op.drop_column(table, column)
