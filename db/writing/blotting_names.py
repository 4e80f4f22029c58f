"""Names that a person gave: to chariots and stables, to races, cups and leagues; and where these stand elsewhere."""

import hashlib
import json

from sqlalchemy import Connection, Update, or_, select, update

from db.reading.mine import people_in
from db.schema import tables
from db.schema.fixtures import fixtures
from db.schema.past import past_entries, past_races, past_titles
from records.people import FORMER
from records.values import PlayerId, RaceId

_races, _cups, _acts = tables.races.c, tables.cups.c, tables.acts.c
_factions, _entries = tables.factions.c, tables.entries.c


def own_races(connection: Connection, player: PlayerId) -> set[RaceId]:
    """Return the races and leagues in which somebody stands in any way, and those of cups that they host."""
    found: set[int] = set()
    for table in tables.metadata.tables.values():
        race = "id" if table is tables.races else "race"
        people = people_in(table)
        if people and race in table.c and table.name not in ("vote", "letter"):
            named = or_(*(table.c[name] == player for name in people))
            found |= {each for each in connection.scalars(select(table.c[race]).where(named)) if each is not None}
    cups = select(_cups.id).where(_cups.host == player)
    found |= set(connection.scalars(select(_races.id).where(_races.cup.in_(cups))))
    reserved = select(_races.id).where(_races.reserved.contains(str(player)))
    return {RaceId(each) for each in found | set(connection.scalars(reserved))}


def rename_titles(connection: Connection, player: PlayerId) -> None:
    """Give races, cups, leagues and fixtures that somebody has named the names of their numbers, wherever those are."""
    for fixture in connection.scalars(select(fixtures.c.id).where(fixtures.c.by == player)).all():
        connection.execute(update(fixtures).where(fixtures.c.id == fixture).values(title=f"Fixture {fixture}"))
    races, cups = _named_by(connection, player)
    for cup in cups:
        connection.execute(update(tables.cups).where(_cups.id == cup).values(title=(title := f"Cup {cup}")))
        connection.execute(_title("cup", cup).values(title=title))
    for race, was, is_league in connection.execute(
        select(_races.id, _races.title, _races.is_league).where(_races.id.in_(sorted(races)))
    ).all():
        title = f"League {race}" if is_league else f"Race {race}"
        connection.execute(update(tables.races).where(_races.id == race).values(title=title))
        connection.execute(update(past_races).where(past_races.c.race == race).values(title=title))
        connection.execute(_title("season", race).values(title=title))
        if is_league:
            _rename_drivers(connection, race, was, title)


def _title(kind: str, number: int) -> Update:
    return update(past_titles).where(past_titles.c.kind == kind, past_titles.c.number == number)


def _named_by(connection: Connection, player: PlayerId) -> tuple[set[int], set[int]]:
    """Return the races and cups that somebody may have named, with all whose names were made of theirs."""
    handed = {
        row.race
        for row in connection.execute(select(_acts.race, _acts.body).where(_acts.kind == "elect"))
        if json.loads(row.body).get("was") == player
    }
    races = set(connection.scalars(select(_races.id).where(_races.host == player))) | handed
    cups = set(connection.scalars(select(_cups.id).where(_cups.host == player)))
    cups |= {each for each in connection.scalars(select(_races.cup).where(_races.id.in_(handed))) if each is not None}
    while True:
        of_cups = select(_races.id).where(_races.cup.in_(sorted(cups)))
        later = select(_races.id).where(or_(_races.league.in_(sorted(races)), _races.again_of.in_(sorted(races))))
        more = races | set(connection.scalars(of_cups)) | set(connection.scalars(later))
        again = select(_races.cup).where(_races.again_of.in_(sorted(more)), _races.cup.is_not(None))
        wider = cups | set(connection.scalars(again))
        if more == races and wider == cups:
            return races, cups
        races, cups = more, wider


def rename_entries(connection: Connection, player: PlayerId) -> None:
    """Give chariots and stables that somebody has named the names of their colours; keep of their words the hashes."""
    mine = connection.execute(select(_factions.race, _factions.faction).where(_factions.player == player)).all()
    for race, faction in {*((row.race, row.faction) for row in mine), *_handed_on(connection, player)}:
        _forget_word(connection, race, faction)
        for entry, colour in connection.execute(
            select(_entries.entry, _entries.colour).where(_entries.race == race, _entries.faction == faction)
        ).all():
            _rename(connection, race, entry, colour.title())
    _rename_past(connection, player)


def _handed_on(connection: Connection, player: PlayerId) -> set[tuple[int, int]]:
    """Return the stables that somebody had before others, in their leagues and races."""
    found: set[tuple[int, int]] = set()
    for row in connection.execute(select(_acts.race, _acts.body).where(_acts.kind == "hand")).all():
        body = json.loads(row.body)
        if body.get("was") == player:
            of_league = select(_races.id).where(or_(_races.id == row.race, _races.league == row.race))
            found |= {(race, body["faction"]) for race in connection.scalars(of_league)}
    return found


def _forget_word(connection: Connection, race: int, faction: int) -> None:
    this = _factions.race == race, _factions.faction == faction
    row = connection.execute(select(_factions.word, _factions.word_salt).where(*this)).first()
    if row is not None and row.word:
        told = hashlib.sha256(f"{row.word_salt}{row.word}".encode()).hexdigest()
        connection.execute(update(tables.factions).where(*this).values(word="", word_salt="", word_hash=told))


def _rename(connection: Connection, race: int, entry: int, name: str) -> None:
    this = _entries.race == race, _entries.entry == entry
    connection.execute(update(tables.entries).where(*this).values(name=name))
    past = past_entries.c.race == race, past_entries.c.entry == entry
    was = connection.execute(select(past_entries.c.stable).where(*past)).first()
    if was is not None:
        stable = name if was.stable else ""
        connection.execute(update(past_entries).where(*past).values(chariot=name, stable=stable))


def _rename_past(connection: Connection, player: PlayerId) -> None:
    """Take somebody's name from results and titles; a league's driver keeps the name that the league gave."""
    past = past_entries.c
    theirs = past.owner == player
    connection.execute(update(past_entries).where(theirs, past.driver == past.name).values(driver=FORMER))
    connection.execute(update(past_entries).where(theirs).values(name=FORMER))


def _rename_drivers(connection: Connection, league: int, was: str, title: str) -> None:
    """Take the title of a league out of the names of its drivers."""
    mine = select(_races.id).where(_races.league == league)
    past = past_entries.c
    for row in connection.execute(select(past.race, past.entry, past.driver).where(past.race.in_(mine))).all():
        driver = row.driver.partition(" · ")[0]
        if row.driver == f"{driver} · {was}"[:64]:
            name = f"{driver} · {title}"
            this = past.race == row.race, past.entry == row.entry
            connection.execute(update(past_entries).where(*this).values(driver=name))
