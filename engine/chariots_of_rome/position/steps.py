"""Where a chariot can go next: clear steps, and chains over obstacles (1, 5.3, 7).

It reads only public things, so races and views serve alike.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol

from engine.chariots_of_rome.printed.board import Track
from engine.chariots_of_rome.words.state import ChariotLog
from records.values import EntryId, Square

Path = tuple[Square, ...]


class Sight(Protocol):
    """The public part of a race: a race itself, or a view of it."""

    @property
    def board(self) -> Track: ...
    @property
    def wrecks(self) -> Mapping[Square, EntryId]: ...
    @property
    def debris(self) -> Sequence[Square]: ...
    @property
    def corner_log(self) -> Mapping[str, Sequence[EntryId]]: ...
    @property
    def locked(self) -> bool: ...
    @property
    def effects(self) -> Sequence[str]: ...
    @property
    def round(self) -> int: ...  # 1 first
    @property
    def total_move(self) -> int: ...  # spaces of the turn under way
    @property
    def moves_left(self) -> int: ...  # spaces of it still to be driven
    @property
    def moved(self) -> int: ...  # spaces of it driven so far
    @property
    def attacked(self) -> bool: ...
    @property
    def since_overtake(self) -> int: ...  # steps since the last one; 0 on its exit space
    @property
    def race_laps(self) -> int: ...  # laps to be driven

    def chariot(self, entry: EntryId) -> ChariotLog: ...
    def logs(self) -> Iterable[tuple[EntryId, ChariotLog]]: ...
    def has_finished(self, chariot: ChariotLog) -> bool: ...


def obstacles(sight: Sight, entry: EntryId) -> set[Square]:
    """Return the spaces that others, wrecks and debris fill (1)."""
    filled = {chariot.square for other, chariot in sight.logs() if other != entry and chariot.square is not None}
    filled.update(sight.wrecks)
    filled.update(sight.debris)
    return filled


def corner_key(laps: int, corner: str) -> str:
    """Return the key of a lap's corner in the log."""
    return f"{laps}/{corner}"


def all_steps(
    board: Track, start: Square, filled: AbstractSet[Square], moves_left: int, *, inside: bool = False
) -> tuple[Path, ...]:
    """Return every clear step, then every overtake chain, the shortest first (5.3, 7).

    Of equals those come first that go ahead, then those that go right, then left.

    :param inside: whether one of the steps may lead inward in a corner (C27).
    """
    if moves_left and not inside and filled.isdisjoint(board.steps[start]):
        return board.clear_steps[start]
    found: list[Path] = []
    reached: list[tuple[Path, Square, bool]] = [((), start, inside)]
    while reached and moves_left:
        moves_left -= 1
        further: list[tuple[Path, Square, bool]] = []
        for path, square, may in reached:
            legal = board.steps[square]
            for to in board.inside_steps[square] if may else legal:
                if to not in filled:
                    found.append((*path, to))
                elif moves_left:
                    further.append(((*path, to), to, may and to in legal))
        reached = further
    return tuple(found)


def steps_of(sight: Sight, entry: EntryId) -> tuple[Path, ...]:
    """Return the steps and chains that a chariot can choose from (5.3, C27)."""
    chariot = sight.chariot(entry)
    assert chariot.square is not None, "who drives is on the track"
    inside = chariot.can("C27") and not chariot.used
    return all_steps(sight.board, chariot.square, obstacles(sight, entry), sight.moves_left, inside=inside)


def overtake_cards(sight: Sight, chariot: ChariotLog, passed: int) -> int:
    """Return the Danger cards for so many obstacles passed, before F19: C18 draws one fewer, F24 adds one (16)."""
    return passed - chariot.can("C18") + ("F24" in sight.effects)


def is_inside_step(board: Track, start: Square, path: Path) -> bool:
    """Tell whether a path holds a step inward in a corner, which C27 alone may make (16.2)."""
    return any(to not in board.steps[before] for before, to in _pairs(start, path))


def _pairs(start: Square, path: Path) -> Iterator[tuple[Square, Square]]:
    return zip((start, *path), path, strict=False)
