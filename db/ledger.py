"""The ledger: double entry, only ever added to. The triggers of :mod:`db.money_schema` stop wrong entries.

Movements are written many at a time: a race that is settled moves the money of thousands of tickets.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import structs
from sqlalchemy import Connection, and_, bindparam, exists, func, insert, select

from db.money_schema import accounts, movements, postings
from db.rivals import rivals_outside
from db.schema import acts, factions, facts
from engine.betting.book import PRIZE, Account, Accounts, Movement, Posting, Transfer
from engine.betting.records import StatementLine
from records.values import PlayerId, Sesterces

AT_ONCE = 500
"""Names or keys that are looked for in one statement."""

_earlier = postings.alias("earlier").c
_LAST = select(func.max(_earlier.n)).where(_earlier.account == accounts.c.name).scalar_subquery()
_STAND = (
    select(accounts.c.name, func.coalesce(postings.c.n, 0), func.coalesce(postings.c.balance, 0))
    .select_from(accounts)
    .join(postings, and_(postings.c.account == accounts.c.name, postings.c.n == _LAST), isouter=True)
    .where(accounts.c.name.in_(bindparam("these", expanding=True)))
)
_BALANCE = (
    select(postings.c.balance).where(postings.c.account == bindparam("this")).order_by(postings.c.n.desc()).limit(1)
)
_KNOWN = select(movements.c.key).where(movements.c.key.in_(bindparam("these", expanding=True)))
_IS_KNOWN = select(movements.c.key).where(movements.c.key == bindparam("this"))
_MOVEMENTS = (
    select(
        movements,
        postings.c.amount,
        accounts.c.kind.label("of"),
        accounts.c.player,
        accounts.c.race.label("account_race"),
        accounts.c.number,
    )
    .select_from(movements)
    .join(postings, postings.c.movement == movements.c.key)
    .join(accounts, accounts.c.name == postings.c.account)
    .where(movements.c.key.in_(bindparam("these", expanding=True)))
    .order_by(movements.c.key, accounts.c.name)
)
_VOID_FACTS = select(facts.c.n).where(facts.c.race == bindparam("this"), facts.c.void.is_(True)).order_by(facts.c.n)
_ADD_ACCOUNT, _ADD_MOVEMENT, _ADD_POSTING = insert(accounts), insert(movements), insert(postings)
_STATEMENT = (
    select(movements.c.kind, movements.c.race, movements.c.memo, postings.c.amount, postings.c.balance, movements.c.at)
    .select_from(postings)
    .join(movements, movements.c.key == postings.c.movement)
    .where(postings.c.account == bindparam("this"))
    .order_by(postings.c.n.desc())
    .limit(bindparam("most"))
)
_PRESENTS = (
    select(func.coalesce(func.sum(func.abs(postings.c.amount)), 0))
    .select_from(postings)
    .join(movements, movements.c.key == postings.c.movement)
    .where(postings.c.account == bindparam("this"))
    .where(movements.c.kind == "present", movements.c.at >= bindparam("since"))
)
_GIVEN, _TAKEN = _PRESENTS.where(postings.c.amount < 0), _PRESENTS.where(postings.c.amount > 0)


_MINTED = (
    select(func.coalesce(-func.sum(postings.c.amount), 0))
    .select_from(postings)
    .join(movements, movements.c.key == postings.c.movement)
    .where(postings.c.account == bindparam("this"))
    .where(movements.c.kind == "payoff", movements.c.at >= bindparam("since"))
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


def purse_of(guild: int, player: PlayerId) -> Account:
    return Account("purse", guild, player)


def post(connection: Connection, moves: Sequence[Movement]) -> list[Movement]:
    """Write movements in their order, and return those that are new: of each key there is one.

    :raises IntegrityError: if one does not sum to zero, or an account would owe that may not; roll back then.
    """
    fresh = _fresh(connection, moves)
    if not fresh:
        return []
    stand = _stand(connection, [posting.account for move in fresh for posting in move.postings])
    rows = []
    for move in fresh:
        for posting in move.postings:
            name = posting.account.name
            last, balance = stand[name]
            stand[name] = last + 1, balance + posting.amount
            row = {"account": name, "n": last + 1, "movement": move.key}
            rows.append({**row, "amount": posting.amount, "balance": balance + posting.amount})
    if rows:
        connection.execute(_ADD_POSTING, rows)
    connection.execute(_ADD_MOVEMENT, [_row_of(move) for move in fresh])
    return fresh


def _row_of(move: Movement) -> dict[str, Any]:
    return {
        "key": move.key,
        "kind": move.kind,
        "guild": move.guild,
        "race": move.race,
        "memo": move.memo,
        "at": move.at,
    }


def _fresh(connection: Connection, moves: Sequence[Movement]) -> list[Movement]:
    """Return the movements that are not on record, each key once."""
    by_key: dict[str, Movement] = {}
    for move in moves:
        by_key.setdefault(move.key, move)
    known = {row[0] for some in _some(by_key) for row in connection.execute(_KNOWN, {"these": some})}
    return [move for key, move in by_key.items() if key not in known]


def _stand(connection: Connection, touched: Iterable[Account]) -> dict[str, tuple[int, int]]:
    """Return of each account the number of its last posting and its balance; open those that are not there."""
    wanted = {account.name: account for account in touched}
    found = {
        name: (last, balance)
        for some in _some(wanted)
        for name, last, balance in connection.execute(_STAND, {"these": some})
    }
    new = [account for name, account in wanted.items() if name not in found]
    if new:
        connection.execute(_ADD_ACCOUNT, [_account_row(account) for account in new])
    return found | {account.name: (0, 0) for account in new}


def _account_row(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "kind": account.kind,
        "guild": account.guild,
        "player": account.player,
        "race": account.race,
        "number": account.number,
    }


def _some(names: Iterable[str]) -> Iterator[list[str]]:
    listed = list(names)
    for start in range(0, len(listed), AT_ONCE):
        yield listed[start : start + AT_ONCE]


def balance_of(connection: Connection, account: Account) -> Sesterces | None:
    """Return the balance of an account; ``None`` if nothing ever moved there."""
    found = connection.scalar(_BALANCE, {"this": account.name})
    return None if found is None else Sesterces(found)


def balances_of(connection: Connection, names: Sequence[str]) -> dict[str, int]:
    """Return the balances of accounts by name; without those where nothing ever moved."""
    return {
        name: balance
        for some in _some(names)
        for name, last, balance in connection.execute(_STAND, {"these": some})
        if last
    }


def has_moved(connection: Connection, key: str) -> bool:
    """Tell whether the movement of a key is on record."""
    return connection.scalar(_IS_KNOWN, {"this": key}) is not None


def accounts_of(connection: Connection, guild: int) -> Accounts:
    """Return all accounts of a server, to decide on; good only as long as the transaction."""
    return Accounts(
        guild=guild,
        balance=lambda account: balance_of(connection, account),
        has_moved=lambda key: has_moved(connection, key),
        movements=lambda keys: movements_of(connection, keys),
        void_facts=lambda race: list(connection.scalars(_VOID_FACTS, {"this": race})),
        prized=lambda player, since: (
            connection.scalar(_PRIZED, {"this": purse_of(guild, player).name, "since": since}) is not None
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
    return post(connection, decide(accounts_of(connection, guild)))


def movements_of(connection: Connection, keys: Sequence[str]) -> list[Movement]:
    """Return the movements of these keys that are on record, in the order of the keys."""
    found: dict[str, Movement] = {}
    for some in _some(keys):
        for row in connection.execute(_MOVEMENTS, {"these": some}):
            account = Account(row.of, row.guild, row.player, row.account_race, row.number)
            move = found.setdefault(
                row.key,
                Movement(
                    key=row.key, kind=row.kind, guild=row.guild, postings=(), race=row.race, memo=row.memo, at=row.at
                ),
            )
            posted = (*move.postings, Posting(account, row.amount))
            found[row.key] = structs.replace(move, postings=posted)
    return [found[key] for key in keys if key in found]


def given_since(connection: Connection, guild: int, player: PlayerId, since: float) -> Sesterces:
    """Return the sesterces that a player has given to others as presents."""
    return Sesterces(connection.scalar(_GIVEN, {"this": purse_of(guild, player).name, "since": since}) or 0)


def taken_since(connection: Connection, guild: int, player: PlayerId, since: float) -> Sesterces:
    """Return the sesterces that a player has had from others as presents."""
    return Sesterces(connection.scalar(_TAKEN, {"this": purse_of(guild, player).name, "since": since}) or 0)


def minted_since(connection: Connection, guild: int, since: float) -> Sesterces:
    """Return the sesterces that the bank added to a server's bets: those the mint has paid for winning tickets."""
    return Sesterces(connection.scalar(_MINTED, {"this": Account("mint", guild).name, "since": since}) or 0)


def statement_of(connection: Connection, guild: int, player: PlayerId, most: int) -> list[StatementLine]:
    """Return the last movements of a purse, the newest first."""
    found = connection.execute(_STATEMENT, {"this": purse_of(guild, player).name, "most": most})
    return [StatementLine(*row) for row in found]
