"""who has a place reserved in what was opened anew; requests to host and to take reins"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision: str | None = "0024"

ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation', 'update', 'unmixed', 'deserted', 'rest', 'volunteer', "
    "'withdraw', 'asked', 'deputy', 'resign', 'leave', 'expel', 'hand', 'vote', 'elect', 'undo', 'rate', "
    "'allow', 'invite', 'decline')"
)


def upgrade() -> None:
    op.add_column("race", sa.Column("reserved", sa.Text, nullable=False, server_default="[]"))
    _allow(f"{ACTS.removesuffix(')')}, 'handing')")


def downgrade() -> None:
    op.execute("DELETE FROM act WHERE kind = 'handing'")
    _allow(ACTS)
    op.drop_column("race", "reserved")


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
