"""the act of a moderator who allows a league the prizes of its server"""

from alembic import op

revision = "0017"
down_revision: str | None = "0016"

ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation', 'update', 'unmixed', 'deserted', 'rest', 'volunteer', "
    "'withdraw', 'asked', 'deputy', 'resign', 'leave', 'expel', 'hand', 'vote', 'elect', 'undo', 'rate')"
)


def upgrade() -> None:
    _allow(f"{ACTS.removesuffix(')')}, 'allow')")


def downgrade() -> None:
    op.execute("DELETE FROM act WHERE kind = 'allow'")
    _allow(ACTS)


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
