"""The state of a Chariot Race: plain data, all that outlives a decision (3)."""

from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.chariot_race.data import BOARDS, MOST_ROUNDS, SUPPLY, Board, BoardName, Face
from engine.chariot_race.track import FINISH, LANE, LaneName, TrackName
from engine.fair_start import Ranked
from engine.options import BY_ORDERS, BY_RATING, GENTLE_FIELD, RANKED
from records.values import EntryId, Faction, Square

BoardSet = Literal["white", "black"]
Stage = Literal["repair", "roll", "free reroll", "fortuna", "move", "attack"]
"""The next stage of the turn under way (6)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race (4), and the values that a series or the pace hands to it (15.2, 16)."""

    track: Annotated[
        TrackName | None,
        Meta(
            description="Sides of the two halves; B has stone heaps. AA by itself, in turn in a series",
            extra={
                "meanings": {
                    "AA": "No stone heaps",
                    "AB": "Stone heaps on the second half",
                    "BA": "Stone heaps on the first half",
                    "BB": "Stone heaps on both halves",
                }
            },
        ),
    ] = None
    boards: Annotated[
        BoardSet,
        Meta(
            description="White: all alike. Black: six unlike boards, which players draft",
            extra={"meanings": {"white": "All chariots are alike", "black": "Six unlike boards, which players draft"}},
        ),
    ] = "white"
    protect_finished: Annotated[bool, Meta(description="Whoever has finished the race takes no more damage")] = False
    positions: tuple[EntryId, ...] = ()  # all entries, slot 1 first; else seats are shuffled or slots drafted (5, 16)
    draft_seat: int | None = None  # of the players by seat, 0 first, who begins the draft; else drawn (11.4, 16)
    by_orders: Annotated[bool, Meta(extra={"role": BY_ORDERS})] = False  # 15.2
    most_rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = MOST_ROUNDS  # 10; lessons are short
    by_rating: Annotated[
        bool, Meta(description="White boards: start slots by lot in pairs of like rating", extra={"role": BY_RATING})
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()
    gentle: Annotated[bool, GENTLE_FIELD] = False


class ChariotLog(msgspec.Struct):
    """The record of a chariot and its board, open to all (3.2)."""

    colour: str
    faction: Faction | None = None
    board: BoardName = "white"
    damage: int = 12  # 0 to 15 by board: hit points left; 0 is a wreck
    speed: int = 4  # 0 to 12 by board
    fate: int = 3  # 0 to 6 by board
    slot: int | None = None  # 1 to 6; none until placed
    square: Square | None = None  # none until placed, and as a wreck
    pos: int = 0  # -4 and more, in 96ths of a lap from the line; of a wreck, where it was destroyed
    start: Square | None = None  # where its last turn began
    path: str = ""  # of its last move: a letter a step, F, I or O, those made
    protected: bool = False
    wrecked_at: int | None = None  # 0 first: how many were wrecked before
    place: int | None = None  # once the race is over

    @property
    def sheet(self) -> Board:
        """The numbers of its board."""
        return BOARDS[self.board]

    @property
    def is_alive(self) -> bool:
        return self.wrecked_at is None

    @property
    def has_finished(self) -> bool:
        """Whether it is across the line for the last time, and no wreck."""
        return self.is_alive and self.pos > FINISH

    @property
    def lane(self) -> LaneName | None:
        """``None`` before the start, and for a wreck."""
        return None if self.square is None else LANE[self.square]


log_of: Callable[[ChariotLog], tuple[Any, ...]] = attrgetter(*ChariotLog.__struct_fields__)
"""Returns the values of a log, in the order in which a chariot and its view take them."""


class Chariot(ChariotLog, forbid_unknown_fields=True, kw_only=True):
    """One chariot and its log."""

    trail: list[Square] = []  # spaces entered on its last turn, in order; without the one it was set back to


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """A whole race (3.1). It can be taken up from any stage of any turn."""

    chariots: dict[EntryId, Chariot]  # in entry order, always
    options: Options
    track: TrackName
    round: int = 0  # 0 before the first, 60 at most
    order: list[EntryId] = []  # of this round, fixed as it begins; those wrecked since are still in it
    active: int = 0  # place in the order of whose turn is next or under way
    stage: Stage | None = None  # of the turn under way; none between turns
    dice: list[Face] = []  # 1 to 5 while a turn is under way, else none
    attacks: int = 0  # attack faces still to be used, 0 to 5
    caltrops: list[Square] = []  # sorted
    supply: int = SUPPLY  # markers left, 0 to 20
    wrecks: int = 0  # so far
    is_set_up: bool = False
    is_over: bool = False

    @property
    def mover(self) -> EntryId | None:
        """The chariot whose turn is under way; none between turns."""
        return self.order[self.active] if self.stage is not None else None

    def alive(self) -> list[EntryId]:
        """Return the chariots that are no wrecks, in entry order."""
        return [entry for entry, chariot in self.chariots.items() if chariot.is_alive]

    def standing(self, square: Square) -> EntryId | None:
        """Return the chariot that stands on a space; none if it is free."""
        return next((entry for entry, chariot in self.chariots.items() if chariot.square == square), None)
