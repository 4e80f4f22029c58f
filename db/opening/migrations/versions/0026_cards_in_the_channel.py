"""the card of a race in its channel; races opened before have none"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision: str | None = "0025"

KINDS = (
    "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer', 'bets', "
    "'start', 'deal', 'letter', 'ballot', 'ending')"
)


def upgrade() -> None:
    _allow(f"{KINDS.removesuffix(')')}, 'card')")
    op.add_column("race", sa.Column("card", sa.BigInteger))
    op.add_column("race", sa.Column("cards", sa.Integer, nullable=False, server_default="0"))
    op.create_index(op.f("ix_race_cup"), "race", ["cup"])


def downgrade() -> None:
    op.drop_index(op.f("ix_race_cup"), "race")
    op.drop_column("race", "cards")
    op.drop_column("race", "card")
    op.execute("DELETE FROM outbox WHERE kind = 'card'")
    _allow(KINDS)


def _allow(kinds: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
