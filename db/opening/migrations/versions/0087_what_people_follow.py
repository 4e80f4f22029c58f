"""people follow races, persons and stables, and are told privately how races end"""

import sqlalchemy as sa
from alembic import op

revision = "0087"
down_revision: str | None = "0053"

KINDS = (
    "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer', 'bets', "
    "'start', 'deal', 'letter', 'ballot', 'ending', 'card', 'share')"
)


def upgrade() -> None:
    op.create_table(
        "follow",
        sa.Column("player", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("guild", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("person", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("race", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("stable", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.CheckConstraint("(person = 0) <> (race = 0)", name=op.f("ck_follow_one")),
        sa.CheckConstraint("stable = 0 OR race <> 0", name=op.f("ck_follow_stable")),
        sa.PrimaryKeyConstraint("player", "guild", "person", "race", "stable", name=op.f("pk_follow")),
    )
    for column in ("guild", "person", "race"):
        op.create_index(op.f(f"ix_follow_{column}"), "follow", [column])
    op.create_table(
        "follow_news",
        sa.Column("player", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("race", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("told", sa.Float),
        sa.ForeignKeyConstraint(["race"], ["race.id"], name=op.f("fk_follow_news_race"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("player", "race", name=op.f("pk_follow_news")),
    )
    op.create_index(op.f("ix_follow_news_race"), "follow_news", ["race"])
    op.create_index("ix_follow_news_told", "follow_news", ["told"])
    _allow(f"{KINDS.removesuffix(')')}, 'follow')")


def downgrade() -> None:
    op.execute("DELETE FROM outbox WHERE kind = 'follow'")
    _allow(KINDS)
    op.drop_table("follow_news")
    op.drop_table("follow")


def _allow(kinds: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
