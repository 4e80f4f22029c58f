"""Looking back at purses and bets; nothing is changed here."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, String, and_, bindparam, cast, desc, func, select

from db.opening.writer import Reader
from db.reading.accounts import statement_of
from db.reading.audit import audit_of
from db.schema import tables
from db.schema.money import accounts, markets, side_bets, tickets
from engine.betting.book import Ticket
from engine.betting.records import Audit, PastTicket, StatementLine, Tipster
from records.values import PlayerId, Sesterces
from records.years import Winnings

MOST_TOLD = 50
"""Postings in a statement, tickets in a history, unless more are asked for."""

_tickets, _markets, _races, _entries = tickets.c, markets.c, tables.races.c, tables.entries.c
_IS_ON = and_(_entries.race == _tickets.race, cast(_entries.entry, String) == _tickets.choice)
_PAST = (
    select(
        *(_tickets[field] for field in Ticket.__struct_fields__),
        _races.title,
        _markets.kind,
        _markets.window,
        func.coalesce(_entries.name, ""),
        _entries.colour,
        _markets.state,
    )
    .select_from(tickets)
    .join(tables.races, _races.id == _tickets.race)
    .join(markets, and_(_markets.race == _tickets.race, _markets.number == _tickets.market))
    .join(tables.entries, _IS_ON, isouter=True)
    .where(_tickets.player == bindparam("whose"), _races.guild == bindparam("where"))
    .order_by(_tickets.at.desc(), _tickets.race.desc(), _tickets.number.desc())
    .limit(bindparam("most"))
)
_latest, _there = tickets.alias("latest").c, tables.races.alias("there").c
_NAME = (  # in this server: what a player is called elsewhere is nobody's business here
    select(_latest.name)
    .where(_latest.player == _tickets.player, _there.id == _latest.race, _there.guild == bindparam("where"))
    .order_by(_latest.at.desc(), _latest.race.desc(), _latest.number.desc())
    .limit(1)
    .scalar_subquery()
)
_GAINED = func.sum(_tickets.paid) - func.sum(_tickets.stake)
_TIPSTERS = (
    select(_tickets.player, _NAME, func.sum(_tickets.stake), func.sum(_tickets.paid), func.count())
    .select_from(tickets)
    .join(tables.races, _races.id == _tickets.race)
    .join(markets, and_(_markets.race == _tickets.race, _markets.number == _tickets.market))
    .where(_races.guild == bindparam("where"), _markets.ended >= bindparam("since"))
    .where(_tickets.player > 0)  # whoever was forgotten has no rank
    .where(_tickets.state.in_(("won", "lost")), _races.channel.not_in(bindparam("hidden", expanding=True)))
    .group_by(_tickets.player)
    .order_by(desc(_GAINED), _tickets.player)
)
_WINNINGS = (
    select(func.count(), func.coalesce(func.sum(_tickets.stake), 0), func.coalesce(func.sum(_tickets.paid), 0))
    .select_from(tickets)
    .join(tables.races, _races.id == _tickets.race)
    .join(markets, and_(_markets.race == _tickets.race, _markets.number == _tickets.market))
    .where(_races.guild == bindparam("where"), _tickets.player == bindparam("whose"))
    .where(_markets.ended >= bindparam("since"), _markets.ended < bindparam("until"))
    .where(_tickets.state.in_(("won", "lost")))
)
_CHANNELS = (
    select(_races.channel)
    .distinct()
    .join(tickets, _tickets.race == _races.id)
    .where(_races.guild == bindparam("where"), _tickets.state.in_(("won", "lost")))
)
_GUILDS = (
    select(accounts.c.guild)
    .where(accounts.c.kind == "purse", accounts.c.player == bindparam("whose"))
    .order_by(accounts.c.guild)
)
_OFFERED_IN = (
    select(_races.guild)
    .distinct()
    .join(side_bets, side_bets.c.race == _races.id)
    .where(side_bets.c.taker == bindparam("whose"))
)


class PurseIndex:
    """Looks purses and past bets up; each method is one transaction."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def statement(self, guild: int, player: PlayerId, most: int = MOST_TOLD) -> list[StatementLine]:
        """Return the last postings of a purse, the newest first."""
        return await self._reader.run(lambda connection: statement_of(connection, guild, player, most))

    async def guilds_of(self, player: PlayerId) -> list[int]:
        """Return the servers in which a player has a purse."""
        return await self._reader.run(lambda connection: list(connection.scalars(_GUILDS, {"whose": player})))

    async def offered_in(self, player: PlayerId) -> list[int]:
        """Return the servers in which a player was ever offered a side bet."""
        return await self._reader.run(lambda connection: list(connection.scalars(_OFFERED_IN, {"whose": player})))

    async def tickets_of(self, guild: int, player: PlayerId, most: int = MOST_TOLD) -> list[PastTicket]:
        """Return a player's tickets in a server, the newest first."""
        values = {"whose": player, "where": guild, "most": most}

        def work(connection: Connection) -> list[PastTicket]:
            return [_past(row) for row in connection.execute(_PAST, values)]

        return await self._reader.run(work)

    async def channels(self, guild: int) -> list[int]:
        """Return the channels of a server in which bets have been settled."""
        return await self._reader.run(lambda connection: list(connection.scalars(_CHANNELS, {"where": guild})))

    async def tipsters(self, guild: int, since: float, hidden: Sequence[int] = ()) -> list[Tipster]:
        """Return the players' gains from bets settled since a time, the largest gain first.

        Bets that are open or were refunded do not count: a sealed stake must not show.

        :param hidden: channels whose races do not count, as the asker does not see them.
        """
        values = {"where": guild, "since": since, "hidden": list(hidden)}
        return await self._reader.run(lambda found: [Tipster(*row) for row in found.execute(_TIPSTERS, values)])

    async def winnings(self, guild: int, player: PlayerId, since: float, until: float) -> Winnings:
        """Return what came of a player's bets that were settled from a time to before another: for them alone."""
        values = {"where": guild, "whose": player, "since": since, "until": until}

        def work(connection: Connection) -> Winnings:
            bets, staked, paid = connection.execute(_WINNINGS, values).one()
            return Winnings(bets=bets, staked=Sesterces(int(staked)), paid=Sesterces(int(paid)))

        return await self._reader.run(work)

    async def audit(self, guild: int | None = None) -> Audit:
        """Count all money of a server, or of all of them, from every posting anew."""
        return await self._reader.run(lambda connection: audit_of(connection, guild))


def _past(row: Sequence[Any]) -> PastTicket:
    names = Ticket.__struct_fields__
    return PastTicket(Ticket(**dict(zip(names, row, strict=False))), *row[len(names) :])
