"""What people follow, and which races they are to hear of. Each method is one transaction."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, text, update

from db.opening.writer import Reader, Writer
from db.schema import tables
from db.schema.follows import follow_news, follows
from db.schema.past import past_entries, past_races
from db.writing.batches import add_notices
from records.follows import NO_STABLE, Follow
from records.limits import DAY, FOLLOWS_OF_ONE
from records.notices import Notice
from records.past import Summary
from records.values import PlayerId, RaceId

NEWS_STAND = DAY
"""Seconds after its end for which a race is news."""

NEWS_KEPT = 30 * DAY
"""Seconds for which it is known to have been told."""

_f, _n, _races, _outbox = follows.c, follow_news.c, tables.races.c, tables.outbox.c
_IS_OPEN = or_(_f.race == 0, _races.state.in_(("lobby", "running", "paused")))
_ENDED = func.coalesce(_races.ended, _races.opened)
_WITH_RACES = follows.outerjoin(tables.races, _races.id == _f.race)


class FollowStore:
    """Keeps what people follow. Whoever follows stands in no other row, and nobody is asked who follows them."""

    def __init__(self, writer: Writer, reader: Reader) -> None:
        self._writer, self._reader = writer, reader

    async def add(self, follow: Follow, now: float) -> bool:
        """Keep that somebody follows something, once; tell whether they may follow as much."""

        def work(connection: Connection) -> bool:
            if connection.scalar(select(_f.since).where(*_this(follow))) is not None:
                return True
            mine = select(func.count()).select_from(_WITH_RACES).where(_f.player == follow.player, _IS_OPEN)
            if (connection.scalar(mine) or 0) >= FOLLOWS_OF_ONE.most:
                return False
            connection.execute(insert(follows).values(**msgspec.structs.asdict(follow), since=now))
            return True

        return await self._writer.run(work)

    async def drop(self, follow: Follow) -> None:
        """Forget that somebody follows something."""
        await self._writer.run(lambda connection: connection.execute(delete(follows).where(*_this(follow))))

    async def of(self, player: PlayerId) -> list[Follow]:
        """Return what a person follows, the oldest first, without races and leagues that are over."""
        found = select(follows).select_from(_WITH_RACES).where(_f.player == player, _IS_OPEN)
        rows = await self._reader.rows(found.order_by(_f.since, _f.person, _f.race, _f.stable))
        return [_follow(row) for row in rows]

    async def about(self, player: PlayerId, race: RaceId) -> list[Follow]:
        """Return for what a person hears of a race that was summed up: empty if they follow nothing of it any more."""

        def read(connection: Connection) -> list[Follow]:
            this = connection.execute(select(past_races).where(past_races.c.race == race)).first()
            if this is None:
                return []
            drove = connection.execute(select(past_entries).where(past_entries.c.race == race)).all()
            found = select(follows).where(_f.player == player, _about(this, drove)).order_by(_f.person, _f.race)
            return [_follow(row) for row in connection.execute(found)]

        return await self._reader.run(read)

    async def of_race(self, player: PlayerId, race: RaceId) -> list[Follow]:
        """Return what a person follows of one race or league itself, for when it is called off."""
        found = select(follows).where(_f.player == player, _f.race == race).order_by(_f.stable)
        return [_follow(row) for row in await self._reader.rows(found)]

    async def due(self, now: float, *, gathered: float, rests: float, at_most: int) -> list[PlayerId]:
        """Return who is to be told something, the longest wait first, as long as few such messages are on their way.

        :param gathered: seconds for which news is gathered.
        :param rests: seconds between two messages to one person.
        :param at_most: such messages that may be on their way at once.
        """
        is_on_its_way = _outbox.kind == "follow", text(tables.IS_WAITING)  # in the words of its index
        open_now = (await self._reader.rows(select(func.count().label("n")).where(*is_on_its_way)))[0].n
        rested = select(_n.player).where(_n.told > now - rests)
        found = (
            select(_n.player)
            .where(_n.told.is_(None), _n.at >= now - NEWS_STAND, _n.player.not_in(rested))
            .group_by(_n.player)
            .having(func.min(_n.at) <= now - gathered)
            .order_by(func.min(_n.at), _n.player)
            .limit(max(0, at_most - open_now))
        )
        return [PlayerId(row.player) for row in await self._reader.rows(found)]

    async def hand_over(
        self, player: PlayerId, now: float, at_most: int, notice: Callable[[Sequence[RaceId]], Notice]
    ) -> bool:
        """Put what a person is to be told into the outbox, some races in one message; tell whether there was any."""

        def work(connection: Connection) -> bool:
            mine = select(_n.race).where(_n.player == player, _n.told.is_(None), _n.at >= now - NEWS_STAND)
            races = [RaceId(each) for each in connection.scalars(mine.order_by(_n.at, _n.race).limit(at_most))]
            if races:
                these = update(follow_news).where(_n.player == player, _n.race.in_(races))
                connection.execute(these.values(told=now))
                add_notices(connection, [notice(races)])
            return bool(races)

        return await self._writer.run(work)

    async def tidy(self, now: float) -> None:
        """Drop news that is old, and what people follow of races that are over for good."""

        def work(connection: Connection) -> None:
            is_old = or_(and_(_n.told.is_(None), _n.at < now - NEWS_STAND), _n.told < now - NEWS_KEPT)
            connection.execute(delete(follow_news).where(is_old))
            over = select(_races.id).where(_races.state.in_(("finished", "cancelled")), now - NEWS_STAND > _ENDED)
            gone = _f.race.not_in(select(_races.id))
            connection.execute(delete(follows).where(_f.race != 0, or_(_f.race.in_(over), gone)))

        await self._writer.run(work)


def tell_followers(connection: Connection, summary: Summary) -> None:
    """Note a race that has been driven to its end as news for whoever follows it and was not in it, once for each."""
    race = summary.race
    if race.outcome != "finished":
        return
    known = select(_n.player).where(_n.race == race.race)
    about = _about(race, summary.entries)
    found = connection.scalars(select(_f.player).distinct().where(about, _f.since <= race.at, _f.player.not_in(known)))
    told = [
        {"player": each, "race": race.race, "at": race.at} for each in sorted(set(found) - _people(summary.entries))
    ]
    if told:
        connection.execute(insert(follow_news), told)


def tell_called_off(connection: Connection, race: RaceId, at: float) -> None:
    """Note a race or league that was called off as news for whoever follows it itself and has no place in it, once."""
    seats = tables.factions.c
    inside = [select(each).where(seats.race == race, each.is_not(None)) for each in (seats.player, seats.substitute)]
    known = select(_n.player).where(_n.race == race)
    mine = (_f.race == race, _f.since <= at, _f.player.not_in(known), *(_f.player.not_in(each) for each in inside))
    found = sorted(connection.scalars(select(_f.player).distinct().where(*mine)))
    if found:
        connection.execute(insert(follow_news), [{"player": each, "race": race, "at": at} for each in found])


def _people(drove: Sequence[Any]) -> set[PlayerId]:
    """Return who had a part in a race."""
    return {each for one in drove for each in (one.person, one.owner, one.last) if each is not None}


def _about(race: Any, drove: Sequence[Any]) -> ColumnElement[bool]:
    """Return which rows are about a race: it, its league, a stable in it, somebody in it."""
    stables = sorted({NO_STABLE, *(each.faction for each in drove if each.faction is not None)})
    return or_(
        and_(_f.race == race.race, _f.stable == NO_STABLE),
        and_(_f.race == (race.league or -1), _f.stable.in_(stables)),
        and_(_f.guild == race.guild, _f.person != 0, _f.person.in_(sorted(_people(drove)))),
    )


def _this(follow: Follow) -> list[ColumnElement[bool]]:
    return [follows.c[name] == value for name, value in msgspec.structs.asdict(follow).items()]


def _follow(row: Any) -> Follow:
    values = row._mapping
    return Follow(**{name: values[name] for name in Follow.__struct_fields__})
