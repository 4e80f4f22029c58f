"""servers that are removed; a purse whose server was removed is its person's again once both are back"""

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision: str | None = "0085"

FORGETS = "coalesce(OLD.player > 0 AND NEW.player < 0, {no})"
RETURNS = (
    "coalesce(OLD.player < 0 AND NEW.player > 0, {no}) "
    "AND EXISTS (SELECT 1 FROM person WHERE id = -OLD.player AND player = NEW.player)"
)
SAME = " AND ".join(f"OLD.{each} {{is_}} NEW.{each}" for each in ("name", "kind", "guild", "race", "number"))
BEFORE = f"NOT ({FORGETS} AND {SAME})"
FAULT = f"NOT (({FORGETS} OR ({RETURNS})) AND {SAME})"
UNCHANGED = "account: what is written is never changed"

OF_SQLITE = (
    "CREATE TRIGGER account_no_update BEFORE UPDATE ON account "
    f"BEGIN SELECT RAISE(ABORT, '{UNCHANGED}') WHERE {{fault}}; END"
)
FUNCTION = f"""
CREATE FUNCTION account_whose() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {FAULT.format(is_="IS NOT DISTINCT FROM", no="false")} THEN
        RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = '{UNCHANGED}';
    END IF;
    RETURN NEW;
END $$
"""


def upgrade() -> None:
    op.create_table(
        "removal",
        sa.Column("guild", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, nullable=False),
        sa.CheckConstraint("state IN ('away', 'asked', 'told', 'leaves', 'again')", name=op.f("ck_removal_state")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_removal")),
    )
    if _is_sqlite():
        op.execute("DROP TRIGGER account_no_update")
        op.execute(OF_SQLITE.format(fault=FAULT.format(is_="IS", no="0")))
        return
    op.execute("DROP TRIGGER account_no_update_0 ON account")
    op.execute(FUNCTION)
    op.execute("CREATE TRIGGER account_whose BEFORE UPDATE ON account FOR EACH ROW EXECUTE FUNCTION account_whose()")


def downgrade() -> None:
    op.drop_table("removal")
    if _is_sqlite():
        op.execute("DROP TRIGGER account_no_update")
        op.execute(OF_SQLITE.format(fault=BEFORE.format(is_="IS", no="0")))
        return
    op.execute("DROP TRIGGER account_whose ON account")
    op.execute("DROP FUNCTION account_whose()")
    when = BEFORE.format(is_="IS NOT DISTINCT FROM", no="false")
    op.execute(
        f"CREATE TRIGGER account_no_update_0 BEFORE UPDATE ON account FOR EACH ROW WHEN ({when}) "
        "EXECUTE FUNCTION never_changed()"
    )


def _is_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"
