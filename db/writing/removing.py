"""Removing a server: what is noted of it on its way out, and the one transaction after which it is in no table.

Each step is written once, whoever takes it: a row goes from one state to the next, or the step is somebody else's.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from db.opening.forgotten_list import Entry, ForgottenList
from db.opening.holding import hold_money
from db.opening.writer import Writer
from db.reading.removals import OPEN, is_kept
from db.schema import tables
from db.schema.money import markets, side_bets
from db.schema.removals import receipts, removals
from db.writing.batches import add_notices, raise_revision
from db.writing.books import Decide, apply_in
from db.writing.clearing import clear_out, clear_some, members_of
from db.writing.closing import cancel
from db.writing.forgotten import kept_key, note, of_server
from db.writing.ledger import transfer
from engine.betting.book import Transfer
from records.acts import ActRecord
from records.notices import Notice
from records.removals import Receipt, Removal, RemovalState
from records.values import RaceId

_removals, _races = removals.c, tables.races.c


class Ending(NamedTuple):
    """How all ends in a server; what other rooms say about it."""

    act: ActRecord  # that calls off what is open
    void: Decide  # gives all stakes on a race back
    empties: Sequence[Transfer] = ()  # give the money of leagues back to their banks


class Removing:
    """Keeps which servers are to be removed, and removes them. The list is written before that transaction ends."""

    def __init__(self, writer: Writer, listed: ForgottenList) -> None:
        self._writer, self._listed = writer, listed

    async def ask(self, guild: int, now: float, receipt: Receipt | None = None) -> bool:
        """Note that a server is to be removed on its owner's word, who is told in the end; tell if that is new."""

        def work(connection: Connection) -> bool:
            is_new = _begin(connection, Removal(guild, "asked", now, now))
            if is_new and receipt is not None:
                _settle(connection, guild)
                connection.execute(insert(receipts).values(receipt._asdict()))
            return is_new

        return await self._writer.run(work)

    async def settle(self, guild: int) -> None:
        """Note that the owner of a server that I have left knows, or never can."""
        await self._writer.run(lambda connection: _settle(connection, guild))

    async def remove_again(self, guild: int, at: float) -> None:
        """Note that a copy still knows a server that was removed then."""
        await self._writer.run(lambda connection: _begin(connection, Removal(guild, "again", at, at)))

    async def thrown_out(self, guild: int, now: float, due: float) -> bool:
        """Note that a server threw the bot out, and when it is removed unless it is back; tell whether it waits so.

        A server that was just removed, and one of which nothing is kept, is not noted.
        """

        def work(connection: Connection) -> bool:
            _drop(connection, guild, "leaves")
            known = connection.scalar(select(_removals.state).where(_removals.guild == guild))
            if known is None and is_kept(connection, guild):
                return _begin(connection, Removal(guild, "away", now, due))
            return known == "away"

        return await self._writer.run(work)

    async def back(self, guild: int) -> bool:
        """Note that the bot is in a server; tell whether it was thrown out of it before."""

        def work(connection: Connection) -> bool:
            _drop(connection, guild, "leaves")  # it did leave, and was invited anew
            was_away = _drop(connection, guild, "away")
            if connection.scalar(select(_removals.guild).where(_removals.guild == guild)) is None:
                _settle(connection, guild)  # its owner knows
            return was_away

        return await self._writer.run(work)

    async def end_in_words(
        self, removal: Removal, due: float, ending: Ending, notices: Sequence[Notice]
    ) -> list[RaceId]:
        """End all in a server, with what is told of it, once; return what has ended. Its rows stay until *due*."""
        guild = removal.guild

        def work(connection: Connection) -> list[RaceId]:
            this = _removals.guild == guild, _removals.state == removal.state, _removals.due == removal.due
            if connection.execute(update(removals).where(*this).values(state="told", due=due)).rowcount != 1:
                return []
            ended = _end_all(connection, guild, ending)
            if ended or removal.state == "asked":
                add_notices(connection, notices)
            return ended

        return await self._writer.run(work)

    async def sweep(self, guild: int, ending: Ending) -> None:
        """Take out what came into a server after all of it had gone."""

        def work(connection: Connection) -> None:
            leaves = _removals.guild == guild, _removals.state == "leaves"
            if connection.scalar(select(_removals.guild).where(*leaves)) is None:
                return  # it is back, and has begun anew
            if is_kept(connection, guild) or members_of(connection, guild):
                _end_all(connection, guild, ending)
                clear_out(connection, guild, ending.act.at, kept_key(connection, "", self._listed.read()))

        await self._writer.run(work)

    async def left(self, guild: int) -> None:
        """Note that the bot has left a server that was removed."""
        await self._writer.run(lambda connection: _drop(connection, guild, "leaves"))

    async def is_over(self, guild: int) -> bool:
        """Note that the days of a server that threw the bot out are over, even if it is back now; tell if they were."""
        this = _removals.guild == guild, _removals.state == "away"
        ends = update(removals).where(*this).values(state="again")
        return await self._writer.run(lambda connection: connection.execute(ends).rowcount == 1)

    async def clear_some(self, removal: Removal) -> bool:
        """Drop the many rows of some races that are over, before all else goes; tell whether there may be more."""

        def work(connection: Connection) -> bool:
            this = _removals.guild == removal.guild, _removals.state == removal.state
            is_due = connection.scalar(select(_removals.at).where(*this)) is not None
            return is_due and clear_some(connection, removal.guild) > 0

        return await self._writer.run(work)

    async def finish(self, removal: Removal, key: str, ending: Ending) -> bool:
        """Remove a server: all of it or nothing; tell whether it was still to be done.

        :param key: of the hashes, hexadecimal, unless there is one.
        """
        done = await self._writer.run(lambda connection: self._finish(connection, removal, key, ending))
        if done:
            await self._writer.clear_away()
        return done

    def _finish(self, connection: Connection, removal: Removal, key: str, ending: Ending) -> bool:
        guild = removal.guild
        this = _removals.guild == guild, _removals.state == removal.state, _removals.at == removal.at
        if connection.execute(update(removals).where(*this).values(state="leaves")).rowcount != 1:
            return False  # it is back, or another process was quicker
        _end_all(connection, guild, ending)
        key = kept_key(connection, key, self._listed.read())
        number = clear_out(connection, guild, ending.act.at, key)
        if removal.state != "told":
            _drop(connection, guild, "leaves")
        self._listed_as(key, note(connection, key, of_server(guild), removal.at, number))
        return True

    def _listed_as(self, key: str, entry: Entry) -> None:
        """Write a server into the list, as the last thing before the transaction is kept: if that fails, nothing is."""
        self._listed.add(key, entry)


def _begin(connection: Connection, removal: Removal) -> bool:
    known = connection.scalar(select(_removals.state).where(_removals.guild == removal.guild))
    if known is None or (known == "away" and removal.state != "away"):
        _drop(connection, removal.guild, "away")
        connection.execute(insert(removals).values(removal._asdict()))
        return True
    return False


def _settle(connection: Connection, guild: int) -> None:
    connection.execute(delete(receipts).where(receipts.c.guild == guild))


def _drop(connection: Connection, guild: int, state: RemovalState) -> bool:
    this = _removals.guild == guild, _removals.state == state
    return bool(connection.execute(delete(removals).where(*this)).rowcount)


def _end_all(connection: Connection, guild: int, ending: Ending) -> list[RaceId]:
    """End what is open in a server, without a word; return the races and leagues."""
    hold_money(connection, guild)
    is_open = select(_races.id).where(_races.guild == guild, _races.state.in_(OPEN)).order_by(_races.id)
    ended = [RaceId(each) for each in connection.scalars(is_open)]
    for race in ended:
        cancel(connection, race, ending.act, ending.act.at, OPEN)
        raise_revision(connection, race)
    for race in _betting(connection, guild):
        apply_in(connection, race, ending.void)
    for empties in ending.empties:
        transfer(connection, guild, empties)
    cups = tables.cups.c.guild == guild, tables.cups.c.state == "open"
    connection.execute(update(tables.cups).where(*cups).values(state="cancelled", ended=ending.act.at))
    return ended


def _betting(connection: Connection, guild: int) -> list[RaceId]:
    """Return the races of a server on which bets are open."""
    here = select(_races.id).where(_races.guild == guild)
    of_markets = select(markets.c.race).where(markets.c.race.in_(here), markets.c.state.in_(("open", "closed")))
    sides = side_bets.c.state.in_(("offered", "accepted"))
    of_sides = select(side_bets.c.race).where(side_bets.c.race.in_(here), sides)
    return [RaceId(each) for each in connection.scalars(of_markets.union(of_sides))]
