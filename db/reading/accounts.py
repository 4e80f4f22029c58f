"""Reading the ledger: balances, movements, statements."""

from collections.abc import Collection, Sequence

from msgspec import structs
from sqlalchemy import Connection, and_, bindparam, func, select

from db.reading.persons import in_portions, kept_key, name_of, names_of, person_in, was_spent
from db.schema import tables
from db.schema.money import accounts, markets, movements, postings, tickets
from engine.betting.book import HOUSE_KINDS, STANDING, Account, Movement, Posting
from engine.betting.records import StatementLine
from records.values import PlayerId, Sesterces

_earlier = postings.alias("earlier").c
_LAST = select(func.max(_earlier.n)).where(_earlier.account == accounts.c.name).scalar_subquery()
STAND = (
    select(accounts.c.name, func.coalesce(postings.c.n, 0), func.coalesce(postings.c.balance, 0))
    .select_from(accounts)
    .join(postings, and_(postings.c.account == accounts.c.name, postings.c.n == _LAST), isouter=True)
    .where(accounts.c.name.in_(bindparam("these", expanding=True)))
)
_BALANCE = (
    select(postings.c.balance).where(postings.c.account == bindparam("this")).order_by(postings.c.n.desc()).limit(1)
)
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


_HOUSE_LOST = (
    select(func.coalesce(-func.sum(postings.c.amount), 0))
    .select_from(postings)
    .join(accounts, accounts.c.name == postings.c.account)
    .join(movements, movements.c.key == postings.c.movement)
    .join(tables.races, tables.races.c.id == accounts.c.race)
    .where(accounts.c.guild == bindparam("this"), accounts.c.kind == "bank", tables.races.c.is_league.is_(False))
    .where(movements.c.at >= bindparam("since"))
)
_AGAINST_HOUSE = (
    select(func.coalesce(func.sum(tickets.c.stake), 0))
    .select_from(tickets)
    .join(markets, and_(markets.c.race == tickets.c.race, markets.c.number == tickets.c.market))
    .join(tables.races, tables.races.c.id == tickets.c.race)
    .where(tickets.c.player == bindparam("whose"), tables.races.c.guild == bindparam("this"))
    .where(markets.c.kind.in_(HOUSE_KINDS), tickets.c.state.in_(STANDING), tickets.c.at >= bindparam("since"))
)


def purse_of(guild: int, player: PlayerId) -> Account:
    return Account("purse", guild, player)


def balance_of(connection: Connection, account: Account) -> Sesterces | None:
    """Return the balance of an account; ``None`` if nothing ever moved there."""
    found = connection.scalar(_BALANCE, {"this": name_of(connection, account)})
    return None if found is None else Sesterces(found)


def balances_of(connection: Connection, wanted: Collection[Account]) -> dict[Account, int]:
    """Return the balances of accounts, without those where nothing ever moved."""
    called = {name: account for account, name in names_of(connection, wanted).items()}
    return {
        called[name]: balance
        for some in in_portions(called)
        for name, last, balance in connection.execute(STAND, {"these": some})
        if last
    }


def has_moved(connection: Connection, key: str) -> bool:
    """Tell whether the movement of a key is on record, or was, before its person was forgotten."""
    kept = kept_key(connection, key)
    if kept is not None and connection.scalar(_IS_KNOWN, {"this": kept}) is not None:
        return True
    return person_in(key) is not None and was_spent(connection, key)


def movements_of(connection: Connection, keys: Sequence[str]) -> list[Movement]:
    """Return the movements of these keys that are on record, in the order of the keys."""
    found: dict[str, Movement] = {}
    for some in in_portions(keys):
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
    purse = name_of(connection, purse_of(guild, player))
    return Sesterces(connection.scalar(_GIVEN, {"this": purse, "since": since}) or 0)


def taken_since(connection: Connection, guild: int, player: PlayerId, since: float) -> Sesterces:
    """Return the sesterces that a player has had from others as presents."""
    purse = name_of(connection, purse_of(guild, player))
    return Sesterces(connection.scalar(_TAKEN, {"this": purse, "since": since}) or 0)


def minted_since(connection: Connection, guild: int, since: float) -> Sesterces:
    """Return the sesterces that the bank added to a server's bets: those the mint has paid for winning tickets."""
    return Sesterces(connection.scalar(_MINTED, {"this": Account("mint", guild).name, "since": since}) or 0)


def house_lost_since(connection: Connection, guild: int, since: float) -> int:
    """Return the sesterces that the house has lost by its bets on a server's races; below 0 if it has won."""
    return int(connection.scalar(_HOUSE_LOST, {"this": guild, "since": since}) or 0)


def against_house_since(connection: Connection, guild: int, player: PlayerId, since: float) -> int:
    """Return the sesterces that a player has staked against the house on a server's races; those that came back don't
    count."""
    return int(connection.scalar(_AGAINST_HOUSE, {"this": guild, "whose": player, "since": since}) or 0)


def statement_of(connection: Connection, guild: int, player: PlayerId, most: int) -> list[StatementLine]:
    """Return the last movements of a purse, the newest first."""
    found = connection.execute(_STATEMENT, {"this": name_of(connection, purse_of(guild, player)), "most": most})
    return [StatementLine(*row) for row in found]
