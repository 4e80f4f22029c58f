"""The people whom somebody has met in rated races: who has met a few is known (docs/ratings.md)."""

from sqlalchemy import Connection, bindparam, func, select

from db.schema import tables
from records.values import PlayerId, RaceId

_races = tables.races.c
_mine, _other = tables.factions.alias(), tables.factions.alias()
_members = select(tables.factions.c.player).where(
    tables.factions.c.race == bindparam("league"), tables.factions.c.player.is_not(None)
)
_MET = (
    select(func.count(_other.c.player.distinct()))
    .select_from(_mine)
    .join(tables.races, _races.id == _mine.c.race)
    .join(_other, _other.c.race == _mine.c.race)
    .where(_mine.c.player == bindparam("player"), _other.c.player != bindparam("player"))
    .where(_races.guild == bindparam("guild"), _races.state == "finished", _races.is_rated.is_(True))
    .where(tables.IS_RACE, _races.lesson.is_(None))
)
_MET_OUTSIDE = _MET.where(func.coalesce(_races.league, 0) != bindparam("league"), _other.c.player.not_in(_members))


def rivals_of(connection: Connection, guild: int, player: PlayerId) -> int:
    """Return how many people somebody has met in rated races of a server that have come to their end."""
    return int(connection.scalar(_MET, {"player": player, "guild": guild}) or 0)


def rivals_outside(connection: Connection, guild: int, player: PlayerId, league: RaceId) -> int:
    """Return the same, without the races of a league and its members: they may all be one person's accounts."""
    return int(connection.scalar(_MET_OUTSIDE, {"player": player, "guild": guild, "league": league}) or 0)
