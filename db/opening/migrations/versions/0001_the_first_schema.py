"""the first schema"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("player", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("dms", sa.String(length=10), nullable=False),
        sa.CheckConstraint("dms IN ('unknown', 'open', 'refused')", name=op.f("ck_player_dms")),
        sa.PrimaryKeyConstraint("player", name=op.f("pk_player")),
    )
    op.create_table(
        "race",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("thread", sa.BigInteger(), nullable=True),
        sa.Column("ruleset", sa.String(length=40), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("seconds", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("facts", sa.Integer(), nullable=False),
        sa.Column("opened", sa.Float(), nullable=False),
        sa.Column("ended", sa.Float(), nullable=True),
        sa.Column("panel", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "state IN ('lobby', 'running', 'paused', 'finished', 'cancelled')", name=op.f("ck_race_state")
        ),
        sa.CheckConstraint("seq >= 0 AND facts >= 0", name=op.f("ck_race_counts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_race")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("race", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_race_guild"), ["guild"], unique=False)
        batch_op.create_index(batch_op.f("ix_race_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_race_thread"), ["thread"], unique=False)

    op.create_table(
        "setting",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
    op.create_table(
        "checkpoint",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rolled", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("scenes", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_checkpoint_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "seq", name=op.f("pk_checkpoint")),
    )
    op.create_table(
        "deadline",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("remind_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_deadline_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "entry", name=op.f("pk_deadline")),
    )
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_deadline_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_deadline_remind_at"), ["remind_at"], unique=False)

    op.create_table(
        "fact",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("fact", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_fact_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "n", name=op.f("pk_fact")),
    )
    op.create_table(
        "faction",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("faction", sa.Integer(), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=True),
        sa.Column("driver", sa.String(length=40), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("word", sa.String(length=200), nullable=False),
        sa.CheckConstraint("(player IS NULL) <> (driver IS NULL)", name=op.f("ck_faction_driven_by_one")),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_faction_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "faction", name=op.f("pk_faction")),
    )
    with op.batch_alter_table("faction", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_faction_player"), ["player"], unique=False)
        batch_op.create_index("uq_faction_race_player", ["race", "player"], unique=True)

    op.create_table(
        "input",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("by", sa.String(length=10), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=True),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.CheckConstraint("by IN ('player', 'plan', 'house', 'default')", name=op.f("ck_input_by")),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_input_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "seq", name=op.f("pk_input")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("player", sa.BigInteger(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Float(), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("outcome", sa.String(length=200), nullable=True),
        sa.CheckConstraint(
            "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning')", name=op.f("ck_outbox_kind")
        ),
        sa.CheckConstraint("state IN ('new', 'sending', 'sent', 'given up')", name=op.f("ck_outbox_state")),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_outbox_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_outbox_race"), ["race"], unique=False)
        batch_op.create_index("ix_outbox_state_due", ["state", "due"], unique=False)

    op.create_table(
        "scene",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("view", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_scene_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "n", name=op.f("pk_scene")),
    )
    op.create_table(
        "entry",
        sa.Column("race", sa.Integer(), nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("colour", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("faction", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["race", "faction"], ["faction.race", "faction.faction"], name="fk_entry_faction", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_entry_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("race", "entry", name=op.f("pk_entry")),
    )
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.create_index("uq_entry_race_colour", ["race", "colour"], unique=True)


def downgrade() -> None:
    with op.batch_alter_table("entry", schema=None) as batch_op:
        batch_op.drop_index("uq_entry_race_colour")

    op.drop_table("entry")
    op.drop_table("scene")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_state_due")
        batch_op.drop_index(batch_op.f("ix_outbox_race"))

    op.drop_table("outbox")
    op.drop_table("input")
    with op.batch_alter_table("faction", schema=None) as batch_op:
        batch_op.drop_index("uq_faction_race_player")
        batch_op.drop_index(batch_op.f("ix_faction_player"))

    op.drop_table("faction")
    op.drop_table("fact")
    with op.batch_alter_table("deadline", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_deadline_remind_at"))
        batch_op.drop_index(batch_op.f("ix_deadline_at"))

    op.drop_table("deadline")
    op.drop_table("checkpoint")
    op.drop_table("setting")
    with op.batch_alter_table("race", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_race_thread"))
        batch_op.drop_index(batch_op.f("ix_race_state"))
        batch_op.drop_index(batch_op.f("ix_race_guild"))

    op.drop_table("race")
    op.drop_table("player")
