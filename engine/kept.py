"""What is kept of races: plain data, no rules. Times are seconds since 1970, UTC; JSON is kept as text."""

from typing import Literal

import msgspec

from engine.values import CupId, EntryId, Faction, PlayerId, RaceId

RaceState = Literal["lobby", "running", "paused", "finished", "cancelled"]
CupState = Literal["open", "finished", "cancelled"]
By = Literal["player", "plan", "order", "house", "default", "steward"]
NoticeKind = Literal[
    "panel", "story", "summons", "reminder", "mention", "warning", "cup", "act", "digest", "offer", "bets",
    "start",
]  # fmt: skip
NoticeState = Literal["new", "sending", "sent", "refused", "given up", "answered", "cancelled"]
Pace = Literal["daily", "live", "blitz"]
ActKind = Literal[
    "extend", "pause", "resume", "rewind", "restart", "correct", "replace", "default", "close", "grace", "downtime",
    "absent", "return", "substitute", "vacation", "update",
    "unmixed",
]  # fmt: skip
DirectMessages = Literal["unknown", "open", "refused"]


class Start(msgspec.Struct, frozen=True):
    """What neither operator nor players chose: it is mixed into the dice as a race starts, and can be looked up."""

    post: int = 0  # id of the message that told the start; 0 if it could not be posted
    round: int = 0  # of the public beacon; 0 if none was asked, or it did not answer
    beacon: str = ""  # what the beacon told in that round, hexadecimal

    @property
    def words(self) -> tuple[str, ...]:
        """What is mixed into the dice after the words of the factions."""
        post = (f"post {self.post}",) if self.post else ()
        return (*post, f"beacon {self.round} {self.beacon}") if self.round else post


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
    revision: int = 0  # raised by every write that a race in memory must know of
    facts: int = 0  # told so far
    opened: float
    ended: float | None = None
    panel: int | None = None  # message id
    cup: CupId | None = None  # none for a race by itself
    round: int | None = None  # of its cup, 1 first
    pace: Pace = "live"
    schedule: str = "{}"  # JSON of when a turn's deadlines fall; empty for spans alone
    paused_at: float | None = None
    pause_until: float | None = None  # when it goes on by itself
    betting: str = "{}"  # JSON of :class:`engine.betting.rules.TableRules`
    mixed: str | None = None  # JSON of a :class:`Start`; none before the start, and in races older than it

    @property
    def has_begun(self) -> bool:
        """Whether it has been played, or may be: its dice are mixed."""
        return self.mixed is not None or self.facts > 0

    @property
    def start(self) -> Start:
        """What was mixed into the dice as it started; nothing before that, and in races that are older than it."""
        return Start() if self.mixed is None else msgspec.json.decode(self.mixed, type=Start)

    def __repr__(self) -> str:
        # The secret would tell every roll to come; it must not reach a log by way of a repr.
        return f"RaceRecord({self.id}, {self.state}, seq={self.seq})"


class RaceHeading(msgspec.Struct, frozen=True, kw_only=True):
    """What is enough of a race to choose it by."""

    id: RaceId
    guild: int
    channel: int
    thread: int | None
    host: PlayerId
    title: str
    state: RaceState


class Place(msgspec.Struct, frozen=True):
    """Where races are looked for: those of some servers, and those that a player hosts or drives in."""

    guilds: tuple[int, ...] = ()
    player: PlayerId | None = None
    is_for_bets: bool = False  # without races that have no betting table


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
    pace: Pace = "live"
    schedule: str = "{}"  # as of its races


class FactionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Who drives: a player, or a house driver."""

    faction: Faction
    player: PlayerId | None = None
    driver: str | None = None  # temperament
    name: str
    word: str = ""  # mixed into the dice
    substitute: PlayerId | None = None  # who drives in the player's place
    standin: str | None = None  # temperament of the house driver who does, while nobody else will
    missed: int = 0  # turns in a row for which nothing came
    grace: float = 0.0  # seconds of the grace budget that are left
    waits: int | None = None  # the ``asked`` for which he wants the turn not to begin early
    away_until: float | None = None  # on vacation

    @property
    def holder(self) -> PlayerId | None:
        """The player who has the place, though a house driver may stand in for him; ``None`` for a house driver's."""
        return self.substitute or self.player

    @property
    def at_the_reins(self) -> PlayerId | None:
        """The player who decides now; ``None`` for a house driver, or while one stands in."""
        return None if self.standin else self.holder

    @property
    def temperament(self) -> str | None:
        """The house driver who decides now, if one does."""
        return None if self.at_the_reins is not None else self.standin or self.driver

    @property
    def is_offered(self) -> bool:
        """Whether anybody may take the reins: their player is absent, and announced no vacation."""
        return self.standin is not None and self.player is not None and self.away_until is None


class EntryRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One chariot."""

    entry: EntryId
    colour: str
    name: str
    faction: Faction | None  # none until colours are drawn


class Input(msgspec.Struct, frozen=True, kw_only=True):
    """An answer on record. With the seed and the checkpoint before, they are the whole truth of a race under way."""

    seq: int  # 1 first
    entry: EntryId  # 0 for the steward's own: an answer that is a :class:`Control`
    answer: str  # JSON; with the orders that were sealed with it, an :class:`Ordered`
    by: By
    player: PlayerId | None = None
    salt: str = ""  # of the seal, hexadecimal; empty for open answers; twice as long where orders are sealed, too
    digest: str  # running hash of the story after it, hexadecimal
    at: float
    clause: str = ""  # of the orders that gave it
    held: bool = False  # the play waited after it, though all had answered
    void: bool = False  # the race went back to before it

    def __repr__(self) -> str:
        return f"Input({self.seq}, entry={self.entry}, by={self.by})"  # the answer may be secret


class Proceed(msgspec.Struct, frozen=True, tag=True):
    """The play that was held goes on."""


class Ordered(msgspec.Struct, frozen=True, tag=True):
    """An answer with the orders that were sealed with it: what is kept of both as one input."""

    answer: msgspec.Raw  # JSON, as of any other input
    orders: str  # JSON, of the ruleset's orders, as their seal was made of them


class Rewind(msgspec.Struct, frozen=True, tag=True):
    """The race goes back to where it was after input *to*."""

    to: int
    stream: int  # of the dice from here on
    told: int  # facts before, the void ones included
    scenes: int  # scenes before, the void ones included
    reason: str


Control = Proceed | Rewind
"""Inputs of the steward's own; their entry is 0."""


class FactRecord(msgspec.Struct, frozen=True):
    n: int  # 1 first
    seq: int  # of the input that led to it
    fact: str  # JSON
    void: bool = False


class SceneRecord(msgspec.Struct, frozen=True):
    """The end of a phase: the public view when *told* facts had been told."""

    n: int  # 1 first
    told: int
    view: str  # JSON
    void: bool = False


class CheckpointRecord(msgspec.Struct, frozen=True):
    """A race at the start of a turn."""

    seq: int
    version: int
    rolled: int
    told: int
    scenes: int  # before
    digest: str
    state: str  # JSON
    stream: int = 0  # of the dice
    void: bool = False


class Deadline(msgspec.Struct, frozen=True, kw_only=True):
    """When the default counts for an open question, and when its player is reminded."""

    entry: EntryId
    asked: int
    kind: str
    at: float
    remind_at: float | None  # none once it is done, or for a house driver
    opened: float = 0.0  # when the question was put
    reminders: int = 0  # sent so far


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
    duty: str | None = None  # what it asks for, so that it can be cancelled: see :func:`duty_of`
    state: NoticeState = "new"
    outcome: str | None = None  # how it ended; of an open one, why it is kept back
    place: int = 0  # among those of its target in its race, 1 first; known once it is claimed

    @property
    def target(self) -> str:
        """Notices of one target are delivered in order."""
        return f"player {self.player}" if self.player is not None else f"race {self.race}"


def duty_of(race: RaceId, entry: EntryId, asked: int) -> str:
    """Return the name of one duty: to answer this question."""
    return f"{race}:{entry}:{asked}"


class OrdersRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a player ordered last for a chariot: for the turn it was sealed for, and where the next one's begin."""

    entry: EntryId
    orders: str  # JSON, of the ruleset's orders
    asked: int | None = None  # the question with which they were sealed; none if they only stand
    standing: bool = False  # answer for him from now on, at any pace
    at: float

    def __repr__(self) -> str:
        return f"OrdersRecord(entry={self.entry}, asked={self.asked})"  # what is ordered may be secret


class ActRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the steward did: everyone sees it."""

    n: int = 0  # of the race, 1 first; given by the database
    kind: ActKind
    by: PlayerId | None  # none for the program itself
    entry: EntryId | None = None
    reason: str = ""
    body: str = "{}"  # JSON of what belongs to its kind
    at: float


HALF_FORGOTTEN = 60 * 86_400.0
"""Seconds after which a duty counts half for a player's reliability."""

LEAST_COUNTED = 3.0
"""Duties without which nothing is said of reliability."""


class PlayerRecord(msgspec.Struct, frozen=True, kw_only=True):
    player: PlayerId
    name: str
    dms: DirectMessages = "unknown"
    zone: str = ""  # IANA name; empty for UTC
    quiet_from: int | None = None  # minutes after midnight, in his zone
    quiet_until: int | None = None
    digest: int | None = None  # minutes after midnight at which one message a day comes instead of each
    large: bool = False  # larger pictures
    dates: str = "relative"  # how times are written: "relative" or "full"
    kept_turns: float = 0.0  # for reliability; both fade with time
    missed_turns: float = 0.0
    counted: float = 0.0  # when they were last counted
    digested: float = 0.0  # when the last digest was sent

    @property
    def reliability(self) -> int | None:
        """What part of his duties a player has done of late, in per cent; ``None`` while there are too few."""
        all_turns = self.kept_turns + self.missed_turns
        return round(100 * self.kept_turns / all_turns) if all_turns >= LEAST_COUNTED else None

    def after(self, now: float, *, kept: bool) -> "PlayerRecord":
        """Return the record with one more duty done or missed; what is long past counts less and less."""
        fade = 0.5 ** (max(0.0, now - self.counted) / HALF_FORGOTTEN) if self.counted else 1.0
        return msgspec.structs.replace(
            self,
            kept_turns=self.kept_turns * fade + kept,
            missed_turns=self.missed_turns * fade + (not kept),
            counted=now,
        )


class GuildRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What a server has set for its races."""

    guild: int
    zone: str = "UTC"
    pace: Pace = "daily"
    schedule: str = "{}"
    large: bool = False
    betting: str = "{}"  # JSON of :class:`engine.betting.rules.ServerRules`


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
    begun: str = ""  # digest of the story at the first question of the turn under way; empty once that is answered


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """All that an order causes, written together or not at all."""

    race: RaceId
    seq: int  # that the race must be at, else another was quicker
    revision: int | None = None  # the same; ``None`` if nothing was kept in memory meanwhile
    inputs: tuple[Input, ...] = ()
    facts: tuple[FactRecord, ...] = ()
    scenes: tuple[SceneRecord, ...] = ()
    checkpoint: CheckpointRecord | None = None
    deadlines: tuple[Deadline, ...] = ()  # all that are open now
    notices: tuple[Notice, ...] = ()
    entries: tuple[EntryRecord, ...] = ()  # those that changed
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
