"""The contract of every ruleset's pictures, and the marks of a planned way."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from PIL import Image

from engine.facts import Fact
from engine.marks import ReachMark
from records.values import EntryId, Square
from renderers.canvas import Spot

View = TypeVar("View", contravariant=True)  # noqa: PLC0105  the word that all games use

Names = Mapping[EntryId, str]
"""The names of entries: any text, also none that a font has."""


class DrawBoard(Protocol[View]):
    def __call__(
        self, view: View, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
    ) -> bytes: ...


class DrawCockpit(Protocol[View]):
    def __call__(
        self, view: View, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
    ) -> bytes: ...


class TellCockpit(Protocol[View]):
    def __call__(
        self, view: View, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
    ) -> str: ...


class DrawLogCard(Protocol[View]):
    def __call__(self, view: View, names: Names, entry: EntryId) -> bytes: ...


class TellBoard(Protocol[View]):
    def __call__(
        self, view: View, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
    ) -> str: ...


class ReadWays(Protocol[View]):
    def __call__(self, before: View, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]: ...


class TellLogCard(Protocol[View]):
    def __call__(self, view: View, names: Names, entry: EntryId) -> str: ...


class Standing(NamedTuple):
    """How one chariot stands among all, for cards, films and charts."""

    entry: EntryId
    colour: str
    place: int | None  # 1 first; none for one that can get none any more
    behind: int | None  # squares behind the leader, 0 or more; none while it is not on the track
    fate: str = ""  # in a word, such as "out"; empty while it simply races
    told: str = ""  # how far behind it is, in words; a bare number in a race

    @property
    def gap(self) -> str:
        """How far behind the leader it is, as a note beside its name; empty for the leader."""
        return self.told or (f"+{self.behind}" if self.behind else "")


Mark = Literal["crash", "whip"]
"""The marks of a gap chart on a chariot's line."""


class Shot(NamedTuple):
    """A phase, or some one after the other: the public view at its end, and its facts."""

    view: Any
    facts: Sequence[Fact]


class Blow(NamedTuple):
    """What befell a chariot: it crashed or went out, somebody attacked it, or something held it up."""

    entry: EntryId  # whom it befell
    told: str  # in words, with ``{a}`` for the name of that one and ``{b}`` for that of who did it
    by: EntryId | None = None
    is_crash: bool = False


class Put(Protocol[View]):
    def __call__(self, image: Image.Image, view: View, ways: Mapping[EntryId, tuple[Square, ...]]) -> None: ...


@dataclass(frozen=True)
class Phrases:
    """What films, charts and cards say of a contest; of a race, unless a game says otherwise.

    Sentences have names as ``{a}`` and ``{b}``, and distances as ``{by}``.
    """

    turn: str = "turn"
    move: str = "{a}: {start} → {end}"  # or with how many {steps}
    behind: str = "behind"  # after a distance with its unit
    behind_first: str = "behind the leader"
    leads: str = "{a} leads"
    leads_by: str = "{a} leads by {by}"
    level: str = "{a} are level"
    crash: str = "leader {b} is out, {a} goes ahead"
    taken: str = "{a} passes {b} for the lead"
    hold: str = "{a} holds off {b}"
    alone: str = "{a} is all alone in front"
    gains: str = "takes the lead"  # after a name
    kept: str = "{a} took the lead in {turn} and kept it"  # which had won
    led: str = "{a} led after every {turn}"


RACE = Phrases()
"""Those of all races."""


@dataclass(frozen=True)
class Stage(Generic[View]):
    """How a ruleset's races are filmed: a ground that is drawn once, and pieces put onto a copy for each frame.

    Everything is made from public views and facts. *ground* returns the empty track, :data:`FILM_WIDTH` pixels wide and
    not to be drawn on; *put* draws the pieces that stand and move there; *standings* gives the chariots' places, leader
    first; *progress* how far the race is, for a headline; *events* those besides moves, in a few words each, the worst
    first; *turn* the number of the turn, or round, 1 first; *laps* those of the race, 0 for a contest without any;
    *marks* the chariots that crashed or were whipped; *winners* those who have won, none while others still drive;
    *spots* where the chariots on the track lie in the ground's picture; *unit* is that of gaps, as this game calls it;
    *phrases* are its words for them; *blows* the crashes and attacks, in this order of time.
    """

    ground: Callable[[View], Image.Image]
    put: Put[View]
    standings: Callable[[View], Sequence[Standing]]
    progress: Callable[[View], str]
    events: Callable[[Sequence[Fact], Names], Sequence[str]]
    turn: Callable[[View], int]
    laps: Callable[[View], int]
    marks: Callable[[Sequence[Fact]], Sequence[tuple[EntryId, Mark]]]
    winners: Callable[[View], Sequence[EntryId]]
    spots: Callable[[View], Mapping[EntryId, Spot]]
    unit: str = "squares"
    phrases: Phrases = RACE
    blows: Callable[[Sequence[Fact]], Sequence[Blow]] = lambda _facts: ()


FILM_WIDTH = 800
"""Of all films, in pixels."""


class Catalogue(NamedTuple, Generic[View]):
    """The lots of an auction, in several pictures."""

    pages: Callable[[View], int]
    draw: Callable[[View, Names, str, int], bytes]  # view, names, title, page from 0 on
    alt: Callable[[View, Names, str, int], str]


class One(NamedTuple, Generic[View]):
    """The card of one thing of a league, by its number."""

    draw: Callable[[View, Names, int], bytes | None]  # view, names, number; none if there is no such thing
    alt: Callable[[View, Names, int], str]


class Champion(NamedTuple, Generic[View]):
    """The card of a driver who has won his freedom."""

    draw: Callable[[View, Names, EntryId, str], bytes]  # view, names, stable, driver
    alt: Callable[[View, Names, EntryId, str], str]


@dataclass(frozen=True)
class Scene(Generic[View]):
    """One ruleset's pictures and alt texts. Pictures are PNG files; alt texts have at most 1,024 characters.

    The same view gives the same bytes. Drawing takes tens of milliseconds, the first time some hundreds, and belongs
    off the event loop. *ways* reads from a phase's facts the *path* of a board. *warm_up* yields after each part
    of the common ground of all pictures, to make the first one quicker; it has no other effect. *closed* returns the
    view at the end of a turn as that turn left it, without what already belongs to the next one.
    """

    draw_board: DrawBoard[View]
    draw_cockpit: DrawCockpit[View]
    draw_log_card: DrawLogCard[View]
    alt_board: TellBoard[View]
    alt_cockpit: TellCockpit[View]
    alt_log_card: TellLogCard[View]
    ways: ReadWays[View]
    warm_up: Callable[[], Iterable[None]] = tuple
    stage: Stage[View] | None = None  # none: films are made of whole boards
    draw_field: Callable[[View, Names, str], bytes] | None = None  # view, names, title: who starts; none for a race
    alt_field: Callable[[View, Names, str], str] | None = None
    catalogue: "Catalogue[View] | None" = None  # of a league with auctions
    champion: "Champion[View] | None" = None
    lot: "One[View] | None" = None  # of an auction, or of the market until the next one
    match: "One[View] | None" = None  # a race of two stables for stakes
    closed: Callable[[View], Any] = lambda view: view  # most games end a turn before the next begins


AnyScene = Scene[Any]
"""The pictures of whichever ruleset."""
