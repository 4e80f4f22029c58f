"""the act of a moderator who allows a league the prizes of its server"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision: str | None = "0016"


def upgrade() -> None:
    _allow(f"{_allowed().removesuffix(')')}, 'allow')")


def downgrade() -> None:
    op.execute("DELETE FROM act WHERE kind = 'allow'")
    _allow(_allowed().replace(", 'allow'", ""))


def _allowed() -> str:
    """Return the condition on kinds of acts as it is."""
    checks = sa.inspect(op.get_bind()).get_check_constraints("act")
    return next(str(each["sqltext"]) for each in checks if each["name"] == "ck_act_kind")


def _allow(acts: str) -> None:
    with op.batch_alter_table("act") as batch_op:
        batch_op.drop_constraint(op.f("ck_act_kind"), type_="check")
        batch_op.create_check_constraint(op.f("ck_act_kind"), acts)
