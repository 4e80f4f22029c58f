"""races that open and start by themselves each week, and lobbies that start by themselves"""

import sqlalchemy as sa
from alembic import op

revision = "0058"
down_revision: str | None = "0057"


def upgrade() -> None:
    op.create_table(
        "fixture",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("by", sa.BigInteger, nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seconds", sa.Text, nullable=False),
        sa.Column("pace", sa.String(10), nullable=False),
        sa.Column("schedule", sa.Text, nullable=False),
        sa.Column("story", sa.String(10), nullable=False),
        sa.Column("zone", sa.String(40), nullable=False),
        sa.Column("minute", sa.Integer, nullable=False),
        sa.Column("least", sa.Integer, nullable=False),
        sa.Column("fills", sa.Boolean, nullable=False),
        sa.Column("bets", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("woken", sa.Integer, nullable=False),
        sa.Column("passed", sa.Integer, nullable=False),
        sa.Column("claimed", sa.Float),
        sa.CheckConstraint("state IN ('on', 'lost', 'off')", name=op.f("ck_fixture_state")),
        sa.CheckConstraint("minute >= 0 AND minute < 10080", name=op.f("ck_fixture_minute")),
        sa.CheckConstraint("least >= 1", name=op.f("ck_fixture_least")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fixture")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_fixture_guild"), "fixture", ["guild"])
    op.create_table(
        "planned",
        sa.Column("race", sa.Integer, nullable=False),
        sa.Column("fixture", sa.Integer),
        sa.Column("day", sa.Integer),
        sa.Column("at", sa.Float),
        sa.Column("full", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("least", sa.Integer, nullable=False),
        sa.Column("fills", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("claimed", sa.Float),
        sa.Column("failed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.CheckConstraint("(fixture IS NULL) = (day IS NULL)", name=op.f("ck_planned_day")),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_planned_race"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["fixture"], ["fixture.id"], name=op.f("fk_planned_fixture")),
        sa.PrimaryKeyConstraint("race", name=op.f("pk_planned")),
    )
    op.create_index("uq_planned_fixture_day", "planned", ["fixture", "day"], unique=True)


def downgrade() -> None:
    op.drop_table("planned")
    op.drop_table("fixture")
