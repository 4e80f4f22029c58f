"""Taking a server out of every table. The ledger's rows stay, under numbers of ours, and hold the races they name."""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    String,
    Table,
    and_,
    case,
    cast,
    delete,
    insert,
    literal,
    or_,
    select,
    text,
    union,
    update,
)

from db.reading.accounts import balance_of
from db.reading.mine import people_in
from db.reading.removals import OPEN
from db.schema import tables
from db.schema.boards import daily_boards, gazettes
from db.schema.daily import tries
from db.schema.fixtures import fixtures, planned
from db.schema.follows import follow_news, follows
from db.schema.letters import ballots, letters, reports, votes
from db.schema.money import accounts, chances, markets, movements, side_bets, tickets
from db.schema.past import past_entries, past_races, past_titles, ratings
from db.schema.people import persons
from db.schema.publishing import published, publishing
from db.writing.ledger import post
from db.writing.letting_go import let_go
from engine.betting.book import Account, Movement, Posting
from records.people import FORMER
from records.removals import WELCOMED
from records.values import PlayerId

GONE = (
    ratings, past_entries, past_races, past_titles,
    reports, votes, letters, ballots,
    planned, fixtures, follow_news, follows, published, publishing, daily_boards, gazettes, tables.guilds, tables.gone,
    tables.outbox, tables.acts, tables.orders, tables.deadlines, chances, tables.outlooks,
    tables.checkpoints, tables.scenes, tables.facts, tables.inputs, tables.entries, tables.factions,
    tables.cups,
)  # fmt: skip
"""Tables whose rows of a server go, in this order: no row goes before those that name it."""

BLOTTED = (tables.races, tickets, side_bets, accounts, movements, tries)
"""Tables whose rows stay, without the server or without its people."""

BULK = (chances, tables.checkpoints, tables.scenes, tables.facts, tables.inputs)
"""Tables with many rows of each race."""

AT_ONCE = 20
"""Races whose many rows go in one transaction, so that nobody waits long for it."""

_races = tables.races.c


def clear_some(connection: Connection, guild: int) -> int:
    """Drop the many rows of some races of a server that are over; return how many races that was."""
    over = select(_races.id).where(_races.guild == guild, _races.facts > 0, ~_races.state.in_(OPEN))
    these = list(connection.scalars(over.order_by(_races.id).limit(AT_ONCE)))
    for table in BULK if these else ():
        connection.execute(delete(table).where(table.c.race.in_(these)))
    connection.execute(update(tables.races).where(_races.id.in_(these)).values(facts=0, seq=0))
    return len(these)


def rows_of(table: Table, guild: int) -> ColumnElement[bool]:
    """Return which rows of a table are a server's."""
    if table in (letters, ballots, votes):
        return _of_its_papers(table, guild)
    if table is reports:
        return reports.c.letter.in_(select(letters.c.id).where(_of_its_papers(letters, guild)))
    if table is planned:
        of_fixtures = select(fixtures.c.id).where(fixtures.c.guild == guild)
        return or_(planned.c.race.in_(_its_races(guild)), planned.c.fixture.in_(of_fixtures))
    if table is follows:
        return or_(follows.c.guild == guild, follows.c.race.in_(_its_races(guild)))
    if "guild" in table.c:
        here: ColumnElement[bool] = table.c.guild == guild
        return here
    return table.c.race.in_(_its_races(guild))


def _its_races(guild: int) -> Any:
    return select(_races.id).where(_races.guild == guild)


def _of_its_papers(table: Table, guild: int) -> ColumnElement[bool]:
    cups = select(tables.cups.c.id).where(tables.cups.c.guild == guild)
    of_cups = and_(table.c.kind == "cup", table.c.number.in_(cups))
    return or_(of_cups, and_(table.c.kind == "league", table.c.number.in_(_its_races(guild))))


def clear_out(connection: Connection, guild: int, now: float, key: str) -> int:
    """Take a server out of all rows; return the number that stands for it. No race of it may be under way.

    :param key: of the hashes by which it is known what people have had that nobody has twice.
    """
    number, people = _fresh_number(connection, guild), members_of(connection, guild)
    _give_up_purses(connection, guild, number, now)
    _blot_the_ledger(connection, guild)
    connection.execute(update(tries).where(tries.c.guild == guild).values(guild=-number, name=""))
    for table in GONE:
        connection.execute(delete(table).where(rows_of(table, guild)))
    _drop_races(connection, guild, number, now)
    let_go(connection, people, now, key)
    connection.execute(delete(tables.settings).where(tables.settings.c.name == WELCOMED.format(guild=guild)))
    return number


def _fresh_number(connection: Connection, guild: int) -> int:
    """Return a number that nobody has, nor ever will: below zero it stands where the server's stood."""
    number = connection.execute(insert(persons).values(player=-guild).returning(persons.c.id)).scalar_one()
    connection.execute(delete(persons).where(persons.c.id == number))
    return int(number)


def members_of(connection: Connection, guild: int) -> set[PlayerId]:
    """Return the people who stand in any row of a server."""
    found: set[PlayerId] = set()
    for table in (*GONE, *BLOTTED):
        for name in people_in(table):
            theirs = select(table.c[name]).distinct().where(rows_of(table, guild), table.c[name] > 0)
            found |= {PlayerId(each) for each in connection.scalars(theirs)}
    return found


def _give_up_purses(connection: Connection, guild: int, number: int, now: float) -> None:
    """Move all that is in the purses of a server to its house, in one movement."""
    purses = select(accounts.c.player).where(accounts.c.guild == guild, accounts.c.kind == "purse")
    owned = [Account("purse", guild, player) for player in connection.scalars(purses.where(accounts.c.player > 0))]
    left = {each: balance for each in owned if (balance := balance_of(connection, each))}
    if left:
        given = [Posting(each, -balance) for each, balance in left.items()]
        all_of_it = Posting(Account("house", guild), sum(left.values()))
        key = f"removed:{guild}:{number}"
        move = Movement(key=key, kind="share", guild=guild, postings=(*given, all_of_it), at=now)
        post(connection, [move])


_THEIRS = "SELECT {} FROM {} JOIN race ON race.id = {}.race WHERE race.guild = :here AND {} > 0"
_BETTORS = (("player", "ticket"), ("proposer", "side_bet"), ("taker", "side_bet"))
_NUMBERED = text(
    "INSERT INTO person (player) "
    + " UNION ".join(_THEIRS.format(person, table, table, person) for person, table in _BETTORS)
    + " ON CONFLICT DO NOTHING"
)


def _blot_the_ledger(connection: Connection, guild: int) -> None:
    """Let numbers of ours stand for people in bets and purses; their names and the words of presents go."""
    connection.execute(_NUMBERED, {"here": guild})
    here = accounts.c.guild == guild, accounts.c.player > 0
    connection.execute(update(accounts).where(*here).values(player=_ours(accounts.c.player)))
    worded = movements.c.guild == guild, movements.c.memo != ""
    connection.execute(update(movements).where(*worded).values(memo=""))
    mine, sides = tickets.c, side_bets.c
    bets = rows_of(tickets, guild), mine.player > 0
    known = {"player": _ours(mine.player), "name": FORMER, "key": _key(tickets)}
    connection.execute(update(tickets).where(*bets).values(known))
    people = {each.name: _ours(each) for each in (sides.proposer, sides.taker, sides.winner)}
    names = {"proposer_name": FORMER, "taker_name": FORMER}
    offered = rows_of(side_bets, guild), or_(sides.proposer > 0, sides.taker > 0)
    connection.execute(update(side_bets).where(*offered).values({**people, **names, "key": _key(side_bets)}))


def _key(table: Table) -> ColumnElement[str]:
    return literal("forgotten:") + cast(table.c.race, String) + literal(":") + cast(table.c.number, String)


def _ours(player: Any) -> ColumnElement[Any]:
    """Return what stands for a person: their number in the ledger, below zero."""
    number = select(-persons.c.id).where(persons.c.player == player).scalar_subquery()
    return case((player > 0, number), else_=player)


def _drop_races(connection: Connection, guild: int, number: int, now: float) -> None:
    """Drop the races of a server; those that the ledger names stay as numbers without a word."""
    named = union(
        *(select(table.c.race) for table in (markets, tickets, side_bets)),
        *(select(table.c.race).where(table.c.race.is_not(None)) for table in (accounts, movements)),
    )
    here = _races.guild == guild
    connection.execute(delete(tables.races).where(here, _races.id.not_in(named)))
    ended = case((_races.ended.is_(None), now), else_=_races.ended)
    connection.execute(update(tables.races).where(here).values(**_EMPTY, guild=-number, host=-number, ended=ended))


_EMPTY: dict[str, Any] = {
    "channel": 0, "thread": None, "panel": None, "card": None, "cards": 0, "title": "", "state": "cancelled",
    "called_off_by": None, "options": "{}", "seconds": "{}", "schedule": "{}", "betting": "{}", "reserved": "[]",
    "secret": "", "commitment": "", "mixed": None, "seq": 0, "facts": 0, "revision": _races.revision + 1,
    "cup": None, "league": None, "round": None, "again_of": None, "lesson": None, "comes_home": None,
    "paused_at": None, "pause_until": None, "is_rated": False,
}  # fmt: skip
"""What stands in a race that only the ledger knows."""
