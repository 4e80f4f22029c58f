"""What the runner needs to know of a ruleset: its positions, its notation and its charts."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from conformance.cases import Case
from engine.game import Answer, Ask, Play, Table
from records.values import EntryId


@dataclass(frozen=True)
class Prepared:
    """A position, ready to be played."""

    state: Any
    names: Mapping[EntryId, str]
    begin: Callable[[Any, Table], Play[None]]  # what is played first, in the place of a turn
    goes_on: bool  # whether whole turns follow


class Adapter(Protocol):
    """One for each ruleset that has cases. All of these raise :exc:`ValueError` for what does not exist."""

    def prepare(self, case: Case) -> Prepared:
        """Return the position of a case."""
        ...

    def read_answer(self, ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
        """Return an answer from its notation; *ask* is what is open, if anything."""
        ...

    def passed_over(self, ask: Ask | None, text: str) -> Answer | None:
        """Return the answer to give first where *text* answers not *ask* but the next question; else none."""
        ...

    def face_of(self, state: Any, drawn: str, sides: int) -> int:
        """Return the face of a die with so many sides that draws *drawn* in *state*."""
        ...

    def faces_of_shuffle(self, first: Sequence[int]) -> Sequence[int]:
        """Return the faces of the dice that shuffle a deck so that it begins with these cards."""
        ...

    def fields_of(self, state: Any, name: str) -> Mapping[str, Any]:
        """Return all that can be said of a chariot, or of ``race``, as plain values."""
        ...

    @property
    def reasons(self) -> Collection[str]:
        """Why the game refuses an answer."""
        ...

    def is_place(self, name: str) -> bool:
        """Tell whether there is a square or space of this name."""
        ...

    def look_up(self, chart: str, place: Sequence[str]) -> str:
        """Return what stands in a chart."""
        ...
