"""The ways that teams went, read from facts."""

from collections.abc import Iterable

from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.facts import BrakedBack, Evaded, Flipped, LaneChanged, Moved, Sideslipped, Stopped
from engine.facts import Fact
from records.values import EntryId, Square


def ways(before: RaceView, facts: Iterable[Fact]) -> dict[EntryId, tuple[Square, ...]]:
    """Return the squares each team went through, of those that moved or came to their end.

    :param before: the race before *facts* happened.
    """
    ended = set()
    gone = {chariot.entry: [chariot.square] for chariot in before.chariots if chariot.square is not None}
    for fact in facts:
        match fact:
            case Moved(entry, squares):
                for _ in range(squares):
                    gone[entry].append(TRACK.ahead[gone[entry][-1]])
            case LaneChanged() | Sideslipped() | BrakedBack() | Evaded():
                gone[fact.entry].append(fact.to)
            case Flipped() | Stopped():
                ended.add(fact.entry)
            case _:
                pass
    return {entry: tuple(squares) for entry, squares in gone.items() if len(squares) > 1 or entry in ended}
