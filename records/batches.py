"""A race as it is read, and all that one order writes."""

import msgspec

from records.acts import ActRecord
from records.notices import Notice
from records.play import CheckpointRecord, Deadline, FactRecord, Input, OrdersRecord, SceneRecord
from records.races import RULES, EntryRecord, FactionRecord, RaceRecord, RaceState
from records.values import EntryId, PlayerId, RaceId


class KeptRace(msgspec.Struct, frozen=True):
    """All that is needed to take a race up again."""

    race: RaceRecord
    factions: tuple[FactionRecord, ...]
    entries: tuple[EntryRecord, ...]
    checkpoint: CheckpointRecord | None  # none in the lobby
    inputs: tuple[Input, ...]  # since the checkpoint, without the void ones
    deadlines: tuple[Deadline, ...]
    orders: tuple[OrdersRecord, ...] = ()
    scenes: int = 0  # on record, the void ones included
    streams: int = 0  # of dice that were begun by rewinding
    brings: dict[EntryId, str] = {}  # JSON of what chariots bring from their stables: as secret as the seed
    begun: str = ""  # digest of the story at the first question of the turn under way; empty once that is answered


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """All that an order causes, written together or not at all."""

    race: RaceId
    seq: int  # that the race must be at, else another was quicker
    revision: int | None = None  # the same; ``None`` if nothing was kept in memory meanwhile
    inputs: tuple[Input, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    scenes: tuple[SceneRecord, ...] = ()
    begins: CheckpointRecord | None = None  # of the race, or of a turn anew, where the latest one is another
    checkpoint: CheckpointRecord | None = None
    deadlines: tuple[Deadline, ...] = ()  # all that are open now
    notices: tuple[Notice, ...] = ()
    entries: tuple[EntryRecord, ...] = ()  # those that changed
    joined: tuple[tuple[FactionRecord, EntryRecord], ...] = ()  # those that came in under way
    factions: tuple[FactionRecord, ...] = ()  # those that changed
    orders: tuple[OrdersRecord, ...] = ()  # those that changed
    acts: tuple[ActRecord, ...] = ()
    moved: tuple[Deadline, ...] = ()  # deadlines that fall at another time now
    counted: tuple[tuple[PlayerId, bool], ...] = ()  # duties of players, done or missed
    at: float = 0.0
    done: tuple[str, ...] = ()  # duties that are over: notices of them that wait are cancelled
    void_after: int | None = None  # the race goes back to this seq: what came after it is void
    void_told: int | None = None  # a turn begins anew: facts numbered above this are void as well
    state: RaceState = "running"
    ended: float | None = None
    deserted: int = 0  # turns for which nobody was there
    comes_home: str | None = None  # JSON of what a league's race that is over brings home
    rules: int = RULES  # by which it came about
