"""What is left of people who were forgotten, and of servers that were removed: keyed hashes, here and in the list."""

from typing import NamedTuple

from sqlalchemy import Connection, insert, select

from db.opening.forgotten_list import Entry, Listed
from db.reading.mine import people_in
from db.reading.persons import KEY, hashed, of_person
from db.schema import tables
from db.schema.people import forgotten
from records.values import PlayerId


class StillKnown(NamedTuple):
    """Who was forgotten, and which servers were removed, that a copy of the database still knows; since when."""

    people: tuple[tuple[PlayerId, float], ...] = ()
    guilds: tuple[tuple[int, float], ...] = ()


def of_server(guild: int) -> str:
    """Return what is hashed of a server."""
    return f"server:{guild}"


def kept_key(connection: Connection, key: str, listed: Listed) -> str:
    """Return the key of the hashes, and keep it: that of the list, if it has one."""
    found = connection.scalar(select(tables.settings.c.value).where(tables.settings.c.name == KEY))
    if found is not None:
        return str(found)
    kept = listed.key or key
    connection.execute(insert(tables.settings).values(name=KEY, value=kept))
    return kept


def note(connection: Connection, key: str, what: str, at: float, number: int) -> Entry:
    """Note whom nothing is known of any more, by the keyed hash of *what*; a moment later, if that was just before."""
    told = hashed(key, what)
    known = connection.scalars(select(forgotten.c.at).where(forgotten.c.hash == told)).all()
    entry = Entry(told, max(known) + 0.001 if at in known else at)
    connection.execute(insert(forgotten).values(hash=entry.hash, at=entry.at, number=number))
    return entry


def all_noted(connection: Connection) -> Listed:
    """Return what is noted in the database, as the list would hold it."""
    key = connection.scalar(select(tables.settings.c.value).where(tables.settings.c.name == KEY))
    rows = connection.execute(select(forgotten.c.hash, forgotten.c.at))
    return Listed(None if key is None else str(key), tuple(Entry(*row) for row in rows))


def still_known(connection: Connection, listed: Listed, missing: set[Entry]) -> StillKnown:
    """Return what a copy knows of what the list alone says is gone: each number is hashed once, and looked up."""
    key, wanted = listed.key or "", {each.hash: each.at for each in sorted(missing, key=lambda each: each.at)}
    people, guilds = set[int](), set[int]()
    for table in tables.metadata.tables.values():
        for names, found in ((people_in(table), people), (["guild"] if "guild" in table.c else [], guilds)):
            for name in names:
                found |= set(connection.scalars(select(table.c[name]).where(table.c[name] > 0).distinct()))
    named = [(PlayerId(each), hashed(key, of_person(PlayerId(each)))) for each in sorted(people)]
    placed = [(each, hashed(key, of_server(each))) for each in sorted(guilds)]
    return StillKnown(
        tuple((each, wanted[told]) for each, told in named if told in wanted),
        tuple((each, wanted[told]) for each, told in placed if told in wanted),
    )
