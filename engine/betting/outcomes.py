"""How markets end: places and moments alone decide, never a person (B-10)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from engine.betting.book import Choice, MarketKind, SideBet
from engine.betting.pools import OVER, UNDER, places_paid
from engine.moments import LapDone, Moment, TurnBegan, WentOut
from engine.series import Result
from records.values import EntryId, PlayerId


class Ended(NamedTuple):
    """A race that is over."""

    results: Sequence[Result]  # all chariots, first to last
    moments: Sequence[Moment]  # all that hold


def winners_of(kind: MarketKind, ended: Ended) -> tuple[Choice, ...]:
    """Return the choices that win in a market, by entry; none if it has no outcome (B-10)."""
    return _OUTCOMES[kind](ended)


def _first(ended: Ended) -> tuple[Choice, ...]:
    """Return the winners; allies who share the first place both did."""
    return _named(each.entry for each in ended.results if each.place == 1)


def _among_first(ended: Ended) -> tuple[Choice, ...]:
    """Return the chariots with fewer ahead than places count."""
    at_most = places_paid(len(ended.results))
    placed = [(each.entry, each.place) for each in ended.results if each.place is not None]
    return _named(entry for entry, place in placed if sum(other < place for _, other in placed) < at_most)


def _last_placed(ended: Ended) -> tuple[Choice, ...]:
    places = [each.place for each in ended.results if each.place is not None]
    return _named(each.entry for each in ended.results if places and each.place == max(places))


def _out_first(ended: Ended) -> tuple[Choice, ...]:
    out = [moment.entry for moment in ended.moments if isinstance(moment, WentOut)]
    return _named(out[:1])


def _fastest(ended: Ended) -> tuple[Choice, ...]:
    laps = lap_turns(ended.moments)
    least = min(laps.values(), default=0)
    return _named(entry for entry, turns in sorted(laps.items()) if turns == least)


def _number_placed(ended: Ended) -> tuple[Choice, ...]:
    """Return whether more or fewer than half of the field is placed; exactly half is neither."""
    twice = 2 * sum(each.place is not None for each in ended.results)
    field = len(ended.results)
    return (OVER,) if twice > field else (UNDER,) if twice < field else ()


def lap_turns(moments: Sequence[Moment]) -> dict[EntryId, int]:
    """Return the turns that each chariot took for its fastest whole lap (B-10).

    A lap is counted from the turn in which the one before was finished, the first from the start.
    """
    done = {(each.entry, each.lap): each.turn for each in moments if isinstance(each, LapDone)}
    found: dict[EntryId, int] = {}
    for (entry, lap), turn in done.items():
        before = done.get((entry, lap - 1)) if lap > 1 else 0
        if before is not None:
            found[entry] = min(turn - before, found.get(entry, turn - before))
    return found


def leader_lap(moments: Sequence[Moment], lap: int) -> int | None:
    """Return the turn in which anybody finished a lap first; none if nobody has (26.3)."""
    turns = [each.turn for each in moments if isinstance(each, LapDone) and each.lap == lap]
    return min(turns, default=None)


def is_first_turn_over(moments: Sequence[Moment]) -> bool:
    """Tell whether the second turn, or a later one, has begun (B-13)."""
    return any(isinstance(each, TurnBegan) and each.turn > 1 for each in moments)


def winner_of_side(side: SideBet, results: Sequence[Result]) -> PlayerId | None:
    """Return the winner of a side bet; none if neither did, and both get their stakes back (B-14)."""
    places = {each.entry: each.place for each in results}
    own = places.get(side.entry)
    if side.rival is None:
        if 1 not in places.values():
            return None
        return side.proposer if own == 1 else side.taker
    other = places.get(side.rival)
    if own == other:
        return None
    is_ahead = own is not None and (other is None or own < other)
    return side.proposer if is_ahead else side.taker


def _named(entries: Iterable[EntryId]) -> tuple[Choice, ...]:
    return tuple(str(entry) for entry in sorted(entries))


_OUTCOMES: Mapping[MarketKind, Callable[[Ended], tuple[Choice, ...]]] = {
    "sealed": _first,
    "win": _first,
    "bank": _first,
    "place": _among_first,
    "last survivor": _last_placed,
    "first wreck": _out_first,
    "fastest lap": _fastest,
    "finishers": _number_placed,
}
