"""chances to win a cup, and until when somebody may join it late"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision: str | None = "0012"


def upgrade() -> None:
    op.add_column("cup", sa.Column("late", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "outlook",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("samples", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_outlook_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", name=op.f("pk_outlook")),
    )


def downgrade() -> None:
    op.drop_table("outlook")
    op.drop_column("cup", "late")
