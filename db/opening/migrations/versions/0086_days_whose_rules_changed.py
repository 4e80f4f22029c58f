"""the race of the day: marks by which a program knows whether it races a day as the one before did"""

import sqlalchemy as sa
from alembic import op

revision = "0086"
down_revision: str | None = "0071"


def upgrade() -> None:
    for table, mark in (("daily", "mark"), ("daily_try", "told")):
        op.add_column(table, sa.Column("edition", sa.Integer, nullable=False, server_default="1"))
        op.add_column(table, sa.Column(mark, sa.String(64), nullable=False, server_default=""))


def downgrade() -> None:
    for table, mark in (("daily", "mark"), ("daily_try", "told")):
        op.drop_column(table, "edition")
        op.drop_column(table, mark)
