"""Forgetting a person: one transaction, after which nothing that is kept leads to them, and all races still replay.

A number below zero stands for them from then on, wherever theirs stood. What digests cover holds no person, and stays.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import CompoundSelect, Connection, delete, insert, select, update

from db.opening.errors import Unusable
from db.opening.forgotten_list import Entry, ForgottenList
from db.opening.writer import Reader, Writer
from db.reading.persons import of_person
from db.schema import tables
from db.schema.money import side_bets, tickets
from db.schema.people import farewells, forgetting, spent
from db.writing.batches import add_notices, raise_revision
from db.writing.blotting import Former, blot_out
from db.writing.books import Decide, apply_in
from db.writing.forgotten import StillKnown, all_noted, kept_key, note, still_known
from db.writing.leaving_purses import give_up_purses, spend
from records.notices import Notice
from records.people import Farewell
from records.values import PlayerId, RaceId

__all__ = ["Forgetting", "How"]


class How(NamedTuple):
    """What other rooms say about forgetting somebody."""

    void: Decide  # what becomes of their bets on a race
    stand_ins: Mapping[str, str]  # by ruleset, the house driver who takes over where somebody still had the reins
    panel: Callable[[RaceId], Notice]  # draws the panel of a race anew


class Forgot(NamedTuple):
    """Whom nothing is known of any more."""

    former: PlayerId  # the number that stands for them
    races: tuple[RaceId, ...]  # that have changed
    guilds: tuple[int, ...]  # where they had a part in something
    token: str  # of their press; empty if they are not to be told


class Forgetting:
    """Who is to be forgotten, who was, and how. The file of the list is written before the transaction ends."""

    def __init__(self, writer: Writer, reader: Reader, listed: ForgottenList) -> None:
        self._writer, self._reader, self._listed = writer, reader, listed

    async def begin(self, player: PlayerId, at: float, token: str = "") -> None:
        """Note that somebody is to be forgotten, so that it is gone on with whatever happens.

        :param token: of their press, by which they are told in the end.
        """

        def work(connection: Connection) -> None:
            known = connection.scalar(select(forgetting.c.player).where(forgetting.c.player == player))
            if known is None:
                connection.execute(insert(forgetting).values(player=player, at=at, token=token))
            elif token:
                connection.execute(update(forgetting).where(forgetting.c.player == player).values(token=token))

        await self._writer.run(work)

    async def under_way(self) -> list[tuple[PlayerId, float]]:
        """Return who is to be forgotten, and since when."""
        rows = await self._reader.rows(select(forgetting.c.player, forgetting.c.at).order_by(forgetting.c.at))
        return [(PlayerId(row.player), float(row.at)) for row in rows]

    async def owed(self) -> list[Farewell]:
        """Return the answers that are still to say that somebody is forgotten."""
        rows = await self._reader.rows(select(farewells).order_by(farewells.c.at))
        return [Farewell(str(row.token), float(row.at)) for row in rows]

    async def settle(self, token: str) -> None:
        """Note that an answer says so, or never can."""
        this = delete(farewells).where(farewells.c.token == token)
        await self._writer.run(lambda connection: connection.execute(this).rowcount)

    async def volunteered(self, player: PlayerId) -> list[RaceId]:
        """Return the races of cups, and the leagues, that are not over and in which somebody drives for others."""
        acts, races = tables.acts.c, tables.races.c
        mine = select(acts.race).where(acts.by == player, acts.kind == "volunteer")
        found = select(races.id).where(races.id.in_(mine), races.state != "cancelled").order_by(races.id)
        return [RaceId(row.id) for row in await self._reader.rows(found)]

    async def open_bets(self, player: PlayerId) -> int:
        """Return how many bets somebody has that would be void, offered side bets included."""
        return len(await self._reader.run(lambda connection: connection.execute(_open_bets(player)).all()))

    async def finish(self, player: PlayerId, at: float, now: float, key: str, how: How) -> Forgot:
        """Forget somebody: all of it or nothing.

        :param at: when they asked for it.
        :param key: of the hashes, hexadecimal, unless there is one.
        """
        done = await self._writer.run(lambda connection: self._finish(connection, player, at, now, key, how))
        await self._writer.clear_away()
        return done

    def _finish(self, connection: Connection, player: PlayerId, at: float, now: float, key: str, how: How) -> Forgot:
        key = kept_key(connection, key, self._listed.read())
        for race in _races_with_bets(connection, player):
            apply_in(connection, race, how.void)
        former = give_up_purses(connection, player, now)
        hashes = spend(connection, player, former, key, now)
        connection.execute(delete(spent).where(spent.c.hash.in_(hashes)))
        if hashes:
            connection.execute(insert(spent), [{"hash": each} for each in hashes])
        token = _owe_a_word(connection, player, now)
        found = blot_out(connection, Former(player, former), how.stand_ins, now)
        for race in found.open_races:
            raise_revision(connection, race)
            add_notices(connection, [how.panel(race)])
        self._listed_as(key, note(connection, key, of_person(player), at, -former))
        return Forgot(former, found.races, found.guilds, token)

    def _listed_as(self, key: str, entry: Entry) -> None:
        """Write somebody into the list, as the last thing before the transaction is kept: if that fails, nothing is."""
        self._listed.add(key, entry)

    async def agree(self) -> StillKnown:
        """Bring the list and the database to know the same; return what a copy still knows that is gone since.

        :raises Unusable: if the list is another database's.
        """
        known = await self._reader.run(all_noted)
        listed = self._listed.read()
        if known.key and listed.key and known.key != listed.key:
            raise Unusable("The list of who was forgotten belongs to another database: its key is another.")
        if known.key and set(known.entries) - set(listed.entries):
            self._listed.add(known.key, *known.entries)
        missing = set(listed.entries) - set(known.entries)
        if not missing or listed.key is None:
            return StillKnown()
        return await self._reader.run(lambda connection: still_known(connection, listed, missing))

    async def note_again(self, entries: Sequence[tuple[PlayerId, float]]) -> None:
        """Note that people are to be forgotten who were before."""
        for player, at in entries:
            await self.begin(player, at)


def _owe_a_word(connection: Connection, player: PlayerId, now: float) -> str:
    """Keep the token of somebody's press, apart from them, until they are told; return it."""
    token = str(connection.scalar(select(forgetting.c.token).where(forgetting.c.player == player)) or "")
    if token:
        connection.execute(insert(farewells).values(token=token, at=now))
    return token


def _races_with_bets(connection: Connection, player: PlayerId) -> list[RaceId]:
    """Return the races on which somebody has bets that are open."""
    return [RaceId(race) for race in sorted({each.race for each in connection.execute(_open_bets(player))})]


def _open_bets(player: PlayerId) -> CompoundSelect[tuple[int]]:
    """Return the race of each bet of somebody's that is open."""
    mine = select(tickets.c.race).where(tickets.c.player == player, tickets.c.state == "open")
    sides = select(side_bets.c.race).where(
        (side_bets.c.proposer == player) | (side_bets.c.taker == player), side_bets.c.state.in_(("offered", "accepted"))
    )
    return mine.union_all(sides)
