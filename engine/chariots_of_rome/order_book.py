"""The doors through which a round is ordered as a whole (19)."""

from functools import partial

from msgspec.structs import replace

from engine.chariots_of_rome.dry_run import dry_run
from engine.chariots_of_rome.orders.following import follow
from engine.chariots_of_rome.orders.orders import Orders
from engine.chariots_of_rome.orders.presets import SUGGESTED, preset
from engine.chariots_of_rome.seen.views import RaceView
from engine.chariots_of_rome.words.answers import Ready
from engine.game import OrderBook
from engine.ordering import drawn_anew
from engine.questions import Answer, Ask
from records.values import EntryId


def opening(view: RaceView, ask: Ask, orders: Orders) -> Answer:
    """Return the answer that carries sealed orders; it has no content (19.2)."""
    del view, ask, orders
    return Ready()


def begun(view: RaceView, entry: EntryId, last: Orders | None, stands: bool) -> Orders:
    """Return the orders that a round begins with: suggested ones, or the last ones, without rivals that are out (19.6).

    A preset is drawn up anew, and choices by hand stay.
    """
    del stands  # nobody's orders are for one round alone
    orders = drawn_anew(last, SUGGESTED, partial(preset, view, entry))
    out = {chariot.entry for chariot in view.chariots if not chariot.is_alive}
    ability, gods = orders.ability, orders.gods
    if ability.rival in out:
        ability = replace(ability, rival=None, place="none")
    if gods.debris_before in out:
        gods = replace(gods, debris_before=None)
    attacks = tuple(wish for wish in orders.attacks if wish.rival not in out)
    return replace(orders, attacks=attacks, ability=ability, gods=gods)


ORDER_BOOK = OrderBook(Orders, "orders", ("setup",), opening, follow, dry_run, begun)
