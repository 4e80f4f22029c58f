"""People of a server that is removed: who is nowhere else goes with it, and others lose the name that it showed."""

from sqlalchemy import Connection, delete, insert, select, text, update

from db.reading.mine import people_in
from db.reading.persons import OF_ONE, day_of, hashed, in_portions
from db.schema import tables
from db.schema.daily import tries
from db.schema.money import accounts, movements, postings
from db.schema.people import persons, spent
from db.schema.removals import receipts
from db.writing.leaving_purses import SINCE
from records.values import PlayerId

_ADD_PERSON = text("INSERT INTO person (player) VALUES (:this) ON CONFLICT DO NOTHING")
_players = tables.players.c
_NO_USE = (tables.players, persons, receipts)
"""Tables in which people stand without using me: their settings, numbers of ours, and who is told that I have left."""


def let_go(connection: Connection, people: set[PlayerId], now: float, key: str) -> None:
    """Let go of people whose server is removed, of which no row stands any more but races of the day.

    :param key: of the hashes by which it is known what they have had that nobody has twice.
    """
    elsewhere = _elsewhere(connection, people)
    for some in in_portions(sorted(people & elsewhere)):
        connection.execute(update(tables.players).where(_players.player.in_(some)).values(name=""))
    for some in in_portions(sorted(people - elsewhere)):
        _spend(connection, _numbered(connection, some), now, key)
        mine = tries.c.person.in_(some)
        ours = select(-persons.c.id).where(persons.c.player == tries.c.person).scalar_subquery()
        connection.execute(update(tries).where(mine).values(person=ours))
        connection.execute(delete(tables.players).where(_players.player.in_(some)))
        connection.execute(delete(persons).where(persons.c.player.in_(some)))


def _elsewhere(connection: Connection, people: set[PlayerId]) -> set[PlayerId]:
    """Return those of whom anything is kept that is of no server, or of another one; not of one that is removed."""
    found: set[PlayerId] = set()
    for table in tables.metadata.tables.values():
        for name in people_in(table) if table not in _NO_USE else ():
            for some in in_portions(sorted(people - found)):
                these = table.c[name].in_(some), *([tries.c.guild >= 0] if table is tries else [])
                found |= {PlayerId(each) for each in connection.scalars(select(table.c[name]).where(*these).distinct())}
    return found


def _numbered(connection: Connection, people: list[PlayerId]) -> dict[int, PlayerId]:
    """Return people by the numbers of ours that stand for them."""
    connection.execute(_ADD_PERSON, [{"this": each} for each in people])
    found = connection.execute(select(persons.c.id, persons.c.player).where(persons.c.player.in_(people)))
    return {row.id: PlayerId(row.player) for row in found}


def _spend(connection: Connection, people: dict[int, PlayerId], now: float, key: str) -> None:
    """Remember by keyed hashes what people have had: gifts of purses, stipends and races of the day of late."""
    theirs = select(movements.c.key, accounts.c.player).join(postings, postings.c.movement == movements.c.key)
    theirs = theirs.join(accounts, accounts.c.name == postings.c.account).where(accounts.c.kind == "purse")
    had = theirs.where(accounts.c.player.in_([-each for each in people]), movements.c.kind.in_(OF_ONE))
    told = [
        row.key.replace(f":p{-row.player}", f":{people[-row.player]}", 1)
        for row in connection.execute(had.where((movements.c.kind == "gift") | (movements.c.at > now - SINCE)))
    ]
    days = select(tries.c.number, tries.c.person).where(tries.c.person.in_(people.values()))
    told += [day_of(row.number, PlayerId(row.person)) for row in connection.execute(days)]
    for some in in_portions(sorted({hashed(key, each) for each in told})):
        connection.execute(delete(spent).where(spent.c.hash.in_(some)))
        connection.execute(insert(spent), [{"hash": each} for each in some])
