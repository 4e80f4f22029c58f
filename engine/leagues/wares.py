"""Goods of the Epic campaign that change hands: whole chariots, single goods of a store, gladiators (B.6).

R-B46  A chariot goes as it is, with dead horses and all. R-B47 Experience and wins go with team and driver.
"""

from copy import deepcopy

from engine.leagues import barracks, events, stores
from engine.leagues.words.reasons import LeagueReason
from engine.leagues.words.state import ItemKind, League, Stable
from records.refusals import Refused
from records.values import EntryId


def check_has(stable: Stable, kind: ItemKind, item: int) -> None:
    """:raises Refused: unless the stable has this chariot, or these goods in its store."""
    if kind == "chariot":
        if item not in stable.chariots:
            raise Refused(LeagueReason.NOT_YOURS, "B.6", chariot=item)
    elif kind == "gladiator":
        barracks.gladiator_of(stable, item)
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


def name_of(stable: Stable, kind: ItemKind, item: int) -> str:
    """Return a gladiator's name; other goods have none."""
    return stable.gladiators[item].name if kind == "gladiator" and item in stable.gladiators else ""


def check_free(league: League, kind: ItemKind, item: int, asker: EntryId | None = None) -> None:
    """Do nothing if goods are neither consigned nor named for a match, nor as a gladiator entered (H.6, R-B31).

    :param asker: who learns of it: what the other side has named in secret tells them nothing (H.11).
    :raises Refused: if they are.
    """
    is_consigned = any((each.kind, each.item) == (kind, item) for each in league.consigned)
    is_named = (kind == "chariot" and item in in_matches(league, asker)) or (
        kind == "gladiator" and item in in_duels(league, asker)
    )
    if is_consigned or is_named:
        raise Refused(LeagueReason.IS_HELD, "H.6", kind=kind, item=item)
    if kind == "gladiator" and league.gala is not None and league.gala.entry_of(item) is not None:
        raise Refused(LeagueReason.MAN_ENTERED, "H.6", man=item)


def enterable(league: League, stable: Stable) -> dict[int, int]:
    """Return the chariots that a stable may enter for the event, each with its unhealed points (22.4).

    None that is consigned, or named for a match (H.5, R-B31).
    """
    held = [*in_matches(league), *(each.item for each in league.consigned if each.kind == "chariot")]
    fit = events.under_way(league).fit(stable)
    return {number: points for number, points in fit.items() if number not in held}


def men_to_enter(league: League, stable: Stable) -> dict[int, int]:
    """Return the gladiators that a stable may enter for a gala, each with all his wounds (R-C15).

    None that is consigned, or in a duel (R-C27).
    """
    held = [*in_duels(league), *(each.item for each in league.consigned if each.kind == "gladiator")]
    return {
        number: man.all_wounds
        for number, man in sorted(stable.gladiators.items())
        if barracks.is_fit(man) and number not in held
    }


def in_matches(league: League, asker: EntryId | None = None) -> list[int]:
    """Return the chariots that are named for matches which are not over (R-B31, H.6).

    :param asker: who may know of what all know, and of their own; none for all of them.
    """
    return _named(league, asker, is_duel=False)


def in_duels(league: League, asker: EntryId | None = None) -> list[int]:
    """Return the gladiators that are named for duels which are not over (R-C27, H.6).

    :param asker: as of :func:`in_matches`.
    """
    return _named(league, asker, is_duel=True)


def _named(league: League, asker: EntryId | None, *, is_duel: bool) -> list[int]:
    under_way = [match for match in league.matches if match.is_duel == is_duel and match.state in ("agreed", "running")]
    return [
        number
        for match in under_way
        for stable, named in match.named.items()
        if asker in (None, stable) or match.state == "running"
        for number in named
    ]


def hand_over(league: League, giver: EntryId, taker: EntryId, kind: ItemKind, item: int) -> None:
    """Let goods go from one stable to another; everybody sees it."""
    source, target = league.stables[giver], league.stables[taker]
    if kind == "chariot":
        target.chariots[item] = source.chariots.pop(item)
    elif kind == "gladiator":
        target.gladiators[item] = source.gladiators.pop(item)
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
    elif kind == "gladiator":
        known.gladiators.pop(item, None)
        new.gladiators[item] = deepcopy(league.stables[taker].gladiators[item])
    elif kind == "driver":
        known.store.drivers = [each for each in known.store.drivers if each.number != item]
        new.store.drivers.append(deepcopy(stores.driver_in(league.stables[taker], item)))
    elif kind == "car":
        known.store.cars = [each for each in known.store.cars if each.number != item]
        new.store.cars.append(deepcopy(stores.car_in(league.stables[taker], item)))
    else:
        known.store.horses = [each for each in known.store.horses if each.number != item]
        new.store.horses.append(deepcopy(stores.horse_in(league.stables[taker], item)))
