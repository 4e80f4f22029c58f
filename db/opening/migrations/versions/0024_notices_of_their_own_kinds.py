"""deals, letters, votes and what ends by itself are notices of kinds of their own, no longer of bets"""

from alembic import op

revision = "0024"
down_revision: str | None = "0023"

KINDS = (
    "kind IN ('panel', 'story', 'summons', 'reminder', 'mention', 'warning', 'cup', 'act', 'digest', 'offer', 'bets', "
    "'start')"
)
OWN = {
    "deal": ("DealOffered", "DealDeclined"),
    "letter": ("LettersChanged", "LetterReported", "LetterJudged"),
    "ballot": ("BallotClosed",),
    "ending": ("EndsSoon", "CupExpired"),
}
"""Which bodies each new kind has, by the word that they begin with."""


def upgrade() -> None:
    _allow(f"{KINDS.removesuffix(')')}, {', '.join(map(repr, OWN))})")
    for kind, bodies in OWN.items():  # those that were sent, too: a later one may edit them
        begins = " OR ".join(f"""body LIKE '{{"type":"{body}"%'""" for body in bodies)
        op.execute(f"UPDATE outbox SET kind = '{kind}' WHERE kind = 'bets' AND ({begins})")  # noqa: S608


def downgrade() -> None:
    op.execute(f"UPDATE outbox SET kind = 'bets' WHERE kind IN ({', '.join(map(repr, OWN))})")  # noqa: S608
    _allow(KINDS)


def _allow(kinds: str) -> None:
    with op.batch_alter_table("outbox", table_kwargs={"sqlite_autoincrement": True}) as batch_op:
        batch_op.drop_constraint(op.f("ck_outbox_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_outbox_kind"), kinds)
