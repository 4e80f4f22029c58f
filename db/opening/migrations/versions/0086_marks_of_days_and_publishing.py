"""marks by which a program knows whether it races a day as another did; what is published, and what has events"""

import sqlalchemy as sa
from alembic import op

revision = "0086"
down_revision: str | None = "0071"


def upgrade() -> None:
    for table, mark in (("daily", "mark"), ("daily_try", "told")):
        op.add_column(table, sa.Column("edition", sa.Integer, nullable=False, server_default="1"))
        op.add_column(table, sa.Column(mark, sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "publishing",
        sa.Column("channel", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("channel", name=op.f("pk_publishing")),
    )
    op.create_index(op.f("ix_publishing_guild"), "publishing", ["guild"])
    op.create_table(
        "published",
        sa.Column("race", sa.Integer, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("outcome", sa.String(20), nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_published_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", name=op.f("pk_published")),
    )
    op.create_index(op.f("ix_published_channel"), "published", ["channel", "at"])
    op.add_column("fixture", sa.Column("events", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("planned", sa.Column("event", sa.BigInteger))
    op.add_column("planned", sa.Column("event_at", sa.Float))


def downgrade() -> None:
    op.drop_column("planned", "event_at")
    op.drop_column("planned", "event")
    op.drop_column("fixture", "events")
    op.drop_table("published")
    op.drop_table("publishing")
    for table, mark in (("daily", "mark"), ("daily_try", "told")):
        op.drop_column(table, "edition")
        op.drop_column(table, mark)
