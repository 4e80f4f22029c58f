"""Races of Chariots of Rome for tests."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.chariots_of_rome.ruleset import RULESET
from engine.chariots_of_rome.turn.setup import new_race
from engine.chariots_of_rome.words.options import Options
from engine.chariots_of_rome.words.state import Race
from engine.dice import RaceDice
from engine.game import Entrant
from engine.questions import Answer, Ask
from engine.session import Session, first_checkpoint
from records.values import EntryId, Faction

RED, WHITE, GREEN, BLUE = (EntryId(number) for number in range(1, 5))
SEED = b"dust of the circus"


def a_race(options: Options | None = None, chariots: int = 4) -> Race:
    """Return a race before its set-up, each chariot for itself."""
    entrants = [
        Entrant(EntryId(number), RULESET.colours[number - 1], Faction(number)) for number in range(1, chariots + 1)
    ]
    return new_race(options or Options(), entrants)


def a_session(options: Options | None = None, chariots: int = 4, seed: bytes = SEED) -> Session[Race]:
    """Return a session of such a race, at its first question."""
    return Session(RULESET, first_checkpoint(RULESET, a_race(options, chariots)), RaceDice(seed))


def default(_session: Session[Race], ask: Ask) -> Answer:
    return ask.default


def play(
    session: Session[Any],
    until: Callable[[Session[Any]], bool],
    answer: Callable[[Session[Any], Ask], Answer] = default,
) -> Session[Any]:
    """Answer question after question until something is so, or the race is over."""
    while session.open and not until(session):
        entry, ask = next(iter(session.open.items()))
        session.answer(entry, answer(session, ask))
    return session


def asked(session: Session[Any], kinds: Sequence[type]) -> bool:
    """Tell whether one of these questions is open."""
    return any(isinstance(ask.question, tuple(kinds)) for ask in session.open.values())
