"""The doors through which a turn is ordered as a whole (15)."""

from functools import partial

from msgspec.structs import replace

from engine.chariot_race.asks import Ready
from engine.chariot_race.dry_run import dry_run
from engine.chariot_race.following import follow
from engine.chariot_race.orders import Orders
from engine.chariot_race.presets import SUGGESTED, preset
from engine.chariot_race.views import RaceView
from engine.game import OrderBook
from engine.ordering import drawn_anew
from engine.questions import Answer, Ask
from records.values import EntryId


def opening(view: RaceView, ask: Ask, orders: Orders) -> Answer:
    """Return the answer that carries sealed orders; it has no content (15.2)."""
    del view, ask, orders
    return Ready()


def begun(view: RaceView, entry: EntryId, last: Orders | None, stands: bool) -> Orders:
    """Return the orders that a round begins with: suggested ones, or the last ones, without rivals that are out (15.5).

    A preset is drawn up anew, and choices by hand stay.
    """
    del stands  # nobody's orders are for one round alone
    orders = drawn_anew(last, SUGGESTED, partial(preset, view, entry))
    out = {chariot.entry for chariot in view.chariots if not chariot.is_alive}
    return replace(orders, attacks=tuple(wish for wish in orders.attacks if wish.rival not in out))


ORDER_BOOK = OrderBook(Orders, "orders", ("draft",), opening, follow, dry_run, begun)
