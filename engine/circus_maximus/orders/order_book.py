"""The doors through which a turn is ordered as a whole."""

import msgspec

from engine.circus_maximus.orders.dry_run import dry_run
from engine.circus_maximus.orders.following import follow
from engine.circus_maximus.orders.ordered_speed import opening
from engine.circus_maximus.orders.orders import Orders
from engine.circus_maximus.seen.views import RaceView
from engine.game import OrderBook
from records.values import EntryId

_IN_THE_RACE = ("racing", "runaway")


def standing(view: RaceView, entry: EntryId, orders: Orders) -> Orders:
    """Return where the next turn's orders begin: last turn's, without rivals who are gone, no faster than can be."""
    in_race = {chariot.entry for chariot in view.chariots if chariot.status in _IN_THE_RACE}
    wishes = tuple(wish for wish in orders.attacks if wish.rival is None or wish.rival in in_race)
    speed = orders.speed
    if isinstance(speed, int):
        speed = min(speed, view.chariot(entry).max_speed)
    return msgspec.structs.replace(orders, speed=speed, attacks=wishes)


ORDER_BOOK = OrderBook(Orders, "speed", ("preparation",), opening, follow, dry_run, standing)
