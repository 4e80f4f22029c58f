"""What every ruleset's pictures offer, and what they are told about a planned way."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.game import Fact
from engine.marks import ReachMark
from records.values import EntryId, Square

Names = Mapping[EntryId, str]


"""What the entries are called: any text, also none that a font has."""


class DrawBoard(Protocol):
    def __call__(
        self, view: Any, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
    ) -> bytes: ...


class DrawCockpit(Protocol):
    def __call__(
        self, view: Any, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
    ) -> bytes: ...


class TellCockpit(Protocol):
    def __call__(
        self, view: Any, names: Names, entry: EntryId, *, reach: Sequence[ReachMark] = (), path: Sequence[Square] = ()
    ) -> str: ...


class DrawLogCard(Protocol):
    def __call__(self, view: Any, names: Names, entry: EntryId) -> bytes: ...


class TellBoard(Protocol):
    def __call__(
        self, view: Any, names: Names, *, path: Mapping[EntryId, tuple[Square, ...]] | None = None, title: str = ""
    ) -> str: ...


class ReadWays(Protocol):
    def __call__(self, before: Any, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]: ...


class TellLogCard(Protocol):
    def __call__(self, view: Any, names: Names, entry: EntryId) -> str: ...


@dataclass(frozen=True)
class Scene:
    """How one ruleset's races are drawn and told. Pictures are PNG files; alt texts have at most 1,024 characters.

    The same view gives the same bytes. Drawing takes tens of milliseconds, the first time some hundreds, and belongs
    off the event loop. *ways* reads from a phase's facts what *path* of a board is. *warm_up* yields after each part
    of what all pictures share, so that the first is not slow; nothing else depends on it.
    """

    draw_board: DrawBoard
    draw_cockpit: DrawCockpit
    draw_log_card: DrawLogCard
    alt_board: TellBoard
    alt_cockpit: TellCockpit
    alt_log_card: TellLogCard
    ways: ReadWays
    warm_up: Callable[[], Iterable[None]] = tuple
