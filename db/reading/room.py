"""Whether there is room for one more race, cup or league, counted in the transaction that inserts it."""

from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, bindparam, func, select

from db.opening.json_text import NumberIn
from db.opening.prepared import Prepared, any_of
from db.reading.persons import last_forgotten
from db.schema import tables
from db.schema.fixtures import planned
from records.limits import (
    CUPS_IN_A_SERVER,
    CUPS_OF_ONE,
    LEAGUES_IN_A_SERVER,
    LEAGUES_OF_ONE,
    LESSONS_OF_ONE,
    OPENED_OF_ONE,
    PRACTICES_OF_ONE,
    RACES_IN_A_SERVER,
    RACES_OF_ONE,
    STRANGERS_WAIT,
    Limit,
)
from records.races import RaceRecord
from records.values import PlayerId, RaceId

OPEN = ("lobby", "running", "paused")
Shared = Literal["race", "cup", "league"]
Hosted = Literal["race", "cup", "league", "practice", "lesson"]

_races, _cups, _acts = tables.races.c, tables.cups.c, tables.acts.c
_OF_FIXTURES = select(planned.c.race).where(planned.c.fixture.is_not(None))
_HOSTS_OF_RACES = (
    select(_races.host, func.count())
    .where(_races.guild == bindparam("where"), any_of(_races.state, OPEN), _races.lesson.is_(None))
    .where(_races.cup.is_(None), _races.league.is_(None), _races.id.not_in(_OF_FIXTURES))
    .group_by(_races.host)
)
_HOSTS = {
    "race": Prepared(_HOSTS_OF_RACES.where(tables.IS_RACE)),
    "league": Prepared(_HOSTS_OF_RACES.where(tables.IS_LEAGUE)),
    "cup": Prepared(
        select(_cups.host, func.count())
        .where(_cups.guild == bindparam("where"), _cups.state == "open")
        .group_by(_cups.host)
    ),
}
_whose: ColumnElement[int] = bindparam("whose")
# Who opened what was handed on since is whom its first change of hosts names as the host before.
_elected = select(NumberIn(_acts.body, "was")).where(_acts.kind == "elect").limit(1)
_OPENER = func.coalesce(
    _elected.where(_acts.race == _races.id).order_by(_acts.n).correlate(tables.races).scalar_subquery(), _races.host
)
_in_cup = tables.races.alias()
_OPENER_OF_CUP = func.coalesce(
    _elected.join(_in_cup, _in_cup.c.id == _acts.race)
    .where(_in_cup.c.cup == _cups.id)
    .order_by(_acts.at, _acts.race, _acts.n)
    .correlate(tables.cups)
    .scalar_subquery(),
    _cups.host,
)
_OPENED_RACES = (
    select(_races.opened)
    .where(_races.opened > bindparam("since"), _races.cup.is_(None), _races.league.is_(None))
    .where(_races.id.not_in(_OF_FIXTURES))
    .order_by(_races.opened.desc())
)
_OPENED_HERE = _OPENED_RACES.where(_races.guild == bindparam("where"), _races.lesson.is_(None), _whose == _OPENER)
_OPENED = {
    "race": Prepared(_OPENED_HERE.where(tables.IS_RACE)),
    "league": Prepared(_OPENED_HERE.where(tables.IS_LEAGUE)),
    "cup": Prepared(
        select(_cups.opened)
        .where(
            _cups.opened > bindparam("since"), _cups.guild == bindparam("where"), bindparam("whose") == _OPENER_OF_CUP
        )
        .order_by(_cups.opened.desc())
    ),
}
_OPENED_ALONE = Prepared(_OPENED_RACES.where(_races.lesson.is_not(None), _races.host == bindparam("whose")))
_OF_ONE = {"race": RACES_OF_ONE, "cup": CUPS_OF_ONE, "league": LEAGUES_OF_ONE}
_IN_A_SERVER = {"race": RACES_IN_A_SERVER, "cup": CUPS_IN_A_SERVER, "league": LEAGUES_IN_A_SERVER}
_KIND = select(_races.guild, _races.cup, _races.league, _races.lesson, _races.is_league).where(
    _races.id == bindparam("this")
)
_ALONE = (
    select(_races.id)
    .where(_races.host == bindparam("whose"), any_of(_races.state, OPEN), _races.league.is_(None))
    .where(_races.lesson == bindparam("lesson"))
    .order_by(_races.id)
)
_PRACTICES, _LESSONS = Prepared(_ALONE), Prepared(_ALONE.where(_races.ruleset == bindparam("game")))


class NoRoom(Exception):
    """Nothing more can be opened: a person, or a server, has as many as it may."""

    def __init__(self, what: Hosted, at_most: int, hosts: dict[PlayerId, int], own: int) -> None:
        super().__init__(what, at_most, hosts, own)
        self.what, self.at_most = what, at_most
        self.hosts = hosts
        """How many each person hosts in the server, the most first."""
        self.own = own
        """How many of them are this person's."""
        self.races: tuple[RaceId, ...] = ()
        """What a person does alone: all of it, the oldest first."""


class TooOften(Exception):
    """Somebody has done something as often as a limit allows."""

    def __init__(self, kind: str, limit: Limit, again: float) -> None:
        super().__init__(kind, limit, again)
        self.kind, self.limit = kind, limit
        self.again = again
        """When they may again, in seconds since 1970."""


def require_room_for_race(connection: Connection, race: RaceRecord) -> None:
    """Do nothing if one more race, league or practice like this one can be opened.

    :raises NoRoom: if its host, or the server, has as many as may be.
    :raises TooOften: if its host has opened as many of late, or was forgotten.
    """
    if race.lesson is not None:
        _require_no_stranger(connection, race.host, race.opened)
        _require_seldom("practice", _OPENED_ALONE.rows(connection, _lately("practice", race.host, race.opened)))
        _require_room_alone(connection, race, race.lesson)
    else:
        require_room(connection, race.kind.noun, race.guild, race.host, race.opened)


def require_room(connection: Connection, what: Shared, guild: int, host: PlayerId, now: float) -> None:
    """Let who hosts none open one however full the server is: nobody is locked out by others (S-53).

    :raises NoRoom: if this person hosts as many as they may, or some, and the server has as many as it may.
    :raises TooOften: if they have opened as many of late, or were forgotten.
    """
    _require_no_stranger(connection, host, now)
    _require_seldom(what, _OPENED[what].rows(connection, {**_lately(what, host, now), "where": guild}))
    hosts = _hosts(connection, what, guild)
    own = hosts.get(host, 0)
    _require_own_room(what, host, own)
    if own and sum(hosts.values()) >= _IN_A_SERVER[what].most:
        raise NoRoom(what, _IN_A_SERVER[what].most, hosts, own)


def require_room_to_host(connection: Connection, race: RaceId, host: PlayerId) -> None:
    """Do nothing if somebody may host a race, or its cup or league, besides what they host.

    :raises NoRoom: if they host as many as they may.
    """
    row = connection.execute(_KIND, {"this": race}).one()
    if row.league is None and row.lesson is None:
        what: Shared = "cup" if row.cup is not None else "league" if row.is_league else "race"
        _require_own_room(what, host, _hosts(connection, what, row.guild).get(host, 0))


def _hosts(connection: Connection, what: Shared, guild: int) -> dict[PlayerId, int]:
    """Return how many each person hosts in a server, the most first."""
    found = sorted(_HOSTS[what].rows(connection, {"where": guild}), key=lambda row: (-row[1], row[0]))
    return {PlayerId(row[0]): int(row[1]) for row in found}


def _require_own_room(what: Shared, host: PlayerId, own: int) -> None:
    if own >= _OF_ONE[what].most:
        raise NoRoom(what, _OF_ONE[what].most, {host: own}, own)


def _lately(what: Hosted, host: PlayerId, now: float) -> dict[str, float]:
    return {"whose": host, "since": now - OPENED_OF_ONE[what].span}


def _require_no_stranger(connection: Connection, host: PlayerId, now: float) -> None:
    """:raises TooOften: if somebody was forgotten of late: what they opened before is not known any more."""
    forgotten = last_forgotten(connection, host)
    if forgotten is not None and forgotten + STRANGERS_WAIT > now:
        raise TooOften("forgotten", Limit(1, STRANGERS_WAIT), forgotten + STRANGERS_WAIT)


def _require_seldom(what: Hosted, rows: list[Any]) -> None:
    """:raises TooOften: if as many were opened as may be; *rows* are the times, the latest first."""
    limit = OPENED_OF_ONE[what]
    if len(rows) >= limit.most:
        raise TooOften(what, limit, rows[limit.most - 1][0] + limit.span)


def _require_room_alone(connection: Connection, race: RaceRecord, lesson: int) -> None:
    what: Hosted = "lesson" if lesson else "practice"
    most = (LESSONS_OF_ONE if lesson else PRACTICES_OF_ONE).most
    whose = {"whose": race.host, "lesson": lesson}
    rows = _LESSONS.rows(connection, {**whose, "game": race.ruleset}) if lesson else _PRACTICES.rows(connection, whose)
    if len(rows) >= most:
        full = NoRoom(what, most, {race.host: len(rows)}, len(rows))
        full.races = tuple(RaceId(row.id) for row in rows)
        raise full
