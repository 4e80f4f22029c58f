"""what comes home of a league's race, kept with its end"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"


def upgrade() -> None:
    op.add_column("race", sa.Column("comes_home", sa.Text()))


def downgrade() -> None:
    op.drop_column("race", "comes_home")
