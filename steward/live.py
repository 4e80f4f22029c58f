"""A race in memory: its session, and what of it is not written yet."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any

import msgspec

from engine.dice import RaceDice, mix
from engine.game import Answer, Entrant, Fact, Ruleset
from engine.kept import (
    Batch,
    By,
    CheckpointRecord,
    Deadline,
    EntryRecord,
    FactRecord,
    Input,
    KeptRace,
    RaceState,
    SceneRecord,
)
from engine.session import Checkpoint, Session, first_checkpoint
from engine.values import EntryId, Faction, PlayerId, RaceId
from steward.notices import Panel, cup_standings, notice, stories, summonses
from steward.shown import Lobby

REMINDER_SHARE = 4
"""A reminder comes when only this part of the time is left, one in so many."""

LEAST_REMINDED = 1_200
"""Seconds: a shorter deadline needs no reminder."""


class StoryChanged(Exception):
    """Rebuilding a race from its answers told another story than the one on record."""

    def __init__(self, race: RaceId, seq: int) -> None:
        super().__init__(f"race {race} at input {seq}")
        self.race, self.seq = race, seq


@dataclass
class Unwritten:
    """What has happened since the last transaction."""

    inputs: list[Input] = field(default_factory=list)
    facts: list[FactRecord] = field(default_factory=list)


class Live:
    """One running race. Not safe for two at once: hold the race's lock."""

    def __init__(self, kept: KeptRace, rules: Ruleset[Any], session: Session[Any], scenes: int) -> None:
        """:param scenes: scenes told before the session's start."""
        self.lobby = Lobby(kept.race, kept.factions, kept.entries)
        self.rules, self.session = rules, session
        self.deadlines = kept.deadlines
        self.newly_asked: tuple[Deadline, ...] = ()
        self._seq = kept.race.seq
        self._scenes_before = scenes
        self._scenes_written = len(session.scenes)
        self._checkpoint_written = session.checkpoint
        self._new = Unwritten()
        self._drawn: list[EntryRecord] = []
        self._take_draws()

    @property
    def race(self) -> RaceId:
        return self.lobby.race.id

    @property
    def is_written(self) -> bool:
        return not (self._new.inputs or self._new.facts) and self.session.checkpoint is self._checkpoint_written

    @property
    def seq(self) -> int:
        """Inputs on record."""
        return self._seq

    def house_ask(self) -> EntryId | None:
        """Return the first entry with an open question that a house driver answers."""
        return next((entry for entry in self.session.open if self.driver_of(entry) is not None), None)

    def driver_of(self, entry: EntryId) -> str | None:
        """Return the temperament of the house driver of *entry*; ``None`` if a player drives it."""
        faction = next((each.faction for each in self.lobby.entries if each.entry == entry), None)
        return next((each.driver for each in self.lobby.factions if each.faction == faction), None)

    def give(
        self,
        entry: EntryId,
        answer: Answer,
        *,
        by: By,
        now: float,
        player: PlayerId | None = None,
        salt: bytes = b"",
        asked: int | None = None,
    ) -> list[Fact]:
        """Give the session an answer and note it; :exc:`Refused` changes nothing."""
        ask = self.session.open.get(entry)
        salt = salt if ask is not None and ask.secret else b""
        told = self.session.told
        facts = self.session.answer(entry, answer, asked=asked, salt=salt)
        kept = msgspec.json.encode(answer).decode()
        self._new.inputs.append(
            Input(
                seq=self.session.seq,
                entry=entry,
                answer=kept,
                by=by,
                player=player,
                salt=salt.hex(),
                digest=self.session.table.digest.hex(),
                at=now,
            )
        )
        self.note(told, facts)
        self._take_draws()
        return facts

    def note(self, told: int, facts: list[Fact]) -> None:
        """Note *facts*, told after the first *told* ones, as not written yet."""
        seq = self.session.seq
        self._new.facts += [
            FactRecord(told + place, seq, msgspec.json.encode(fact).decode())
            for place, fact in enumerate(facts, start=1)
        ]

    def batch(self, now: float) -> Batch:
        """Return all that is to be written now."""
        known, self.deadlines = self.deadlines, self._deadlines(now)
        self.newly_asked = tuple(each for each in self.deadlines if each not in known)
        first = self._scenes_before + self._scenes_written + 1
        scenes = self.session.scenes[self._scenes_written :]
        checkpoint = self.session.checkpoint
        is_over = self.session.is_over
        state: RaceState = "finished" if is_over else "running"
        is_new_turn = checkpoint is not self._checkpoint_written
        return Batch(
            race=self.race,
            seq=self._seq,
            inputs=tuple(self._new.inputs),
            facts=tuple(self._new.facts),
            scenes=tuple(
                SceneRecord(n, scene.told, msgspec.json.encode(scene.view).decode())
                for n, scene in enumerate(scenes, start=first)
            ),
            checkpoint=self._kept_checkpoint(checkpoint) if is_new_turn else None,
            deadlines=self.deadlines,
            notices=(
                *stories(self.race, first, len(scenes), now, is_over=is_over),
                *cup_standings(self.lobby, now, is_over=is_over),
                *summonses(self.lobby, self.newly_asked, now),
                notice(self.race, "panel", Panel(is_over or bool(scenes) or is_new_turn), now),
            ),
            entries=tuple(self._drawn),
            state=state,
            ended=now if is_over else None,
        )

    def written(self, batch: Batch) -> None:
        """Note that *batch* is kept now."""
        self._seq = batch.seq + len(batch.inputs)
        self._scenes_written = len(self.session.scenes)
        self._checkpoint_written = self.session.checkpoint
        self._new, self._drawn = Unwritten(), []
        race = msgspec.structs.replace(
            self.lobby.race,
            state=batch.state,
            seq=self._seq,
            ended=batch.ended,
            facts=batch.facts[-1].n if batch.facts else self.lobby.race.facts,
        )
        self.lobby = Lobby(race, self.lobby.factions, self.lobby.entries)

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
        )

    def _take_draws(self) -> None:
        """Let the lobby know which entries have fallen to a faction; it knows them from here on."""
        if all(entry.faction is not None for entry in self.lobby.entries):
            return
        factions = self.rules.factions(self.session.state)
        entries = tuple(
            msgspec.structs.replace(entry, faction=factions[entry.entry]) if entry.faction is None else entry
            for entry in self.lobby.entries
        )
        self._drawn += [entry for entry in entries if entry not in self.lobby.entries]
        self.lobby = Lobby(self.lobby.race, self.lobby.factions, entries)

    def _deadlines(self, now: float) -> tuple[Deadline, ...]:
        known = {(each.entry, each.asked): each for each in self.deadlines}
        asked = self.session.asked
        return tuple(
            known.get((entry, asked)) or self._deadline(entry, now)
            for entry in self.session.open
            if self.driver_of(entry) is None
        )

    def _deadline(self, entry: EntryId, now: float) -> Deadline:
        kind = self.session.open[entry].question.kind
        seconds = self.lobby.race.seconds[kind]
        remind_at = now + seconds - seconds // REMINDER_SHARE if seconds >= LEAST_REMINDED else None
        return Deadline(entry=entry, asked=self.session.asked, kind=kind, at=now + seconds, remind_at=remind_at)


def begin(kept: KeptRace, rules: Ruleset[Any]) -> Live:
    """Return a race at its very beginning; nothing of it is written yet."""
    options = msgspec.json.decode(kept.race.options, type=rules.options)
    start = first_checkpoint(rules, rules.new_race(options, _entrants(kept)))
    session = Session(rules, start, dice_of(kept, 0))
    live = Live(kept, rules, session, 0)
    live._scenes_written = 0
    live._checkpoint_written = Checkpoint(b"", 0)  # so that the first one is written
    live.note(0, session.table.told)
    return live


def _entrants(kept: KeptRace) -> list[Entrant]:
    """Return the chariots of a race; where they are shared out, the first ones name the factions that take part."""
    factions: Iterable[Faction | None] = [entry.faction for entry in kept.entries]
    if not any(factions):
        factions = chain((faction.faction for faction in kept.factions), repeat(None))
    return [Entrant(entry.entry, entry.colour, faction) for entry, faction in zip(kept.entries, factions, strict=False)]


def rebuild(kept: KeptRace, rules: Ruleset[Any]) -> Live:
    """Return a race as it stood: its last checkpoint and the answers since.

    :raises StoryChanged: if they tell another story now.
    """
    assert kept.checkpoint is not None
    record = kept.checkpoint
    start = Checkpoint(
        record.state.encode(), record.version, record.seq, record.rolled, record.told, bytes.fromhex(record.digest)
    )
    seq = record.seq
    try:
        if record.version != rules.version:
            raise StoryChanged(kept.race.id, seq)
        session = Session(rules, start, dice_of(kept, record.rolled))
        for past in kept.inputs:
            seq = past.seq
            answer = msgspec.json.decode(past.answer, type=rules.answers)
            session.answer(past.entry, answer, salt=bytes.fromhex(past.salt))
            if session.table.digest.hex() != past.digest:
                raise StoryChanged(kept.race.id, seq)
    except Exception as error:  # rules that changed may break in any way
        raise StoryChanged(kept.race.id, seq) from error
    return Live(kept, rules, session, record.scenes)


def dice_of(kept: KeptRace, at: int) -> RaceDice:
    words = [faction.word for faction in kept.factions]
    return RaceDice(mix(bytes.fromhex(kept.race.secret), words), at)


Rulesets = Mapping[str, Ruleset[Any]]
Clock = Callable[[], float]
