"""of one event of a league there may be several contests, each with its number; until now each had one"""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision: str | None = "0022"

NOT_CANCELLED = "state <> 'cancelled'"


def upgrade() -> None:
    op.add_column("race", sa.Column("number", sa.Integer(), nullable=False, server_default="1"))
    op.drop_index("uq_race_league_round", "race")
    _index("uq_race_league_round_number", "league", "round", "number")


def downgrade() -> None:
    op.drop_index("uq_race_league_round_number", "race")
    _index("uq_race_league_round", "league", "round")
    op.drop_column("race", "number")


def _index(name: str, *columns: str) -> None:
    where = sa.text(NOT_CANCELLED)
    op.create_index(name, "race", list(columns), unique=True, sqlite_where=where, postgresql_where=where)
