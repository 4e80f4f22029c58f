"""races of a league that wait for their beginning, while bets on them are taken"""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision: str | None = "0081"


def upgrade() -> None:
    op.add_column("race", sa.Column("held", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    op.drop_column("race", "held")
