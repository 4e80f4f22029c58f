"""the race or season that another one was opened after with the same people, once"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision: str | None = "0020"

# Until now a setting "again 7" said which race was opened after race 7. It was written before the people were entered:
# an empty lobby may be one whose people never came in. Such a one does not count, so that they come into a new one.
MARK = """
UPDATE race SET again_of = (
    SELECT CAST(substr(name, 7) AS INTEGER) FROM setting WHERE name LIKE 'again %' AND value = CAST(race.id AS TEXT)
)
WHERE state <> 'lobby' OR EXISTS (SELECT 1 FROM faction WHERE faction.race = race.id)
"""
UNMARK = """
INSERT INTO setting (name, value)
SELECT 'again ' || again_of, CAST(max(id) AS TEXT) FROM race WHERE again_of IS NOT NULL GROUP BY again_of
"""


def upgrade() -> None:
    op.add_column("race", sa.Column("again_of", sa.Integer))
    op.execute(MARK)
    op.execute("DELETE FROM setting WHERE name LIKE 'again %'")
    op.create_index(
        "uq_race_again_of",
        "race",
        ["again_of"],
        unique=True,
        sqlite_where=sa.text("state <> 'cancelled'"),
        postgresql_where=sa.text("state <> 'cancelled'"),
    )


def downgrade() -> None:
    op.execute(UNMARK)
    op.drop_index("uq_race_again_of", "race")
    op.drop_column("race", "again_of")
