"""Keeping races, but for what is written of their course: how they are opened, rest, change hands and end."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, and_, case, or_, select, update

from db.opening.writer import Writer
from db.reading.index import RaceIndex, guild_of
from db.reading.room import require_room_for_race, require_room_to_host
from db.schema import tables
from db.writing.adding import add_rows, insert_race
from db.writing.batches import StaleRace, add_acts, add_notices, end_duties, raise_revision
from db.writing.books import Decide, apply_in
from db.writing.closing import Closing, cancel, close_with_league
from db.writing.follows import tell_called_off
from db.writing.ledger import transfer
from db.writing.staying import require_staying
from engine.betting.book import Transfer
from records.acts import ActRecord
from records.notices import Notice
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import PlayerId, RaceId


class RaceStore:
    """Each method is one transaction.

    *decide*, where a method takes it, decides on the race's money at the end of the same transaction.
    """

    def __init__(self, writer: Writer, index: RaceIndex) -> None:
        self._writer, self._index = writer, index

    async def add(
        self,
        race: RaceRecord,
        decide: Decide | None = None,
        *,
        is_limited: bool = False,
        factions: Sequence[FactionRecord] = (),
        entries: Sequence[EntryRecord] = (),
    ) -> RaceId:
        """Keep a new race with those who are in it, and return its id; the one in *race* is ignored.

        :param is_limited: whether its host may have no more than a person's limits, in a server with limits of its own.
        :raises NoRoom: if there are as many already.
        """

        def work(connection: Connection) -> RaceId:
            require_staying(connection, race.guild)
            if is_limited:
                require_room_for_race(connection, race)
            number = insert_race(connection, race)
            add_rows(connection, tables.factions, number, factions)
            add_rows(connection, tables.entries, number, entries)
            if decide is not None:
                apply_in(connection, number, decide)
            return number

        return await self._writer.run(work)

    async def change(
        self,
        race: RaceId,
        work: Callable[[Connection], bool],
        decide: Decide | None = None,
        *,
        is_seen: bool = True,
        is_all: bool = True,
    ) -> bool:
        """Change one existing race other than by a batch, and raise its revision.

        A write that changes several races at once, or a cup or a league with them, raises each of them by
        :func:`db.writing.batches.raise_revision` in the same transaction.

        :param work: changes it; returns ``False``, or raises, if the race is not as it must be. Then it writes nothing.
        :param is_seen: whether processes with the race in memory must read it again.
        :param is_all: whether the race is all that changes; else nobody writes anything meanwhile.
        :returns: the result of *work*.
        """

        def whole(connection: Connection) -> bool:
            if not work(connection):
                return False
            if is_seen:
                raise_revision(connection, race)
            if decide is not None:
                apply_in(connection, race, decide)
            return True

        return await self._writer.run(whole, *([race] if is_all else ()))

    async def set(
        self,
        race: RaceId,
        *,
        only_if: Sequence[str] = (),
        was: Mapping[str, Any] | None = None,
        decide: Decide | None = None,
        notices: Sequence[Notice] = (),
        **values: Any,
    ) -> None:
        """Change columns of a race.

        :param only_if: states it must be in.
        :param was: values that columns must have until now.
        :param notices: to be posted of it.
        :raises StaleRace: if its state or one of these values is another.
        """
        change = update(tables.races).where(tables.races.c.id == race).filter_by(**was or {})
        if only_if:
            change = change.where(tables.races.c.state.in_(only_if))

        def work(connection: Connection) -> bool:
            if connection.execute(change.values(**values)).rowcount != 1:
                raise StaleRace(race)
            if values.get("state") in ("cancelled", "finished"):
                end_duties(connection, race)
            if values.get("state") == "cancelled" and "ended" in values:
                tell_called_off(connection, race, values["ended"])
            add_notices(connection, notices)
            return True

        await self.change(race, work, decide)

    async def set_panel(self, race: RaceId, message: int) -> None:
        """Note which message is a race's panel; races in memory do not depend on it."""
        change = update(tables.races).where(tables.races.c.id == race).values(panel=message)
        await self.change(race, lambda connection: connection.execute(change).rowcount == 1, is_seen=False)

    async def pause(
        self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float, until: float | None
    ) -> bool:
        """Let a race rest by an act of its steward; tell whether it was under way.

        :param until: when it goes on anyway, in seconds since 1970; ``None`` for never.
        """
        races = tables.races
        this = and_(races.c.id == race, races.c.state == "running")
        rests = update(races).where(this).values(state="paused", paused_at=now, pause_until=until)

        def work(connection: Connection) -> bool:
            if connection.execute(rests).rowcount != 1:
                return False
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def note(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], host: PlayerId | None = None) -> None:
        """Keep an act that leaves the game as it is.

        :param host: the new host of the race, and of its league or cup with those of its races that are not over.
        :raises TooOften: if a person has done it as often as a limit allows.
        :raises NoRoom: if somebody is given another race, cup or league, and hosts as many as they may.
        """
        races, cups = tables.races.c, tables.cups.c
        cup = select(races.cup).where(races.id == race).scalar_subquery()
        all_of_it = or_(races.id == race, races.league == race, races.cup == cup)
        theirs = or_(races.id == race, and_(all_of_it, races.state.in_(("lobby", "running", "paused"))))
        follows = update(tables.races).where(theirs).values(host=host, revision=races.revision + 1)

        def work(connection: Connection) -> bool:
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            if host is not None:
                if act.by is not None:  # whom the owners of a league elect hosts it in any case
                    require_room_to_host(connection, race, host)
                connection.execute(follows)
                connection.execute(update(tables.cups).where(cups.id == cup).values(host=host))
            return True

        await self.change(race, work, is_all=host is None)

    async def set_rated(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], *, is_rated: bool) -> bool:
        """Take a race that is over into the ratings by an act, or out of them; tell whether that changed anything."""
        races = tables.races.c
        other = and_(races.id == race, races.is_rated.is_(not is_rated), races.state.in_(("finished", "cancelled")))

        def work(connection: Connection) -> bool:
            if connection.execute(update(tables.races).where(other).values(is_rated=is_rated)).rowcount != 1:
                return False
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def start(self, race: RaceId, mixed: str, acts: Sequence[ActRecord], notices: Sequence[Notice]) -> None:
        """Keep the start that is mixed into the dice of a race; does nothing if it is known already."""
        races = tables.races
        waits = and_(races.c.id == race, races.c.mixed.is_(None), races.c.state.in_(("running", "paused")))
        starts = update(races).where(waits, races.c.facts == 0).values(mixed=mixed)

        def work(connection: Connection) -> bool:
            if connection.execute(starts).rowcount != 1:
                return False
            add_acts(connection, race, acts)
            add_notices(connection, notices)
            return True

        await self.change(race, work)

    async def resume(self, race: RaceId, act: ActRecord, notices: Sequence[Notice], now: float) -> bool:
        """Let a paused race go on, all its deadlines later by as long as it rested; tell whether it was paused."""
        races, deadlines = tables.races, tables.deadlines
        this = and_(races.c.id == race, races.c.state == "paused")

        def work(connection: Connection) -> bool:
            row = connection.execute(select(races.c.paused_at).where(this)).first()
            if row is None:
                return False
            rested = now - row.paused_at if row.paused_at is not None else 0.0
            later = {"at": deadlines.c.at + rested, "remind_at": deadlines.c.remind_at + rested}
            connection.execute(update(deadlines).where(deadlines.c.race == race).values(later))
            # If nobody came, its turns without people are counted anew; it was told already that nobody is there.
            anew = case((races.c.deserted > 0, 1), else_=0)
            gone_on = {"state": "running", "paused_at": None, "pause_until": None, "deserted": anew}
            connection.execute(update(races).where(this).values(gone_on))
            add_acts(connection, race, [act])
            add_notices(connection, notices)
            return True

        return await self.change(race, work)

    async def close(
        self,
        race: RaceId,
        act: ActRecord,
        notices: Sequence[Notice],
        decide: Decide | None = None,
        moves: Transfer | None = None,
        races: Sequence[Closing] = (),
        *,
        only_if: Sequence[str] = ("running", "paused"),
    ) -> bool:
        """End a race without a result by an act of its steward; tell whether it was under way.

        :param moves: movements of its money, if it is a league.
        :param races: of the league that end with it.
        :param only_if: states that it must be in.
        :raises StaleRace: if one of these has changed meanwhile.
        """

        def work(connection: Connection) -> bool:
            if not cancel(connection, race, act, act.at, only_if):
                return False
            add_notices(connection, notices)
            tell_called_off(connection, race, act.at)
            if moves is not None:
                transfer(connection, guild_of(connection, race), moves)
            for each in races:
                close_with_league(connection, each, act)
            return True

        return await self.change(race, work, decide, is_all=moves is None and not races)

    async def drop_threadless(self, decide: Decide | None = None) -> None:
        """Cancel the races that were being opened when the program ended: they have no thread and never will.

        A race of a cup gets its thread when the cup goes on.
        """
        for race in await self._index.threadless():
            with suppress(StaleRace):
                await self.set(race, only_if=("lobby",), was={"thread": None}, decide=decide, state="cancelled")
