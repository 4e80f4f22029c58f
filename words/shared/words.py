"""A ruleset's words and buttons for players; one :class:`Words` for each, listed in :mod:`words`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple

from engine.facts import Fact
from engine.game import Options, Orders, View
from engine.questions import Answer, Ask, Question
from records.refusals import Refused
from records.values import EntryId, Square
from words.shared import telling
from words.shared.glance import Lying, Turn
from words.shared.nouns import RACE, Nouns
from words.shared.results import Chance, Result

Names = Mapping[EntryId, str]
Act = Literal["answer", "plan", "drive", "preset"]
Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True)
class Choice:
    """A button. *act* is the kind of its *code*: an answer, a plan to look at, one to carry out, a preset of orders."""

    label: str
    act: Act
    code: str  # [a-z0-9-], 60 characters at most
    style: Style = "secondary"


def in_rows(choices: Sequence[Choice]) -> tuple[tuple[Choice, ...], ...]:
    """Return buttons in rows of five, as many as Discord puts beside each other."""
    return tuple(tuple(choices[place : place + 5]) for place in range(0, len(choices), 5))


@dataclass(frozen=True)
class Option:
    """A line of a select; *code* is an answer."""

    label: str
    code: str
    description: str = ""


@dataclass(frozen=True)
class Crop:
    """A cockpit's picture: squares in reach and the path planned so far."""

    reach: tuple[Any, ...]
    path: tuple[Square, ...]
    view: Any = None  # as it is after the plan, or with what is ordered; none for as it is now


@dataclass(frozen=True)
class Controls:
    """A question in the form that a player sees: texts to read, buttons, menus, and a form to type in.

    A line of one of *menus* is a plan to look at: the question appears anew with it. A player can type an answer only
    if there is a *typed_label*.
    """

    title: str
    text: str
    typed_label: str  # what may be typed instead, 45 characters at most
    typed_example: str
    rows: tuple[tuple[Choice, ...], ...] = ()
    placeholder: str = ""
    options: tuple[Option, ...] = ()  # 25 at most
    crop: Crop | None = None
    menus: "tuple[Menu, ...]" = ()  # 4 at most
    details: str = ""  # read under the picture


@dataclass(frozen=True)
class Menu:
    """A select of an order panel; choosing in it changes the orders at once."""

    name: str  # [a-z_], 30 characters at most
    placeholder: str
    options: tuple[Option, ...]  # 25 at most
    chosen: tuple[str, ...] = ()  # codes
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class Sheet:
    """How orders for a whole turn are put to a player."""

    title: str
    text: str  # what is ordered, what comes of it on a clear road, and what it risks
    menus: tuple[Menu, ...]  # of the first page: the few things that are asked at once
    typed: str  # the orders as they would be typed
    crop: Crop | None = None
    presets: tuple[Choice, ...] = ()  # 5 at most; chosen as in a menu of the name "preset"
    more: tuple[Menu, ...] = ()  # of the second page, 10 at most
    details: str = ""  # of the second page: what comes of it in full
    summary: str = ""  # what is ordered, in words
    glance: str = ""  # the same for a card to be read at a glance; the first of it where left out
    silence: str = "the rules decide for you"  # what happens where nothing is ordered, after "No answer?"
    danger: str = ""  # a risk that a button must name which takes them as they are, such as "26 % crash"


@dataclass(frozen=True)
class OrderWords(Generic[View, Orders]):
    """Orders for a whole turn, where the ruleset has an order book."""

    sheet: Callable[[View, EntryId, Ask | None, Orders, Names], Sheet]  # view, entry, the question if asked, orders
    choose: Callable[[View, EntryId, Orders, str, Sequence[str]], Orders]  # view, entry, orders, menu, codes -> orders
    read: Callable[[View, EntryId, Orders, str], Orders]  # view, entry, orders, text -> orders; raises Refused
    write: Callable[[View, EntryId, Orders], str]  # view, entry, orders -> as they would be typed
    example: Callable[[View, EntryId], str]  # view, entry -> an order that could be typed, 100 characters at most
    risk: Callable[[Orders], str] = lambda _orders: ""
    """Orders -> the risk that they accept, which a preset may change by itself."""
    kept: Callable[[Orders, Names], Sequence[str]] = lambda _orders, _names: ()
    """Orders -> all that they say, a phrase for each field, without the race as it was."""
    waited_for: str = "an order for the turn"
    unasked: Callable[[View, Ask, Orders | None], Menu | None] = lambda _view, _ask, _orders: None
    """View, a question, orders or None -> the menu beside it that settles what is then not asked; it is one of orders,
    chosen in by :attr:`choose`."""


class Verdict(NamedTuple):
    """What is said of an attempt."""

    is_done: bool
    said: str  # praise, or what was missed, and by how much


@dataclass(frozen=True)
class Task(Generic[View]):
    """The one thing to achieve in a lesson. The attempt may fail, and can be made again with the same dice (S-25)."""

    goal: str  # a sentence, the first before each question
    judge: Callable[[View, Sequence[Fact], EntryId], Verdict]  # public view and facts at the end, the pupil's entry


@dataclass(frozen=True)
class Lesson(Generic[View]):
    """A short race alone that teaches one thing, by a task against wooden rivals."""

    title: str
    about: str  # one sentence, 100 characters at most
    farewell: str  # read after the task is done; in a season, after its end
    options: Any  # of the ruleset
    rivals: int
    temperament: str  # of the house drivers
    hint: Callable[[View, Ask], str]  # view, question -> what to know before it is answered; may be empty
    ready: tuple[Answer, ...] = ()  # one of them is answered for the pupil before the first turn
    remarks: Callable[[Ask, Sequence[Fact]], list[str]] = lambda _ask, _facts: []
    """Question, the latest facts -> what to see in them."""
    is_by_turns: bool = False  # ordered a turn a day
    task: Task[View] | None = None  # none in a season, which is won or lost like any other
    is_season: bool = False  # a league against stables of the house; *options* are a league's


def nothing_to_tell(_facts: Sequence[Fact], _entry: EntryId, _names: Names) -> list[str]:
    """For a game in which an answer brings nothing that is not in the story anyway."""
    return []


def never_risky(_view: Any, _ask: Ask, _answers: Sequence[Answer]) -> None:
    """For a game in which nothing that is typed wants a second look."""


@dataclass(frozen=True)
class Number:
    """A whole number that a look-up takes."""

    name: str
    about: str
    least: int
    most: int
    default: int | None = None  # none: it must be given


@dataclass(frozen=True)
class Lookup:
    """Odds that a game knows beside those of a race: asked for with numbers, answered in words."""

    name: str
    about: str
    numbers: tuple[Number, ...]
    answer: Callable[..., str]


@dataclass(frozen=True)
class Words(Generic[Options, View, Orders]):
    """All that players read of one ruleset."""

    title: str
    terms: Callable[[Options], str]  # a race's options: how it is run
    tell: Callable[[Sequence[Fact], Names], list[str]]  # facts as :attr:`numbered` returns them
    controls: Callable[[View, Ask, Names, str], Controls]  # view, ask, names, plan so far
    unpack: Callable[[str], tuple[Answer, ...]]  # an answer's or a plan's code; raises Refused
    read: Callable[[View, Ask, str], tuple[Answer, ...]]  # view, ask, what was typed; raises Refused
    taken: Callable[[View, Sequence[Answer]], str]  # view, answers: what they say, after "Taken for Red: "
    refusal: Callable[[Refused, Names], str | None]
    standings: Callable[[View, Names], str]
    turn: Callable[[View], str]  # view: which turn it is, such as "Turn 3"; empty before the first
    asks: Mapping[str, str]  # kind of decision -> what is waited for, as in "waiting for ..."
    topics: Mapping[str, str]  # rules by topic
    tables: Mapping[str, tuple[str, Callable[[], str]]]  # heading and rows, by name
    risky: Callable[[View, Ask, Sequence[Answer]], str | None] = (
        never_risky  # a typed plan's code, to be looked at again
    )
    unseen: Callable[[str, str], bool] = lambda _label, _code: False
    """Label and code of a button -> whether a post of before would seal by it what nobody has looked at."""
    came: Callable[[Sequence[Fact], EntryId, Names], list[str]] = nothing_to_tell
    """The immediate results of an entry's answers, line by line: facts since, entry, names."""
    brought_by: Callable[[Question], Callable[[Sequence[Fact], EntryId, Names], str] | None] = lambda _question: None
    """What tells why a question is asked at all, as a line above it, by the latest facts; ``None`` if it needs none."""
    stopped: Callable[[Sequence[Fact], EntryId], str] = lambda _facts, _entry: ""
    """Why a plan of an entry went no further, as a sentence; empty if no fact says it: facts since, entry."""
    in_vain: Callable[[Sequence[Answer], Sequence[Fact], EntryId], str] = lambda _answers, _facts, _entry: ""
    """Why the first of some answers made the others needless, as a sentence; empty if they are a plan that stopped:
    answers, facts since, entry."""
    pauses: Mapping[str, str] = field(default_factory=dict)
    """By kinds of decision that give others time, the sentence for all."""
    unit: str = "turn"  # in which each chariot moves once, as the game calls it
    found_by: tuple[str, ...] = ()  # other words by which people look for the game
    nouns: Nouns = RACE  # where words that all games share name its contest, its pieces and its people
    primer: tuple[str, ...] = ()  # how one wins, in four lines: told in the first race of somebody
    signs: str = ""  # what the signs of a question mean: told before the start of a practice
    lookups: tuple[Lookup, ...] = ()  # what the game adds to /rules
    in_edition: Callable[[Options, str], str] = lambda _options, name: name
    """A race's options and the name of a topic or table: the one that the race's own edition has in its place."""
    over: Callable[[View], str] | None = None
    """View at the end of a turn -> that turn in words. ``None`` if :attr:`turn` does, as the next has not begun."""
    numbered: Callable[[Sequence[Fact], Options], Sequence[Fact]] = lambda facts, _options: facts
    """Facts whose rolls bear the rule's number in the race's own book: facts, the race's options."""
    why: Callable[[Sequence[Fact], Names, Options], list[str]] = telling.why
    """Each roll explained: rule, dice, modifiers, table; facts, names, the race's options."""
    headline: Callable[[Turn, Names], Sequence[str]] | None = (
        None  # sentences on a turn, the most important first; none: the latest of its story
    )
    lines: Callable[[Turn, Names], Sequence[str]] | None = None
    """Lines under the headline of a whole turn, such as one a phase; none: the headline says enough."""
    moment: Callable[[Sequence[Fact], Names, Options], str] | None = None
    """A phase in a line; none: the latest of its story; facts, names, the race's options."""
    lying: Callable[[View, EntryId], Lying | None] | None = None  # view, entry -> how it lies; none: never told
    onlookers: Callable[[View, Names], Sequence[Choice]] = lambda _view, _names: ()
    """View -> buttons under a turn's post for those who look on, who have a say just now; ten at most."""
    calls: Callable[[View], str] = lambda _view: ""  # view -> the sentence over those choices
    voters: Callable[[View], str] = lambda _view: ""  # view -> who may press them, in a small line; none: it is plain
    result: Callable[[Sequence[View], Sequence[Fact], Names], Result] | None = (
        None  # views at the ends of turns, all facts that hold -> the end of a race; none: its last lines are told
    )
    chances: Callable[[Sequence[Fact], Options], Sequence[Chance]] | None = None
    """Rolls that decided something; none: no luck; facts, the race's options."""
    orders: OrderWords[View, Orders] | None = None
    kept: Callable[[Answer, Names], str] = lambda _answer, _names: ""
    """An answer in words, without the race as it was, for whoever reads later what is kept of them; empty for one that
    has none."""
    lessons: tuple[Lesson[Any], ...] = ()  # 9 at most; one on a season has the views of a league
    ready: tuple[Answer, ...] = ()  # good ones to what is asked before the first turn: a practice begins with one


AnyWords = Words[Any, Any, Any]
"""Those of one of several games, where the caller does not know which."""
