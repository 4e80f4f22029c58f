"""Servers that are removed: which there are, what one would lose, and whom its end takes something from."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, func, or_, select, union

from db.opening.prepared import Prepared, any_of
from db.opening.writer import Reader
from db.reading.accounts import balance_of
from db.schema import tables
from db.schema.boards import daily_boards, gazettes
from db.schema.fixtures import fixtures
from db.schema.money import accounts, side_bets, tickets
from db.schema.publishing import publishing
from db.schema.removals import receipts, removals
from engine.betting.book import Account
from records.removals import WELCOMED, Holdings, Left, Receipt, Removal
from records.values import CupId, PlayerId, RaceId

OPEN = ("lobby", "running", "paused")
_races, _factions = tables.races.c, tables.factions.c
_removals = removals.c
AWAY = select(_removals.guild).where(_removals.state == "away")
"""Servers that have thrown the bot out: nothing is posted there, and nothing falls due."""

OUT = select(_removals.guild)
"""These, and servers that are removed: nothing is opened there, and what comes regularly is not posted."""

_ALL = Prepared(select(removals).order_by(_removals.at, _removals.guild))
_OWED = Prepared(select(receipts).where(receipts.c.guild.not_in(OUT)).order_by(receipts.c.at, receipts.c.guild))
_IN = (removals, tables.races, tables.cups, tables.guilds, fixtures, daily_boards, gazettes, publishing)
_BOARDS = (daily_boards, gazettes)
_IS_OPEN_BET, _IS_OPEN_SIDE = tickets.c.state == "open", side_bets.c.state.in_(("offered", "accepted"))
_WAITING = Prepared(
    select(tables.outbox.c.id)
    .join(tables.races, _races.id == tables.outbox.c.race)
    .where(_races.guild == bindparam("here"), any_of(tables.outbox.c.state, ("new", "sending")))
    .where(tables.outbox.c.due <= bindparam("now"))
    .limit(1)
)


class RemovalIndex:
    """Looks servers up that are removed; each method is one transaction on a reading thread."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def all(self) -> list[Removal]:
        """Return the servers that are to be removed, and how far that is."""
        return [Removal(row.guild, row.state, row.at, row.due) for row in await self._reader.found(_ALL)]

    async def owed(self) -> list[Receipt]:
        """Return the owners of servers that I have left, as long as they do not know."""
        return [Receipt(row.guild, row.player, row.token, row.at) for row in await self._reader.found(_OWED)]

    async def of(self, guild: int) -> Removal | None:
        """Return how far a server is on its way out; ``None`` if it is not."""
        return next((each for each in await self.all() if each.guild == guild), None)

    async def servers(self) -> list[int]:
        """Return the servers of which anything is kept but their money."""
        found = union(*(select(table.c.guild).where(table.c.guild > 0) for table in _IN))
        return await self._reader.run(lambda connection: sorted(connection.scalars(found)))

    async def cups(self, guild: int) -> list[CupId]:
        """Return the cups of a server that are not over."""
        found = select(tables.cups.c.id).where(tables.cups.c.guild == guild, tables.cups.c.state == "open")
        return await self._reader.run(lambda connection: [CupId(each) for each in connection.scalars(found)])

    async def last_of(self, cup: CupId) -> RaceId | None:
        """Return the last race of a cup."""
        found = select(func.max(_races.id)).where(_races.cup == cup)
        return await self._reader.run(lambda connection: connection.scalar(found))

    async def is_silent(self, guild: int, now: float) -> bool:
        """Tell whether nothing waits to be posted or sent of a server."""
        return not await self._reader.found(_WAITING, here=guild, now=now)

    async def holdings(self, guild: int) -> Holdings:
        """Return what a server would lose."""
        return await self._reader.run(lambda connection: _holdings(connection, guild))

    async def losses(self, guild: int) -> dict[PlayerId, Left]:
        """Return whom the end of all takes a bet or a seat from."""
        return await self._reader.run(lambda connection: _losses(connection, guild))


def is_kept(connection: Connection, guild: int) -> bool:
    """Tell whether anything is kept of a server but its money, and that it is on its way out."""
    known = [exists().where(table.c.guild == guild) for table in _IN if table is not removals]
    welcomed = exists().where(tables.settings.c.name == WELCOMED.format(guild=guild))
    return bool(connection.scalar(select(or_(*known, welcomed))))


def _holdings(connection: Connection, guild: int) -> Holdings:
    here, is_open = _races.guild == guild, _races.state.in_(OPEN)
    bets, staked = _open_bets(connection, guild)
    money = [each for each in _purses(connection, guild) if each]
    return Holdings(
        races=_count(connection, _races.id, here, is_open, tables.IS_RACE),
        cups=_count(connection, tables.cups.c.id, tables.cups.c.guild == guild, tables.cups.c.state == "open"),
        leagues=_count(connection, _races.id, here, is_open, tables.IS_LEAGUE),
        fixtures=_count(connection, fixtures.c.id, fixtures.c.guild == guild, fixtures.c.state != "off"),
        over=_count(connection, _races.id, here, ~is_open),
        posts=_posts(connection, guild),
        bets=bets,
        staked=staked,
        purses=len(money),
        money=sum(money),
        cards=_count(connection, _races.id, here, is_open, _races.card.is_not(None)),
    )


def _posts(connection: Connection, guild: int) -> int:
    """Return how many things are posted again and again: the race of the day, the gazette."""
    kept = [_count(connection, each.c.guild, each.c.guild == guild, each.c.state == "on") for each in _BOARDS]
    return sum(kept)


def _count(connection: Connection, column: Any, *where: ColumnElement[bool]) -> int:
    return int(connection.scalar(select(func.count(column)).where(*where)) or 0)


def _purses(connection: Connection, guild: int) -> Sequence[int]:
    mine = select(accounts.c.player).where(accounts.c.guild == guild, accounts.c.kind == "purse", accounts.c.player > 0)
    return [balance_of(connection, Account("purse", guild, player)) or 0 for player in connection.scalars(mine).all()]


def _open_bets(connection: Connection, guild: int) -> tuple[int, int]:
    """Return how many bets are open in a server, side bets counted, and the sesterces in them."""
    found = list(_stakes(connection, guild))
    return len(found), sum(each.bets for _, each in found)


def _stakes(connection: Connection, guild: int) -> Iterator[tuple[PlayerId, Left]]:
    """Yield who has what in open bets: who offers a side bet holds their stake ready, who took it up the other."""
    here = select(_races.id).where(_races.guild == guild)
    for row in connection.execute(select(tickets).where(tickets.c.race.in_(here), _IS_OPEN_BET)):
        yield PlayerId(row.player), Left(RaceId(row.race), row.stake, 0)
    for row in connection.execute(select(side_bets).where(side_bets.c.race.in_(here), _IS_OPEN_SIDE)):
        yield PlayerId(row.proposer), Left(RaceId(row.race), row.stake, 0)
        if row.state == "accepted":
            yield PlayerId(row.taker), Left(RaceId(row.race), row.against, 0)


def _seats(connection: Connection, guild: int) -> Iterator[tuple[PlayerId, Left]]:
    """Yield who drives in which race under way; nobody's practice counts."""
    at_the_reins = func.coalesce(_factions.substitute, _factions.player).label("player")
    found = (
        select(_factions.race, at_the_reins)
        .join(tables.races, _races.id == _factions.race)
        .where(_races.guild == guild, _races.state.in_(("running", "paused")), tables.IS_RACE, _races.lesson.is_(None))
        .where(_factions.standin.is_(None))
    )
    for row in connection.execute(found):
        if row.player is not None:
            yield PlayerId(row.player), Left(RaceId(row.race), 0, 1)


def _losses(connection: Connection, guild: int) -> dict[PlayerId, Left]:
    found: dict[PlayerId, Left] = {}
    for player, each in (*_stakes(connection, guild), *_seats(connection, guild)):
        known = found.get(player, Left(each.race, 0, 0))
        found[player] = Left(known.race, known.bets + each.bets, known.seats + each.seats)
    return {player: left for player, left in sorted(found.items()) if player > 0}
