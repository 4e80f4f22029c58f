"""Goods of the Epic campaign that change hands: whole chariots, and single goods of a store (B.6).

R-B46  A chariot goes as it is, with dead horses and all. R-B47 Experience and wins go with team and driver.
"""

from copy import deepcopy

from engine.leagues import events, stores
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import ItemKind, League, Stable
from records.refusals import Refused
from records.values import EntryId


def check_has(stable: Stable, kind: ItemKind, item: int) -> None:
    """:raises Refused: unless the stable has this chariot, or these goods in its store."""
    if kind == "chariot":
        if item not in stable.chariots:
            raise Refused(LeagueReason.NOT_YOURS, "B.6", chariot=item)
    elif kind == "driver":
        stores.driver_in(stable, item)
    elif kind == "car":
        stores.car_in(stable, item)
    else:
        stores.horse_in(stable, item)


def has(stable: Stable, kind: ItemKind, item: int) -> bool:
    """Tell whether the stable has this chariot, or these goods in its store."""
    try:
        check_has(stable, kind, item)
    except Refused:
        return False
    return True


def check_free(league: League, kind: ItemKind, item: int, asker: EntryId | None = None) -> None:
    """Do nothing if goods are neither consigned nor, as a chariot, named for a match (H.6, R-B31).

    :param asker: who learns of it: what the other side has named in secret tells them nothing (H.11).
    :raises Refused: if they are.
    """
    is_consigned = any((each.kind, each.item) == (kind, item) for each in league.consigned)
    if is_consigned or (kind == "chariot" and item in in_matches(league, asker)):
        raise Refused(LeagueReason.IS_HELD, "H.6", kind=kind, item=item)


def enterable(league: League, stable: Stable) -> dict[int, int]:
    """Return the chariots that a stable may enter for the event, each with its unhealed points (22.4).

    None that is consigned, or named for a match (H.5, R-B31).
    """
    held = [*in_matches(league), *(each.item for each in league.consigned if each.kind == "chariot")]
    fit = events.under_way(league).fit(stable)
    return {number: points for number, points in fit.items() if number not in held}


def in_matches(league: League, asker: EntryId | None = None) -> list[int]:
    """Return the chariots that are named for matches which are not over (R-B31, H.6).

    :param asker: who may know of what all know, and of their own; none for all of them.
    """
    under_way = [match for match in league.matches if match.state in ("agreed", "running")]
    return [
        chariot
        for match in under_way
        for stable, named in match.named.items()
        if asker in (None, stable) or match.state == "running"
        for chariot in named
    ]


def hand_over(league: League, giver: EntryId, taker: EntryId, kind: ItemKind, item: int) -> None:
    """Let goods go from one stable to another; everybody sees it."""
    source, target = league.stables[giver], league.stables[taker]
    if kind == "chariot":
        target.chariots[item] = source.chariots.pop(item)
    elif kind == "driver":
        driver = stores.driver_in(source, item)
        source.store.drivers.remove(driver)
        target.store.drivers.append(driver)
    elif kind == "car":
        car = stores.car_in(source, item)
        source.store.cars.remove(car)
        target.store.cars.append(car)
    else:
        horse = stores.horse_in(source, item)
        source.store.horses.remove(horse)
        target.store.horses.append(horse)
    _show(league, giver, taker, kind, item)


def _show(league: League, giver: EntryId, taker: EntryId, kind: ItemKind, item: int) -> None:
    """Let everybody see where goods are now; of other things of the two they learn nothing."""
    known, new = league.shown[giver], league.shown[taker]
    if kind == "chariot":
        known.chariots.pop(item, None)
        new.chariots[item] = deepcopy(league.stables[taker].chariots[item])
    elif kind == "driver":
        known.store.drivers = [each for each in known.store.drivers if each.number != item]
        new.store.drivers.append(deepcopy(stores.driver_in(league.stables[taker], item)))
    elif kind == "car":
        known.store.cars = [each for each in known.store.cars if each.number != item]
        new.store.cars.append(deepcopy(stores.car_in(league.stables[taker], item)))
    else:
        known.store.horses = [each for each in known.store.horses if each.number != item]
        new.store.horses.append(deepcopy(stores.horse_in(league.stables[taker], item)))
