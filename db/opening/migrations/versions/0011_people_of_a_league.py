"""the acts of a league's people: substitutes, deputies, who leaves, is expelled or follows, and votes for a host"""

from alembic import op

revision = "0011"
down_revision: str | None = "0010"

ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation', 'update', 'unmixed', 'deserted', 'rest')"
)
OF_PEOPLE = "'volunteer', 'withdraw', 'asked', 'deputy', 'resign', 'leave', 'expel', 'hand', 'vote', 'elect'"


def upgrade() -> None:
    _allow(f"{ACTS.removesuffix(')')}, {OF_PEOPLE})")


def downgrade() -> None:
    op.execute(f"DELETE FROM act WHERE kind IN ({OF_PEOPLE})")  # noqa: S608
    _allow(ACTS)


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
