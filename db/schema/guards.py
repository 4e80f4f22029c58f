"""The guards of the ledger, in the words of each kind of database: no writer gets past them."""

from collections.abc import Mapping, Sequence

_UNCHANGED = "what is written is never changed"
_NEVER = f"SELECT RAISE(ABORT, '{{table}}: {_UNCHANGED}');"


def _never(table: str, what: str) -> str:
    name, rule = f"{table}_no_{what.split(maxsplit=1)[0].lower()}", _NEVER.format(table=table)
    return f"CREATE TRIGGER {name} BEFORE {what} ON {table} BEGIN {rule} END"


def _refuse(table: str, name: str, what: str, *faults: tuple[str, str]) -> str:
    """Return a trigger that stops a row with one of *faults*: conditions with their meanings."""
    rules = " ".join(f"SELECT RAISE(ABORT, '{table}: {fault}') WHERE {when};" for when, fault in faults)
    return f"CREATE TRIGGER {table}_{name} BEFORE {what} ON {table} BEGIN {rules} END"


_LAST = "SELECT {what} FROM posting WHERE account = NEW.account ORDER BY n DESC LIMIT 1"
_MINE = "SELECT {what} FROM posting WHERE movement = NEW.key"
_TOUCHED = (
    "EXISTS (SELECT 1 FROM posting JOIN account ON account.name = posting.account "
    "WHERE posting.movement = NEW.key AND {})"
)
_ABROAD = _TOUCHED.format("account.guild <> NEW.guild")
_OF_LEAGUE = _TOUCHED.format(
    "(account.kind IN ('treasury', 'bank') OR account.race IN (SELECT id FROM race WHERE is_league))"
)
_OUTSIDE = _TOUCHED.format(
    "(account.kind NOT IN ('treasury', 'bank', 'pot', 'escrow') OR account.race IS NOT NEW.race)"
)
_TICKET = "race, number, market, choice, stake, at, salt"
_SIDE = "race, number, entry, rival, stake, against, at"


def _forgets(column: str) -> str:
    """Return that a row loses its person, once: a number below zero, which tells nothing, stands there from now on."""
    return f"coalesce(OLD.{column} > 0 AND NEW.{column} < 0, 0)"


def _same(columns: str) -> str:
    return " AND ".join(f"OLD.{each} IS NEW.{each}" for each in columns.split(", "))


_RETURNS = (
    "coalesce(OLD.player < 0 AND NEW.player > 0, 0) "
    "AND EXISTS (SELECT 1 FROM person WHERE id = -OLD.player AND player = NEW.player)"
)
"""A purse is its person's again whose server was removed and is back: nobody else's number fits its own."""

_OF_ONE, _OF_PROPOSER, _OF_TAKER = _forgets("player"), _forgets("proposer"), _forgets("taker")
_WINNER = (
    "CASE OLD.winner WHEN OLD.proposer THEN NEW.winner = NEW.proposer WHEN OLD.taker THEN NEW.winner = NEW.taker "
    "ELSE OLD.winner IS NEW.winner END"
)
_SIDE_FORGETS = f"({_OF_PROPOSER} OR {_OF_TAKER}) AND coalesce({_WINNER}, 0) AND {_same('state, why, ended')}"

_SQLITE = {
    "account": [
        _refuse(
            "account",
            "no_update",
            "UPDATE",
            (f"NOT (({_OF_ONE} OR ({_RETURNS})) AND {_same('name, kind, guild, race, number')})", _UNCHANGED),
        ),
        _never("account", "DELETE"),
        # REPLACE would take the old row away without a word to the triggers of DELETE.
        _refuse("account", "once", "INSERT", ("EXISTS (SELECT 1 FROM account WHERE name = NEW.name)", "it is there")),
    ],
    "posting": [
        _never("posting", "UPDATE"),
        _never("posting", "DELETE"),
        _refuse(
            "posting",
            "follows",
            "INSERT",
            ("typeof(NEW.amount) <> 'integer' OR typeof(NEW.balance) <> 'integer'", "sesterces are whole"),
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.movement)", "its movement is complete"),
            (f"NEW.n <> 1 + coalesce(({_LAST.format(what='n')}), 0)", "it does not follow the last one"),
            (f"NEW.balance <> NEW.amount + coalesce(({_LAST.format(what='balance')}), 0)", "the balance is another"),
        ),
    ],
    "movement": [
        _refuse(
            "movement",
            "no_update",
            "UPDATE",
            (f"NOT (NEW.memo = '' AND {_same('key, kind, guild, race, at')})", _UNCHANGED),
        ),
        _never("movement", "DELETE"),
        _refuse(
            "movement",
            "balances",
            "INSERT",
            ("EXISTS (SELECT 1 FROM movement WHERE key = NEW.key)", "it is there"),
            (f"({_MINE.format(what='count(*)')}) < 2", "it has two postings at least"),
            (f"({_MINE.format(what='sum(amount)')}) <> 0", "its postings sum to zero"),
            (_ABROAD, "money stays in its server"),
            (f"{_OF_LEAGUE} AND {_OUTSIDE}", "a league''s money stays in it"),
        ),
    ],
    "ticket": [
        _never("ticket", "DELETE"),
        _never("ticket", f"UPDATE OF {_TICKET}"),
        _refuse(
            "ticket",
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM ticket WHERE race = NEW.race AND number = NEW.number)", "it is there"),
            ("EXISTS (SELECT 1 FROM ticket WHERE key = NEW.key)", "its press has placed another"),
        ),
        _refuse(
            "ticket",
            "whose",
            "UPDATE",
            (f"NOT ({_same('player, name, key')} OR {_OF_ONE})", _UNCHANGED),
        ),
        _refuse(
            "ticket",
            "settled",
            "UPDATE",
            (f"OLD.state <> 'open' AND NOT ({_OF_ONE} AND {_same('state, paid, why')})", "it is settled already"),
        ),
    ],
    "side_bet": [
        _never("side_bet", "DELETE"),
        _never("side_bet", f"UPDATE OF {_SIDE}"),
        _refuse(
            "side_bet",
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM side_bet WHERE race = NEW.race AND number = NEW.number)", "it is there"),
            ("EXISTS (SELECT 1 FROM side_bet WHERE key = NEW.key)", "its press has offered another"),
        ),
        _refuse(
            "side_bet",
            "whose",
            "UPDATE",
            (f"NOT ({_same('proposer, proposer_name, key')} OR {_OF_PROPOSER})", _UNCHANGED),
            (f"NOT ({_same('taker, taker_name')} OR {_OF_TAKER})", _UNCHANGED),
        ),
        _refuse(
            "side_bet",
            "settled",
            "UPDATE",
            (
                f"OLD.state NOT IN ('offered', 'accepted') AND NOT ({_SIDE_FORGETS})",
                "it is settled already",
            ),
        ),
    ],
    "market": [
        _never("market", "DELETE"),
        _never("market", "UPDATE OF race, number, kind, window, opened, opened_at, basis"),
        _refuse(
            "market",
            "once",
            "INSERT",
            ("EXISTS (SELECT 1 FROM market WHERE race = NEW.race AND number = NEW.number)", "it is there"),
        ),
        _refuse("market", "settled", "UPDATE", ("OLD.state IN ('settled', 'void')", "it is settled already")),
    ],
}

GUARDS: Mapping[str, Mapping[str, Sequence[str]]] = {"sqlite": _SQLITE}
"""What makes the guards of each table, by the name that SQLAlchemy has for the kind of database."""
