"""who was forgotten is told so, also after a restart"""

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision: str | None = "0098"


def upgrade() -> None:
    op.add_column("forgetting", sa.Column("token", sa.String(400), nullable=False, server_default=""))
    op.create_table(
        "farewell",
        sa.Column("token", sa.String(400), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("token", name=op.f("pk_farewell")),
    )


def downgrade() -> None:
    op.drop_table("farewell")
    op.drop_column("forgetting", "token")
