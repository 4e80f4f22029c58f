"""Why a driver is dragged, above the question what they do about it."""

from collections.abc import Callable, Sequence

from engine.circus_maximus.words.asks import TryToGetFree
from engine.circus_maximus.words.facts import Flipped, FreeingFailed, PulledOut
from engine.facts import Fact
from engine.questions import Question
from records.values import EntryId
from words.circus_maximus.story.lines import CAUSES, Names


def brought_by(question: Question) -> Callable[[Sequence[Fact], EntryId, Names], str] | None:
    """Return what tells why a question is asked: what threw a driver who is dragged (16.1)."""
    return thrown_by if isinstance(question, TryToGetFree) else None


def thrown_by(facts: Sequence[Fact], entry: EntryId, names: Names) -> str:
    """Return what threw a driver out of the car, as a sentence; empty once they have tried to get free, and know."""
    for fact in reversed(facts):
        if getattr(fact, "entry", None) != entry:
            continue
        match fact:
            case FreeingFailed():
                return ""
            case Flipped(cause=cause, square=square):
                return f"☠️ Your chariot turned over at {square}: {CAUSES[cause]}."
            case PulledOut(by=None):
                return "☠️ In the dust your driver fell out of the car."
            case PulledOut(by=int(by)):
                return f"☠️ {names.get(EntryId(by), 'A rival')} pulled your driver out of the car."
    return ""
