"""of a race that was called off, a mark now says that a driver had it called off, and no longer that they meddled"""

from alembic import op

revision = "0022"
down_revision: str | None = "0021"

# Ratings follow from it, and whoever else took turns back in such a race lost nothing by its end.
UNMARK = """
UPDATE past_entry SET is_meddled = false WHERE race IN (SELECT race FROM past_race WHERE outcome = 'called off')
"""


def upgrade() -> None:
    op.execute(UNMARK)


def downgrade() -> None:
    """Leave it: before, nothing followed from the mark in a race that was called off."""
