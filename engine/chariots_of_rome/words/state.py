"""The state of a race: plain data, all that outlives a decision (2).

A race is kept as a round is about to be played: the first Initiative card lies open, and the gods have spoken (19.2).
Values of the turn under way are in it all the same, for pictures to show.
"""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, Literal

import msgspec

from engine.chariots_of_rome.printed.board import Track, TrackName, track
from engine.chariots_of_rome.printed.data import MOST_ENDURANCE, CharioteerId, FateId
from engine.chariots_of_rome.words.options import BY_ITSELF, Options
from records.values import EntryId, Faction, Square

Stage = Literal["initiative", "favor", "speed", "adjustments", "driving"]
"""The stages of a round (4)."""

NO_OVERTAKE = 99
"""Steps since the last overtaking where there was none this turn."""


class ChariotLog(msgspec.Struct):
    """The public record of a chariot (2.2)."""

    colour: str  # such as "red" or "red striped"
    faction: Faction | None = None
    charioteer: CharioteerId | None = None  # none before they are dealt
    endurance: int = MOST_ENDURANCE  # 0 to 12; 0 is out
    tactics: int = 0  # 0 to 8
    rattled: int = 0  # 0 and more; 6 or more is out
    speed: int = 0  # Speed Level: 0 the dead stop, 1 Minimus (4 spaces), 2 Medius (7), 3 Maximus (10)
    laps: int = -1  # behind it; -1 until it crosses the line for the first time
    wounds: int = 0  # 0, 1 (the ability is lost), 2 (out)
    square: Square | None = None  # none until placed, once it is out, and while whoever has pushed it crashes
    stack: int = 0  # cards in its Cornering stack, face down
    used: bool = False  # its once-a-round ability, in this round
    has_started: bool = False  # its first turn is over
    left_first_corner: bool = False  # at least once; stays true (12.1)
    out: int | None = None  # 1 for the first chariot eliminated; none while it races
    place: int | None = None  # once the race is over; none for whoever is out

    @property
    def is_alive(self) -> bool:
        """Whether it was not eliminated."""
        return self.out is None

    def can(self, ability: CharioteerId) -> bool:
        """Tell whether its charioteer is this one, and unwounded (11)."""
        return self.charioteer == ability and not self.wounds


log_of: Callable[[ChariotLog], tuple[Any, ...]] = attrgetter(*ChariotLog.__struct_fields__)
"""Returns the values of a log, in the order in which a chariot and its view take them."""


class Chariot(ChariotLog, forbid_unknown_fields=True, kw_only=True):
    """One chariot: its log, and its hidden cards."""

    cards: list[str] = []  # the Cornering stack, the next card first; as many as ``stack``
    most_laps: int = -1  # that it had behind it so far
    trail: list[Square] = []  # spaces entered in its last turn, in order; without those it was pushed to


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """A whole race (2.1)."""

    chariots: dict[EntryId, Chariot]  # in entry order, always
    options: Options
    round: int = 0  # 0 before the first
    stage: Stage | None = None  # none between turns and between rounds
    revealed: list[EntryId] = []  # Initiative cards turned up this round, in order
    initiative: list[EntryId] = []  # those still face down, the next one first: nobody sees them but C01 (D05)
    looked: bool = False  # C01 has looked at the cards of this round
    before_look: list[EntryId] = []  # how they lay before; told as the round ends
    after_look: list[EntryId] = []  # and after it had moved one
    active: EntryId | None = None  # whose turn is next or under way; none before the first card is turned up
    locked: bool = True  # the first corner is not behind all (12.1)
    actions: list[str] = []  # the Action pile, face down, top first
    action_discard: list[str] = []  # face up, in the order discarded
    fates: list[FateId] = []  # the Fate pile, face down, top first
    fate_discard: list[FateId] = []
    effects: list[FateId] = []  # Fate cards in force until the round ends
    god: int = 0  # face of the Fate die this round, 1 to 6; 0 if it was not rolled
    corner_log: dict[str, list[EntryId]] = {}  # by "lap/corner", such as "0/C1": who has entered it, in order (6.2)
    wrecks: dict[Square, EntryId] = {}  # where wrecks lie, and whose they are
    debris: list[Square] = []  # at most three
    lifted: dict[EntryId, Square] = {}  # who has lost a space to another and is not placed yet, and that space (10)
    top_known: EntryId | None = None  # whose C19 knows the top of the Action pile
    pool: list[CharioteerId] = []  # charioteers not dealt, the next one first: nobody sees them
    to_place: list[EntryId] = []  # who takes a gate next, in order; unseen, unless charioteers were drafted
    display: list[CharioteerId] = []  # laid out for the draft and not yet taken
    # The turn under way (5)
    total_move: int = 0
    moves_left: int = 0
    moved: int = 0
    attacked: bool = False  # its Attack of the turn is used
    since_overtake: int = NO_OVERTAKE  # steps made since; 0 on the exit space
    finish_round: int | None = None  # in which somebody crossed the line for the last time (13)
    out: int = 0  # chariots eliminated so far
    winner: EntryId | None = None
    is_set_up: bool = False
    is_open: bool = False  # a round is begun: its first card lies open
    is_over: bool = False

    @property
    def track(self) -> TrackName:
        return self.options.course

    @property
    def board(self) -> Track:
        """The track with the neighbours of each space."""
        return track(self.options.track or BY_ITSELF)

    @property
    def race_laps(self) -> int:
        """Laps to be driven."""
        return self.options.laps

    @property
    def is_lock_over(self) -> bool:
        """Whether all racing chariots have left the first corner, which ends its lock (12.1, R14)."""
        return all(self.chariots[entry].left_first_corner for entry in self.alive())

    def chariot(self, entry: EntryId) -> Chariot:
        return self.chariots[entry]

    def logs(self) -> Iterable[tuple[EntryId, Chariot]]:
        """Return all chariots with their entries."""
        return self.chariots.items()

    def alive(self) -> list[EntryId]:
        """Return the chariots that were not eliminated, in entry order."""
        return [entry for entry, chariot in self.chariots.items() if chariot.out is None]

    def standing(self, square: Square) -> EntryId | None:
        """Return the chariot that stands on a space; none if there is none."""
        return next((entry for entry, chariot in self.chariots.items() if chariot.square == square), None)

    def has_finished(self, chariot: ChariotLog) -> bool:
        """Tell whether a chariot is across the line for the last time at this moment (2.2)."""
        return chariot.out is None and chariot.laps >= self.options.laps

    def order(self) -> list[EntryId]:
        """Return the surviving chariots in race order, the leader first (1).

        A chariot between two spaces counts where it was hit.
        """
        rank = self.board.rank

        def key(entry: EntryId) -> tuple[int, int]:
            chariot = self.chariots[entry]
            square = chariot.square or self.lifted.get(entry)
            return chariot.laps, -1 if square is None else rank[square]

        return sorted(self.alive(), key=key, reverse=True)
