"""A turn at a glance: the post of one turn, for every game and every story that goes by turns.

A game brings two things: sentences for a whole turn, the most important first, and a line for a phase.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.facts import Fact
from records.races import StoryMode
from records.values import EntryId
from words.shared.nouns import Nouns
from words.shared.telling import called, count, joined, ordinal

Names = Mapping[EntryId, str]

MOST_SENTENCES = 4
"""In the headline of a turn."""

SMALL = "-# "


def silent_lines(silent: Sequence[EntryId], names: Names) -> list[str]:
    """Return the line that names those who did not answer in a turn; none without any.

    >>> silent_lines([EntryId(1)], {EntryId(1): "Red"})
    ['-# 💤 No word from Red in time.']
    """
    return [f"{SMALL}💤 No word from {joined([called(names, each) for each in silent])} in time."] if silent else []


class Turn(Protocol):
    """A turn, or as much of it as has been played."""

    @property
    def before(self) -> Any:
        """The public view when it began; none before the first."""

    @property
    def after(self) -> Any:
        """The public view now."""

    @property
    def options(self) -> Any:
        """How the race is run."""

    @property
    def facts(self) -> Sequence[Fact]: ...

    @property
    def number(self) -> int:
        """Of its first fact in the race: the same turn is always told in the same words."""


class Phase(Protocol):
    """A phase as everybody saw it."""

    @property
    def facts(self) -> Sequence[Fact]: ...


class Lying(NamedTuple):
    """How a chariot that still races lies."""

    place: int  # 1 or more
    behind: str  # how far behind the leader, such as "5 squares"; empty if level or in front


class Sealed(Protocol):
    """The seals of a reveal, as their line tells them."""

    @property
    def sealed(self) -> int: ...

    @property
    def digest(self) -> str: ...

    @property
    def is_ordered(self) -> bool: ...


class Told(Turn, Protocol):
    """A turn as it is posted."""

    @property
    def phases(self) -> Sequence[Phase]:
        """Those that are over."""

    @property
    def seals(self) -> Sequence[Sealed]: ...

    @property
    def is_whole(self) -> bool:
        """Whether the turn is over."""


class Teller(Protocol):
    """The parts of a game's words that are used here."""

    @property
    def turn(self) -> Any: ...

    @property
    def over(self) -> Any: ...

    @property
    def tell(self) -> Any: ...

    @property
    def numbered(self) -> Any: ...

    @property
    def headline(self) -> Any: ...

    @property
    def lines(self) -> Any: ...

    @property
    def moment(self) -> Any: ...

    @property
    def lying(self) -> Any: ...

    @property
    def nouns(self) -> Nouns: ...


def post_text(words: Teller, mode: StoryMode, turn: Told, names: Names, own: EntryId | None = None) -> str:
    """Return the post of a turn: its headline, or a line a phase while it is played; the seals last.

    :param own: the chariot of the one player whom the post is for; none in a race of several.
    """
    is_shown = bool(turn.phases) and (turn.is_whole or mode is not StoryMode.BRIEF)
    title = (words.over if turn.is_whole and words.over else words.turn)(turn.after) if is_shown else ""
    lines = [f"### {title}"] if title else []
    if turn.phases and turn.is_whole:
        sentences = headline_of(words, turn, names)
        lines.append(" ".join([*sentences, *_own(words, turn, names, sentences, own)]))
        lines += words.lines(turn, names) if words.lines else []
    elif is_shown:
        lines += [line for phase in turn.phases if (line := moment_of(words, phase.facts, names, turn.options))]
    return "\n".join([*filter(None, lines), *map(seals_line, turn.seals)])


def headline_of(words: Teller, turn: Turn, names: Names) -> list[str]:
    """Return one to four sentences on a turn, the most important first."""
    sentences = words.headline(turn, names) if words.headline else _plain(words, turn.facts, names, turn.options)
    return list(sentences[:MOST_SENTENCES])


def expected_line(
    words: Teller, turn: Turn, names: Names, chances: Mapping[EntryId, int], out: Sequence[EntryId]
) -> list[str]:
    """Return the line on what was expected before a turn of its new leader, and of who went out; none without news.

    :param chances: to win, before the turn, in thousandths.
    """
    leads = new_leader(words, turn, chances)
    told = [f"{names[each]}, out now, {one_in(chances[each])}" for each in out if each in chances and each in names]
    told[:0] = [f"{names[each]}, who leads now, {one_in(chances[each])}" for each in leads]
    return [f"{SMALL}🎲 Chances to win before this turn: {'; '.join(told)}."] if told else []


def new_leader(words: Teller, turn: Turn, chances: Mapping[EntryId, int]) -> list[EntryId]:
    """Return who alone leads after a turn, where somebody else did before it, if that is known."""
    before, after = _leader(words, turn.before, chances), _leader(words, turn.after, chances)
    return [after] if before is not None and after is not None and before != after else []


def _leader(words: Teller, view: Any, chances: Mapping[EntryId, int]) -> EntryId | None:
    """Return who alone lies first; ``None`` where nobody does, or the game does not tell."""
    lying = words.lying
    if view is None or lying is None:
        return None
    lies = {each: found for each in chances if (found := lying(view, each)) is not None}
    first = [each for each, found in lies.items() if found.place == 1]
    level = [each for each, found in lies.items() if not found.behind]
    return first[0] if len(first) == 1 and level == first else None


def one_in(thousandths: int) -> str:
    """Return a chance as people say it.

    >>> [one_in(each) for each in (0, 4, 111, 333, 400, 800)]
    ['hardly any', '1 in 250', '1 in 9', '1 in 3', '4 in 10', '8 in 10']
    """
    if not thousandths:
        return "hardly any"
    if thousandths < 350:
        return f"1 in {round(1000 / thousandths)}"
    return f"{round(thousandths / 100)} in 10" if thousandths < 950 else "nearly certain"


def _own(words: Teller, turn: Turn, names: Names, sentences: Sequence[str], own: EntryId | None) -> Iterator[str]:
    """Yield how the reader's own chariot lies, where a headline has not named it."""
    if own is None or own not in names or words.lying is None or any(names[own] in each for each in sentences):
        return
    lying = words.lying(turn.after, own)
    if lying is not None:
        behind = f", {lying.behind} {words.nouns.behind}" if lying.behind else ""
        yield f"Your {words.nouns.piece} {names[own]} lies {ordinal(lying.place)}{behind}."


def moment_of(words: Teller, facts: Sequence[Fact], names: Names, options: Any) -> str:
    """Return a phase in one line; empty if there is nothing to say."""
    if words.moment:
        return str(words.moment(facts, names, options))
    return " ".join(_plain(words, facts, names, options)[:1])


def _plain(words: Teller, facts: Sequence[Fact], names: Names, options: Any) -> list[str]:
    """Return the latest lines of the whole story, for a game that brings no headlines."""
    lines = [line for told in words.tell(words.numbered(facts, options), names) for line in told.split("\n")]
    return [line for line in lines if not line.startswith((SMALL, "#"))][-MOST_SENTENCES:]


def seals_line(seals: Sealed) -> str:
    """Return the line of seals, which stands in the thread before they are opened; *Proof* shows their digest.

    >>> from types import SimpleNamespace
    >>> seals_line(SimpleNamespace(sealed=8, digest="3f9c2a71" * 8, is_ordered=True))
    '-# 🔒 8 orders sealed'
    """
    return f"{SMALL}🔒 {count(seals.sealed, 'order' if seals.is_ordered else 'answer')} sealed"


def level(named: Sequence[str], number: int) -> str:
    """Say that chariots are level in front; if they are many, only the first are named.

    >>> level(["Red", "Blue"], 0), level(["Red", "Blue", "Green", "White", "Gold"], 1)
    ('Red and Blue are level in front.', 'Side by side in front: Red, Blue, Green and 2 others.')
    """
    others = len(named) - _MOST_LEVEL
    all_told = named if others < 2 else [*named[:_MOST_LEVEL], f"{others} others"]
    return one_of(_LEVEL, number).format(joined(all_told))


_MOST_LEVEL = 3
_LEVEL = ("{} are level in front.", "Side by side in front: {}.", "Neck and neck: {}.")
"""Sentences about two chariots that share the lead."""


class Leading(NamedTuple):
    """A game's sentences on who leads, each of them with names as ``{a}`` and ``{b}`` and a distance as ``{by}``."""

    alone: str  # a single chariot is left, {a}
    unit: str  # of distances, such as "square"
    takes: Sequence[str] = ("{a} takes the lead, {by} ahead of {b}.", "New leader: {a}, {by} ahead of {b}.")
    stays: Sequence[str] = (
        *("{a} leads by {by} from {b}.", "{a} stays in front, {by} ahead of {b}."),
        "{a} is {by} clear of {b}.",
    )
    nobody: str = "No chariot is racing any more."


def lead(said: Leading, running: Sequence[tuple[EntryId, int]], was: EntryId | None, names: Names, number: int) -> str:
    """Return in a sentence who leads after a turn, and by how much.

    :param running: the chariots that still race, leader first, each with its distance from the leader.
    :param was: who led before the turn; ``None`` if nobody did.
    :param number: of the turn.

    >>> red, blue = EntryId(1), EntryId(2)
    >>> said, names = Leading("{a} is alone.", "space"), {red: "Red", blue: "Blue"}
    >>> lead(said, [(red, 0), (blue, 2)], red, names, 0), lead(said, [(red, 0), (blue, 2)], blue, names, 0)
    ('Red leads by 2 spaces from Blue.', 'Red takes the lead, 2 spaces ahead of Blue.')
    >>> lead(said, [(red, 0), (blue, 0)], red, names, 0), lead(said, [(red, 0)], red, names, 0)
    ('Red and Blue are level in front.', 'Red is alone.')
    """
    if not running:
        return said.nobody
    (first, _), *others = running
    if not others:
        return said.alone.format(a=called(names, first))
    second, by = others[0]
    if not by:
        return level([called(names, entry) for entry, behind in running if not behind], number)
    phrasings = said.stays if was == first else said.takes
    return one_of(phrasings, number).format(a=called(names, first), b=called(names, second), by=count(by, said.unit))


def one_of(phrasings: Sequence[str], number: int) -> str:
    """Return one of several phrasings, chosen by a number: the same race is always told alike.

    :param number: of a turn where neighbouring turns must differ, or of a fact.
    """
    return phrasings[number % len(phrasings)]
