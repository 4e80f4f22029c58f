"""what is looked up of races that are over, ratings, and races that are kept out of them"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    op.add_column("race", sa.Column("is_rated", sa.Boolean(), server_default=sa.true(), nullable=False))
    op.add_column("race", sa.Column("called_off_by", sa.BigInteger(), nullable=True))
    op.create_table(
        "past_race",
        sa.Column("race", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_past_race_race"), ondelete="CASCADE"),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("course", sa.String(60), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("thread", sa.BigInteger, nullable=True),
        sa.Column("cup", sa.Integer, nullable=True),
        sa.Column("league", sa.Integer, nullable=True),
        sa.Column("round", sa.Integer, nullable=True),
        sa.Column("outcome", sa.String(12), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("turns", sa.Integer, nullable=True),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("called_off_by", sa.BigInteger, nullable=True),
        sa.Column("odds", sa.Integer, nullable=True),
        sa.Column("payoff", sa.BigInteger, nullable=True),
        sa.Column("payee", sa.BigInteger, nullable=True),
        sa.Column("payee_name", sa.String(100), nullable=False),
        sa.CheckConstraint("outcome IN ('finished', 'called off')", name=op.f("ck_past_race_outcome")),
        sa.CheckConstraint("people >= 0", name=op.f("ck_past_race_people")),
        sa.PrimaryKeyConstraint("race", name=op.f("pk_past_race")),
    )
    op.create_index("ix_past_race_cup", "past_race", ["cup"])
    op.create_index("ix_past_race_league", "past_race", ["league"])
    op.create_index("ix_past_race_guild", "past_race", ["guild", "ruleset", "at", "race"])
    op.create_table(
        "past_entry",
        sa.Column("race", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["race"], ["past_race.race"], name=op.f("fk_past_entry_race"), ondelete="CASCADE"),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("owner", sa.BigInteger, nullable=True),
        sa.Column("last", sa.BigInteger, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("stable", sa.String(64), nullable=False),
        sa.Column("chariot", sa.String(64), nullable=False),
        sa.Column("colour", sa.String(20), nullable=False),
        sa.Column("driver", sa.String(64), nullable=False),
        sa.Column("faction", sa.Integer, nullable=True),
        sa.Column("team", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=True),
        sa.Column("place", sa.Integer, nullable=True),
        sa.Column("is_best", sa.Boolean, nullable=False),
        sa.Column("is_alive", sa.Boolean, nullable=True),
        sa.Column("odds", sa.Integer, nullable=True),
        sa.Column("rams", sa.Integer, nullable=True),
        sa.Column("survived", sa.Integer, nullable=True),
        sa.Column("luck", sa.Integer, nullable=True),
        sa.Column("rolls", sa.Integer, nullable=True),
        sa.Column("turns", sa.Integer, nullable=True),
        sa.Column("is_meddled", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("race", "entry", name=op.f("pk_past_entry")),
    )
    op.create_index("ix_past_entry_person", "past_entry", ["person"])
    op.create_index("ix_past_entry_owner", "past_entry", ["owner"])
    op.create_index("ix_past_entry_chariot", "past_entry", ["chariot"])
    op.create_table(
        "past_title",
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("faction", sa.Integer, nullable=False),
        sa.Column("stamp", sa.Integer, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("person", sa.BigInteger, nullable=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.CheckConstraint("kind IN ('cup', 'season')", name=op.f("ck_past_title_kind")),
        sa.PrimaryKeyConstraint("kind", "number", "faction", name=op.f("pk_past_title")),
    )
    op.create_index("ix_past_title_guild", "past_title", ["guild"])
    op.create_index("ix_past_title_person", "past_title", ["person"])
    op.create_table(
        "rating",
        sa.Column("race", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["race"], ["past_race.race"], name=op.f("fk_rating_race"), ondelete="CASCADE"),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("ruleset", sa.String(40), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("races", sa.Integer, nullable=False),
        sa.Column("rivals", sa.Integer, nullable=False),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("change", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("race", "player", name=op.f("pk_rating")),
    )
    op.create_index("ix_rating_guild", "rating", ["guild", "ruleset", "player", "at", "race"])


def downgrade() -> None:
    for table in ("rating", "past_title", "past_entry", "past_race"):
        op.drop_table(table)
    for column in ("called_off_by", "is_rated"):
        op.drop_column("race", column)
