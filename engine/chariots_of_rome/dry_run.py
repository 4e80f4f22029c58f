"""Possible outcomes of orders in the next turn (19.4): the turn is tried often, by the rules themselves.

In each try the chariot is the next to drive, others stand still and answer as silent players do, and hidden cards
are shuffled anew. The tries of one position are the same each time.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import NamedTuple, TypeVar

import msgspec

from engine.chariots_of_rome.harm.harm import RaceIsOver
from engine.chariots_of_rome.house.playing_out import race_from
from engine.chariots_of_rome.orders.following import follow
from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.seen.outlooks import DryRun
from engine.chariots_of_rome.seen.views import RaceView, view_for
from engine.chariots_of_rome.turn.turn import take_turn
from engine.chariots_of_rome.words import facts
from engine.chariots_of_rome.words.state import Chariot, Race
from engine.dice import QuickDice
from engine.facts import Fact
from engine.playing import answers, play_through
from engine.questions import Answer, Ask, Play
from engine.refusals import GameReason
from engine.table import Table
from records.refusals import Refused
from records.values import EntryId

K = TypeVar("K", bound=int | str)

TRIES = 40
"""Number of tries of the turn, so chances come in fortieths."""


class _Try(NamedTuple):
    """How one try went."""

    own: Chariot  # afterwards
    is_finished: bool
    facts: tuple[Fact, ...]
    clauses: frozenset[str]


def dry_run(view: RaceView, entry: EntryId, orders: Orders) -> DryRun:
    """Return the possible outcomes of *orders* in the next turn of *entry*.

    :param view: of anybody: all that bears on it is public.
    :raises Refused: :attr:`GameReason.NOT_ASKED` if the chariot is out, or the race has not begun or is over.
    """
    if view.is_over or view.chariot(entry).square is None:
        raise Refused(GameReason.NOT_ASKED)
    public = msgspec.structs.replace(view, answered=(), wishes={}, initiative=(), top_card=None)
    return _run(_Asked(msgspec.msgpack.encode(public), entry, orders, public))


@dataclass(frozen=True)
class _Asked:
    """Orders to try, equal to others if chariot and public position are the same."""

    position: bytes
    entry: EntryId
    orders: Orders
    view: RaceView = field(compare=False)


@lru_cache(maxsize=128)  # whoever looks at a sheet again, or goes back in it, does not wait
def _run(asked: _Asked) -> DryRun:
    view, entry = asked.view, asked.entry
    return _summed_up(view, entry, [_tried(view, entry, asked.orders, number) for number in range(TRIES)])


def _tried(view: RaceView, entry: EntryId, orders: Orders, number: int) -> _Try:
    dice = QuickDice(number)
    race, table, clauses = race_from(view, dice), Table(dice), set[str]()

    def answer(ask: Ask) -> Answer:
        if ask.entry != entry:
            return ask.default
        followed = follow(view_for(race, {}, (entry,)), ask, orders)
        if followed is None:
            return ask.default
        clauses.add(followed.clause)
        return followed.answer

    race.active = entry
    play_through(_turn(race, table, entry), partial(answers, answer=answer))
    own = race.chariots[entry]
    return _Try(own, race.has_finished(own), tuple(table.told), frozenset(clauses))


def _turn(race: Race, table: Table, entry: EntryId) -> Play[None]:
    try:
        yield from take_turn(race, table, entry)
    except RaceIsOver:
        return


def _summed_up(view: RaceView, entry: EntryId, tries: list[_Try]) -> DryRun:
    before = view.chariot(entry)
    alive = [each for each in tries if each.own.is_alive]
    own = [[fact for fact in each.facts if getattr(fact, "entry", None) == entry] for each in tries]
    drives = [[fact for fact in story if isinstance(fact, facts.Drove)] for story in own]
    laid = [fact.cards for story in own for fact in story if isinstance(fact, facts.StackLaid)]
    return DryRun(
        Counter(fact.level for story in own for fact in story if isinstance(fact, facts.SpeedSet)).most_common(1)[0][0],
        _lowest(_chances(fact.total for story in own for fact in story if isinstance(fact, facts.MoveSet))),
        _likeliest(_chances(each.own.square for each in alive if each.own.square is not None)),
        _lowest(_chances(_lanes(view, drives))),
        1 - len(alive) / TRIES,
        sum(each.is_finished for each in tries) / TRIES,
        sum(len(drove.squares) for moves in drives for drove in moves) / TRIES,
        sum(laid) / TRIES,
        sum(len(drove.passed) for moves in drives for drove in moves) / TRIES,
        _mean([each.own.endurance - before.endurance for each in alive]),
        _mean([each.own.tactics - before.tactics for each in alive]),
        _mean([each.own.rattled - before.rattled for each in alive]),
        _lowest(_chances(fact.rival for story in own for fact in story if isinstance(fact, facts.Attacked))),
        _likeliest(_chances(clause for each in tries for clause in sorted(each.clauses))),
    )


def _lanes(view: RaceView, drives: list[list[facts.Drove]]) -> Iterable[int]:
    """Yield the lane of each try in which a corner is entered first."""
    board = view.board
    for moves in drives:
        steps = [step for drove in moves for step in zip((drove.start, *drove.squares), drove.squares, strict=False)]
        entries = [to for start, to in steps if board.corner[to] and not board.corner[start]]
        yield from (board.lane[to] for to in entries[:1])


def _mean(values: list[int]) -> float:
    return sum(values) / len(values) if values else 0.0


def _chances(seen: Iterable[K]) -> dict[K, float]:
    return {each: count / TRIES for each, count in Counter(seen).items()}


def _lowest(chances: Mapping[K, float]) -> dict[K, float]:
    return {each: chances[each] for each in sorted(chances)}


def _likeliest(chances: Mapping[K, float]) -> dict[K, float]:
    return dict(sorted(chances.items(), key=lambda each: -each[1]))
