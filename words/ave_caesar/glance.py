"""A round at a glance: the leader and the lead, tributes, laps and chariots that go out."""

from collections.abc import Iterator, Sequence
from typing import Any

from engine.ave_caesar.courses import LAST_LAP
from engine.ave_caesar.facts import (
    CardPlayed,
    CardPutUnder,
    CoinPaid,
    Finished,
    LineCrossed,
    RaceEnded,
    TurnMissed,
    WentOut,
)
from engine.ave_caesar.views import ChariotView, RaceView
from engine.facts import Fact, Rewound
from records.values import EntryId
from words.ave_caesar.story import WHY_OUT, line
from words.shared import telling
from words.shared.glance import Leading, Lying, Names, Turn, lead, one_of
from words.shared.telling import ENDS_EARLY, called, count

_ROW = 60
"""Parts of a row in which a view tells how far a chariot has come."""


def headline(turn: Turn, names: Names) -> list[str]:
    """Return the events of a round in sentences, the most important first."""
    ended = next((fact for fact in turn.facts if isinstance(fact, RaceEnded)), None)
    said = [sentence for _, sentence in sorted(_events(turn.facts, names, turn.after.round), key=lambda each: -each[0])]
    if ended is not None:
        return [_result(ended, turn.after, names), *said[:2]]
    if turn.after is None or not turn.after.round:
        return ["The decks are shuffled, and the chariots stand on the grid."]
    return [*said[:1], _lead(turn, names), *said[1:3]]


_LEADING = Leading(
    "{a} is the only chariot still racing.",
    "row",
    stays=("{a} leads by {by} from {b}.", "{a} stays in front, {by} ahead of {b}."),
)


def _lead(turn: Turn, names: Names) -> str:
    racing = _racing(turn.after)
    front = (racing[0].pos or 0) if racing else 0
    running = [(each.entry, max(0, front - (each.pos or 0)) // _ROW) for each in racing]
    had_begun = turn.before is not None and turn.before.round
    was = next((each.entry for each in _racing(turn.before)), None) if had_begun else None
    return lead(_LEADING, running, was, names, turn.after.round)


def _racing(view: RaceView) -> list[ChariotView]:
    return [each for each in view.ranked() if each.status == "racing"]


def lying(view: RaceView | None, entry: EntryId) -> Lying | None:
    """Return how a chariot lies; ``None`` before the first round, and for one that is out or home."""
    if view is None or not view.round or view.chariot(entry).status != "racing":
        return None
    order, leader = [each.entry for each in view.ranked()], _racing(view)[0]
    by = ((leader.pos or 0) - (view.chariot(entry).pos or 0)) // _ROW if order[0] == leader.entry else 0
    return Lying(order.index(entry) + 1, count(by, "row") if by else "")


def _result(ended: RaceEnded, after: RaceView, names: Names) -> str:
    placed = [each for each in ended.ranking if each.place is not None]
    if any(each.status == "racing" for each in after.chariots):
        return ENDS_EARLY
    if not placed:
        return "🏁 The race is over, and nobody reaches the finish."
    behind = f", ahead of {called(names, placed[1].entry)}" if len(placed) > 1 else ""
    return f"🏆 {called(names, placed[0].entry)} wins the race{behind}!"


_STUCK = ("⛔ {} can play no card.", "⛔ No card of {} fits.")


def _events(facts: Sequence[Fact], names: Names, number: int = 0) -> Iterator[tuple[int, str]]:
    """Yield sentences for the events worth one, each with its weight; *number* is that of the round."""
    for fact in facts:
        match fact:
            case Rewound():
                yield 100, telling.rewound(fact, names)
            case WentOut(entry=entry, why=why, missing=missing):
                yield 90, f"☠️ {called(names, entry)} {WHY_OUT[why]} and is out, {count(missing, 'step')} short."
            case Finished(entry=entry, place=place):
                yield 80, f"🏁 {called(names, entry)} crosses the line for the last time: place {place}."
            case CoinPaid(entry=entry):
                yield 50, f"🪙 Ave Caesar! {called(names, entry)} pays the tribute."
            case LineCrossed(entry=entry, lap=lap) if lap > 1:
                yield 30, f"{called(names, entry)} begins lap {lap}{', the last' if lap == LAST_LAP else ''}."
            case TurnMissed(entry=entry):
                yield 20, one_of(_STUCK, number).format(called(names, entry))


def moment(facts: Sequence[Fact], names: Names, _options: Any) -> str:
    """Return a chariot's turn in one line: its card, and the effect."""
    played = [line(fact, names) for fact in facts if isinstance(fact, CardPlayed | CardPutUnder)]
    return " ".join([*played, *(said for _, said in _events(facts, names))])
