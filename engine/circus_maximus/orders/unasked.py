"""What is answered without a question, at a pace that asks for each step (S-46, S-80).

An attack is met as it was set beside the speed (9.3). The phase begins as it was chosen with the speed (6.52), and the
way is taken where there is just one (6.2). Lessons always ask.
"""

from engine.circus_maximus.orders.beforehand import ahead_of
from engine.circus_maximus.orders.clear_road import only_way
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import Begin, BeginPhase, NextAction
from engine.game import Followed
from engine.questions import Ask

KINDS = ("response", "start", "action")

_FORESEEN = BeginPhase(may_strain=True, gain=0, may_cut=False)
"""The question that a choice of the whip answers: a lash or a dead horse since then makes it another one."""


def unasked(view: RaceView, ask: Ask, orders: Orders | None) -> Followed | None:
    """Return what answers a question without its player; ``None`` to ask."""
    if view.options.lesson or view.chariot(ask.entry).status != "racing":
        return None
    match ask.question:
        case BeginPhase():
            return _begin(view, ask, orders)
        case NextAction():
            return None if ahead_of(view, orders) is None else only_way(view, ask)
    orders = orders or Orders()
    return None if orders.if_attacked == "ask" else follow(view, ask, meeting(orders))


def _begin(view: RaceView, ask: Ask, orders: Orders | None) -> Followed | None:
    ahead = ahead_of(view, orders)
    if ahead is None or ask.question != _FORESEEN:
        return None
    return Followed(Begin(ahead.whips), "start-set")


def meeting(orders: Orders) -> Orders:
    """Return orders that meet attacks as the player set it; a way chosen by name is taken at any cost in endurance.

    >>> meeting(Orders(if_attacked="brake", keep_back=9)).keep_back, meeting(Orders(if_attacked="either")).keep_back
    (0, 6)
    """
    defend = "hold" if orders.if_attacked == "ask" else orders.if_attacked
    return Orders(defend=defend, keep_back=Orders().keep_back if defend == "either" else 0)
