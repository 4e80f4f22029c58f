"""which lesson a race is, and for how many turns it has gone on without people; the acts of resting for want of them"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision: str | None = "0006"

ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation', 'update', 'unmixed')"
)
MORE_ACTS = ACTS.removesuffix(")") + ", 'deserted', 'rest')"
NOTED = "SELECT value FROM setting WHERE name = 'lesson ' || race.id"


def upgrade() -> None:
    op.add_column("race", sa.Column("lesson", sa.Integer()))
    op.add_column("race", sa.Column("deserted", sa.Integer(), nullable=False, server_default="0"))
    # Until now a lesson was known by a setting of its race's number.
    op.execute(f"UPDATE race SET lesson = CAST(({NOTED}) AS INTEGER) WHERE EXISTS ({NOTED})")  # noqa: S608
    op.execute("DELETE FROM setting WHERE name LIKE 'lesson %'")
    _allow(MORE_ACTS)


def downgrade() -> None:
    op.execute("DELETE FROM act WHERE kind IN ('deserted', 'rest')")
    _allow(ACTS)
    op.drop_column("race", "deserted")
    op.drop_column("race", "lesson")


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
