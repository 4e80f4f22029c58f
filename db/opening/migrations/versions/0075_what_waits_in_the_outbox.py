"""an index of the few notices that wait, in the place of one of all by their state"""

import sqlalchemy as sa
from alembic import op

revision = "0075"
down_revision: str | None = "0091"

IS_WAITING = "state IN ('new', 'sending')"


def upgrade() -> None:
    op.drop_index("ix_outbox_state_due", "outbox")
    waits = sa.text(IS_WAITING)
    op.create_index("ix_outbox_waiting", "outbox", ["id"], sqlite_where=waits, postgresql_where=waits)


def downgrade() -> None:
    op.drop_index("ix_outbox_waiting", "outbox")
    op.create_index("ix_outbox_state_due", "outbox", ["state", "due"])
