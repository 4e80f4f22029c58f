"""How an attack is met without a question, at a pace that asks for each step (9.3, S-46)."""

from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.seen.views import RaceView
from engine.game import Followed
from engine.questions import Ask

KINDS = ("response",)


def unasked(view: RaceView, ask: Ask, orders: Orders | None) -> Followed | None:
    """Return how the one attacked meets it, as set beside the speed; ``None`` to ask, as lessons always do."""
    orders = orders or Orders()
    if orders.if_attacked == "ask" or view.options.lesson or view.chariot(ask.entry).status != "racing":
        return None
    return follow(view, ask, meeting(orders))


def meeting(orders: Orders) -> Orders:
    """Return orders that meet attacks as the player set it; a way chosen by name is taken at any cost in endurance.

    >>> meeting(Orders(if_attacked="brake", keep_back=9)).keep_back, meeting(Orders(if_attacked="either")).keep_back
    (0, 6)
    """
    defend = "hold" if orders.if_attacked == "ask" else orders.if_attacked
    return Orders(defend=defend, keep_back=Orders().keep_back if defend == "either" else 0)
