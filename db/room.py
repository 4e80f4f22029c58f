"""Whether there is room for one more race, cup or league, counted in the transaction that inserts it."""

from typing import Literal

from sqlalchemy import Connection, bindparam, func, select

from db import schema
from db.prepared import Prepared, any_of
from records.limits import (
    CUPS_IN_A_SERVER,
    CUPS_OF_ONE,
    LEAGUES_IN_A_SERVER,
    LEAGUES_OF_ONE,
    LESSONS_OF_ONE,
    PRACTICES_OF_ONE,
    RACES_IN_A_SERVER,
    RACES_OF_ONE,
)
from records.races import RaceRecord
from records.values import PlayerId, RaceId

OPEN = ("lobby", "running", "paused")
Hosted = Literal["race", "cup", "league", "practice", "lesson"]

_races, _cups = schema.races.c, schema.cups.c
_HOSTS_OF_RACES = (
    select(_races.host, func.count())
    .where(_races.guild == bindparam("where"), any_of(_races.state, OPEN), _races.lesson.is_(None))
    .where(_races.cup.is_(None), _races.league.is_(None))
    .group_by(_races.host)
)
_HOSTS = {
    "race": Prepared(_HOSTS_OF_RACES.where(_races.is_league.is_(False))),
    "league": Prepared(_HOSTS_OF_RACES.where(_races.is_league.is_(True))),
    "cup": Prepared(
        select(_cups.host, func.count())
        .where(_cups.guild == bindparam("where"), _cups.state == "open")
        .group_by(_cups.host)
    ),
}
_OF_ONE = {"race": RACES_OF_ONE, "cup": CUPS_OF_ONE, "league": LEAGUES_OF_ONE}
_IN_A_SERVER = {"race": RACES_IN_A_SERVER, "cup": CUPS_IN_A_SERVER, "league": LEAGUES_IN_A_SERVER}
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


def require_room_for_race(connection: Connection, race: RaceRecord) -> None:
    """:raises NoRoom: if no race, league or practice like this one can be opened besides those that are there."""
    if race.lesson is not None:
        _require_room_alone(connection, race, race.lesson)
    else:
        require_room(connection, "league" if race.is_league else "race", race.guild, race.host)


def require_room(connection: Connection, what: Literal["race", "cup", "league"], guild: int, host: PlayerId) -> None:
    """Let who hosts none open one however full the server is: nobody is locked out by others (S-53).

    :raises NoRoom: if this person hosts as many as they may, or some, and the server has as many as it may.
    """
    found = sorted(_HOSTS[what].rows(connection, {"where": guild}), key=lambda row: (-row[1], row[0]))
    hosts = {PlayerId(row[0]): int(row[1]) for row in found}
    own = hosts.get(host, 0)
    if own >= _OF_ONE[what].most:
        raise NoRoom(what, _OF_ONE[what].most, {host: own}, own)
    if own and sum(hosts.values()) >= _IN_A_SERVER[what].most:
        raise NoRoom(what, _IN_A_SERVER[what].most, hosts, own)


def _require_room_alone(connection: Connection, race: RaceRecord, lesson: int) -> None:
    what: Hosted = "lesson" if lesson else "practice"
    most = (LESSONS_OF_ONE if lesson else PRACTICES_OF_ONE).most
    whose = {"whose": race.host, "lesson": lesson}
    rows = _LESSONS.rows(connection, {**whose, "game": race.ruleset}) if lesson else _PRACTICES.rows(connection, whose)
    if len(rows) >= most:
        full = NoRoom(what, most, {race.host: len(rows)}, len(rows))
        full.races = tuple(RaceId(row.id) for row in rows)
        raise full
