"""past races of games that tell of no deaths: nobody has died in them, whatever was lost"""

from alembic import op

revision = "0020"
down_revision: str | None = "0019"


def upgrade() -> None:
    op.execute(
        "UPDATE past_entry SET is_alive = NULL WHERE race IN "
        "(SELECT race FROM past_race WHERE ruleset IN ('chariot-race', 'chariots-of-rome'))"
    )


def downgrade() -> None:
    # The hall of fame of that version leaves these games out by their names.
    op.execute(
        "UPDATE past_entry SET is_alive = true WHERE race IN "
        "(SELECT race FROM past_race WHERE ruleset IN ('chariot-race', 'chariots-of-rome'))"
    )
