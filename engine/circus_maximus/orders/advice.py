"""The best answers known in a player's own phase, by the one reckoning: the whip or not, and the way on (CM-92)."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from engine.circus_maximus.orders.dry_run import way_on
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.orders.presets import ANY_STRAIN, MOST_BURNT
from engine.circus_maximus.orders.reckoning import Moment, Reckoned
from engine.circus_maximus.printed.tables import TRACK
from engine.circus_maximus.seen.forecast import forecast
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Action, Begin, BeginPhase, Brake, Forward, NextAction, Sideslip
from engine.questions import Answer, Ask
from records.values import EntryId, Lane

_FREELY = Orders(corner_strain=ANY_STRAIN)
"""Orders that choose the line by cost and risk."""

_MOST_OVER = 3
"""Points over the safe speed, at most, where there is a way without any."""

_DIE = range(1, 7)


class Way(NamedTuple):
    """A way on from where a chariot stands."""

    steps: tuple[Action, ...]
    burnt: int  # factors braked away on it
    worth: int = 0  # the chance to win then, 0 to a million


def best_begin(view: RaceView, ask: Ask) -> Begin:
    """Return how to begin the phase: with the whip or without it, taking what is on offer, cutting a horse free."""
    question = ask.question
    assert isinstance(question, BeginPhase)
    code = _begun(msgspec.msgpack.encode(view), ask.entry, question)
    return question.legal()[code]


@lru_cache(maxsize=256)
def _begun(seen: bytes, entry: EntryId, question: BeginPhase) -> int:
    moment = Moment(msgspec.msgpack.decode(seen, type=RaceView), Ask(entry, question, question.legal()[0]))
    come = [moment.reckon([answer], _FREELY, _DIE).worth for answer in question.legal()]
    return come.index(max(come))


def best_way(view: RaceView, ask: Ask) -> Way:
    """Return the best way on that was found, as a plan; without steps if there is none to tell."""
    return next(iter(good_ways(view, ask)), Way((), 0))


def good_ways(view: RaceView, ask: Ask) -> tuple[Way, ...]:
    """Return the best way on that was found, and the best of those to another lane that are worth nearly as much."""
    question = ask.question
    assert isinstance(question, NextAction)
    return _ways(msgspec.msgpack.encode(view), ask.entry, question, ask.default)


@lru_cache(maxsize=256)
def _ways(seen: bytes, entry: EntryId, question: NextAction, default: Answer) -> tuple[Way, ...]:
    view = msgspec.msgpack.decode(seen, type=RaceView)
    ask = Ask(entry, question, default)
    found = _found(view, ask, question)
    if not found:
        return ()
    burnt = {steps: max(come.draws[0].burnt, _braked(steps)) for steps, come in found.items()}
    is_safe_at_all = any(come.is_safe and burnt[steps] <= MOST_BURNT for steps, come in found.items())

    def rank(steps: tuple[Action, ...]) -> tuple[bool, bool, int]:
        """One that stands still while another goes on is the last; then one far over a speed that is safe elsewhere."""
        is_rash = is_safe_at_all and found[steps].points > _MOST_OVER
        return burnt[steps] < question.factors, not is_rash, found[steps].worth

    best, *others = sorted(found, key=rank, reverse=True)
    lane, least = _lane(view, ask, best), _NEARLY * found[best].worth
    near = (
        steps for steps in others
        if rank(steps)[:2] == rank(best)[:2] and 100 * found[steps].worth >= least
        and burnt[steps] <= max(burnt[best], MOST_BURNT) and _lane(view, ask, steps) != lane
    )  # fmt: skip
    return tuple(Way(steps, burnt[steps], found[steps].worth) for steps in (best, *islice(near, 1)))


def _found(view: RaceView, ask: Ask, question: NextAction) -> dict[tuple[Action, ...], Reckoned]:
    """Return the ways that are tried, each with what comes of it."""
    moment, found = Moment(view, ask), dict[tuple[Action, ...], Reckoned]()
    for first, orders in _tries(view, ask, question):
        steps = way_on(view, ask, orders, first)
        if steps and steps not in found:
            found[steps] = moment.reckon(first, orders)
    return found


def _lane(view: RaceView, ask: Ask, steps: Sequence[Action]) -> Lane:
    return TRACK.lane[forecast(view, ask, steps).end]


_NEARLY = 90
"""The worth of another way, in per cent of the best one, with which it is a choice."""


def _braked(steps: Sequence[Action]) -> int:
    return sum(step.factors for step in steps if isinstance(step, Brake))


def _tries(view: RaceView, ask: Ask, question: NextAction) -> Iterator[tuple[Sequence[Action], Orders]]:
    """Yield what is tried: first steps, and the orders for the rest of the way."""
    yield (), _FREELY
    yield (), replace(_FREELY, corner_strain=0)
    own = view.chariot(ask.entry)
    if own.square is None:
        return
    here = TRACK.lane[own.square]
    for lane in range(max(1, here - _LANES_AWAY), min(TRACK.data.lanes, here + _LANES_AWAY) + 1):
        if lane != here:
            yield (), msgspec.convert({"line": lane, "corner_strain": ANY_STRAIN}, Orders)
    for side in question.sideslips:
        yield (Sideslip(side),), _FREELY
    if question.forward > 1 and question.forward < question.factors:
        yield (Forward(question.forward - 1),), _FREELY


_LANES_AWAY = 2
"""Lanes to either side that are tried beside the line that costs least."""
