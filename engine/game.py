"""The terms of all games' rules: questions, answers, facts, refusals and the table they are played at."""

import functools
import hashlib
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast, get_args

import msgspec

from engine.dice import Dice
from engine.figures import Figures, told_by_moments
from engine.leagues import Aftermath, Brought, Midway
from engine.moments import Moment
from engine.series import Result, Series
from records.values import EntryId, Faction

Options = TypeVar("Options", bound=msgspec.Struct)
State = TypeVar("State")
View = TypeVar("View", bound=msgspec.Struct)
Orders = TypeVar("Orders")
T = TypeVar("T")


def with_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return plain data in which the keys of *names* bear other names, at any depth.

    >>> with_names({"options": {"epic": 1, "laps": 3}}, {"epic": "limit"})
    {'options': {'limit': 1, 'laps': 3}}
    """
    if isinstance(value, dict):
        return {names.get(key, key): with_names(each, names) for key, each in value.items()}
    return [with_names(each, names) for each in value] if isinstance(value, list) else value


@functools.cache
def decoder(kinds: Any) -> msgspec.json.Decoder[Any]:
    """Return the decoder of these types' JSON, made once: for a large union that takes as long as to read 100 facts.

    :param kinds: a type, or a union of types.
    """
    return msgspec.json.Decoder(kinds)


class Answer(msgspec.Struct, frozen=True, tag=True, gc=False):
    """A decision by anybody."""


class Fact(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something that happened; told in the past tense, never edited."""

    is_private: ClassVar[bool] = False
    """Whether some alone may read it: the public story leaves it out."""


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """An amount added to a roll, by name."""

    name: str  # a word of the rules, such as "CDM"
    amount: int


class Rolled(Fact, frozen=True):
    """How dice fell. All rules roll in this one way."""

    entry: EntryId | None  # whose roll it was; none for the race itself
    what_for: str
    dice: tuple[int, ...]
    sides: int
    modifiers: tuple[Modifier, ...]
    total: int
    rule: str


class Concealed(Fact, frozen=True):
    """Dice were rolled that nobody may see yet, such as a shuffle; an audit passes over them."""

    entry: EntryId | None  # whose; none for the race itself
    what_for: str
    sides: tuple[int, ...]  # of each die, in the order rolled
    rule: str

    @property
    def dice(self) -> tuple[int, ...]:
        """How they fell: untold."""
        return ()


class Sealed(Fact, frozen=True):
    """A secret answer came in; its seal is SHA-256 over the salt and the answer as it is kept."""

    entry: EntryId
    seal: str


class Unsealed(Fact, frozen=True):
    """A secret answer was revealed, with the salt that proves it was the one sealed."""

    entry: EntryId
    salt: str
    answer: str  # as it was kept, JSON


class OrdersSealed(Fact, frozen=True):
    """A player sealed their orders for the turn; the seal is SHA-256 over the salt and the whole of them as kept."""

    entry: EntryId
    seal: str


class OrdersUnsealed(Fact, frozen=True):
    """The turn is over for which orders were sealed: the orders, and the salt that proves them."""

    entry: EntryId
    salt: str
    orders: str  # as they were kept, JSON


class OrderFollowed(Fact, frozen=True):
    """A clause of a player's orders answered for them; the next facts show the answer."""

    entry: EntryId
    clause: str  # a code of the ruleset's orders


DEFAULT_CLAUSE = "default"
"""The clause for a question that orders do not foresee, so that the rules' default counts."""


class Rewound(Fact, frozen=True):
    """The race went back: all facts after input *to* are void, and the dice go on in a fresh stream."""

    to: int  # seq of the last input that still holds
    stream: int  # of the dice, 1 first
    reason: str


class Corrected(Fact, frozen=True):
    """The steward put something right at the start of a turn."""

    entry: EntryId
    what: str  # a field of the ruleset's corrections
    before: str
    now: str
    reason: str


Common = Rolled | Concealed | Sealed | Unsealed | OrdersSealed | OrdersUnsealed | OrderFollowed | Rewound | Corrected
"""Facts of every game."""


class Reason(StrEnum):
    """Reasons for a refusal, in any game. Each ruleset has an enumeration of its own besides."""

    NOT_A_CHOICE = "not a choice"
    NOT_ASKED = "not asked"
    ASK_IS_OVER = "ask is over"
    TOO_LATE = "too late"  # at: when it closed, seconds since 1970
    NOT_YOUR_CHARIOT = "not your chariot"
    NO_SUCH_RACE = "no such race"
    NOT_IN_LOBBY = "not in lobby"
    RACE_IS_FULL = "race is full"
    ALREADY_ENTERED = "already entered"
    NOT_ENTERED = "not entered"
    COLOUR_TAKEN = "colour taken"
    NO_SUCH_COLOUR = "no such colour"
    BAD_NAME = "bad name"
    NAME_OF_ANOTHER = "name of another"  # name: it is another chariot's colour
    NAME_TAKEN = "name taken"  # name: another chariot bears it
    TOO_FEW_ENTRIES = "too few entries"
    NOT_THE_HOST = "not the host"
    RACE_NOT_RUNNING = "race not running"
    NOT_BEGUN = "not begun"  # its start is about to be posted
    RACE_IS_OVER = "race is over"
    RACE_IS_PAUSED = "race is paused"
    NO_SUCH_OPTION = "no such option"
    TOO_MANY_RACES = "too many races"  # what: race, cup or league; at_most, own; hosts: people with how many, the most
    HOSTS_ENOUGH = "hosts enough"  # likewise, or practice or lesson; races: all that the person does alone
    TOO_OFTEN = "too often"  # what: the act's kind; at_most, hours; again: seconds since 1970
    NOT_A_PLAN = "not a plan"
    NO_SUCH_CUP = "no such cup"
    CUP_IS_OVER = "cup is over"
    CUP_WENT_ON = "cup went on"  # its next race has begun
    RACE_UNDER_WAY = "race under way"
    ORDERS_CHANGED = "orders changed"  # since those were read that these were made of
    NO_ORDERS = "no orders"  # this game, or this pace, knows none
    NOT_AT_THIS_PACE = "not at this pace"  # pace
    NO_SUCH_INPUT = "no such input"  # at_most
    UPDATED_SINCE = "updated since"  # to
    NOTHING_TO_CORRECT = "nothing to correct"  # possible
    NOT_PAUSED = "not paused"
    NO_SUCH_ZONE = "no such zone"  # zone
    BAD_TIME = "bad time"  # text
    NO_SEAT = "no seat"  # nothing is offered here
    REINS_ELSEWHERE = "reins elsewhere"  # of a chariot of their own, that somebody else drives now
    HOLDS_REINS = "holds reins"  # player
    HAS_A_PLACE = "has a place"  # player
    HOUSE_DRIVES = "house drives"
    REMINDED_JUST_NOW = "reminded just now"  # minutes, at
    CHANGED_MEANWHILE = "changed meanwhile"
    REASON_WANTED = "reason wanted"
    TOO_LONG_A_PAUSE = "too long a pause"  # at_most, in seconds
    PLACES_ARE_TAKEN = "places are taken"
    AGREED_FOR_CUP = "agreed for the cup"
    SAME_FIELD = "same field"
    EXPORT_UNDER_WAY = "export under way"
    NO_MORE_PAPERS = "no more papers"
    NO_WRITER = "no writer"  # what: league or cup
    BAD_LETTER = "bad letter"  # words, at_most, length, most_length, lines, most_lines
    NO_SUCH_LETTER = "no such letter"
    REPORTED_ALREADY = "reported already"
    NO_BALLOT = "no ballot"
    NO_VOTER = "no voter"
    RATED_ALREADY = "rated already"  # now: counts, or does not count
    DROVE_IN_IT = "drove in it"
    NOT_OVER = "not over"
    RESTED_ENOUGH = "rested enough"  # at_most, in days; left, in hours
    NEEDS_ANOTHER = "needs another"  # what: race, cup or league, in which the person has an interest
    TURNED_BACK_ENOUGH = "turned back enough"  # at_most, what
    TIME_IS_THEIRS = "time is theirs"  # at: seconds since 1970, none if nothing is open; what
    AGREED_UNRATED = "agreed unrated"
    STRANGER_HOSTS = "stranger hosts"  # what
    NOT_HERE = "not here"  # own: whether the person who acts is no member of the server, or somebody who was named
    LEFT_CUP = "left the cup"
    STAYS_IN_CUP = "stays in the cup"
    STAYS_IN_RACE = "stays in the race"  # title
    HOST_IS_HERE = "host is here"  # host
    HOST_MAY_RETURN = "host may return"  # at: seconds since 1970
    NOT_NEXT_AS_HOST = "not next as host"  # player; none if nobody is in it
    HOSTS_ALREADY = "hosts already"  # player
    NOT_IN_IT = "not in it"  # player
    ELECTED_HERE = "elected here"
    TOO_MANY_EXPORTS = "too many exports"  # at_most, again: seconds since 1970


class Refused(Exception):
    """An act that the rules refuse; it has changed nothing. The rooms above find the words for it.

    >>> refused = Refused(Reason.RACE_IS_FULL, at_most=8)
    >>> refused.reason, refused.values
    (<Reason.RACE_IS_FULL: 'race is full'>, {'at_most': 8})
    """

    def __init__(self, reason: StrEnum, rule: str | None = None, **values: object) -> None:
        super().__init__(reason, rule, values)
        self.reason, self.rule, self.values = reason, rule, values
        self.names: Mapping[EntryId, str] = {}
        """Names of the race's chariots, given by a caller who knows which race it is."""
        self.options: Any = None
        """The options of that race, set by the same caller: its edition may number rules differently."""


class Question(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Something the rules wait for. It holds all that is needed to tell a legal answer."""

    kind: ClassVar[str]
    """Which of its ruleset's kinds of decision it is; a deadline is set for each kind."""

    is_asked_if_forced: ClassVar[bool] = False
    """Whether it is put with a single legal answer, too, as not to ask would tell the others what they may not know."""

    def legal(self) -> Sequence[Answer]:
        """Return every legal answer, at least one, always in the same order."""
        raise NotImplementedError

    def verify(self, answer: Answer) -> None:
        """Do nothing if *answer* is legal; raise :exc:`Refused` if it is not."""
        if answer not in self.legal():
            raise Refused(Reason.NOT_A_CHOICE)


class Ask(msgspec.Struct, frozen=True, gc=False):
    """A question to one entry. The play that yields it is sent its answer."""

    entry: EntryId
    question: Question
    default: Answer  # what counts at the deadline
    secret: bool = False
    stays_sealed: bool = False  # it is not shown when all are in: the play tells what of it is known


class AskAll(msgspec.Struct, frozen=True, gc=False):
    """Questions to several entries at once; the answers come together, by entry, in this order."""

    asks: tuple[Ask, ...]


Play = Generator[Ask | AskAll, Any, T]


class Table:
    """The table of a play: the race's dice, and all facts so far."""

    def __init__(self, dice: Dice, digest: bytes = b"", on_scene: Callable[[], None] | None = None) -> None:
        self.dice = dice
        self.told: list[Fact] = []
        self._digest, self._hashed = digest, 0
        self._on_scene = on_scene

    def tell(self, fact: Fact) -> None:
        self.told.append(fact)

    def roll(
        self,
        entry: EntryId | None,
        what_for: str,
        rule: str,
        *,
        count: int = 2,
        sides: int = 6,
        modifiers: tuple[Modifier, ...] = (),
    ) -> Rolled:
        """Roll *count* dice and tell how they fell. Modifiers of 0 are left out of the record."""
        named = tuple([modifier for modifier in modifiers if modifier.amount]) if modifiers else ()
        added = sum([modifier.amount for modifier in named]) if named else 0
        dice = self._fall(entry, what_for, count, sides, added)
        rolled = Rolled(entry, what_for, dice, sides, named, sum(dice) + added, rule)
        self.tell(rolled)
        return rolled

    def _fall(self, entry: EntryId | None, what_for: str, count: int, sides: int, added: int) -> tuple[int, ...]:
        """Return how *count* dice fall; at another kind of table they may fall otherwise.

        :param added: the sum of the modifiers.
        """
        del entry, what_for, added
        return self.dice.roll(count, sides)

    def roll_concealed(
        self, entry: EntryId | None, what_for: str, rule: str, *, sides: Sequence[int]
    ) -> tuple[int, ...]:
        """Roll one die after the other, of so many sides each (2 to 256), and tell that, but not how they fell."""
        dice = tuple(self.dice.roll(1, each)[0] for each in sides)
        self.tell(Concealed(entry, what_for, tuple(sides), rule))
        return dice

    def end_scene(self) -> None:
        """End a phase: players see the board at this moment."""
        if self._on_scene:
            self._on_scene()

    @property
    def digest(self) -> bytes:
        """The running hash of the whole story so far."""
        for fact in self.told[self._hashed :]:
            self._digest = hashlib.sha256(self._digest + msgspec.json.encode(fact)).digest()
        self._hashed = len(self.told)
        return self._digest


def not_a_plan(at: str, place: int, expected: Sequence[str] = ()) -> Refused:
    """Return the refusal of a notation that cannot be read.

    :param at: the words that cannot be read; empty at the end of the text. The refusal keeps its first 200 characters.
    :param place: number of its piece, 1 first.
    :param expected: words that would do there.
    """
    return Refused(Reason.NOT_A_PLAN, at=at[:_KEPT_OF_A_PLAN], place=place, expected=tuple(expected))


_KEPT_OF_A_PLAN = 200

HOUR = 3600
"""Seconds."""


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision for which the host sets a deadline when the race is opened."""

    title: str
    seconds: int  # until the default counts, unless the host says otherwise
    rule: str
    settles: tuple[str, ...] = ()  # kinds that silence settles as well, asked of the same entry in the same phase


@dataclass(frozen=True)
class Entrant:
    """A chariot that is entered for a race."""

    entry: EntryId
    colour: str
    faction: Faction | None  # none until colours are drawn, where factions share out all chariots
    is_drawn: bool = False  # whether it fell to its faction before, in a race that begins anew
    brings: Brought | None = None  # from its stable; none in a race by itself
    temperament: str | None = None  # of the house driver, or house manager, whose it is; none for a player's


class Followed(NamedTuple):
    """How orders answered a question."""

    answer: Answer
    clause: str  # which clause, as a code of the ruleset's orders


def _always_asked(_view: Any, _ask: Ask, _orders: Any) -> None:
    """Answer nothing: a game that asks its players for each step."""


class OrderBook(NamedTuple, Generic[View, Orders]):
    """Orders for a whole turn, where a ruleset can be played by mail."""

    orders: type[Orders]  # a struct: what is ordered; every field has a default
    kind: str  # of the decision with which orders are sealed: the secret one that opens a turn
    before: tuple[str, ...]  # kinds that are asked before the first turn; orders have no say in them
    opening: Callable[[View, Ask, Orders], Answer]  # view, that question, orders -> its answer; raises Refused
    follow: Callable[
        [View, Ask, Orders], Followed | None
    ]  # view, a later question, orders; None for the stated default
    dry_run: Callable[[View, EntryId, Orders], Any]  # view, entry, orders -> what comes of them if nobody is in the way
    begun: Callable[[View, EntryId, Orders | None, bool], Orders]
    """View, entry, last orders if there are any, and whether these stand for every turn -> where this turn's begin."""
    unasked: Callable[[View, Ask, Orders | None], Followed | None] = _always_asked
    """View, a question at a pace that asks for each step, orders if there are any -> what answers it so that its player
    need not be asked; None to ask."""
    unasked_kinds: Collection[str] = ()  # kinds of the questions for which that may be


class Corrections(NamedTuple, Generic[State]):
    """The doors for a steward's corrections at the start of a turn."""

    fields: Callable[[State, EntryId], Mapping[str, str]]  # state, entry -> field by name, as it is now
    correct: Callable[[State, EntryId, str, str], None]  # state, entry, field, value; raises Refused


@dataclass(frozen=True)
class Acts(Generic[State]):
    """The acts that are possible while questions wait, in a ruleset that knows such acts."""

    do: Callable[[State, "Table", EntryId, Answer, Mapping[EntryId, Answer]], None]
    """Takes state, table, actor, act, and the sealed answers so far. Raises :exc:`Refused` before it changes
    anything."""
    ask_again: Callable[[State, "Ask | AskAll"], "Ask | AskAll"]
    """State after an act, the questions before it -> the questions now, to the same entries."""
    kinds: tuple[type[Answer], ...]
    """The types of acts: an input on record that is one of these goes to ``Session.act``, any other to ``answer``."""


@dataclass(frozen=True)
class Preset:
    """A well-tried set of options, so that a host need not choose them one by one."""

    description: str  # one sentence; with the preset's name before it, 98 characters at most
    wishes: Mapping[str, str]  # as :func:`engine.options.choose` takes them; the host's own wishes go before them


def _its_end(race: Any) -> bool:
    """Return whether a race is over, as its state says."""
    return bool(race.is_over)


def _its_factions(race: Any) -> Mapping[EntryId, Faction | None]:
    """Return the faction of each chariot of a race."""
    return {entry: chariot.faction for entry, chariot in race.chariots.items()}


def _anything_goes(_options: object, _entries: int | None) -> None:
    """Refuse nothing: a game whose options all go together."""


def _all_count(_options: object) -> Collection[str]:
    """Return nothing: a game in which each option counts, with any others."""
    return ()


def _one_each(_players: int) -> int:
    """Return 1: most games."""
    return 1


def _nothing_besides(_options: object, _colour: str) -> Sequence[str]:
    """Return nothing: no chariot comes with another in most games."""
    return ()


def _no_moments(_facts: Sequence[Fact]) -> Sequence[Moment]:
    """Return nothing: a game that does not say when laps end or chariots go out; there is less to bet on."""
    return ()


def _all_is_told(_dealt: Sequence[Sequence[int]], _facts: Sequence[Fact]) -> Sequence[EntryId | None]:
    """Return nobody: a game that conceals no roll has nothing to prove."""
    return ()


@dataclass(frozen=True)
class Ruleset(Generic[Options, State, View, Orders]):
    """The few doors of a game: other rooms use only these and its public types.

    The types are those of its options, its state, its views, and its orders for a whole turn (``None`` if it has none).
    """

    id: str
    name: str
    version: int  # of the state: raised when a snapshot of the old one could not be read any more
    options: type[Options]  # what the host may choose; every field has a default
    state: type[State]
    answers: Any  # union of all answer types
    facts: Any  # union of all fact types, those of this module included
    view: type[View]
    decisions: Mapping[str, DecisionKind]
    drivers: Mapping[str, Callable[[View, Ask], Answer]]  # house drivers by temperament: (view, ask) -> answer
    colours: tuple[str, ...]  # one for each entry that any race may have
    least_entries: int
    series: Series[Options, Any]

    new_race: Callable[[Options, Sequence[Entrant]], State]  # options, entrants
    play_turn: Callable[[State, Table], Play[None]]
    view_for: Callable[[State, Mapping[EntryId, Answer], Collection[EntryId]], View]
    read_plan: Callable[[View, Ask, str], tuple[Answer, ...]]  # view, ask, notation; raises Refused
    is_unforeseen: Callable[[Sequence[Fact], EntryId], bool]  # stops the rest of a plan of this entry
    results: Callable[[View], tuple[Result, ...]]  # the last public view of a race -> who ended how, first to last
    explain: Callable[[View, Ask, Answer], Refused]  # view of the one asked, ask, answer: why it is no choice
    is_over: Callable[[State], bool] = _its_end
    factions: Callable[[State], Mapping[EntryId, Faction | None]] = _its_factions
    """Read off `is_over` and `chariots` of the state, unless its game keeps them otherwise."""
    order_book: OrderBook[View, Orders] | None = None  # none where turns cannot be ordered as a whole
    corrections: Corrections[State] | None = None
    anew: Callable[[State, Table], None] | None = None
    """As a race goes back, shuffles all unseen cards by concealed rolls: players may have seen them in the void part.
    It must leave open questions unchanged. ``None`` for a game without unseen cards."""
    unproven: Callable[[Sequence[Sequence[int]], Sequence[Fact]], Sequence[EntryId | None]] = _all_is_told
    """Whose concealed rolls are not those that the seed gives, ``None`` for those of the race itself: with the faces
    that it gives for each of them, in order, and all facts that hold of a race that is over."""

    told_in_the_end: tuple[type[Answer], ...] = ()
    """Answers that stay sealed (:attr:`Ask.stays_sealed`), and whose content the facts of a race that is over tell."""

    check_options: Callable[[Options, int | None], None] = _anything_goes
    """Raise :exc:`Refused` if these options make no sense together, or with so many chariots; ``None`` while it is not
    known yet how many there will be."""
    idle_options: Callable[[Options], Collection[str]] = _all_count
    """Names of options that mean nothing beside these, and keep their defaults: nobody is offered them."""
    presets: Mapping[str, Preset] = field(default_factory=dict)  # by name, the simplest first
    deliberate: Collection[str] = frozenset()
    """Drivers that take long over an answer, up to some tenths of a second: they answer off the event loop, and drive
    only if a host names them."""
    moments: Callable[[Sequence[Fact]], Sequence[Moment]] = _no_moments  # all facts that hold -> moments, in order
    play_out: Callable[[View, Mapping[EntryId, str], Dice], tuple[Result, ...]] | None = None
    """Public view at the start of a turn, temperaments by entry, dice of no race -> a possible end, played out by house
    drivers. ``None`` for a game without chances."""
    places: Callable[[Options], int] | None = None  # how many chariots these options have room for; all colours if none
    chariots_each: Callable[[int], int] = _one_each
    """How many chariots each player has, by how many players there are; they choose the first, the others are added as
    the race starts."""
    companions: Callable[[Options, str], Sequence[str]] = _nothing_besides
    """Colours of the chariots that come with the one of a colour as the race starts, each one of `colours`; with places
    for these colours kept, players choose among the others."""
    acts: Acts[State] | None = None
    equip: Callable[[Options], None] | None = None
    """For leagues: raises :exc:`Refused` unless a race with these options takes all that its entrants bring. ``None``
    for a game that stables cannot enter."""
    aftermath: Callable[[State], Aftermath] | None = None  # for leagues: a race that is over -> what comes home of it
    midway: Callable[[State], Midway] | None = None  # for leagues: a race under way -> what its league follows of it
    figures: Callable[[View, Sequence[Fact]], Figures] | None = None
    """For the record of a race that is over: last public view, all valid public facts -> figures. ``None`` to take them
    from its moments; :meth:`figures_of` does either."""
    past_states: Mapping[int, Callable[[bytes], State]] = field(default_factory=dict)
    """Readers of snapshots of earlier versions of the state, by version; the others are read as today's."""
    past_names: Mapping[str, str] = field(default_factory=dict)
    """Today's names of options that earlier versions kept under others, wherever they are kept: with the race, in its
    states and in its views."""

    def figures_of(self, view: View, facts: Sequence[Fact]) -> Figures:
        """Return the figures of a race that is over, from its last public view and all facts that hold."""
        public = [each for each in facts if not each.is_private]
        return told_by_moments(self.moments(public)) if self.figures is None else self.figures(view, public)

    @functools.cached_property
    def whispers(self) -> bool:
        """Whether it has facts for some players alone."""
        return any(kind.is_private for kind in get_args(self.facts))

    def read_state(self, stored: bytes, version: int) -> State:
        """Return a state that was kept as JSON by this version of it, or by an earlier one.

        :raises msgspec.MsgspecError: if it cannot be read.
        """
        reader, kind = self.past_states.get(version), decoder(cast(Any, self.state))
        state: State = kind.decode(self._renamed(stored)) if reader is None else reader(stored)
        return state

    def read_options(self, stored: str | msgspec.Raw) -> Options:
        """Return options of this game that were kept as JSON."""
        options: Options = decoder(self.options).decode(self._renamed(stored))
        return options

    def read_view(self, stored: str | msgspec.Raw) -> View:
        """Return a view of this game that was kept as JSON."""
        view: View = decoder(self.view).decode(self._renamed(stored))
        return view

    def _renamed(self, stored: "str | bytes | msgspec.Raw") -> "str | bytes | msgspec.Raw":
        """Return JSON that was kept, with today's names of its options."""
        kept = stored.encode() if isinstance(stored, str) else bytes(stored)
        if not any(f'"{name}":'.encode() in kept for name in self.past_names):
            return stored
        return msgspec.json.encode(with_names(msgspec.json.decode(kept), self.past_names))

    def read_fact(self, stored: str) -> Fact:
        """Return a fact of this game that was kept as JSON."""
        fact: Fact = decoder(self.facts).decode(stored)
        return fact

    def read_answer(self, stored: str | msgspec.Raw) -> Answer:
        """Return an answer of this game that was kept as JSON."""
        answer: Answer = decoder(self.answers).decode(stored)
        return answer

    @property
    def tells_moments(self) -> bool:
        """Whether there are bets on more than places."""
        return self.moments is not _no_moments

    @property
    def stand_in(self) -> str:
        """The temperament of the house driver that stands in for a missing player: the first."""
        return next(iter(self.drivers))

    def colours_for(self, options: Options) -> tuple[str, ...]:
        """Return the colours of a race with these options: one for each chariot that may enter, the first ones."""
        return self.colours if self.places is None else self.colours[: self.places(options)]


AnyRuleset = Ruleset[Any, Any, Any, Any]
"""One of several games, where the caller does not know which."""
