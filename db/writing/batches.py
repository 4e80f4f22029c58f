"""Writing a batch: all effects of an order, in one transaction on a plain connection.

The statements are compiled once, with names for the values: compiling them anew would take longer than running them.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    update,
)

from db.opening.errors import is_conflict
from db.opening.prepared import Prepared
from db.reading.room import TooOften
from db.schema import tables
from db.schema.money import chances
from db.writing.adding import add_rows, adding, insert_race
from db.writing.cards import change_card
from db.writing.dropping import drop_letter
from records.acts import ActRecord
from records.batches import Batch
from records.letters import Paper
from records.limits import ACTS_OF_ONE
from records.notices import CALL_CHANGED, Notice, duty_of
from records.people import PlayerRecord
from records.play import CheckpointRecord, Deadline, FactRecord, Input, OrdersRecord, SceneRecord
from records.races import EntryRecord, FactionRecord, RaceRecord
from records.values import RaceId


class StaleRace(Exception):
    """Another was quicker: the race has gone on, or its lobby has changed. Read it again."""


@contextmanager
def stale_if_taken(race: RaceId) -> Iterator[None]:
    """Say :exc:`StaleRace` where the database refuses a row whose place another has."""
    try:
        yield
    except Exception as error:
        if not is_conflict(error):
            raise
        raise StaleRace(race) from error


def insert_next_race(
    connection: Connection, race: RaceRecord, factions: Sequence[FactionRecord], entries: Sequence[EntryRecord]
) -> RaceId:
    """Insert the next race of a cup or a league with all its drivers, and return its id.

    :raises StaleRace: if that round's race has been opened meanwhile.
    """
    with stale_if_taken(race.id):
        number = insert_race(connection, race)
    add_rows(connection, tables.factions, number, factions)
    add_rows(connection, tables.entries, number, entries)
    change_card(connection, number)
    return number


_races, _entries, _outbox, _cups = tables.races.c, tables.entries.c, tables.outbox.c, tables.cups.c


_NEW, _SENDING, _SENT = literal("new"), literal("sending"), literal("sent")

_IS_AT_ITS_PLACE = and_(
    _races.id == bindparam("this"),
    _races.seq == bindparam("at_seq"),
    _races.revision == func.coalesce(bindparam("at_revision"), _races.revision),
    _races.rules <= bindparam("by_rules"),  # else a newer program has played it
    # A race that has begun but has no answer yet is told by its facts from one that has not.
    _races.facts == func.coalesce(bindparam("told_before"), _races.facts),
)
_IS_MOVED: Mapping[str, Any] = {
    "seq": bindparam("new_seq"),
    "revision": _races.revision + 1,
    "facts": func.coalesce(bindparam("told_now"), _races.facts),
    "deserted": bindparam("new_deserted"),
    "comes_home": bindparam("brought_home"),
    "rules": bindparam("by_rules"),
}
# Nearly all batches: what stays as it is is not written, for it stands in indexes.
_RUN_ON = Prepared(update(tables.races).where(_IS_AT_ITS_PLACE, _races.state == literal("running")).values(_IS_MOVED))
_MOVE_ON = Prepared(
    update(tables.races)
    .where(
        _IS_AT_ITS_PLACE,
        # Who goes back may do so to have a race that was paused go on.
        or_(
            _races.state.in_((literal("lobby"), literal("running"))),
            and_(_races.state == "paused", bindparam("goes_back")),
            # A race that is over may go back until its league has reckoned it, or its cup has gone on.
            and_(
                _races.state == "finished",
                or_(_races.league.is_not(None), _races.cup.is_not(None)),
                bindparam("goes_back"),
            ),
        ),
    )
    .values(
        {
            **_IS_MOVED,
            "state": bindparam("new_state"),
            "ended": bindparam("new_end"),
            "paused_at": None,
            "pause_until": None,
        }
    )
)
_RAISE = Prepared(update(tables.races).where(_races.id == bindparam("this")).values(revision=_races.revision + 1))
_END_CUP = Prepared(
    update(tables.cups)
    .where(
        _cups.state == "open",
        exists().where(and_(_races.id == bindparam("this"), _races.cup == _cups.id, _races.round == _cups.races)),
    )
    .values(state="finished", ended=bindparam("new_end"))
)
_DRAW = Prepared(
    update(tables.entries)
    .where(_entries.race == bindparam("this"), _entries.entry == bindparam("drawn"))
    .values(faction=bindparam("by"))
)
_SEAT = Prepared(
    update(tables.factions)
    .where(tables.factions.c.race == bindparam("this"), tables.factions.c.faction == bindparam("number"))
    .values(
        player=bindparam("new_player"),
        driver=bindparam("new_driver"),
        name=bindparam("new_name"),
        substitute=bindparam("new_substitute"),
        standin=bindparam("new_standin"),
        missed=bindparam("new_missed"),
        grace=bindparam("new_grace"),
        waits=bindparam("new_waits"),
        away_until=bindparam("new_away_until"),
    )
)
_FORGET_ORDERS = Prepared(
    delete(tables.orders).where(tables.orders.c.race == bindparam("this"), tables.orders.c.entry == bindparam("whose"))
)
_LAST_ACT = Prepared(select(func.coalesce(func.max(tables.acts.c.n), 0)).where(tables.acts.c.race == bindparam("this")))
_ALIKE = Prepared(
    select(tables.acts.c.at)
    .where(tables.acts.c.race == bindparam("this"), tables.acts.c.kind == bindparam("same"))
    .where(tables.acts.c.by == bindparam("whose"), tables.acts.c.at > bindparam("after"))
    .order_by(tables.acts.c.n.desc())
)
_VOID = [
    Prepared(
        update(table)
        .where(table.c.race == bindparam("this"), table.c.seq > bindparam("holds"), table.c.void.is_(False))
        .values(void=True)
    )
    for table in (tables.inputs, tables.facts, tables.checkpoints, chances)
]
_VOID_SCENES = Prepared(
    update(tables.scenes)
    .where(
        tables.scenes.c.race == bindparam("this"),
        tables.scenes.c.told
        > select(func.coalesce(func.max(tables.facts.c.n), 0))
        .where(tables.facts.c.race == bindparam("this"), tables.facts.c.seq <= bindparam("holds"))
        .where(tables.facts.c.void.is_(False))
        .scalar_subquery(),
        tables.scenes.c.void.is_(False),
    )
    .values(void=True)
)
_VOID_TOLD = [
    Prepared(
        update(table)
        .where(table.c.race == bindparam("this"), number > bindparam("holds"), table.c.void.is_(False))
        .values(void=True)
    )
    for table, number in ((tables.facts, tables.facts.c.n), (tables.scenes, tables.scenes.c.told))
]
_DONE = Prepared(
    update(tables.outbox)
    .where(_outbox.duty == bindparam("done"), _outbox.state.in_((_NEW, _SENDING, _SENT)))
    .values(
        outcome=case((_outbox.state == "sent", _outbox.outcome), else_="the duty was done"),
        state=case((_outbox.state == "sent", "answered"), else_="cancelled"),
    )
    .returning(_outbox.kind, _outbox.due)
)


_CALLED = Prepared(  # a duty names its race
    select(func.max(_outbox.due)).where(
        _outbox.duty == bindparam("done"), _outbox.kind == "mention", _outbox.state.in_((_NEW, _SENDING, _SENT))
    )
)
_WAITS = text(tables.IS_WAITING)  # in the words of its index
_IS_TO_CHANGE = Prepared(
    select(func.count())
    .where(_outbox.race == bindparam("of_race"), _outbox.kind == "mention", _WAITS)
    .where(_outbox.body == CALL_CHANGED, _outbox.state == _NEW)
)

_ADD_INPUT, _ADD_FACT = adding(tables.inputs, Input), adding(tables.facts, FactRecord)
_ADD_SCENE, _ADD_CHECKPOINT = adding(tables.scenes, SceneRecord), adding(tables.checkpoints, CheckpointRecord)
_ADD_DEADLINE, _ADD_ORDERS = adding(tables.deadlines, Deadline), adding(tables.orders, OrdersRecord)
_ADD_ACT = adding(tables.acts, ActRecord)
_deadlines, _players = tables.deadlines.c, tables.players.c
_THIS_DEADLINE = and_(
    _deadlines.race == bindparam("this"), _deadlines.entry == bindparam("whose"), _deadlines.asked == bindparam("which")
)
_DEADLINES_OF = Prepared(select(_deadlines.entry, _deadlines.asked).where(_deadlines.race == bindparam("this")))
_FORGET_DEADLINE = Prepared(delete(tables.deadlines).where(_THIS_DEADLINE))
_FORGET_DEADLINES = Prepared(delete(tables.deadlines).where(_deadlines.race == bindparam("this")))
_MOVE_DEADLINE = Prepared(
    update(tables.deadlines)
    .where(_THIS_DEADLINE)
    .values(at=bindparam("new_at"), remind_at=bindparam("new_remind_at"), slices=bindparam("new_slices"))
)
_PLAYER = Prepared(
    select(*(_players[name] for name in PlayerRecord.__struct_fields__))
    .where(_players.player == bindparam("whose"))
    .with_for_update()  # another race may count a duty of the same player
)
_COUNT = Prepared(
    update(tables.players)
    .where(_players.player == bindparam("whose"))
    .values(kept_turns=bindparam("new_kept"), missed_turns=bindparam("new_missed"), counted=bindparam("new_counted"))
)

_GIVEN_LATER = ("id", "place", "thread")  # of a notice: by the database
_ADD_NOTICE = Prepared(insert(tables.outbox), [name for name in Notice.__struct_fields__ if name not in _GIVEN_LATER])
_FORGET_PANEL = Prepared(
    delete(tables.outbox).where(
        _outbox.race == bindparam("of_race"),
        _outbox.kind == "panel",
        _outbox.body == bindparam("alike"),
        _WAITS,
        _outbox.state == "new",
    )
)


def write_batch(connection: Connection, batch: Batch) -> None:
    """Write all of *batch* within a transaction.

    :raises StaleRace: if the race is not where the batch begins; roll back then.
    """
    _move_on(connection, batch)
    if batch.void_after is not None:
        _go_back(connection, batch.race, batch.void_after, batch.void_told)
    rows: list[tuple[Prepared, Sequence[msgspec.Struct]]] = [
        (_ADD_INPUT, batch.inputs),
        (_ADD_FACT, batch.facts),
        (_ADD_SCENE, batch.scenes),
        (_ADD_CHECKPOINT, [each for each in (batch.begins, batch.checkpoint) if each is not None]),
    ]
    with stale_if_taken(batch.race):
        for statement, structs in rows:
            _add(connection, statement, batch.race, structs)
    add_rows(connection, tables.factions, batch.race, [faction for faction, _ in batch.joined])
    add_rows(connection, tables.entries, batch.race, [entry for _, entry in batch.joined])
    for entry in batch.entries:
        _DRAW.run(connection, {"this": batch.race, "drawn": entry.entry, "by": entry.faction})
    for faction in batch.factions:
        write_seat(connection, batch.race, faction)
    _add_orders(connection, batch)
    add_acts(connection, batch.race, batch.acts)
    if batch.state == "finished":
        _END_CUP.run(connection, {"this": batch.race, "new_end": batch.ended})
    _set_deadlines(connection, batch)
    _count(connection, batch)
    moved = [duty_of(batch.race, each.entry, each.asked) for each in batch.moved]
    called = [_CALLED.value(connection, {"done": duty}) for duty in moved]
    _change_call(connection, batch.race, [*called, *finish_duties(connection, batch.done)])
    add_notices(connection, batch.notices)
    if any(each.kind == "panel" for each in batch.notices):  # else it is secret: an edit would show that it was done
        change_card(connection, batch.race)


def raise_revision(connection: Connection, race: RaceId) -> None:
    """Raise a race's revision after a change, so that every process reads it again, and its card tells it."""
    _RAISE.run(connection, {"this": race})
    change_card(connection, race)


def _set_deadlines(connection: Connection, batch: Batch) -> None:
    """Leave the deadlines that still stand as they are: they may have been reminded of, or moved."""
    known = set(_DEADLINES_OF.rows(connection, {"this": batch.race}))
    wanted = {(each.entry, each.asked) for each in batch.deadlines}
    for entry, asked in known - wanted:
        _FORGET_DEADLINE.run(connection, {"this": batch.race, "whose": entry, "which": asked})
    fresh = [each for each in batch.deadlines if (each.entry, each.asked) not in known]
    _add(connection, _ADD_DEADLINE, batch.race, fresh)
    for moved in batch.moved:
        where = {"this": batch.race, "whose": moved.entry, "which": moved.asked}
        new = {"new_at": moved.at, "new_remind_at": moved.remind_at, "new_slices": moved.slices}
        _MOVE_DEADLINE.run(connection, {**where, **new})


def _count(connection: Connection, batch: Batch) -> None:
    """Count duties done or missed for their players."""
    for player, kept in sorted(batch.counted):
        row = _PLAYER.first(connection, {"whose": player})
        if row is not None:
            known = PlayerRecord(**row._asdict())
            after = known.after(batch.at, kept=kept)
            values = {"whose": player, "new_kept": after.kept_turns, "new_missed": after.missed_turns}
            _COUNT.run(connection, {**values, "new_counted": after.counted})


def _go_back(connection: Connection, race: RaceId, holds: int, told: int | None) -> None:
    """Mark all that came after input *holds* as void, and where a turn begins anew all after the first *told* facts."""
    for statement in (_VOID_SCENES, *_VOID):  # the scenes first: what they follow is read off the facts
        statement.run(connection, {"this": race, "holds": holds})
    for statement in _VOID_TOLD if told is not None else ():
        statement.run(connection, {"this": race, "holds": told})


def write_seat(connection: Connection, race: RaceId, faction: FactionRecord) -> None:
    """Write who drives for a faction, and how much grace is left."""
    values = {
        f"new_{name}": getattr(faction, name)
        for name in ("player", "driver", "name", "substitute", "standin", "missed", "grace", "waits", "away_until")
    }
    _SEAT.run(connection, {"this": race, "number": faction.faction, **values})


def _add_orders(connection: Connection, batch: Batch) -> None:
    for record in batch.orders:
        _FORGET_ORDERS.run(connection, {"this": batch.race, "whose": record.entry})
    _add(connection, _ADD_ORDERS, batch.race, batch.orders)


def add_acts(connection: Connection, race: RaceId, acts: Sequence[ActRecord]) -> None:
    """Number acts on from the last one of their race, and add them.

    :raises TooOften: if a person has done one of them as often as a limit allows; roll back then.
    """
    if not acts:
        return
    for act in acts:
        _require_seldom(connection, race, act)
    last = _LAST_ACT.value(connection, {"this": race})
    numbered = [msgspec.structs.replace(act, n=n) for n, act in enumerate(acts, start=1 + last)]
    _add(connection, _ADD_ACT, race, numbered)
    for act in acts:
        if act.kind == "expel":  # who is out has no letter in the paper, not even one that waits
            drop_letter(connection, Paper("league", race), json.loads(act.body)["player"])


def _require_seldom(connection: Connection, race: RaceId, act: ActRecord) -> None:
    """:raises TooOften: if the same person has done an act of this kind as often in this race as a limit allows."""
    limit = ACTS_OF_ONE.get(act.kind)
    if limit is None or act.by is None:
        return
    alike = {"this": race, "same": act.kind, "whose": act.by, "after": act.at - limit.span}
    times = _ALIKE.rows(connection, alike)
    if len(times) >= limit.most:
        raise TooOften(act.kind, limit, times[limit.most - 1].at + limit.span)


def finish_duties(connection: Connection, duties: Sequence[str]) -> list[float]:
    """Cancel the notices of duties that are over, and note those that were sent as answered.

    :returns: when those of them were due that call somebody in the thread.
    """
    ended = [row for duty in duties for row in _DONE.rows(connection, {"done": duty})]
    return [row.due for row in ended if row.kind == "mention"]


def _change_call(connection: Connection, race: RaceId, called: Sequence[float | None]) -> None:
    """Have the call in the thread brought up to date if it names a duty that is over, or put off.

    :param called: when the calls of such duties were due.
    """
    due = max((at for at in called if at is not None), default=None)
    if due is not None and not _IS_TO_CHANGE.value(connection, {"of_race": race}):
        add_notices(connection, [Notice(race=race, kind="mention", body=CALL_CHANGED, due=due)])


def end_duties(connection: Connection, race: RaceId) -> None:
    """End all duties of a race that is over: it has no more questions."""
    rows = _DEADLINES_OF.rows(connection, {"this": race})
    duties = [duty_of(race, row.entry, row.asked) for row in rows]
    _change_call(connection, race, finish_duties(connection, duties))
    _FORGET_DEADLINES.run(connection, {"this": race})


def add_notices(connection: Connection, notices: Sequence[Notice]) -> None:
    """Add *notices* within a transaction, panels last; of panels that wait, the latest is enough."""
    panels = {(notice.race, notice.body): notice for notice in notices if notice.kind == "panel"}
    _FORGET_PANEL.run_for_each(connection, [{"of_race": race, "alike": body} for race, body in panels])
    others = [each for each in notices if each.kind != "panel"]
    _ADD_NOTICE.run_for_each(connection, map(_row, (*others, *panels.values())))


def _row(notice: Notice) -> dict[str, Any]:
    row = msgspec.structs.asdict(notice)
    for name in _GIVEN_LATER:
        del row[name]
    return row


def _move_on(connection: Connection, batch: Batch) -> None:
    """Claim the race at the place where the batch begins; here the slower of two writers fails, before any harm."""
    place = {
        "this": batch.race,
        "at_seq": batch.seq,
        "at_revision": batch.revision,
        "told_before": batch.facts[0].n - 1 if batch.facts else None,
        "new_seq": batch.seq + len(batch.inputs),
        "told_now": batch.facts[-1].n if batch.facts else None,
        "new_deserted": batch.deserted,
        "brought_home": batch.comes_home,
        "by_rules": batch.rules,
    }
    if batch.state == "running" and batch.void_after is None and _RUN_ON.run(connection, place):
        return
    ends = {"goes_back": batch.void_after is not None, "new_state": batch.state, "new_end": batch.ended}
    if _MOVE_ON.run(connection, {**place, **ends}) != 1:
        raise StaleRace(batch.race)


def _add(connection: Connection, statement: Prepared, race: RaceId, structs: Sequence[msgspec.Struct]) -> None:
    statement.run_for_each(connection, [{"race": race, **msgspec.structs.asdict(struct)} for struct in structs])
