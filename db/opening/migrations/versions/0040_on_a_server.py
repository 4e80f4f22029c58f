"""what PostgreSQL needs of its own: the guards of the ledger, marks of those who write, room for very many notices"""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision: str | None = "0029"

NEVER = """
CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = TG_TABLE_NAME || ': what is written is never changed';
END $$
"""
SETTLED = """
CREATE FUNCTION settled_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = TG_TABLE_NAME || ': it is settled already';
END $$
"""
FOLLOWS = """
CREATE FUNCTION posting_follows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    last_n bigint;
    last_balance bigint;
    fault text;
BEGIN
    SELECT n, balance INTO last_n, last_balance FROM posting WHERE account = NEW.account ORDER BY n DESC LIMIT 1;
    IF EXISTS (SELECT 1 FROM movement WHERE key = NEW.movement) THEN
        fault := 'its movement is complete';
    ELSIF NEW.n <> 1 + coalesce(last_n, 0) THEN
        fault := 'it does not follow the last one';
    ELSIF NEW.balance <> NEW.amount + coalesce(last_balance, 0) THEN
        fault := 'the balance is another';
    ELSE
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = 'posting: ' || fault;
END $$
"""
BALANCES = """
CREATE FUNCTION movement_balances() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    postings bigint;
    total numeric;
    abroad boolean;
    of_league boolean;
    outside boolean;
    fault text;
BEGIN
    SELECT count(*), coalesce(sum(posting.amount), 0), coalesce(bool_or(account.guild <> NEW.guild), false),
        coalesce(bool_or(account.kind IN ('treasury', 'bank') OR coalesce(race.is_league, false)), false),
        coalesce(bool_or(account.kind NOT IN ('treasury', 'bank', 'pot', 'escrow')
            OR account.race IS DISTINCT FROM NEW.race), false)
    INTO postings, total, abroad, of_league, outside
    FROM posting JOIN account ON account.name = posting.account LEFT JOIN race ON race.id = account.race
    WHERE posting.movement = NEW.key;
    IF postings < 2 THEN
        fault := 'it has two postings at least';
    ELSIF total <> 0 THEN
        fault := 'its postings sum to zero';
    ELSIF abroad THEN
        fault := 'money stays in its server';
    ELSIF of_league AND outside THEN
        fault := 'a league''s money stays in it';
    ELSE
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = 'movement: ' || fault;
END $$
"""
# Two transactions do not see each other's rows: a posting may join a movement that another one is just writing. So
# each is weighed once more as it is kept.
WEIGHED = """
CREATE FUNCTION posting_weighed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT coalesce(sum(amount), 1) FROM posting WHERE movement = NEW.movement) <> 0 THEN
        RAISE EXCEPTION USING ERRCODE = '23000', MESSAGE = 'posting: the postings of its movement sum to zero';
    END IF;
    RETURN NULL;
END $$
"""
WEIGHING = """
CREATE CONSTRAINT TRIGGER posting_weighed AFTER INSERT ON posting DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION posting_weighed()
"""
FUNCTIONS = {
    "never_changed": NEVER,
    "settled_once": SETTLED,
    "posting_follows": FOLLOWS,
    "movement_balances": BALANCES,
    "posting_weighed": WEIGHED,
}
LEDGER = ("account", "posting", "movement")
BETS = {
    "ticket": ("race, number, market, player, name, choice, stake, key, at, salt", "OLD.state <> 'open'"),
    "side_bet": (
        "race, number, proposer, proposer_name, taker, taker_name, entry, rival, stake, against, key, at",
        "OLD.state NOT IN ('offered', 'accepted')",
    ),
    "market": ("race, number, kind, window, opened, opened_at, basis", "OLD.state IN ('settled', 'void')"),
}
"""Of each table what never changes of a row, where it has such columns, and when nothing of it does."""

MARKS = """
CREATE TABLE writer (
    session VARCHAR(32) CONSTRAINT pk_writer PRIMARY KEY,
    mark BIGINT NOT NULL,
    at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT now()
)
"""


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    for statement in (*FUNCTIONS.values(), *_triggers(), MARKS):
        op.execute(statement)
    op.execute("ALTER TABLE outbox ALTER COLUMN id TYPE BIGINT")
    op.execute("ALTER SEQUENCE outbox_id_seq AS BIGINT")


def downgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute("ALTER SEQUENCE outbox_id_seq AS INTEGER")
    op.execute("ALTER TABLE outbox ALTER COLUMN id TYPE INTEGER")
    op.execute("DROP TABLE writer")
    for function in FUNCTIONS:
        op.execute(f"DROP FUNCTION {function} CASCADE")


def _triggers() -> list[str]:
    return [
        *(_trigger(table, "never", "BEFORE UPDATE OR DELETE", "never_changed") for table in LEDGER),
        *(_trigger(table, "never", "BEFORE DELETE", "never_changed") for table in BETS),
        *(
            _trigger(table, "emptied", "BEFORE TRUNCATE", "never_changed", each="STATEMENT")
            for table in (*LEDGER, *BETS)
        ),
        *(
            _trigger(table, "kept", f"BEFORE UPDATE OF {_there(table, columns)}", "never_changed")
            for table, (columns, _) in BETS.items()
        ),
        *(
            _trigger(table, "settled", "BEFORE UPDATE", "settled_once", when=settled)
            for table, (_, settled) in BETS.items()
        ),
        _trigger("posting", "follows", "BEFORE INSERT", "posting_follows"),
        _trigger("movement", "balances", "BEFORE INSERT", "movement_balances"),
        WEIGHING,
    ]


def _there(table: str, columns: str) -> str:
    known = {each["name"] for each in sa.inspect(op.get_bind()).get_columns(table)}
    return ", ".join(f'"{name}"' for name in columns.split(", ") if name in known)


def _trigger(table: str, name: str, what: str, function: str, *, each: str = "ROW", when: str = "") -> str:
    only = f"WHEN ({when}) " if when else ""
    return f"CREATE TRIGGER {table}_{name} {what} ON {table} FOR EACH {each} {only}EXECUTE FUNCTION {function}()"
