"""a notice may post the trailer or the card of a race in its channel"""

from alembic import op

revision = "0027"
down_revision: str | None = "0026"

KINDS = (
    "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer', 'bets', "
    "'start', 'deal', 'letter', 'ballot', 'ending', 'card')"
)


def upgrade() -> None:
    _allow(f"{KINDS.removesuffix(')')}, 'share')")


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind = 'share'")
    _allow(KINDS)


def _allow(kinds: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
