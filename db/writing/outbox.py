"""The outbox: a post is written together with its cause, and delivered afterwards."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, case, exists, func, insert, literal, or_, select, text, update

from db.opening.prepared import Prepared, any_of
from db.opening.writer import Reader, Writer
from db.reading.removals import AWAY
from db.schema import tables
from db.writing.batches import add_acts, add_notices, raise_revision
from records.acts import ActRecord
from records.notices import BLANK, BLANKED_POSTS, Notice, NoticeKind, thread_of
from records.people import PlayerRecord
from records.races import GONE
from records.values import PlayerId, RaceId

OPEN = ("new", "sending")

# Made once: making a statement takes longer than running it.
_OUTBOX = tables.outbox.c
_IS_OPEN = text(tables.IS_WAITING.replace("state", "outbox.state"))
"""In the words of its index, and without values: else that is not read."""
_IS_CARD = _OUTBOX.kind == "card"
_CLAIM = Prepared(
    update(tables.outbox)
    .where(_OUTBOX.id == bindparam("this"), _OUTBOX.attempts == bindparam("so_often"), _IS_OPEN)
    .where(_OUTBOX.holder.is_not_distinct_from(bindparam("held_by")))
    .values(
        state=literal("sending"), attempts=_OUTBOX.attempts + 1, tried=bindparam("first"), holder=bindparam("claimant")
    )
)
_SETTLE = update(tables.outbox).where(_OUTBOX.id == bindparam("this"))
_IS_MINE = _OUTBOX.holder.is_not_distinct_from(bindparam("mine"))
_PLACE = Prepared(
    select(func.count()).where(
        _OUTBOX.race == bindparam("of_race"),
        _OUTBOX.player.is_not_distinct_from(bindparam("whose")),
        bindparam("of_card") == _IS_CARD,
        _OUTBOX.id <= bindparam("this"),
    )
)
_IN_THREAD = select(tables.outbox).where(
    _OUTBOX.race == bindparam("of_race"), _OUTBOX.player.is_(None), _IS_OPEN, _OUTBOX.kind != "card"
)
_RELEASE = update(tables.outbox).where(_IS_OPEN, _OUTBOX.outcome.is_not(None))
_GIVE_UP = Prepared(_SETTLE.where(_IS_MINE).values(state=literal("given up"), outcome=bindparam("how")))
_AS_SENT: dict[str, Any] = {
    "state": case((_OUTBOX.state == "cancelled", literal("answered")), else_=literal("sent")),
    "outcome": bindparam("how"),
}
_SENT = Prepared(_SETTLE.where(_IS_MINE).values(_AS_SENT))
_SENT_TOO = Prepared(_SETTLE.values(_AS_SENT))

_RACES = tables.races.c
_BY_RACE = tables.outbox.join(tables.races, _RACES.id == _OUTBOX.race)
# What waits is found first, by its index: there are few of them beside all that was ever posted.
_WAITING = select(_OUTBOX.id, _OUTBOX.race, _OUTBOX.player, _OUTBOX.kind).where(_IS_OPEN).cte("waiting")
_WAITS = _WAITING.prefix_with("MATERIALIZED").c
# Threads and races have numbers of their own, so those of races without a thread are made negative.
_THREAD = func.coalesce(func.nullif(_RACES.thread, GONE), -_WAITS.race)
_PLACE_OF_POST = case((_WAITS.player.is_not(None), None), (_WAITS.kind == "card", _WAITS.race), else_=_THREAD)
_FIRST = Prepared(
    select(tables.outbox, _RACES.thread)
    .select_from(_BY_RACE)
    .where(
        _OUTBOX.id.in_(
            select(func.min(_WAITS.id))
            .join(tables.races, _RACES.id == _WAITS.race)
            .where(or_(_WAITS.player.is_not(None), _RACES.guild.not_in(AWAY)))
            .group_by(_WAITS.player, _WAITS.kind == "card", _PLACE_OF_POST)
        )
    )
    .order_by(_OUTBOX.id)
)
_THREAD_OF = Prepared(select(_RACES.thread).where(_RACES.id == bindparam("of_race")))
_IS_THERE = _OUTBOX.race.in_(
    select(_RACES.id).where(or_(_RACES.id == bindparam("of_race"), _RACES.thread == bindparam("of_thread")))
)
_OF_KIND = Prepared(
    select(_OUTBOX.id).where(_OUTBOX.race == bindparam("of_race"), _OUTBOX.kind == bindparam("this")).limit(1)
)
_OPEN_OF_KIND = Prepared(
    select(_OUTBOX.id).where(_OUTBOX.race == bindparam("of_race"), _OUTBOX.kind == bindparam("this"), _IS_OPEN).limit(1)
)
_NOTED = Prepared(select(_OUTBOX.due).where(_OUTBOX.duty == bindparam("of_duty")).order_by(_OUTBOX.id.desc()).limit(1))
_UNSTARTED = Prepared(
    select(_RACES.id)
    .where(text(tables.IS_UNMIXED), _RACES.state == "running", _RACES.facts == 0)
    .where(
        exists().where(
            _OUTBOX.race == _RACES.id,
            _OUTBOX.kind == "start",
            or_(func.coalesce(_OUTBOX.tried, _OUTBOX.due) <= bindparam("before"), _OUTBOX.state == "given up"),
        )
    )
    .order_by(_RACES.id)
)
_AFTER = Prepared(
    select(tables.outbox)
    .where(_IS_THERE, _OUTBOX.player.is_(None), ~_IS_CARD, _OUTBOX.id > bindparam("this"), _IS_OPEN)
    .order_by(_OUTBOX.id)
    .limit(bindparam("at_most"))
)
_MENTIONS = Prepared(
    select(tables.outbox)
    .where(_OUTBOX.race == bindparam("of_race"), _OUTBOX.kind == "mention")
    .where(any_of(_OUTBOX.state, (*OPEN, "sent", "answered")))
    .order_by(_OUTBOX.id.desc())
    .limit(bindparam("at_most"))
)
_COMING = Prepared(
    select(_OUTBOX.id)
    .select_from(tables.outbox.outerjoin(tables.players, tables.players.c.player == _OUTBOX.player))
    .where(_OUTBOX.race == bindparam("of_race"), any_of(_OUTBOX.kind, ("summons", "reminder")), _IS_OPEN)
    .where(_OUTBOX.due <= bindparam("now"), func.coalesce(tables.players.c.dms, "unknown") != "open")
    .limit(1)
)
BESIDE = ("mention", "panel", "card", "share")
"""Kinds of notices whose posts are replaced as time goes on, or stand in the channel: posts may grow above them."""

_IS_LEGIBLE = or_(~any_of(_OUTBOX.kind, BLANKED_POSTS), _OUTBOX.body != BLANK)
_BEFORE = Prepared(
    select(tables.outbox)
    .where(
        _IS_LEGIBLE, _IS_THERE, _OUTBOX.player.is_(None), _OUTBOX.id < bindparam("this"), ~any_of(_OUTBOX.kind, BESIDE)
    )
    .where(any_of(_OUTBOX.state, (*OPEN, "sent", "answered")))
    .order_by(_OUTBOX.id.desc())
    .limit(bindparam("at_most"))
)
_QUESTIONS = Prepared(
    select(tables.outbox)
    .where(_OUTBOX.race == bindparam("of_race"), _OUTBOX.player == bindparam("whose"), _OUTBOX.id < bindparam("this"))
    .where(any_of(_OUTBOX.kind, ("summons", "reminder")), any_of(_OUTBOX.state, ("sent", "answered")))
    .where(_OUTBOX.body != BLANK)
    .order_by(_OUTBOX.id.desc())
    .limit(bindparam("at_most"))
)
_ADD_KEY = text(
    "UPDATE setting SET value = value || ' ' || (SELECT coalesce(max(id), 0) FROM outbox) || ':' || :key"
    " WHERE name = :name"
)
_MAY_BE_POSTED = (
    update(tables.outbox)
    .where(tables.outbox.c.state.in_(("new", "sending")))
    .values(attempts=tables.outbox.c.attempts + 1, tried=0.0)
)


class Outbox:
    """Notices, in the order they were written."""

    def __init__(self, reader: Reader, writer: Writer) -> None:
        self._writer = writer
        self._reader = reader

    async def put(self, *notices: Notice) -> None:
        """Add notices that nothing else is written with."""
        await self._writer.run(lambda connection: add_notices(connection, notices), *_races_of(notices))

    async def noted(self, duty: str) -> float | None:
        """Return when a notice of a duty was due last, in any state; ``None`` if there never was one."""
        found = await self._reader.found(_NOTED, of_duty=duty)
        return found[0].due if found else None

    async def put_once(self, notice: Notice) -> None:
        """Add a notice unless its race has one of its kind, in any state."""

        def work(connection: Connection) -> None:
            if _OF_KIND.value(connection, {"of_race": notice.race, "this": notice.kind}) is None:
                add_notices(connection, [notice])

        await self._writer.run(work, notice.race)

    async def unstarted(self, before: float) -> list[RaceId]:
        """Return the races whose start should have been posted before then, and was not, or never can be."""
        return [RaceId(row.id) for row in await self._reader.found(_UNSTARTED, before=before)]

    async def is_open(self, race: RaceId, kind: NoticeKind) -> bool:
        """Tell whether a notice of a race is still to be posted."""
        return bool(await self._reader.found(_OPEN_OF_KIND, of_race=race, this=kind))

    async def target(self, race: RaceId) -> str:
        """Return the target of the notices in the thread of a race."""
        row = next(iter(await self._reader.found(_THREAD_OF, of_race=race)), None)
        return thread_of(race, None if row is None else row.thread)

    async def waiting(self) -> list[Notice]:
        """Return the first open notice of each target: of one target none may overtake another."""
        return [_notice(row) for row in await self._reader.found(_FIRST)]

    async def after(self, notice: Notice, at_most: int) -> list[Notice]:
        """Return the open notices of a thread that come after *notice*, in order."""
        where = {"of_race": notice.race, "of_thread": notice.thread or None}
        found = await self._reader.found(_AFTER, **where, this=notice.id, at_most=at_most)
        return [_notice(row) for row in found]

    async def before(self, notice: Notice, at_most: int) -> list[Notice]:
        """Return the notices posted in a thread before *notice*, the newest first, without calls and panels."""
        where = {"of_race": notice.race, "of_thread": notice.thread or None}
        found = await self._reader.found(_BEFORE, **where, this=notice.id, at_most=at_most)
        return [_notice(row) for row in found]

    async def questions_before(self, notice: Notice, at_most: int) -> list[Notice]:
        """Return what asked a notice's player in its race before it, the newest first, each with its place."""
        where = {"of_race": notice.race, "whose": notice.player}
        found = await self._reader.found(_QUESTIONS, **where, this=notice.id, at_most=at_most)
        asked = []
        for each in map(_notice, found):
            (place,) = (await self._reader.found(_PLACE, **where, this=each.id, of_card=False))[0]
            asked.append(msgspec.structs.replace(each, place=place))
        return asked

    async def mentions(self, race: RaceId, at_most: int) -> list[Notice]:
        """Return the newest mentions of a race, the newest first, without those cancelled or given up."""
        return [_notice(row) for row in await self._reader.found(_MENTIONS, of_race=race, at_most=at_most)]

    async def is_mention_coming(self, race: RaceId, now: float) -> bool:
        """Tell whether a question of a race is on its way to a player who may take no direct messages."""
        return bool(await self._reader.found(_COMING, of_race=race, now=now))

    async def claim(self, notice: Notice, now: float, process: int | None = None) -> Notice | None:
        """Mark a notice as being sent, before sending it; ``None`` if it is gone or another process has it.

        :param process: the number of this one among others; whoever held the notice before is gone.

        The notice returned knows its place among those of its target in its race. Earlier ones no longer change, so
        the place is the same however often it is tried.
        """
        values = {
            "this": notice.id,
            "so_often": notice.attempts,
            "first": notice.tried or now,
            "held_by": notice.holder,
            "claimant": process,
        }
        among = {"this": notice.id, "of_race": notice.race, "whose": notice.player, "of_card": notice.kind == "card"}

        def work(connection: Connection) -> int | None:
            is_mine = _CLAIM.run(connection, values) == 1
            return int(_PLACE.value(connection, among)) if is_mine else None

        place = await self._writer.run(work, notice.race)
        if place is None:
            return None
        changed = {"attempts": notice.attempts + 1, "tried": notice.tried or now, "place": place, "holder": process}
        return msgspec.structs.replace(notice, **changed)

    async def settle(
        self,
        notice: Notice,
        outcome: str,
        *,
        failed: bool = False,
        then: Sequence[Notice] = (),
        others: Sequence[Notice] = (),
        how: str = "",
    ) -> None:
        """Note how a notice ended, and add the notices that follow from it; nothing if another process has it by now.

        If its duty was done while it was being posted, it counts as answered.

        :param failed: whether to give it up.
        :param others: notices told in the same message.
        :param how: how those ended; names the notice that told them, if left out.
        """
        values = {"this": notice.id, "how": outcome[:200], "mine": notice.holder}
        too = [{"this": each.id, "how": (how or f"told with {notice.id}")[:200]} for each in others]

        def work(connection: Connection) -> None:
            if (_GIVE_UP if failed else _SENT).run(connection, values):
                _SENT_TOO.run_for_each(connection, too)
                add_notices(connection, then)

        await self._writer.run(work, *_races_of([notice, *others, *then]))

    async def refuse_dms(self, notice: Notice, player: PlayerRecord, then: Sequence[Notice]) -> None:
        """Note that a player takes no direct messages, and send the summons elsewhere, in one transaction.

        A duty that was done meanwhile needs no summons.
        """
        change = update(tables.outbox).where(_OUTBOX.id == notice.id, _OUTBOX.state.in_(OPEN))
        change = change.where(_OUTBOX.holder.is_not_distinct_from(notice.holder))
        known = update(tables.players).where(tables.players.c.player == player.player)

        def work(connection: Connection) -> None:
            refused = connection.execute(change.values(state="refused", outcome="direct messages are closed"))
            if connection.execute(known.values(dms="refused")).rowcount == 0:
                connection.execute(insert(tables.players).values(msgspec.structs.asdict(player)))
            if refused.rowcount:
                add_notices(connection, then)

        await self._writer.run(work)

    async def retry(self, notice: Notice, due: float, why: str | None = None) -> None:
        """Let a notice that failed be due again; it stays marked as being sent, since it may have arrived.

        Any process may send it then.

        :param why: the obstacle, if that may end before the notice is due: see :meth:`release`.
        """
        mine = and_(_OUTBOX.id == notice.id, _OUTBOX.holder.is_not_distinct_from(notice.holder))
        again = update(tables.outbox).where(mine).values(due=due, outcome=why, holder=None)
        await self._writer.run(lambda connection: connection.execute(again), notice.race)

    async def release(self, guild: int | None, now: float) -> int:
        """Let be due what is kept back in the races of a server, or of all; return how many notices that is."""
        races = select(tables.races.c.id).where(tables.races.c.guild == guild)
        where = () if guild is None else (_OUTBOX.race.in_(races),)
        kept = _RELEASE.where(_OUTBOX.due > now, *where).values(due=now)
        released: int = await self._writer.run(lambda connection: connection.execute(kept).rowcount)
        return released

    async def in_thread(self, race: RaceId) -> list[Notice]:
        """Return the open notices of a race's thread, in order."""
        found = await self._reader.rows(_IN_THREAD.order_by(_OUTBOX.id), of_race=race)
        return [_notice(row) for row in found]

    async def stories(self, race: RaceId, at_most: int | None, before: int | None = None) -> list[Notice]:
        """Return the newest stories of a race's thread, the newest first, without those given up.

        :param at_most: how many; ``None`` for all.
        :param before: only those that were written before the notice of this id.
        """
        found = (
            select(tables.outbox)
            .where(_OUTBOX.race == race, _OUTBOX.kind == "story", _OUTBOX.player.is_(None))
            .where(_OUTBOX.state.in_((*OPEN, "sent")), *(() if before is None else (_OUTBOX.id < before,)))
            .order_by(_OUTBOX.id.desc())
            .limit(at_most)
        )
        return [_notice(row) for row in await self._reader.rows(found)]

    async def sent_to(self, race: RaceId, player: PlayerId, kind: NoticeKind, at_most: int) -> list[Notice]:
        """Return the latest notices of a race that a player was sent, the newest first."""
        found = (
            select(tables.outbox)
            .where(_OUTBOX.race == race, _OUTBOX.player == player, _OUTBOX.kind == kind, _OUTBOX.state == "sent")
            .where(_IS_LEGIBLE)
            .order_by(_OUTBOX.id.desc())
            .limit(at_most)
        )
        return [_notice(row) for row in await self._reader.rows(found)]

    async def of_race(self, race: RaceId) -> list[Notice]:
        """Return every notice of a race, in any state."""
        found = select(tables.outbox).where(tables.outbox.c.race == race).order_by(tables.outbox.c.id)
        return [_notice(row) for row in await self._reader.rows(found)]

    async def restored(
        self, told: Sequence[tuple[RaceId, ActRecord, Sequence[Notice]]], keys: str, fresh_key: str
    ) -> None:
        """Go on with a copy of the database: add the notices for each race.

        A post that was waiting as the copy was made may be there by now: the delivery looks for it before it sends it.

        :param keys: the setting with the keys of marks, if it exists yet.
        :param fresh_key: the key for all notices added from now on.
        """

        def work(connection: Connection) -> None:
            connection.execute(_ADD_KEY, {"name": keys, "key": fresh_key})
            connection.execute(_MAY_BE_POSTED)
            for race, act, notices in told:
                raise_revision(connection, race)
                add_acts(connection, race, [act])
                add_notices(connection, notices)

        await self._writer.run(work)


def _races_of(notices: Sequence[Notice]) -> set[RaceId]:
    return {notice.race for notice in notices}


def _notice(row: Any) -> Notice:
    values = row._mapping
    player = values["player"]
    return Notice(
        id=values["id"],
        race=RaceId(values["race"]),
        kind=values["kind"],
        player=None if player is None else PlayerId(player),
        body=values["body"],
        due=values["due"],
        attempts=values["attempts"],
        tried=values["tried"],
        duty=values["duty"],
        state=values["state"],
        outcome=values["outcome"],
        holder=values["holder"],
        thread=values.get("thread"),
    )
