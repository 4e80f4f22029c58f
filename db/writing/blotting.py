"""Taking a person out of every column, by the map of what each holds (:mod:`db.schema.holds`)."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Column, Connection, Table, delete, insert, or_, select, update

from db.reading.mine import people_in
from db.schema import tables
from db.schema.fixtures import fixtures
from db.schema.follows import follow_news, follows
from db.schema.holds import INSIDE, NAME, OWNED, TEXT, holds
from db.schema.letters import letters
from db.schema.money import side_bets, tickets
from db.schema.people import forgetting, persons
from db.schema.removals import receipts
from db.writing.blotting_names import own_races, rename_entries, rename_titles
from db.writing.leaving_purses import blank_memos
from records.people import FORMER
from records.values import PlayerId, RaceId

DROPPED = (letters, tables.players, tables.gone, persons, forgetting, follows, follow_news, receipts)
"""Tables whose rows are one person's alone, and go."""

REWRITTEN = (tables.acts.c.body, tables.outbox.c.body, tables.outbox.c.outcome, tables.races.c.comes_home)
"""Columns in which people stand by number or name among others. Facts, views and states know them by entry alone."""

SEARCHED = 2_000
"""Rows that are looked through in one go."""


class Former(NamedTuple):
    """Somebody who is forgotten."""

    player: PlayerId
    number: PlayerId  # stands for them from now on; below zero


class Blotted(NamedTuple):
    """Where somebody stood."""

    races: tuple[RaceId, ...]
    open_races: tuple[RaceId, ...]
    guilds: tuple[int, ...]


def blot_out(connection: Connection, who: Former, stand_ins: Mapping[str, str], now: float) -> Blotted:
    """Take a person out of all rows; a house driver takes over where they still had the reins."""
    races = own_races(connection, who.player)
    rename_titles(connection, who.player)
    rename_entries(connection, who.player)
    blank_memos(connection, who.player)
    _empty_places(connection, who, stand_ins)
    _drop_reserved(connection, who.player)
    _rewrite(connection, who)
    _replace(connection, who)
    for table in DROPPED:
        whose = table.c.player
        connection.execute(delete(table).where(whose == who.player))
    connection.execute(delete(follows).where(follows.c.person == who.player))
    known = connection.execute(select(tables.races).where(tables.races.c.id.in_(sorted(races)))).all()
    guilds = sorted({row.guild for row in known if row.guild})
    if guilds:
        gone = [{"guild": guild, "player": who.number, "since": now} for guild in guilds]
        connection.execute(insert(tables.gone), gone)
    is_open = [RaceId(row.id) for row in known if row.state in ("lobby", "running", "paused")]
    return Blotted(tuple(RaceId(row.id) for row in known), tuple(is_open), tuple(guilds))


def _empty_places(connection: Connection, who: Former, stand_ins: Mapping[str, str]) -> None:
    """Let house drivers drive where this person still would; a league's stable goes to its manager, as it looks."""
    places, races = tables.factions.c, tables.races.c
    lent = update(tables.factions).where(places.substitute == who.player)
    for ruleset, stand_in in stand_ins.items():
        here = select(races.id).where(
            races.ruleset == ruleset, tables.IS_RACE, races.state.in_(("lobby", "running", "paused"))
        )
        alone = places.player == who.player, places.substitute.is_(None), places.standin.is_(None)
        connection.execute(update(tables.factions).where(*alone, places.race.in_(here)).values(standin=stand_in))
        connection.execute(lent.where(places.race.in_(here)).values(substitute=None, standin=stand_in))
    leagues = select(races.id).where(tables.IS_LEAGUE, races.state.in_(("lobby", "running", "paused")))
    connection.execute(lent.where(places.race.in_(leagues)).values(substitute=None))


def _drop_reserved(connection: Connection, player: PlayerId) -> None:
    """Keep no place for them in any lobby."""
    races = tables.races.c
    found = connection.execute(select(races.id, races.reserved).where(races.reserved.contains(str(player))))
    for race, reserved in found.all():
        kept = [each for each in json.loads(reserved) if each["player"] != player]
        stored = json.dumps(kept, separators=(",", ":"), ensure_ascii=False)
        connection.execute(update(tables.races).where(races.id == race).values(reserved=stored))


def _rewrite(connection: Connection, who: Former) -> None:
    """Take their number, with their name and words beside it, out of what is kept as JSON."""
    waits = tables.outbox.c.state.in_(("new", "sending"))
    theirs = update(tables.outbox).where(tables.outbox.c.player == who.player, waits)
    connection.execute(theirs.values(state="cancelled", outcome=None))
    for column in REWRITTEN:
        table: Any = column.table
        keys = list(table.primary_key.columns)
        found = connection.execute(select(*keys, column).where(column.contains(str(who.player))))
        for *key, told in found.all():
            this = [each == value for each, value in zip(keys, key, strict=True)]
            connection.execute(update(table).where(*this).values({column.name: without(told, who)}))


def without(told: str, who: Former) -> str:
    """Return a text without a person; JSON stays JSON.

    >>> without('{"by":101,"reason":"ill","body":"{\\\\"player\\\\":101}"}', Former(PlayerId(101), PlayerId(-7)))
    '{"by":-7,"reason":"","body":"{\\\\"player\\\\":-7}"}'
    >>> without("told 101 by <@101>", Former(PlayerId(101), PlayerId(-7)))
    'told -7 by A former player'
    """
    try:
        value = json.loads(told)
    except ValueError:
        return _plain(told, who)
    return json.dumps(_walked(value, who), separators=(",", ":"), ensure_ascii=False)


_OWN = {"reason": "", "name": FORMER}
"""What stands for their words, in a JSON object that names them."""


def _walked(value: Any, who: Former) -> Any:
    match value:
        case dict():
            is_theirs = any(type(each) is int and each == who.player for each in value.values())
            own = {name: to for name, to in _OWN.items() if is_theirs and isinstance(value.get(name), str)}
            return {name: own.get(name, _walked(each, who)) for name, each in value.items()}
        case list():
            return [_walked(each, who) for each in value]
        case int() if type(value) is int and value == who.player:
            return who.number
        case str():
            return without(value, who) if str(who.player) in value else value
    return value


def _plain(told: str, who: Former) -> str:
    named = re.sub(rf"<@!?{who.player}>", FORMER, told)
    return re.sub(rf"(?<!\d){who.player}(?!\d)", str(who.number), named)


def _replace(connection: Connection, who: Former) -> None:
    """Let the new number stand in every column that holds a person's, and FORMER for names; their words go."""
    for table in tables.metadata.tables.values():
        people = people_in(table) if table not in DROPPED else []
        for name in people:
            values: dict[str, Any] = {name: who.number, **_emptied(table, name)}
            if table is side_bets and name in ("proposer", "taker"):
                continue  # both at once, with who has won
            if table is tickets:
                _replace_tickets(connection, who)
                continue
            if table is side_bets and name == "winner":
                _replace_sides(connection, who)
                continue
            connection.execute(update(table).where(table.c[name] == who.player).values(values))


def _emptied(table: Table, person: str) -> dict[str, str]:
    """Return what stands for the names and words that a person has in a row."""
    owned = [column for column in table.columns if holds(column).kind in OWNED and holds(column).of == person]
    if table in (tables.races, tables.cups, fixtures):
        return {}  # titles are done: another may host by now
    if table.name == "past_entry":
        return {}  # a chariot is its owner's, and done
    kinds = {NAME: FORMER, TEXT: ""}
    return {column.name: kinds[holds(column).kind] for column in owned}


def _replace_tickets(connection: Connection, who: Former) -> None:
    found = connection.execute(select(tickets.c.race, tickets.c.number).where(tickets.c.player == who.player))
    for race, number in found.all():
        this = tickets.c.race == race, tickets.c.number == number
        values = {"player": who.number, "name": FORMER, "key": f"forgotten:{race}:{number}"}
        connection.execute(update(tickets).where(*this).values(values))


def _replace_sides(connection: Connection, who: Former) -> None:
    sides = side_bets.c
    mine = or_(sides.proposer == who.player, sides.taker == who.player)
    for row in connection.execute(select(side_bets).where(mine)).all():
        values: dict[str, Any] = {}
        if row.proposer == who.player:
            key = f"forgotten:{row.race}:{row.number}"
            values |= {"proposer": who.number, "proposer_name": FORMER, "key": key}
        else:
            values |= {"taker": who.number, "taker_name": FORMER}
        values |= {"winner": who.number} if row.winner == who.player else {}
        connection.execute(update(side_bets).where(sides.race == row.race, sides.number == row.number).values(values))


def searched() -> Iterable[Column[Any]]:
    """Return the columns in which people may stand among others, besides what digests cover."""
    return [each for table in tables.metadata.tables.values() for each in table.columns if holds(each).kind == INSIDE]
