"""What one press settles with a speed, at a pace that asks for each step: the whip, and the way (6.11, S-80)."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.circus_maximus.orders.orders import Ahead, Orders
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Begin, WriteSpeed
from engine.questions import Answer, Ask
from records.values import EntryId


def settled(
    view: RaceView, ask: Ask, orders: Orders | None, answers: Sequence[Answer]
) -> tuple[Sequence[Answer], Orders | None]:
    """Return the speed to write now, and the orders that keep what is chosen for the rest of the turn.

    A speed alone leaves nothing of what was chosen with one before.

    :param answers: a speed, and how the phase is to begin if that was chosen, too.
    """
    if not isinstance(ask.question, WriteSpeed):
        return answers, None
    match answers:
        case [speed, Begin(strain=whips)]:
            return [speed], replace(orders or Orders(), ahead=Ahead(view.turn, whips))
        case _ if orders is not None and orders.ahead is not None:
            return answers, replace(orders, ahead=None)
        case _:
            return answers, None


def later(view: RaceView, entry: EntryId, orders: Orders | None) -> Sequence[Answer]:
    """Return how the phase of this turn is to begin, as it was chosen with the speed; nothing once it has begun."""
    ahead, phase = ahead_of(view, orders), view.phase
    has_begun = phase is not None and phase.entry == entry and phase.has_begun
    return () if ahead is None or has_begun or view.chariot(entry).has_moved else (Begin(ahead.whips),)


def unsettled(orders: Orders) -> Orders:
    """Return orders without what was chosen with a speed: the rest of the turn is asked for."""
    return replace(orders, ahead=None)


def ahead_of(view: RaceView, orders: Orders | None) -> Ahead | None:
    """Return what was chosen with the speed of this turn."""
    ahead = None if orders is None else orders.ahead
    return ahead if ahead is not None and ahead.turn == view.turn else None
