"""A race in a few lines and marks, to be pasted anywhere: its shape, in words that a screen reader reads well."""

from collections.abc import Sequence

from records.past import TurnStood
from records.values import EntryId
from words.shared.telling import count, ordinal

MOST_ROWS = 5

LED, GAINED, LOST, KEPT, CRASHED = "👑", "🔼", "🔽", "➖", "💥"
KEY = f"{LED} led {GAINED} gained {LOST} lost {KEPT} kept {CRASHED} crashed"


def share_lines(title: str, game: str, name: str, place: int | None, turns: Sequence[TurnStood], entry: EntryId) -> str:
    """Return a race as one chariot ran it: a headline, at most :data:`MOST_ROWS` rows of turns, the key of the marks.

    :param name: of the chariot.
    :param turns: all of the race.

    >>> stood = [TurnStood(1, (2, 1)), TurnStood(2, (1, 2)), TurnStood(3, (1, 2))]
    >>> print(share_lines("Ludi", "Circus Maximus", "Celer", 1, stood, EntryId(1)))
    🏇 Ludi · Circus Maximus, 3 turns
    Celer: 1st
    Turn 1: 2nd ➖
    Turn 2: from 2nd to 1st 👑
    Turn 3: 1st 👑
    👑 led 🔼 gained 🔽 lost ➖ kept 💥 crashed
    """
    ended = "no place" if place is None else ordinal(place)
    each = max(1, -(-len(turns) // MOST_ROWS))
    rows, before = list[str](), None
    for start in range(0, len(turns), each):
        row, before = _row(turns[start : start + each], entry, before)
        rows.append(row)
    return "\n".join([f"🏇 {title} · {game}, {count(len(turns), 'turn')}", f"{name}: {ended}", *rows, KEY])


def _row(turns: Sequence[TurnStood], entry: EntryId, before: int | None) -> tuple[str, int | None]:
    """Return some turns as a row, and where the chariot was after them; none once it is off the track."""
    first, marks = before, ""
    for turn in turns:
        rank = turn.order.index(entry) + 1 if entry in turn.order else None
        marks += _mark(before, rank, crashed=entry in turn.crashed)
        first, before = (rank if first is None else first), rank
    one, last = turns[0].turn, turns[-1].turn
    span = f"Turn {one}" if one == last else f"Turns {one} to {last}"
    if before is None:
        where = "off the track"
    else:
        where = ordinal(before) if first in (None, before) else f"from {ordinal(first or before)} to {ordinal(before)}"
    return f"{span}: {where} {marks}".rstrip(), before


def _mark(before: int | None, rank: int | None, *, crashed: bool) -> str:
    if crashed:
        return CRASHED
    if rank is None:
        return ""
    if rank == 1:
        return LED
    if before is None or before == rank:
        return KEPT
    return GAINED if rank < before else LOST
