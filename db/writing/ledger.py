"""The ledger: double entry, only ever added to. The triggers of :mod:`db.schema.money` stop wrong entries.

Movements are written many at a time: a race that is settled moves the money of thousands of tickets.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, exists, func, insert, select, text, update

from db.opening.holding import hold_money
from db.reading.accounts import STAND, balance_of, has_moved, movements_of, purse_of
from db.reading.persons import in_portions, kept_key, name_of, names_of, person_in, was_spent
from db.reading.rivals import rivals_outside
from db.schema.money import accounts, movements, postings
from db.schema.tables import acts, factions, facts
from engine.betting.book import PRIZE, Account, Accounts, Movement, Transfer
from records.values import Sesterces

_KNOWN = select(movements.c.key).where(movements.c.key.in_(bindparam("these", expanding=True)))
_VOID_FACTS = select(facts.c.n).where(facts.c.race == bindparam("this"), facts.c.void.is_(True)).order_by(facts.c.n)
_ADD_ACCOUNT, _ADD_MOVEMENT, _ADD_POSTING = insert(accounts), insert(movements), insert(postings)
_ADD_PERSON = text("INSERT INTO person (player) VALUES (:this) ON CONFLICT DO NOTHING")


_OWN_AGAIN = (
    update(accounts)
    .where(accounts.c.name == bindparam("called"), accounts.c.player < 0)
    .values(player=bindparam("whose"))
)


_PRIZED = (
    select(postings.c.movement)
    .join(movements, movements.c.key == postings.c.movement)
    .where(postings.c.account == bindparam("this"), movements.c.at > bindparam("since"))
    .where(movements.c.key.startswith(f"{PRIZE}:"))
    .limit(1)
)


_GIVEN_AS_PRIZES = (
    select(func.coalesce(-func.sum(postings.c.amount), 0))
    .select_from(postings)
    .join(movements, movements.c.key == postings.c.movement)
    .where(postings.c.account == bindparam("this"), movements.c.at > bindparam("since"))
    .where(movements.c.key.startswith(f"{PRIZE}:"))
)
_IN_LEAGUE = exists().where(factions.c.race == acts.c.race, factions.c.player == acts.c.by)
_ALLOWED = select(acts.c.n).where(acts.c.race == bindparam("this"), acts.c.kind == "allow", ~_IN_LEAGUE).limit(1)
"""The act of a moderator who has no place in the league, and took none afterwards."""


def post(connection: Connection, moves: Sequence[Movement]) -> list[Movement]:
    """Write movements in their order, and return those that are new: of each key there is one.

    :raises IntegrityError: if one does not sum to zero, or an account would owe that may not; roll back then.
    :raises ValueError: if a sum is not whole: one kind of database would refuse it, another round it.
    """
    if not all(type(posting.amount) is int for move in moves for posting in move.postings):
        raise ValueError("sesterces are whole")
    names = _named(connection, {posting.account for move in moves for posting in move.postings})
    fresh = _fresh(connection, moves)
    if not fresh:
        return []
    stand = _stand(connection, {name: account for account, name in names.items()})
    rows = []
    for key, move in fresh.items():
        for posting in move.postings:
            name = names[posting.account]
            last, balance = stand[name]
            stand[name] = last + 1, balance + posting.amount
            row = {"account": name, "n": last + 1, "movement": key}
            rows.append({**row, "amount": posting.amount, "balance": balance + posting.amount})
    if rows:
        connection.execute(_ADD_POSTING, rows)
    connection.execute(_ADD_MOVEMENT, [_row_of(key, move) for key, move in fresh.items()])
    return list(fresh.values())


def _named(connection: Connection, touched: Collection[Account]) -> dict[Account, str]:
    """Return the names of accounts; people of whom the ledger knows nothing are given numbers."""
    names = names_of(connection, touched)
    new = sorted({each.player for each in touched if each not in names and each.player is not None})
    for player in new:
        connection.execute(_ADD_PERSON, {"this": player})
    return names if not new else names_of(connection, touched)


def _row_of(key: str, move: Movement) -> dict[str, Any]:
    return {
        "key": key,
        "kind": move.kind,
        "guild": move.guild,
        "race": move.race,
        "memo": move.memo,
        "at": move.at,
    }


def _fresh(connection: Connection, moves: Sequence[Movement]) -> dict[str, Movement]:
    """Return the movements that are not on record by their keys as they are kept, each once."""
    by_key: dict[str, Movement] = {}
    for move in moves:
        if person_in(move.key) is None or not was_spent(connection, move.key):
            by_key.setdefault(kept_key(connection, move.key) or move.key, move)
    known = {row[0] for some in in_portions(by_key) for row in connection.execute(_KNOWN, {"these": some})}
    return {key: move for key, move in by_key.items() if key not in known}


def _stand(connection: Connection, wanted: Mapping[str, Account]) -> dict[str, tuple[int, int]]:
    """Return of each account the number of its last posting and its balance; open those that are not there."""
    found = {
        name: (last, balance)
        for some in in_portions(wanted)
        for name, last, balance in connection.execute(STAND, {"these": some})
    }
    empty = [name for name, account in wanted.items() if account.kind == "purse" and found.get(name, (0, 1))[1] == 0]
    for name in empty:  # its server may have been removed, and be back
        connection.execute(_OWN_AGAIN, {"called": name, "whose": wanted[name].player})
    new = {name: account for name, account in wanted.items() if name not in found}
    if new:
        connection.execute(_ADD_ACCOUNT, [_account_row(name, account) for name, account in new.items()])
    return found | dict.fromkeys(new, (0, 0))


def _account_row(name: str, account: Account) -> dict[str, Any]:
    return {
        "name": name,
        "kind": account.kind,
        "guild": account.guild,
        "player": account.player,
        "race": account.race,
        "number": account.number,
    }


def accounts_of(connection: Connection, guild: int) -> Accounts:
    """Return all accounts of a server, to decide on; good only as long as the transaction."""
    return Accounts(
        guild=guild,
        balance=lambda account: balance_of(connection, account),
        has_moved=lambda key: has_moved(connection, key),
        movements=lambda keys: movements_of(connection, keys),
        void_facts=lambda race: list(connection.scalars(_VOID_FACTS, {"this": race})),
        prized=lambda player, since: (
            connection.scalar(_PRIZED, {"this": name_of(connection, purse_of(guild, player)), "since": since})
            is not None
        ),
        given=lambda since: Sesterces(
            connection.scalar(_GIVEN_AS_PRIZES, {"this": Account("mint", guild).name, "since": since}) or 0
        ),
        rivals=lambda player, league: rivals_outside(connection, guild, player, league),
        allowed=lambda league: connection.scalar(_ALLOWED, {"this": league}) is not None,
    )


def transfer(connection: Connection, guild: int, decide: Transfer) -> list[Movement]:
    """Decide on a server's accounts and write the movements, or nothing; return those that are new.

    :raises IntegrityError: as :func:`post` does.
    """
    hold_money(connection, guild)
    return post(connection, decide(accounts_of(connection, guild)))
