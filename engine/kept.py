"""What is kept of races: plain data, no rules. Times are seconds since 1970, UTC; JSON is kept as text."""

from typing import Literal

import msgspec

from engine.values import CupId, EntryId, Faction, PlayerId, RaceId

RaceState = Literal["lobby", "running", "paused", "finished", "cancelled"]
CupState = Literal["open", "finished", "cancelled"]
By = Literal["player", "plan", "house", "default"]
NoticeKind = Literal["panel", "story", "summons", "reminder", "mention", "warning", "cup"]
DirectMessages = Literal["unknown", "open", "refused"]


class RaceRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One race, from the lobby to its end."""

    id: RaceId
    guild: int  # 0 in a direct message
    channel: int
    thread: int | None = None  # where it is told
    ruleset: str
    options: str  # JSON, of the ruleset's options
    host: PlayerId
    title: str
    state: RaceState = "lobby"
    secret: str  # of the dice, hexadecimal; told at the end
    commitment: str  # what was published of it
    seconds: dict[str, int]  # until the default counts, by kind of decision
    seq: int = 0  # inputs so far
    facts: int = 0  # told so far
    opened: float
    ended: float | None = None
    panel: int | None = None  # message id
    cup: CupId | None = None  # none for a race by itself
    round: int | None = None  # of its cup, 1 first

    def __repr__(self) -> str:
        # The secret would tell every roll to come; it must not reach a log by way of a repr.
        return f"RaceRecord({self.id}, {self.state}, seq={self.seq})"


class CupRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A series of races. How it stands is worked out from them; here is only what was agreed."""

    id: CupId
    guild: int
    channel: int
    ruleset: str
    options: str  # JSON, of the ruleset's options
    series: str  # JSON, of the options of its series
    seconds: dict[str, int]  # as of its races
    races: int
    host: PlayerId
    title: str
    state: CupState = "open"
    opened: float
    ended: float | None = None


class FactionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Who drives: a player, or a house driver."""

    faction: Faction
    player: PlayerId | None = None
    driver: str | None = None  # temperament
    name: str
    word: str = ""  # mixed into the dice


class EntryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One chariot."""

    entry: EntryId
    colour: str
    name: str
    faction: Faction | None  # none until colours are drawn


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """An answer on record. With the seed and the checkpoint before, they are the whole truth of a race under way."""

    seq: int  # 1 first
    entry: EntryId
    answer: str  # JSON
    by: By
    player: PlayerId | None = None
    salt: str = ""  # of the seal, hexadecimal; empty for open answers
    digest: str  # running hash of the story after it, hexadecimal
    at: float

    def __repr__(self) -> str:
        return f"Input({self.seq}, entry={self.entry}, by={self.by})"  # the answer may be secret


class FactRecord(msgspec.Struct, frozen=True):
    n: int  # 1 first
    seq: int  # of the input that led to it
    fact: str  # JSON


class SceneRecord(msgspec.Struct, frozen=True):
    """The end of a phase: the public view when *told* facts had been told."""

    n: int  # 1 first
    told: int
    view: str  # JSON


class CheckpointRecord(msgspec.Struct, frozen=True):
    """A race at the start of a turn."""

    seq: int
    version: int
    rolled: int
    told: int
    scenes: int  # before
    digest: str
    state: str  # JSON


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When the default counts for an open question, and when its player is reminded."""

    entry: EntryId
    asked: int
    kind: str
    at: float
    remind_at: float | None  # none once it is done, or for a house driver


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be posted, written in the transaction that caused it."""

    id: int = 0  # given by the database
    race: RaceId
    kind: NoticeKind
    player: PlayerId | None = None  # to whom; none for the race's thread
    body: str = "{}"  # JSON of what is to be told
    due: float
    attempts: int = 0
    tried: float | None = None  # when it was first being sent

    @property
    def nonce(self) -> str:
        """What Discord knows it by for some minutes, 25 characters at most with a part's number."""
        return f"q{self.id}"

    @property
    def target(self) -> str:
        """Notices of one target are delivered in order."""
        return f"player {self.player}" if self.player is not None else f"race {self.race}"


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    player: PlayerId
    name: str
    dms: DirectMessages = "unknown"


class KeptRace(msgspec.Struct, frozen=True):
    """All that is needed to take a race up again."""

    race: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]
    checkpoint: CheckpointRecord | None  # none in the lobby
    inputs: tuple[Input, ...]  # since the checkpoint
    deadlines: tuple[Deadline, ...]


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """All that an order causes, written together or not at all."""

    race: RaceId
    seq: int  # that the race must be at, else another was quicker
    inputs: tuple[Input, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    scenes: tuple[SceneRecord, ...] = ()
    checkpoint: CheckpointRecord | None = None
    deadlines: tuple[Deadline, ...] = ()  # all that are open now
    notices: tuple[Notice, ...] = ()
    entries: tuple[EntryRecord, ...] = ()  # those that changed
    state: RaceState = "running"
    ended: float | None = None
