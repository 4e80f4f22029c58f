"""the act of a host who keeps a race out of ratings afterwards, or takes it back in"""

from alembic import op

revision = "0016"
down_revision: str | None = "0015"

ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation', 'update', 'unmixed', 'deserted', 'rest', 'volunteer', "
    "'withdraw', 'asked', 'deputy', 'resign', 'leave', 'expel', 'hand', 'vote', 'elect', 'undo')"
)


def upgrade() -> None:
    _allow(f"{ACTS.removesuffix(')')}, 'rate')")


def downgrade() -> None:
    op.execute("DELETE FROM act WHERE kind = 'rate'")
    _allow(ACTS)


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
