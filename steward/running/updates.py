"""Taking a race up after an update that changed its rules: the story stays, and the race goes on (S-6).

It plays a turn again from its checkpoint as far as its facts equal the record. Later facts become void, as after going
back; it gives the answers since then again, as far as they are legal.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.facts import Fact
from engine.game import AnyRuleset
from engine.session import Session
from records.acts import ActRecord
from records.batches import KeptRace
from records.play import CheckpointRecord, FactRecord, Input
from records.values import EntryId
from steward.running.beginnings import new_race, read_act, read_given
from steward.running.live import Live, begin_turn_anew
from steward.running.rebuilding import at_checkpoint
from steward.running.unwritten import Source
from steward.telling.notices import act_notice

"""The reason that the act of going back shows."""

BY_ITSELF = ("house", "order")
"""Answers to give anew, not again: by a house driver, or by sealed orders."""


class Renewed(NamedTuple):
    """A race that is taken up anew, and the inputs that it goes on with."""

    live: Live
    rest: tuple[Input, ...]


def renewed(kept: KeptRace, rules: AnyRuleset, told: Sequence[FactRecord], now: float) -> Renewed:
    """Return a race as it goes on under rules that tell another story.

    :param told: the facts on record since the checkpoint, without the void ones.
    """
    assert kept.checkpoint is not None
    count = still_told(kept, rules, told)
    inputs, rest = kept.inputs[: max(0, count)], kept.inputs[max(0, count) :]
    to = inputs[-1].seq if inputs else kept.checkpoint.seq
    if count < 0:
        live, asked = begun_anew(kept, rules, now), to
    else:
        live = at_checkpoint(kept, rules)
        for past in inputs:
            live.take_up(past)
        live.has_taken_up()
        if to == kept.race.seq:
            return Renewed(live, ())
        asked = live.session.asked
        live.rewind(to, now)
    live.carry_over(asked)
    return Renewed(live, rest)


def still_told(kept: KeptRace, rules: AnyRuleset, told: Sequence[FactRecord]) -> int:
    """Return how many inputs of the turn under way still lead to the facts on record.

    It compares facts as today's code reads them: a fact with a new field is the same fact.

    :returns: that number; -1 if not even the turn's beginning does.
    """
    count = -1
    try:
        live = at_checkpoint(kept, rules)
        known = [(record.seq, rules.read_fact(record.fact)) for record in told]
        for past in (None, *kept.inputs):
            if past is not None:
                live.take_up(past)
            if live.session.table.told != _up_to(known, live.session.seq):
                return count
            count += 1
    except Exception:  # rules that changed may break in any way  # noqa: S110
        pass
    return count


def _up_to(known: Sequence[tuple[int, Fact]], seq: int) -> list[Fact]:
    return [fact for led_to, fact in known if led_to <= seq]


def begun_anew(kept: KeptRace, rules: AnyRuleset, now: float) -> Live:
    """Return a race whose turn begins anew, with fresh dice.

    :raises msgspec.MsgspecError: if its state cannot be read.
    """
    assert kept.checkpoint is not None
    state = rules.read_state(kept.checkpoint.state.encode(), kept.checkpoint.version)
    return begin_turn_anew(kept, rules, state, (), now)


def at_the_beginning(kept: KeptRace, rules: AnyRuleset) -> KeptRace:
    """Return the record of a race as if it stood at its beginning: where nothing later can be played any more."""
    state = msgspec.json.encode(new_race(kept, rules)).decode()
    start = CheckpointRecord(0, rules.version, 0, 0, 0, "", state)
    return msgspec.structs.replace(kept, checkpoint=start, inputs=())


def gives(live: Live, past: Input, now: float) -> bool:
    """Give an answer again if it is legal; tell whether it was."""
    try:
        if (act := read_act(live.rules, past)) is not None:
            live.do(past.entry, act, Source(past.by, past.player), now)
            return True
        answer, orders = read_given(live.rules, past)
        asked = live.session.open.get(past.entry) or live.session.sealed[past.entry]
        asked.question.verify(answer)
    except Exception:  # it answers another question, or cannot be read any more
        return False
    source, salt = Source(past.by, past.player, past.clause), bytes.fromhex(past.salt)
    live.give(past.entry, answer, source, now=now, salt=salt, orders=orders)
    return True


def is_asked(session: Session[Any], entry: EntryId) -> bool:
    return entry in session.open or entry in session.sealed


def tell_update(live: Live, again: Collection[EntryId], now: float) -> None:
    """Tell the thread that the turn goes on by other rules, and which chariots must answer again."""
    body = msgspec.json.encode({"again": sorted(again)}).decode()
    act = ActRecord(kind="update", by=None, body=body, at=now)
    live.act(act)
    live.also(act_notice(live.id, act, now))
