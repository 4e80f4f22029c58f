"""indexes of the few rows that are looked for again and again, however many races there are"""

import sqlalchemy as sa
from alembic import op

revision = "0099"
down_revision: str | None = "0075"

IS_WAITING = "state IN ('new', 'sending')"
FEW = (
    ("ix_outbox_waits", "outbox", ["race", "kind"], IS_WAITING),
    ("ix_race_unmixed", "race", ["mixed", "state"], "mixed IS NULL"),
    ("ix_race_ended", "race", ["state", "ended"], "ended IS NOT NULL"),
    ("ix_race_paused", "race", ["state", "pause_until"], "pause_until IS NOT NULL"),
    ("ix_race_of_league", "race", ["state", "round", "league"], "league IS NOT NULL"),
    ("ix_faction_away", "faction", ["away_until"], "away_until IS NOT NULL"),
    ("ix_player_digest", "player", ["player"], "digest IS NOT NULL"),
)
ALL = (("ix_cup_state", "cup", ["state"]), ("ix_planned_circus", "planned", ["circus", "watched"]))


def upgrade() -> None:
    op.drop_index("ix_race_pause_until", "race")
    op.drop_index("ix_outbox_waiting", "outbox")
    for name, table, columns, words in FEW:
        which = sa.text(words)
        op.create_index(name, table, columns, sqlite_where=which, postgresql_where=which)
    on_sqlite, on_server = sa.text("is_league IS 1"), sa.text("is_league IS true")
    op.create_index(
        "ix_race_is_league", "race", ["is_league", "state"], sqlite_where=on_sqlite, postgresql_where=on_server
    )
    for name, table, columns in ALL:
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, table, *_ in (*ALL, ("ix_race_is_league", "race"), *FEW):
        op.drop_index(name, table)
    op.create_index("ix_race_pause_until", "race", ["pause_until"])
    waits = sa.text(IS_WAITING)
    op.create_index("ix_outbox_waiting", "outbox", ["id"], sqlite_where=waits, postgresql_where=waits)
