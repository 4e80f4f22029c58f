"""letters to the paper of a league or a cup, reports of them, and votes for the race of a season"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision: str | None = "0013"

KIND = "kind IN ('league', 'cup')"


def upgrade() -> None:
    op.create_table(
        "letter",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("issue", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
        sa.Column("post", sa.BigInteger, nullable=True),
        sa.Column("race", sa.Integer, nullable=True),
        sa.CheckConstraint(KIND, name=op.f("ck_letter_kind")),
        sa.CheckConstraint("state IN ('written', 'reported', 'kept', 'struck')", name=op.f("ck_letter_state")),
        sa.CheckConstraint("issue >= 1", name=op.f("ck_letter_issue")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letter")),
        sqlite_autoincrement=True,
    )
    op.create_index("uq_letter_of", "letter", ["kind", "number", "issue", "player"], unique=True)
    op.create_table(
        "letter_report",
        sa.Column("letter", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["letter"], ["letter.id"], name=op.f("fk_letter_report_letter"), ondelete="CASCADE"),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("is_member", sa.Boolean, nullable=False),
        sa.Column("dismissed", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("letter", "player", name=op.f("pk_letter_report")),
    )
    op.create_table(
        "ballot",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("closes", sa.Float, nullable=False),
        sa.Column("is_told", sa.Boolean, server_default=sa.false(), nullable=False),
        sa.CheckConstraint(KIND, name=op.f("ck_ballot_kind")),
        sa.PrimaryKeyConstraint("kind", "number", name=op.f("pk_ballot")),
    )
    op.create_index(op.f("ix_ballot_closes"), "ballot", ["closes"])
    op.create_table(
        "vote",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("race", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_vote_race"), ondelete="CASCADE"),
        sa.Column("at", sa.Float, nullable=False),
        sa.CheckConstraint(KIND, name=op.f("ck_vote_kind")),
        sa.PrimaryKeyConstraint("kind", "number", "player", name=op.f("pk_vote")),
    )


def downgrade() -> None:
    for table in ("vote", "ballot", "letter_report", "letter"):
        op.drop_table(table)
