"""The end of a race (10, 9.1).

Finishers rank by place; chariots that went out come behind them, the farther one first, at equal distance the later one
(A13). A non-player chariot takes a place but no points, and its points lapse (11.2).
"""

from engine.ave_caesar.courses import runway
from engine.ave_caesar.data import points_for
from engine.ave_caesar.facts import DecksRevealed, Placing, RaceEnded
from engine.ave_caesar.state import Race
from engine.table import Table
from records.values import EntryId


def end_race(race: Race, table: Table) -> None:
    """Close a race in which nobody is racing any more (10), or a lesson; decks may be seen now."""
    race.is_over = True
    table.tell(DecksRevealed({entry: tuple(chariot.shuffled) for entry, chariot in race.chariots.items()}))
    table.tell(RaceEnded(race.round, tuple(_placing(race, entry) for entry in ranking(race))))


def ranking(race: Race) -> list[EntryId]:
    """Return all chariots, first to last; the last one is the loser of the race (10, A13)."""
    removed = sorted(race.removed, key=lambda entry: _left(race, entry), reverse=True)
    return [*race.finished, *sorted(race.racing(), key=lambda entry: _pos(race, entry), reverse=True), *removed]


def _pos(race: Race, entry: EntryId) -> int:
    """Return how far a chariot has come that still races as a lesson ends."""
    chariot = race.chariots[entry]
    assert chariot.space is not None, "who races is on the board"
    return runway(race.course, race.direction).pos(chariot.space, chariot.crossings)


def _left(race: Race, entry: EntryId) -> tuple[int, int]:
    left_at = race.chariots[entry].left_at
    assert left_at is not None, "who was removed was somewhere"
    return left_at, race.removed.index(entry)


def _placing(race: Race, entry: EntryId) -> Placing:
    chariot = race.chariots[entry]
    return Placing(entry, chariot.place, 0 if chariot.is_nonplayer else points_for(chariot.place))
