"""How the chances of a race swung, read off what was worked out after each turn."""

from collections.abc import Mapping, Sequence

from engine.betting import board
from engine.betting.book import Book
from engine.betting.model import chances_of
from engine.betting.records import ChanceRecord
from engine.betting.views import SwingPoint, SwingView
from engine.game import AnyRuleset
from engine.moments import LapDone, Moment, WentOut
from records.play import SceneRecord
from records.values import EntryId
from steward.running.bookmaker import moments_of


def swing_of(
    book: Book, rules: AnyRuleset, records: Sequence[ChanceRecord], last: SceneRecord | None
) -> SwingView | None:
    """Return how chances swung, read off a book within its transaction; ``None`` while none have been worked out.

    :param last: the race's last scene, which is its end if it is over.
    """
    if not records:
        return None
    points = {each.turn: SwingPoint(each.turn, chances_of(each).thousandths) for each in records}
    moments = moments_of(rules, book.facts())
    return SwingView(
        race=book.race.id,
        title=book.race.title,
        samples=records[-1].samples,
        entrants=board.board_for(book, None, chances=points[records[-1].turn].chances).entrants,
        points=tuple(points[turn] for turn in sorted(points)),
        out=_out(moments),
        winner=_alone(winners_of(book, rules, last)),
        laps=_laps(moments),
    )


def _out(moments: Sequence[Moment]) -> Mapping[EntryId, int]:
    """Return in which turn each chariot went out that did."""
    return {each.entry: each.turn for each in reversed(moments) if isinstance(each, WentOut)}


def _laps(moments: Sequence[Moment]) -> tuple[int, ...]:
    """Return the turns in which the leader finished each lap."""
    first: dict[int, int] = {}
    for each in moments:
        if isinstance(each, LapDone):
            first.setdefault(each.lap, each.turn)
    return tuple(first[lap] for lap in sorted(first))


def winners_of(book: Book, rules: AnyRuleset, last: SceneRecord | None) -> tuple[EntryId, ...]:
    """Return the winners of a race: none before it is finished, several where allies share the first place.

    :param last: the race's last scene.
    """
    if last is None or book.race.state != "finished":
        return ()
    results = rules.results(rules.read_view(last.view))
    return tuple(each.entry for each in results if each.place == 1)


def _alone(winners: Sequence[EntryId]) -> EntryId | None:
    return winners[0] if len(winners) == 1 else None
