"""The doors through which a player orders a whole turn (CM-85, CM-89)."""

from functools import partial

from msgspec.structs import replace

from engine.circus_maximus.orders.beforehand import later, settled, unsettled
from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.ordered_speed import opening
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.orders.presets import SUGGESTED, preset
from engine.circus_maximus.orders.unasked import KINDS, unasked
from engine.circus_maximus.seen.views import RaceView
from engine.game import OrderBook
from engine.ordering import drawn_anew
from records.values import EntryId

_IN_THE_RACE = ("racing", "runaway")


def begun(view: RaceView, entry: EntryId, last: Orders | None, stands: bool) -> Orders:
    """Return the orders that a turn begins with: a suggestion, or those of the last turn carried on (CM-89).

    A preset is drawn up anew, and choices by hand stay. A speed in figures was for its own turn, unless the
    orders stand.
    """
    if last is not None and isinstance(last.speed, int) and not stands:
        last = replace(last, by_hand=tuple(name for name in last.by_hand if name != "speed"))
    return _still_possible(view, entry, drawn_anew(last, SUGGESTED, partial(preset, view, entry)))


def _still_possible(view: RaceView, entry: EntryId, orders: Orders) -> Orders:
    """Return orders without rivals who are gone, no faster than can be."""
    in_race = {chariot.entry for chariot in view.chariots if chariot.status in _IN_THE_RACE}
    wishes = tuple(wish for wish in orders.attacks if wish.rival is None or wish.rival in in_race)
    speed = orders.speed
    if isinstance(speed, int):
        speed = min(speed, view.chariot(entry).max_speed)
    return replace(orders, speed=speed, attacks=wishes)


ORDER_BOOK = OrderBook(
    Orders, "speed", ("preparation",), opening, follow, dry_run, begun, unasked, KINDS, settled, later, unsettled
)
