"""Corrections by a steward, field by field, as all games with corrections make them."""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from engine.game import Corrections
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId

State = TypeVar("State")


class Field(NamedTuple):
    """One thing that may be put right."""

    now: str
    correct: Callable[[str], None]  # raises Refused, with nothing changed, for a value that cannot be


def corrections_of(fields_of: Callable[[State, EntryId], Iterable[tuple[str, Field]]]) -> Corrections[State]:
    """Return the corrections of a game.

    :param fields_of: state, entry -> each field by its name, as it is now; none where nothing may be put right.
    """

    def fields(state: State, entry: EntryId) -> Mapping[str, str]:
        return {name: field.now for name, field in fields_of(state, entry)}

    def correct(state: State, entry: EntryId, name: str, value: str) -> None:
        found = dict(fields_of(state, entry))
        if name not in found:
            raise Refused(GameReason.NOTHING_TO_CORRECT, possible=list(found))
        found[name].correct(value.strip())

    return Corrections(fields, correct)
