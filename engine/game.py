"""The contract between a game and the house: what a ruleset has to bring, and may bring."""

import functools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args

import msgspec

from engine.dice import Dice
from engine.facts import Fact
from engine.figures import Figures, told_by_moments
from engine.moments import Moment
from engine.options import is_gentle
from engine.questions import Answer, Ask, AskAll, Play
from engine.series import Result, Series
from engine.stables import Stables
from engine.table import Table
from records.refusals import Refused
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


HOUR = 3600
"""Seconds."""


@dataclass(frozen=True)
class DecisionKind:
    """A kind of decision for which the host sets a deadline when the race is opened."""

    title: str
    seconds: int  # until the default counts, unless the host says otherwise
    rule: str
    now: int = 0  # likewise, at the pace *now*; 0 for as much faster as all are
    settles: tuple[str, ...] = ()  # kinds that silence settles as well, asked of the same entry in the same phase


@dataclass(frozen=True)
class Entrant:
    """A chariot that is entered for a race."""

    entry: EntryId
    colour: str
    faction: Faction | None  # none until colours are drawn, where factions share out all chariots
    is_drawn: bool = False  # whether it fell to its faction before, in a race that begins anew
    brings: msgspec.Raw | None = None  # goods from its stable, as they are packed; none in a race by itself
    temperament: str | None = None  # of the house driver, or house manager, whose it is; none for a player's


class Followed(NamedTuple):
    """How orders answered a question."""

    answer: Answer
    clause: str  # which clause, as a code of the ruleset's orders


def _always_asked(_view: Any, _ask: Ask, _orders: Any) -> None:
    """Answer nothing: a game that asks its players for each step."""


def _nothing_beforehand(_view: Any, _ask: Ask, _orders: Any, answers: Sequence[Answer]) -> tuple[Sequence[Answer], Any]:
    """Settle nothing beforehand: all *answers* are given now."""
    return answers, None


def _as_they_are(orders: Any) -> Any:
    """Return orders of a game in which nothing is settled beforehand."""
    return orders


def _nothing_later(_view: Any, _entry: EntryId, _orders: Any) -> Sequence[Answer]:
    """Return nothing: a game in which no answer settles a later question."""
    return ()


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
    beforehand: Callable[[View, Ask, Orders | None, Sequence[Answer]], tuple[Sequence[Answer], Orders | None]] = (
        _nothing_beforehand
    )
    """View, a question at such a pace, orders if there are any, the answers of one press -> those to give now, and the
    orders with what the others settle for later; ``None`` to keep the orders as they are."""
    later: Callable[[View, EntryId, Orders | None], Sequence[Answer]] = _nothing_later
    """View, entry, orders if there are any -> what was so settled, and is not answered yet."""
    unsettled: Callable[[Orders], Orders] = _as_they_are  # orders -> the same, with nothing so settled


class Corrections(NamedTuple, Generic[State]):
    """The doors for a steward's corrections at the start of a turn."""

    fields: Callable[[State, EntryId], Mapping[str, str]]  # state, entry -> field by name, as it is now
    correct: Callable[[State, EntryId, str, str], None]  # state, entry, field, value; raises Refused


class Onlooker(NamedTuple):
    """Somebody who has a say without reins."""

    number: int  # one a person and race, from which nobody learns who it is
    faction: Faction | None  # theirs, if they have a part in the race, in whatever role
    is_host: bool


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
    heard: Callable[[State, Onlooker, str], tuple[EntryId, Answer]] | None = None
    """State, who looks on, the code of what they say -> the act that it is, and whom it is about. Raises
    :exc:`Refused`. ``None`` where onlookers have no say."""


@dataclass(frozen=True)
class Preset:
    """A well-tried set of options, so that a host need not choose them one by one."""

    description: str  # one sentence; with the preset's name before it, 98 characters at most
    wishes: Mapping[str, str]  # as :func:`engine.options.choose` takes them; the host's own wishes go before them
    pace: str = ""  # by which it is played unless the host says otherwise, as hosts choose paces; empty for any


WOODEN = "wooden"
"""The temperament of rivals in a lesson: they act alike, whatever the pupil does (S-25)."""


def _by_default(_view: Any, ask: Ask) -> Answer:
    """Answer as the rules do for somebody who is silent."""
    return ask.default


class Gentle(NamedTuple):
    """House drivers for beginners: gentle, and few enough that people win (docs/balance.md)."""

    driver: str  # a temperament
    rivals: int  # each time that a field is filled and nobody says how many


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


def _nobody_is_out(_view: object) -> Collection[EntryId]:
    """Return nobody: a game from which no chariot goes out before its end."""
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
    asks_turns: bool = False  # each question is about a whole turn, at any pace: who leaves it open missed that turn
    pace: str = ""  # by which it is played unless a preset or the host says otherwise; empty for any
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
    apart: Collection[str] = frozenset()  # further drivers that drive only where somebody or the options name them
    gentle: Gentle | None = None  # the field of a race with an option of the role :data:`engine.options.GENTLE`
    moments: Callable[[Sequence[Fact]], Sequence[Moment]] = _no_moments  # all facts that hold -> moments, in order
    out: Callable[[View], Collection[EntryId]] = _nobody_is_out
    """Public view -> who can take no place any more before the race is over: wrecks, and those who were taken off."""
    play_out: Callable[[View, Mapping[EntryId, str], Dice], tuple[Result, ...]] | None = None
    """Public view at the start of a turn, temperaments by entry, dice of no race -> a possible end, played out by house
    drivers. ``None`` for a game without chances."""
    turn_out: Callable[[View, Mapping[EntryId, str], Dice], tuple[EntryId, ...]] | None = None
    """The same, but only to the end of that turn: how the chariots might lie then, as :attr:`results` ranks them."""
    places: Callable[[Options], int] | None = None  # how many chariots these options have room for; all colours if none
    chariots_each: Callable[[int], int] = _one_each
    """How many chariots each player has, by how many players there are; they choose the first, the others are added as
    the race starts."""
    companions: Callable[[Options, str], Sequence[str]] = _nothing_besides
    """Colours of the chariots that come with the one of a colour as the race starts, each one of `colours`; with places
    for these colours kept, players choose among the others."""
    acts: Acts[State] | None = None
    stables: Stables[Options, State] | None = None  # none for a game that stables of a league cannot enter
    figures: Callable[[View, Sequence[Fact]], Figures] | None = None
    """For the record of a race that is over: last public view, all valid public facts -> figures. ``None`` to take them
    from its moments; :meth:`figures_of` does either."""
    wooden: Callable[[View, Ask], Answer] = _by_default
    """The rival of lessons, none of :attr:`drivers`: it acts alike, whatever the pupil does."""
    bets_on_winner: bool = False
    """Whether the winner is all that spectators can bet on, as in a fight of two."""
    errand: Callable[[View, EntryId, str], Answer | None] = lambda _view, _entry, _temperament: None
    """View, entry, temperament -> an act of a house driver before it answers a question; ``None`` for no more."""
    past_states: Mapping[int, Callable[[bytes], State]] = field(default_factory=dict)
    """Readers of snapshots of earlier versions of the state, by version; the others are read as today's."""
    past_names: Mapping[str, str] = field(default_factory=dict)
    """Today's names of options that earlier versions kept under others, wherever they are kept: with the race, in its
    states and in its views."""

    def figures_of(self, view: View, facts: Sequence[Fact]) -> Figures:
        """Return the figures of a race that is over, from its last public view and all facts that hold."""
        public = [each for each in facts if not each.is_private]
        return told_by_moments(self.moments(public)) if self.figures is None else self.figures(view, public)

    def driver(self, temperament: str) -> Callable[[View, Ask], Answer]:
        """Return a house driver by temperament; :exc:`KeyError` if there is none such."""
        return self.wooden if temperament == WOODEN else self.drivers[temperament]

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
    def mixed(self) -> list[str]:
        """The temperaments of house drivers that take places in turn where none is named."""
        return [name for name in self.drivers if name not in self.deliberate and name not in self.apart]

    def gentle_for(self, options: Options) -> Gentle | None:
        """Return the gentle field that these options ask for; none if they ask for the usual one."""
        return self.gentle if is_gentle(options) else None

    def fillers(self, options: Options) -> Sequence[str]:
        """Return the temperaments that take places in turn, in a race with these options, where none is named."""
        gentle = self.gentle_for(options)
        return self.mixed if gentle is None else [gentle.driver]

    @property
    def stand_in(self) -> str:
        """The temperament of the house driver that stands in for a missing player: the first."""
        return next(iter(self.drivers))

    def colours_for(self, options: Options) -> tuple[str, ...]:
        """Return the colours of a race with these options: one for each chariot that may enter, the first ones."""
        return self.colours if self.places is None else self.colours[: self.places(options)]


AnyRuleset = Ruleset[Any, Any, Any, Any]
"""One of several games, where the caller does not know which."""
