"""A race in memory: its session, and its changes not written yet. A start of the program rebuilds it from the record.

:func:`~steward.running.rebuilding.rebuild` does that; :func:`begin` begins a race, :func:`begin_turn_anew` a turn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.facts import Fact, OrdersSealed, Rewound, Unsealed
from engine.game import AnyRuleset, decoder
from engine.questions import Answer
from engine.session import Checkpoint, Scene, Session, first_checkpoint
from engine.table import Table
from records.acts import ActRecord
from records.batches import Batch, KeptRace
from records.notices import Notice, duty_of
from records.play import (
    STEWARD,
    Acted,
    CheckpointRecord,
    Control,
    Deadline,
    FactRecord,
    Input,
    Ordered,
    OrdersRecord,
    Proceed,
    Rewind,
    SceneRecord,
)
from records.races import EntryRecord, FactionRecord, PublicRace
from records.values import EntryId, PlayerId, RaceId
from steward.running.beginnings import dice_of, new_race, read_act, read_given
from steward.running.homecoming import comes_home
from steward.running.unwritten import Source, Unwritten
from steward.telling.notices import Panel, Telling, cup_standings, endings, notice, stories, summonses, turns, went_out
from steward.telling.reveals import reveals
from steward.telling.shown import deadline_of
from steward.time.schedules import first_reminder, next_reminder, until, waits_until

WAITS = 0
"""Seconds of a kind of question that has no deadline."""

HELD = "held"
"""The kind of a deadline at which a play that waits goes on."""


class StoryChanged(Exception):
    """Rebuilding a race from its answers told another story than the one on record."""

    def __init__(self, race: RaceId, seq: int) -> None:
        super().__init__(f"race {race} at input {seq}")
        self.race, self.seq = race, seq


class Live:
    """One running race. Not safe for two at once: hold the race's lock."""

    def __init__(self, kept: KeptRace, rules: AnyRuleset, session: Session[Any], scenes: int) -> None:
        """:param scenes: scenes told before the session's start."""
        self.kept = kept
        self.race = PublicRace(kept.race, kept.factions, kept.entries)
        self.rules, self.session = rules, session
        self._orders = {record.entry: record for record in kept.orders}
        self._scenes_on_record, self._streams = kept.scenes, kept.streams
        self._void_after: int | None = None
        self._void_told: int | None = None
        self.deadlines = kept.deadlines
        self._carried: tuple[Deadline, ...] = ()
        self.newly_asked: tuple[Deadline, ...] = ()
        self._seq, self._revision = kept.race.seq, kept.race.revision
        self._scenes_before = scenes
        self._branched = (0, 0)  # scenes and facts of the session before the race last went back
        self._scenes_written = len(session.scenes)
        self._checkpoint_written = session.checkpoint
        self._begins: Checkpoint | None = None  # where a race begins, or a turn anew, until that is written
        self._new = Unwritten()
        self._drawn: list[EntryRecord] = []
        self._deserted = kept.race.deserted
        self._out = self.out  # as it is on record
        self._take_draws()

    @property
    def id(self) -> RaceId:
        return self.race.record.id

    @property
    def out(self) -> frozenset[EntryId]:
        """The chariots that can take no place any more."""
        return frozenset(self.rules.out(self.session.view()))

    @property
    def is_written(self) -> bool:
        return self._new.is_empty and not self._is_new_turn

    @property
    def revision(self) -> int:
        """The record's revision that this is made of."""
        return self._revision

    def driver_of(self, entry: EntryId) -> str | None:
        """Return the temperament of the house driver of *entry*; ``None`` if a player drives it."""
        faction = self.race.faction_of(entry)
        return None if faction is None else faction.temperament

    def has_manager(self, entry: EntryId) -> bool:
        """Tell whether a member's standing instructions answer for them, and no house driver (H.4)."""
        faction = self.race.faction_of(entry)
        return self.race.record.kind.has_managers and faction is not None and faction.player is not None

    def orders_of(self, entry: EntryId) -> OrdersRecord | None:
        """Return the latest orders for *entry*; while orders are sealed for the turn, the sealed ones.

        Later drafts do not count before the next turn, nor do orders from before going back.
        """
        record, whole = self._orders.get(entry), self.session.sealed_orders(entry)
        if whole is None:
            return record
        record = record or OrdersRecord(entry=entry, orders=whole, at=0.0)
        return msgspec.structs.replace(record, orders=whole, asked=self.session.asked)

    def give(
        self,
        entry: EntryId,
        answer: Answer,
        source: Source,
        *,
        now: float,
        salt: bytes = b"",
        asked: int | None = None,
        orders: str = "",
    ) -> list[Fact]:
        """Give the session an answer and note it; :exc:`Refused` changes nothing.

        :param orders: for the whole turn, JSON, that are sealed with it.
        """
        ask = self.session.open.get(entry) or self.session.sealed.get(entry)
        salt = salt if ask is not None and ask.secret else b""
        told, held = self.session.facts_told, self.wants_to_wait()
        facts = self.session.answer(
            entry, answer, asked=asked, salt=salt, orders=orders, clause=source.clause, held=held
        )
        kept = Ordered(msgspec.Raw(msgspec.json.encode(answer)), orders) if orders else answer
        self._note_input(entry, kept, source, now, salt=salt, held=held)
        self.note(told, facts)
        self._take_draws()
        return facts

    def do(self, entry: EntryId, act: Answer, source: Source, now: float) -> list[Fact]:
        """Do something that no question asks for, and note it; :exc:`Refused` changes nothing."""
        told = self.session.facts_told
        facts = self.session.act(entry, act)
        self._new.secret += all(fact.is_private for fact in facts)
        self._note_input(entry, Acted(msgspec.Raw(msgspec.json.encode(act))), source, now)
        self.note(told, facts)
        return facts

    def let_in(self, faction: FactionRecord, entry: EntryRecord) -> None:
        """Note somebody who comes in under way."""
        self._new.joined.append((faction, entry))
        self.race = PublicRace(self.race.record, (*self.race.factions, faction), (*self.race.entries, entry))

    def wants_to_wait(self) -> bool:
        """Tell whether the turn waits for its deadline: a player asked for that, or nobody is there (S-23)."""
        asked = self.session.asked
        if self.race.is_deserted:
            return 0 < asked == self.session.checkpoint.seq  # once a turn, and not while it is being set up
        return any(each.waits == asked and each.at_the_reins is not None for each in self.race.factions)

    def proceed(self, now: float) -> list[Fact]:
        """Go on with a play that was held though all had answered."""
        told = self.session.facts_told
        facts = self.session.proceed()
        self._note_input(STEWARD, Proceed(), Source("steward"), now)
        self.note(told, facts)
        self._take_draws()
        return facts

    def rewind(self, to: int, now: float) -> list[Fact]:
        """Let the race go on from here, rebuilt up to input *to*; all later inputs and facts are void."""
        told, scenes = self.race.record.facts, self._scenes_on_record
        control = Rewind(to, self._streams + 1, told, scenes, anew=self.rules.anew is not None)
        facts = self._branch_off(control, self._seq + 1)
        self._note_input(STEWARD, control, Source("steward"), now)
        self.note(told, facts)
        self._void_after = to
        return facts

    def _branch_off(self, control: Rewind, seq: int) -> list[Fact]:
        self._branched = len(self.session.scenes), len(self.session.table.told)
        dice = dice_of(self.kept, 0, control.stream)
        fact = Rewound(control.to, control.stream, control.reason)
        facts = self.session.branch_off(seq, control.told, dice, fact, anew=control.anew)
        self._scenes_before = control.scenes - len(self.session.scenes)
        self._scenes_written = len(self.session.scenes)
        return facts

    def take_up(self, past: Input) -> None:
        """Give the session an input of the record again."""
        if past.entry != STEWARD:
            if (act := read_act(self.rules, past)) is not None:
                self.session.act(past.entry, act)
                return
            answer, orders = read_given(self.rules, past)
            salt = bytes.fromhex(past.salt)
            self.session.answer(past.entry, answer, salt=salt, orders=orders, clause=past.clause, held=past.held)
            return
        control = decoder(Control).decode(past.answer)
        if isinstance(control, Rewind):
            self._branch_off(control, past.seq)
        else:
            self.session.proceed()

    def has_taken_up(self) -> None:
        """Take all that was rebuilt for written."""
        self._scenes_written = len(self.session.scenes)
        self._checkpoint_written = self.session.checkpoint
        self._out = self.out
        self._take_draws()

    def seat(self, faction: FactionRecord) -> None:
        """Change the driver of a faction, or the grace they have left."""
        before = next(each.at_the_reins for each in self.race.factions if each.faction == faction.faction)
        if before not in (None, faction.at_the_reins) and faction.at_the_reins is not None:
            self._new.handed_over.add(faction.faction)
        factions = tuple(faction if each.faction == faction.faction else each for each in self.race.factions)
        self.race = PublicRace(self.race.record, factions, self.race.entries)
        self._new.factions[faction.faction] = faction

    def order(self, orders: OrdersRecord) -> None:
        """Note the orders for a chariot."""
        self._orders[orders.entry] = self._new.orders[orders.entry] = orders

    def closes(self, entry: EntryId) -> float | None:
        """Return until when an entry may answer, in seconds since 1970; ``None`` without a deadline or a question.

        What is answered and sealed may change until the last deadline of the question; until then a turn may wait.
        """
        asked = self.session.asked
        if entry in self.session.open:
            return deadline_of(self.deadlines, entry, asked)
        if entry != STEWARD and entry not in self.session.sealed:
            return None
        return max((each.at for each in self.deadlines if each.asked == asked), default=None)

    def move_deadline(self, entry: EntryId, at: float, remind_at: float | None = None, slices: int = 0) -> None:
        """Let a deadline of the open question fall at another time.

        :param remind_at: when to remind of it; worked out if left out. *slices* of its player's grace are used by it.
        """
        for place, each in enumerate(self.deadlines):
            if (each.entry, each.asked) == (entry, self.session.asked):
                again = next_reminder(each.opened, at, each.reminders) if remind_at is None else remind_at
                moved = msgspec.structs.replace(each, at=at, remind_at=again, slices=each.slices + slices)
                self._new.moved[entry] = moved
                self.deadlines = (*self.deadlines[:place], moved, *self.deadlines[place + 1 :])

    def count_deserted(self) -> None:
        """Count a turn for which nobody is there."""
        self._deserted += 1

    def count(self, player: PlayerId, *, kept: bool) -> None:
        """Count a duty of a player as done or missed."""
        self._new.counted.append((player, kept))

    def carry_over(self, asked: int) -> None:
        """Keep the deadlines of players who have not answered, though the questions put at *asked* are put anew.

        Players who wanted the turn to wait for its deadline still do.
        """
        self._carried = self.kept.deadlines
        for each in self.race.factions:
            if each.waits == asked:
                self.seat(msgspec.structs.replace(each, waits=self.session.asked))

    def hold_until(self, at: float, now: float) -> None:
        """Hold the present questions, sealed answers included, until then, even if all have answered."""
        asks = {**self.session.sealed, **self.session.open}
        owed = [(entry, ask.question.kind) for entry, ask in asks.items()]
        self._carried = tuple(
            Deadline(entry=entry, asked=self.session.asked, kind=kind, at=at, remind_at=None, opened=now)
            for entry, kind in (*owed, (STEWARD, HELD))
        )
        for seat in self.race.factions:
            if seat.at_the_reins is not None:
                self.seat(msgspec.structs.replace(seat, waits=self.session.asked))

    def act(self, act: ActRecord) -> None:
        """Note something that the steward did, for all to see."""
        self._new.acts.append(act)

    def also(self, *notices: Notice) -> None:
        """Put notices into the outbox with the next write."""
        self._new.notices += notices

    def _note_input(
        self,
        entry: EntryId,
        answer: msgspec.Struct,
        source: Source,
        now: float,
        *,
        salt: bytes = b"",
        held: bool = False,
    ) -> None:
        self._new.inputs.append(
            Input(
                seq=self.session.seq,
                entry=entry,
                answer=msgspec.json.encode(answer).decode(),
                by=source.by,
                player=source.player,
                salt=salt.hex(),
                digest=self.session.table.digest.hex(),
                at=now,
                clause=source.clause,
                held=held,
            )
        )

    def note(self, told: int, facts: list[Fact]) -> None:
        """Note *facts*, told after the first *told* ones, as not written yet."""
        seq = self.session.seq
        self._new.facts += [
            FactRecord(told + place, seq, msgspec.json.encode(fact).decode())
            for place, fact in enumerate(facts, start=1)
        ]

    def batch(self, now: float) -> Batch:
        """Return the batch of everything that is not written yet."""
        known, self.deadlines = self.deadlines, self._deadlines(now)
        self.newly_asked = tuple(each for each in self.deadlines if each not in known)
        inherited = self._inherited(known)
        is_over = self.session.is_over
        return Batch(
            race=self.id,
            seq=self._seq,
            revision=self._revision,
            inputs=tuple(self._new.inputs),
            facts=tuple(self._new.facts),
            scenes=_kept_scenes(self._new_scenes, self._first_new_scene),
            begins=self._kept_beginning(),
            checkpoint=self._kept_checkpoint(self.session.checkpoint) if self._is_new_turn else None,
            deadlines=self.deadlines,
            notices=tuple(self._notices(known, inherited, now)),
            entries=tuple(self._drawn),
            joined=tuple(self._new.joined),
            factions=tuple(self._new.factions.values()),
            orders=tuple(self._new.orders.values()),
            acts=tuple(self._new.acts),
            moved=tuple(self._new.moved.values()),
            counted=tuple(self._new.counted),
            at=now,
            done=self._done(known, inherited),
            void_after=self._void_after,
            void_told=self._void_told,
            state="finished" if is_over else "running",
            comes_home=comes_home(self.race, self.rules, self.session.state) if is_over else None,
            ended=now if is_over else None,
            deserted=self.deserted,
        )

    @property
    def _new_scenes(self) -> Sequence[Scene]:
        """The scenes that are not written yet."""
        return self.session.scenes[self._scenes_written :]

    @property
    def _first_new_scene(self) -> int:
        return self._scenes_before + self._scenes_written + 1

    @property
    def _is_new_turn(self) -> bool:
        return self.session.checkpoint is not self._checkpoint_written

    def _notices(self, known: Sequence[Deadline], inherited: Sequence[Deadline], now: float) -> Iterator[Notice]:
        """Yield the notices of the next write: story, summonses, and the panel if its look may change."""
        is_over = self.session.is_over
        yield from self._new.notices
        yield from self._stories(now, is_over=is_over)
        yield from cup_standings(self.race, now, is_over=is_over)
        yield from endings(self.race, now, is_over=is_over)
        if self._new.facts and not is_over:
            yield from went_out(self.race, self.out - self._out, self._new.facts[0].n, self.session.facts_told, now)
        yield from summonses(self.race, (*self.newly_asked, *inherited), now)
        if not self._new.is_secret or self.deadlines != known:
            yield notice(self.id, "panel", Panel(self._wants_new_panel(is_over=is_over)), now)

    def _done(self, known: Sequence[Deadline], inherited: Sequence[Deadline]) -> tuple[str, ...]:
        """Return the duties that this batch ends: their deadline is gone, or somebody else has it now."""
        return tuple(
            duty_of(self.id, each.entry, each.asked)
            for each in known
            if each not in self.deadlines or each in inherited
        )

    @property
    def deserted(self) -> int:
        """For how many turns nobody was there, the one that waits included; 0 while somebody is at any reins."""
        return self._deserted if self.race.is_deserted else 0

    def _stories(self, now: float, *, is_over: bool) -> list[Notice]:
        """Return the notices that tell the scenes not written yet, by the race's way of telling."""
        if not self.race.record.story.is_by_turns:
            return stories(self.race, self._first_new_scene, len(self._new_scenes), now, is_over=is_over)
        session, (past, void) = self.session, self._branched
        start = session.facts_told - len(session.table.told)
        known = min((each.n for each in self._new.facts), default=session.facts_told + 1) - 1
        has_revealed = any(isinstance(fact, Unsealed) for fact in session.table.told[known - start :])
        if not (self._new_scenes or has_revealed or session.checkpoint.told > known):
            return []  # as most answers: nothing is told of them yet
        revealed = [each._replace(n=start + each.n) for each in reveals((0, fact) for fact in session.table.told)]
        told = Telling(
            session.scenes[past:],
            self._scenes_before + past + 1,
            self._scenes_written - past,
            [each for each in revealed if each.n > start + void],
            session.checkpoint.told,
            start + void,
            known,
            session.facts_told,
            [(start + n, each.entry) for n, each in enumerate(session.table.told, 1) if isinstance(each, OrdersSealed)],
        )
        return turns(self.race, told, now, is_over=is_over, asks_turns=self.rules.asks_turns)

    def _wants_new_panel(self, *, is_over: bool) -> bool:
        """Tell whether the panel is to stand anew at the thread's end; where posts grow, that is seen as it is sent."""
        return not self.race.record.story.is_by_turns and (is_over or self._is_new_turn or bool(self._new_scenes))

    def _inherited(self, known: Sequence[Deadline]) -> tuple[Deadline, ...]:
        """Return the deadlines of questions that have another player now than the one who was summoned."""
        handed = {each.entry for each in self.race.entries if each.faction in self._new.handed_over}
        return tuple(each for each in self.deadlines if each in known and each.entry in handed)

    def written(self, batch: Batch) -> None:
        """Note that *batch* is kept now."""
        self._seq, self._revision = batch.seq + len(batch.inputs), self._revision + 1
        self._scenes_written = len(self.session.scenes)
        self._checkpoint_written = self.session.checkpoint
        self._scenes_on_record += len(batch.scenes)
        self._out = self.out if batch.facts else self._out
        self._new, self._drawn, self._carried = Unwritten(), [], ()
        self._begins = None
        self._deserted = batch.deserted
        self._void_after = self._void_told = None
        race = msgspec.structs.replace(
            self.race.record,
            state=batch.state,
            seq=self._seq,
            revision=self._revision,
            ended=batch.ended,
            deserted=batch.deserted,
            comes_home=batch.comes_home,
            facts=batch.facts[-1].n if batch.facts else self.race.record.facts,
            rules=batch.rules,
        )
        self.race = PublicRace(race, self.race.factions, self.race.entries)

    def _kept_beginning(self) -> CheckpointRecord | None:
        """Return where the race begins, or a turn anew, if house drivers have played beyond it already."""
        has_gone_on = self._begins is not None and self._begins.seq != self.session.checkpoint.seq
        return self._kept_checkpoint(self._begins) if self._begins is not None and has_gone_on else None

    def _kept_checkpoint(self, checkpoint: Checkpoint) -> CheckpointRecord:
        before = sum(scene.told <= checkpoint.told for scene in self.session.scenes)
        return CheckpointRecord(
            checkpoint.seq,
            checkpoint.version,
            checkpoint.rolled,
            checkpoint.told,
            self._scenes_before + before,
            checkpoint.digest.hex(),
            checkpoint.state.decode(),
            checkpoint.stream,
        )

    def _take_draws(self) -> None:
        """Let the lobby know which entries have fallen to a faction; it knows them from here on."""
        if all(entry.faction is not None for entry in self.race.entries):
            return
        factions = self.rules.factions(self.session.state)
        entries = tuple(
            msgspec.structs.replace(entry, faction=factions[entry.entry]) if entry.faction is None else entry
            for entry in self.race.entries
        )
        self._drawn += [entry for entry in entries if entry not in self.race.entries]
        self.race = PublicRace(self.race.record, self.race.factions, entries)

    def _deadlines(self, now: float) -> tuple[Deadline, ...]:
        known = {(each.entry, each.asked): each for each in self.deadlines}
        asked = self.session.asked
        if self.session.is_held:
            return self._held_until(now)
        return tuple(
            known.get((entry, asked)) or self._deadline(entry, now)
            for entry, ask in self.session.open.items()
            if (self.driver_of(entry) is None or ask.question.is_for_time)
            and self.race.record.seconds.get(ask.question.kind) != WAITS
        )

    def _held_until(self, now: float) -> tuple[Deadline, ...]:
        """Return when a held play goes on: at the latest of its deadlines, in seconds since 1970."""
        asked = self.session.asked
        held = next((each for each in self.deadlines if (each.entry, each.asked) == (STEWARD, asked)), None)
        spans = [each.at for each in (*self.deadlines, *self._carried) if each.asked == asked]
        at = max(spans, default=now)
        if self.race.is_deserted and not spans and self.session.kind is not None:
            at = until(self.race.record, self.session.kind, now)
        known = held or self._carried_over(STEWARD, HELD)
        return (known or Deadline(entry=STEWARD, asked=asked, kind=HELD, at=at, remind_at=None, opened=now),)

    def _carried_over(self, entry: EntryId, kind: str) -> Deadline | None:
        """Return the deadline of a question that was open already when it was put anew."""
        known = next((each for each in self._carried if (each.entry, each.kind) == (entry, kind)), None)
        return None if known is None else msgspec.structs.replace(known, asked=self.session.asked)

    def _deadline(self, entry: EntryId, now: float) -> Deadline:
        question = self.session.open[entry].question
        if known := self._carried_over(entry, question.kind):
            return known
        at = self._until(entry, question.kind, now)
        return Deadline(
            entry=entry,
            asked=self.session.asked,
            kind=question.kind,
            at=at,
            remind_at=None if question.is_for_time else first_reminder(self.race, entry, now, at),
            opened=now,
        )

    def _until(self, entry: EntryId, kind: str, now: float) -> float:
        """Return when the default counts: of questions put anew after an act, as before; of the calendar's, by span."""
        asked = [each.at for each in self.deadlines if (each.kind, each.asked) == (kind, self.session.asked)]
        if self.rules.acts is not None and asked:
            return max(asked)
        if self.race.faction_of(entry) is None:
            return waits_until(self.race.record, kind, now)
        return until(self.race.record, kind, now)


def _kept_scenes(scenes: Sequence[Scene], first: int) -> tuple[SceneRecord, ...]:
    """Return scenes as they are kept, numbered from *first*."""
    return tuple(
        SceneRecord(n, scene.told, msgspec.json.encode(scene.view).decode()) for n, scene in enumerate(scenes, first)
    )


def begin(kept: KeptRace, rules: AnyRuleset) -> Live:
    """Return a race at its very beginning, not written yet."""
    start = first_checkpoint(rules, new_race(kept, rules))
    session = Session(rules, start, dice_of(kept, 0))
    live = Live(kept, rules, session, 0)
    live._begins = start
    live._scenes_written = 0
    live._checkpoint_written = Checkpoint(b"", 0)  # so that the first one is written
    live.note(0, session.table.told)
    return live


def begin_turn_anew(kept: KeptRace, rules: AnyRuleset, state: Any, corrected: Sequence[Fact], now: float) -> Live:
    """Return a race whose turn begins anew, with *state* and fresh dice, not written yet.

    :param corrected: facts that tell the changes to *state*.
    """
    assert kept.checkpoint is not None
    to, seq, told = kept.checkpoint.seq, kept.race.seq + 1, kept.race.facts
    control = Rewind(to, kept.streams + 1, told, kept.scenes, anew=rules.anew is not None)
    table = Table(dice_of(kept, 0, control.stream), bytes.fromhex(kept.checkpoint.digest))
    for fact in (Rewound(to, control.stream), *corrected):
        table.tell(fact)
    if rules.anew is not None:
        rules.anew(state, table)
    rolled, began = table.dice.at, told + len(table.told)
    start = Checkpoint(msgspec.json.encode(state), rules.version, seq, rolled, began, table.digest, control.stream)
    session = Session(rules, start, dice_of(kept, rolled, control.stream))
    live = Live(kept, rules, session, kept.scenes)
    live._begins = start
    live._scenes_written = 0
    live._checkpoint_written = Checkpoint(b"", 0)  # so that the new one is written
    stored = msgspec.json.encode(control).decode()
    live._new.inputs = [Input(seq=seq, entry=STEWARD, answer=stored, by="steward", digest=start.digest.hex(), at=now)]
    live._void_after, live._void_told = to, kept.checkpoint.told
    live._new.facts = [
        FactRecord(told + place, seq, msgspec.json.encode(fact).decode())
        for place, fact in enumerate([*table.told, *session.table.told], start=1)
    ]
    return live


Rulesets = Mapping[str, AnyRuleset]

Tells = Callable[[Live, Sequence[Fact]], Sequence[Notice]]
"""Returns what an act on a race tells besides, from the facts that came of it."""


def tells_nobody(_live: Live, _facts: Sequence[Fact]) -> Sequence[Notice]:
    """Return nothing to tell besides."""
    return ()
