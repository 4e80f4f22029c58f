"""what nobody chose and is mixed into the dice as a race starts; the act of an update"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"

KINDS = (
    "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer', 'bets')"
)
MORE_KINDS = KINDS.removesuffix(")") + ", 'start')"
ACTS = (
    "kind IN ('extend', 'pause', 'resume', 'rewind', 'restart', 'correct', 'replace', 'default', 'close', 'grace', "
    "'downtime', 'absent', 'return', 'substitute', 'vacation')"
)
MORE_ACTS = ACTS.removesuffix(")") + ", 'update', 'unmixed')"


def upgrade() -> None:
    op.add_column("race", sa.Column("mixed", sa.Text()))
    _allow(MORE_KINDS, MORE_ACTS)


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind = 'start'")
    op.execute("DELETE FROM act WHERE kind IN ('update', 'unmixed')")
    _allow(KINDS, ACTS)
    op.drop_column("race", "mixed")


def _allow(kinds: str, acts: str) -> None:
    # Nothing refers to these two, so they may be made anew.
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
