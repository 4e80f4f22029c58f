"""What goods of the Epic campaign cost new, at the dealers' (B.5): by what everybody knows of them."""

from engine.leagues.views import ChariotView, GladiatorView, HorseView, LeagueView
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.state import CarType
from records.values import EntryId

_DICE = tuple(one + other for one in range(1, 7) for other in range(1, 7))


def horse(boxes: int) -> int:
    """Return the least price at which two dice bring so fast a horse on average; the highest where none does (21.41).

    >>> [horse(boxes) for boxes in (2, 3, 5, 8)]
    [500, 2000, 3500, 4000]
    """
    for price in charts.HORSE_PRICES:
        if sum(charts.horse_speed(total, price) for total in _DICE) >= boxes * len(_DICE):
            return price
    return charts.HORSE_PRICES[-1]


def team(chariot: ChariotView) -> int:
    """Return what the living horses of a chariot cost new, about."""
    return sum(horse(each.boxes) for each in living(chariot))


def living(chariot: ChariotView) -> tuple[HorseView, ...]:
    """Return the horses of a chariot that live."""
    return tuple(each for each in chariot.team.horses if each.is_alive) if chariot.team is not None else ()


def driver(modifier: int) -> int:
    """Return what a driver costs; who has learned more than any dealer's as much as the dearest (I.8.6)."""
    return charts.DRIVER_PRICES[min(modifier, max(charts.DRIVER_PRICES))]


def car(kind: CarType) -> int:
    """Return what a car costs (I.8.5)."""
    return epic_charts.CAR_PRICES[kind]


def chariot(whole: ChariotView) -> int:
    """Return what team, car and driver of a chariot cost new together."""
    drives = driver(whole.driver.modifier) if whole.driver is not None else 0
    return team(whole) + (car(whole.car) if whole.has_car else 0) + drives


def lots(view: LeagueView) -> tuple[CatalogueLot, ...]:
    """Return the lots of the open auction; between two of them the chariots on the market, without a starting bid."""
    waiting = (CatalogueLot(each.chariot.number, "chariot", each.chariot.number, 0, EntryId(0)) for each in view.market)
    return view.catalogue or tuple(waiting)


def unsold(view: LeagueView, lot: CatalogueLot) -> int:
    """Return in how many auctions nobody has bid for a lot of the bank's (R-B26)."""
    if lot.kind == "gladiator":
        return next((each.unsold for each in view.men if each.man.number == lot.item), 0)
    return next((each.unsold for each in view.market if lot.kind == "chariot" and each.chariot.number == lot.item), 0)


def chariot_of(view: LeagueView, number: int) -> ChariotView | None:
    """Return a chariot as everybody knows it: of a stable, of nobody, or on the market; ``None`` if there is none."""
    owned = [each for stable in view.stables for each in stable.chariots]
    known = [*owned, *view.strangers, *(each.chariot for each in view.market)]
    return next((each for each in known if each.number == number), None)


def gladiator_of(view: LeagueView, number: int) -> GladiatorView | None:
    """Return a gladiator as everybody knows them, of a stable or on the market; ``None`` if there is none."""
    known = [each.man for each in view.men] + [each for stable in view.stables for each in stable.gladiators]
    return next((each for each in known if each.number == number), None)
