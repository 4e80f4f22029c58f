"""The state of an Ave Caesar race: plain data, all that outlives a move. The courses are not in it: they are data."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.ave_caesar.courses import CourseName, Direction, Space
from engine.fair_start import Ranked
from engine.options import BY_RATING, GENTLE_FIELD, RANKED
from records.values import EntryId, Faction

Status = Literal["racing", "finished", "out"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a race (4), and the values that a series hands to its next race (11.1).

    A course of the wrong side for so many chariots is taken for its counterpart on the right side (9.2): white and
    yellow, blue and red.
    """

    course: Annotated[
        CourseName | None,
        Meta(
            description="Where to race; with 3 or 4 chariots white or blue, with 5 or 6 yellow or red",
            extra={
                "meanings": {
                    "white": "For 3 or 4 chariots; with more, yellow takes its place",
                    "blue": "For 3 or 4 chariots; with more, red takes its place",
                    "yellow": "For 5 or 6 chariots; with fewer, white takes its place",
                    "red": "For 5 or 6 chariots; with fewer, blue takes its place",
                }
            },
        ),
    ] = None
    direction: Annotated[
        Direction | None,
        Meta(
            description="Which way round; clockwise in a race by itself",
            extra={"meanings": {"clockwise": "Turn right in the bends", "anticlockwise": "Turn left in the bends"}},
        ),
    ] = None
    nonplayer_chariots: Annotated[
        bool, Meta(description="Fill the grid, to 4 or 6, with chariots that nobody drives")
    ] = False  # 11.2
    strict_finish: Annotated[
        bool, Meta(description="Your last card is driven whole: spaces behind the line must be free, too")
    ] = False  # 7.1, A09
    strict_sixes: Annotated[bool, Meta(description="A full round without a move frees no sixes for the leaders")] = (
        False  # 7.4, A05
    )
    race_number: int = 1  # 1 to 4: gives the course and direction that are not named (9.2)
    most_rounds: int = 0  # after which the race ends, for lessons; 0 for none
    lesson: int = 0  # from whose position the race begins; 0 for none
    positions: tuple[EntryId, ...] = ()  # all players' entries, position 1 first; else cards are drawn (5.3)
    by_rating: Annotated[
        bool,
        Meta(description="Start positions by lot in pairs of like rating, not by cards", extra={"role": BY_RATING}),
    ] = False  # S-45
    ranked: Annotated[Ranked, Meta(extra={"role": RANKED})] = ()
    gentle: Annotated[bool, GENTLE_FIELD] = False


class Chariot(msgspec.Struct, forbid_unknown_fields=True):
    """One chariot and its cards (3.2). Cards are 1 to 6."""

    colour: str
    faction: Faction | None = None  # none drives a non-player chariot
    is_nonplayer: bool = False
    space: Space | None = None  # none before the start and once it has left the board
    crossings: int = 0  # of the line: 0 on the grid, 1 to 3 the lap it is on, 4 finished
    coin: bool = True  # the tribute is still owed
    shuffled: list[int] = []  # the whole deck as it was shuffled, first card first; told when the race is over
    deck: list[int] = []  # cards still to be drawn, next one first
    hand: list[int] = []
    played: list[int] = []
    path: list[Space] = []  # of its last turn, the space it came from first; empty if it missed
    missed: int = 0  # turns
    status: Status = "racing"
    place: int | None = None
    left_at: int | None = None  # pos when it went out (A13)

    @property
    def moves_made(self) -> int:
        """How many cards the chariot has played."""
        return len(self.played)

    @property
    def points_left(self) -> int:
        """The sum of hand and deck; everybody can work it out from the cards played."""
        return sum(self.hand) + sum(self.deck)


class Race(msgspec.Struct, forbid_unknown_fields=True):
    """A whole race. It can be taken up from any position: the next play begins with the chariot that is active."""

    chariots: dict[EntryId, Chariot]  # in entry order, always: clockwise by seat
    options: Options
    course: CourseName
    direction: Direction
    order: list[EntryId] = []  # the turn order, position 1 first; empty before the set-up
    active: int = 0  # place in the turn order of whose turn is next
    round: int = 0  # 0 before the first
    missed_streak: int = 0  # turns missed since the last card was played
    stalemate_swaps: int = 0  # 0 to 3, since the last card was played (7.6)
    finished: list[EntryId] = []  # first to last
    removed: list[EntryId] = []  # out of the race, in this order
    is_set_up: bool = False
    is_over: bool = False

    def racing(self) -> list[EntryId]:
        """Return the chariots that are neither finished nor out, in turn order (2, 6)."""
        return [entry for entry in self.order if self.chariots[entry].status == "racing"]
