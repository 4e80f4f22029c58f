"""What tests of Ave Caesar begin with; they write down only what they are about."""

from collections.abc import Sequence
from typing import Any, TypeVar

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import CourseName, Direction, Space
from engine.ave_caesar.state import Chariot, Options, Race
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from engine.game import Ruleset
from engine.rulesets import RULESETS
from engine.session import Session, first_checkpoint
from records.values import EntryId
from tests.scripted_dice import ScriptedDice

RULES: Ruleset[Options, Race, RaceView, None] = RULESETS["ave-caesar"]
RED, BLUE, YELLOW, GREEN, PURPLE, WHITE = (EntryId(number) for number in range(1, 7))

F = TypeVar("F", bound=Fact)


def a_chariot(
    space: str = "10b",
    hand: Sequence[int] = (1, 2, 3),
    *,
    x: int = 1,
    paid: bool = False,
    deck: Sequence[int] = (2, 3, 4, 5),
    played: Sequence[int] = (5,),
    **others: Any,
) -> Chariot:
    """Return a chariot under way.

    :param x: how often it has crossed the line.
    :param deck: next card first.
    """
    return Chariot(
        "some colour",
        space=Space(space),
        crossings=x,
        coin=not paid,
        hand=list(hand),
        deck=list(deck),
        played=list(played),
        **others,
    )


def a_race(*chariots: Chariot, course: CourseName = "white", direction: Direction = "clockwise", **others: Any) -> Race:
    """Return a race under way; red is the first chariot and has the next turn, blue the second."""
    entries = {EntryId(number): chariot for number, chariot in enumerate(chariots, start=1)}
    return Race(entries, Options(), course, direction, order=list(entries), round=3, is_set_up=True, **others)


def a_session(race: Race, *dice: int) -> Session[Race]:
    """Return a session on *race* with dice that fall so."""
    return Session(RULES, first_checkpoint(RULES, race), ScriptedDice(*dice))


def asked(session: Session[Race], entry: EntryId = RED) -> PlayCard:
    """Return what a chariot is asked."""
    question = session.open[entry].question
    assert isinstance(question, PlayCard)
    return question


def ends(session: Session[Race], entry: EntryId = RED) -> dict[int, str]:
    """Return where each card that can be played leads, as in ``{2: "04b 04c"}``."""
    question = asked(session, entry)
    return {card: " ".join(question.ends(card)) for card in question.cards}


def leads(
    *chariots: Chariot, course: CourseName = "white", direction: Direction = "clockwise", **others: Any
) -> dict[int, str]:
    """Return where each card of red, the first of *chariots*, can lead; nothing if red misses its turn."""
    session = a_session(a_race(*chariots, course=course, direction=direction, **others))
    return ends(session) if RED in session.open else {}


def play(session: Session[Race], card: int, to: str, entry: EntryId = RED) -> list[Fact]:
    """Play a card to a space, by the first path there."""
    return session.answer(entry, asked(session, entry).first_play(card, Space(to)))


def told(session: Session[Race], kind: type[F]) -> list[F]:
    """Return all facts of a kind, in the order they were told."""
    return [fact for fact in session.table.told if isinstance(fact, kind)]


def a_play(card: int, *path: str) -> Play:
    return Play(card, tuple(Space(space) for space in path))
