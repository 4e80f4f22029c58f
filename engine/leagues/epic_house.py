"""Managers of the house in the Epic campaign: they bid, buy and enter by the public view and their own stable alone.

What they would do is also what an owner's green button suggests. They never deal, borrow, challenge or vote (H.10).
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from msgspec.structs import replace

from engine.leagues import arena_house
from engine.leagues.creating import UNBUILT
from engine.leagues.views import (
    ChariotView,
    DriverView,
    HorseView,
    LeagueView,
    StableView,
    StoreView,
    TeamView,
)
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.acts import BuyCar, BuyDriver, BuyHorse, TrainDriver, TrainEndurance, TrainHorse
from engine.leagues.words.arena_acts import ArmGladiator, TrainGladiator
from engine.leagues.words.epic_acts import BuyNewTeam, Harness
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet, Maximum
from engine.leagues.words.sheets import Entries, Eve, EveOfRace, StableDay
from engine.leagues.words.state import MENDING, Stake
from engine.questions import Answer
from records.values import EntryId


@dataclass(frozen=True)
class _Temper:
    """How a manager spends; shares are per cent."""

    owns: int  # chariots that it would like to have
    pays: int  # of what a chariot is worth to it
    budget: int  # of the cash, in an auction
    lines: int  # of a sheet
    modifier: int  # of a driver that it hires
    horse: int  # the price of each horse that it buys


TEMPERS: Mapping[str, _Temper] = MappingProxyType(
    {
        "steady": _Temper(owns=3, pays=125, budget=78, lines=8, modifier=2, horse=2_500),
        "bold": _Temper(owns=3, pays=120, budget=72, lines=8, modifier=2, horse=2_500),
        "sly": _Temper(owns=3, pays=120, budget=75, lines=12, modifier=2, horse=2_500),
    }
)
ADVISER = "steady"
"""The temperament whose word an owner's green button gives."""

OWN_BET = 4
"""Per cent of the cash that a careful manager bets on its best chariot."""

HOUSE_BET = 4
"""Per cent of the cash that every manager of the house bets on its best chariot, at the least."""

MEN_BUDGET = 30
"""Per cent of the cash that a manager spends on gladiators, in an auction."""

_AS_GOOD = 70
"""Per cent of the gain of the best lot from which on another one is as welcome."""

RESERVE = 300
"""Sesterces that stay in the treasury for the bets of the eve."""

MOST_ACTS = 12
"""Acts of a manager in one stable phase: whatever the dice do, it comes to an end."""

A_RACE = 2_000
"""Sesterces that a chariot brings in a race, about: no manager pays more for those that are left to run."""

_USUAL_HORSE, _USUAL_ENDURANCE = 3, 65
"""Of a team that is still to be bought."""

_ENOUGH = 40
"""Endurance from which on a steady manager trains for speed, as the others do."""

_CHEAP_HITS = 5
"""Of a driver that is still to be hired, at the least."""

_STRENGTH, _A_POINT = 70, 110
"""A chariot of so much strength is worth nothing; each point more is worth so many sesterces."""


def strength(chariot: ChariotView) -> int:
    """Return roughly how good a chariot is, with all that it lacks bought cheaply."""
    speed = sum(horse.boxes for horse in chariot.team.horses if horse.is_alive) if chariot.team is not None else 0
    endurance = chariot.team.endurance if chariot.team is not None else 0
    driver = chariot.driver
    modifier, hits = (driver.modifier, driver.hits) if driver is not None else (0, _CHEAP_HITS)
    return 4 * (speed + modifier) + endurance // 4 + 2 * hits


def worth(view: LeagueView, chariot: ChariotView) -> int:
    """Return what a chariot is worth in sesterces: by its strength, less what it lacks, as long as races are left."""
    left = view.options.events - view.event + 1
    return min(A_RACE * left, (strength(chariot) - _STRENGTH) * _A_POINT) - cost(chariot, None)


# The auction


def advised_bids(view: LeagueView, own: EntryId, question: AuctionDay, temper: str = ADVISER) -> BidSheet:
    """Return a sheet for an auction: maxima for the best of what is missing, within a budget (R-B3)."""
    how, stable = TEMPERS[temper], view.own[own].stable
    if any(lot.kind == "gladiator" for lot in question.lots) and not any(
        lot.kind == "chariot" for lot in question.lots
    ):
        return _bids_for_men(view, own, question, how)
    wanted = how.owns - sum(each.team is not None for each in stable.chariots)
    budget = max(0, question.cash - RESERVE) * how.budget // 10_000 * charts.BET_STEP
    if wanted <= 0 or not budget:
        return BidSheet()
    found = list[tuple[int, Maximum]]()
    for lot in question.lots:
        chariot = _for_sale(view, lot)
        if chariot is None or lot.seller == own:
            continue
        value = worth(view, chariot)
        # Two managers of one temperament do not bid the same sum for the same chariot.
        most = value * how.pays // 10_000 * charts.BET_STEP + _whim(own, lot) * charts.BET_STEP
        if min(most, budget) >= lot.start:
            found.append((most - lot.start, Maximum(lot.number, min(most, budget))))
    return _sheet(found, question, how, budget, wanted)


def _sheet(
    found: Sequence[tuple[int, Maximum]], question: AuctionDay, how: _Temper, budget: int, wanted: int
) -> BidSheet:
    """Return the sheet with the lines that are worth most above their starts; the best lot keeps a place and its money.

    Lots are sold in order: cheaper ones before it would fill the sheet, or use the budget up.
    """
    if not found:
        return BidSheet()
    place = {lot.number: n for n, lot in enumerate(question.lots)}
    starts = {lot.number: lot.start for lot in question.lots}
    ranked = [line for _, line in sorted(found, key=lambda each: (-each[0], each[1].lot))]
    gain, best = {line.lot: gain for gain, line in found}, ranked[0]
    early = [
        line
        for line in ranked
        if place[line.lot] < place[best.lot] and gain[line.lot] * 100 < gain[best.lot] * _AS_GOOD
    ]
    room = (budget - best.most) // max(1, wanted - 1) // charts.BET_STEP * charts.BET_STEP
    spare = [replace(line, most=min(line.most, room)) for line in early[: wanted - 1] if room >= starts[line.lot]]
    kept = {line.lot: line for line in (*(each for each in ranked if each not in early), *spare)}
    chosen = [kept[line.lot] for line in ranked if line.lot in kept][: how.lines]
    return BidSheet(tuple(sorted(chosen, key=lambda each: each.lot)), budget, wanted)


def _bids_for_men(view: LeagueView, own: EntryId, question: AuctionDay, how: _Temper) -> BidSheet:
    """Return a sheet for an auction of gladiators, within a part of the cash: chariots have to be paid for, too."""
    budget = max(0, question.cash - RESERVE) * MEN_BUDGET // 10_000 * charts.BET_STEP
    wanted = arena_house.wanted(view, view.own[own].stable)
    if not wanted or not budget:
        return BidSheet()
    return _sheet(list(arena_house.maxima(view, own, question, budget)), question, how, budget, wanted)


def _for_sale(view: LeagueView, lot: CatalogueLot) -> ChariotView | None:
    if lot.kind != "chariot":
        return None
    everywhere = [
        *(each.chariot for each in view.market),
        *(each for stable in view.stables for each in stable.chariots),
    ]
    return next((each for each in everywhere if each.number == lot.item), None)


def _whim(own: EntryId, lot: CatalogueLot) -> int:
    return (7 * own + 3 * lot.number) % 5


# The stable day


def cost(chariot: ChariotView, stable: StableView | None, how: _Temper = TEMPERS["sly"]) -> int:
    """Return what makes a chariot able to start, in sesterces, with what a stable has in its store."""
    store = stable.store if stable is not None else None
    drivers, cars, horses = (len(store.drivers), len(store.cars), len(store.horses)) if store else (0, 0, 0)
    dead = len(_dead(chariot))
    driver = charts.DRIVER_PRICES[0] if "driver" in chariot.lacks and not drivers else 0
    car = epic_charts.CAR_PRICES[chariot.car] if "car" in chariot.lacks and not cars else 0
    return driver + car + max(0, dead - horses) * how.horse


def is_ruined(stable: StableView) -> bool:
    """Tell whether an owner can neither race, nor mend a chariot, nor pay for the cheapest new one (R-B35, L-81)."""
    if stable.gladiators:
        return False
    cheap = dataclasses.replace(TEMPERS["sly"], horse=charts.HORSE_PRICES[0])
    new = 4 * charts.HORSE_PRICES[0] + charts.DRIVER_PRICES[0] + charts.CAR_PRICE
    costs = [new, *(cost(each, stable, cheap) for each in stable.chariots)]
    return all(each.lacks for each in stable.chariots) and stable.cash < min(costs)


def _dead(chariot: ChariotView) -> list[int]:
    horses = chariot.team.horses if chariot.team is not None else ()
    return [place for place, horse in enumerate(horses, start=1) if not horse.is_alive]


def next_act(view: LeagueView, own: EntryId, temper: str = ADVISER) -> Answer | None:
    """Return what a manager buys, puts to a chariot or trains next; ``None`` if it is done.

    Each act's dice fall before the next one is chosen.
    """
    if view.phase not in (*MENDING, "market") or own not in view.own:
        return None
    stable, how = view.own[own].stable, TEMPERS[temper]
    if view.phase == "stable" and (found := next(_shopping(view, stable, how), None)) is not None:
        return found
    return next(chain(_training(stable, temper), arena_house.training(view, stable)), None)


def plan(view: LeagueView, own: EntryId, temper: str = ADVISER) -> tuple[Answer, ...]:
    """Return all that a manager would do now, as far as that can be known before the dice fall.

    Teams that are still to be bought have numbers below 0.
    """
    found = list[Answer]()
    while len(found) < MOST_ACTS and (act := next_act(view, own, temper)) is not None:
        found.append(act)
        view = _after(view, own, act)
    return tuple(found)


def _after(view: LeagueView, own: EntryId, act: Answer) -> LeagueView:
    """Return a view as it will be after an act; of dice the likeliest."""
    mine = view.own[own]
    stable = mine.stable
    known = {each.number: each for each in stable.chariots}
    changed = replace(stable, cash=stable.cash - price(act, known))
    if isinstance(act, ArmGladiator | TrainGladiator):
        changed = replace(stable, gladiators=tuple(arena_house.after(each, act) for each in stable.gladiators))
    elif isinstance(act, BuyNewTeam):
        horse = HorseView(_USUAL_HORSE, 0, True)
        team = TeamView((horse,) * len(act.prices), _USUAL_ENDURANCE, None, 0, 0)
        new = ChariotView(-1 - len(stable.chariots), UNBUILT, "light", False, team, None, 0, ("driver", "car"), 0)
        changed = replace(changed, chariots=(*stable.chariots, new))
    else:
        chariot, store = _changed(known[act.chariot], stable.store, act)  # type: ignore[attr-defined]
        chariots = tuple(chariot if each.number == chariot.number else each for each in stable.chariots)
        changed = replace(changed, chariots=chariots, store=store)
    return replace(view, own={**view.own, own: replace(mine, stable=changed)})


def _changed(chariot: ChariotView, store: StoreView, act: Answer) -> tuple[ChariotView, StoreView]:
    """Return a chariot and the store after an act on it."""
    kind = act.kind if isinstance(act, Harness) else ""
    item = act.item if isinstance(act, Harness) else 0
    if isinstance(act, BuyDriver) or kind == "driver":
        hired = next((each for each in store.drivers if each.number == item), DriverView(0, 0, 5, 5, 0, 0))
        rest = replace(store, drivers=tuple(each for each in store.drivers if each.number != item))
        return replace(chariot, driver=hired, lacks=_without(chariot, "driver")), rest
    if isinstance(act, BuyCar) or kind == "car":
        rest = replace(store, cars=tuple(each for each in store.cars if each.number != item))
        return replace(chariot, has_car=True, lacks=_without(chariot, "car")), rest
    team = chariot.team
    assert team is not None
    if isinstance(act, BuyHorse) or kind == "horse":
        place = act.place  # type: ignore[attr-defined]
        bought = next((each.boxes for each in store.horses if each.number == item), _USUAL_HORSE)
        horses = [*team.horses[: place - 1], HorseView(bought, 0, True), *team.horses[place:]]
        rest = replace(store, horses=tuple(each for each in store.horses if each.number != item))
        lacks = chariot.lacks if any(not each.is_alive for each in horses) else _without(chariot, "horse")
        return replace(chariot, team=replace(team, horses=tuple(horses)), lacks=lacks), rest
    if isinstance(act, TrainDriver):
        assert chariot.driver is not None
        left = chariot.driver.experience - charts.DRIVER_LESSON
        return replace(chariot, driver=replace(chariot.driver, experience=left)), store
    left = team.experience - charts.HORSE_LESSON
    return replace(chariot, team=replace(team, experience=left)), store


def _without(chariot: ChariotView, lack: str) -> tuple[str, ...]:
    return tuple(each for each in chariot.lacks if each != lack)


def _shopping(view: LeagueView, stable: StableView, how: _Temper) -> Iterator[Answer]:
    """Yield what makes the best chariots able to start; then a new team, if too few are left."""
    held = _in_matches(view, stable.number)
    mine = sorted(
        (each for each in stable.chariots if each.number not in held), key=lambda each: (-strength(each), each.number)
    )
    cash = stable.cash - RESERVE - due(view, stable.number)
    ready = sum(not each.lacks for each in mine)
    for chariot in mine:
        is_wanted = ready < how.owns or _is_outstanding(chariot, mine, stable, how)
        if is_wanted and chariot.lacks and cost(chariot, stable, how) <= cash:
            yield from _mending(chariot, stable, how, cash)
    least = sum(not each.lacks or cost(each, stable, how) <= cash for each in mine)
    price = _team_price(view, how, cash)
    if least < min(how.owns, charts.MOST_ENTRIES) and len(mine) < how.owns and price:
        yield BuyNewTeam((price,) * 4)


def due(view: LeagueView, own: EntryId) -> int:
    """Return the sesterces that a stable has to pay back at the coming reckoning: they are not to be spent (21.2)."""
    loans = (each for each in view.loans if each.borrower == own and each.state == "open")
    return sum(each.owed for each in loans if each.after <= view.event)


def _is_outstanding(chariot: ChariotView, mine: Sequence[ChariotView], stable: StableView, how: _Temper) -> bool:
    """Tell whether a chariot that can't start is better by its cost than the last of those that would be entered.

    :param mine: all that are at home, the strongest first.
    """
    ready = [each for each in mine if not each.lacks][: charts.MOST_ENTRIES]
    gain = (strength(chariot) - strength(ready[-1])) * _A_POINT if ready else 0
    return gain > cost(chariot, stable, how)


def _team_price(view: LeagueView, how: _Temper, cash: int) -> int:
    """Return the price of each horse of a new team that can be paid with a driver and a car; 0 for none."""
    if view.options.events - view.event < 1:
        return 0  # it would race once
    rest = charts.DRIVER_PRICES[0] + epic_charts.CAR_PRICES["light"]
    return next((price for price in (how.horse, charts.HORSE_PRICES[0]) if 4 * price + rest <= cash), 0)


def _mending(chariot: ChariotView, stable: StableView, how: _Temper, cash: int) -> Iterator[Answer]:
    number, store = chariot.number, stable.store
    spare = cash - cost(chariot, stable, how)
    if "driver" in chariot.lacks and store.drivers:
        best = max(store.drivers, key=lambda each: (each.modifier, each.hits, -each.number))
        yield Harness(number, "driver", best.number)
    elif "driver" in chariot.lacks:
        extra = {each: price - charts.DRIVER_PRICES[0] for each, price in charts.DRIVER_PRICES.items()}
        yield BuyDriver(number, max(each for each in extra if each <= how.modifier and 3 * extra[each] <= spare))
    if "car" in chariot.lacks and store.cars:
        same = [each for each in store.cars if each.car == chariot.car] or list(store.cars)
        yield Harness(number, "car", same[0].number)
    elif "car" in chariot.lacks:
        yield BuyCar(number)
    for place in _dead(chariot):
        if store.horses:
            fastest = max(store.horses, key=lambda each: (each.boxes - each.injury, -each.number))
            yield Harness(number, "horse", fastest.number, place)
        else:
            yield BuyHorse(number, place, how.horse)


def _in_matches(view: LeagueView, own: EntryId) -> list[int]:
    """Return the chariots that are promised to a match or to the next auction, and stay as they are till then."""
    under_way = [match for match in view.matches if match.state in ("agreed", "running")]
    return [chariot for match in under_way for chariot in match.named.get(own, ())]


def _training(stable: StableView, temper: str) -> Iterator[Answer]:
    """Yield what experience is enough for: a driver's lesson, else the slowest horse, or the team's endurance."""
    for chariot in stable.chariots:
        driver, team = chariot.driver, chariot.team
        if driver is not None and driver.experience >= charts.DRIVER_LESSON:
            yield TrainDriver(chariot.number)
        if team is None or _dead(chariot) or team.experience < charts.HORSE_LESSON:
            continue
        boxes = [horse.boxes for horse in team.horses]
        place = boxes.index(min(boxes)) + 1
        is_fast = min(boxes) >= charts.GOOD_HORSE
        tires = temper == "steady" and team.endurance < _ENOUGH
        yield TrainEndurance(chariot.number) if tires or is_fast else TrainHorse(chariot.number, place)


def entries(view: LeagueView, own: EntryId, question: StableDay) -> Entries:
    """Return the best chariots that may be entered, as many as may be: each may win a prize (B.7)."""
    chosen, known = list[int](), {each.number: each for each in view.own[own].stable.chariots}
    while len(chosen) < question.most and (possible := question.next_after(chosen)):
        chosen.append(max(possible, key=lambda number: (strength(known[number]), -number)))
    return Entries(tuple(chosen))


def advised_eve(view: LeagueView, question: EveOfRace) -> Eve:
    """Return the bets that a careful manager makes: some hundreds on its best chariot, as far as they can bring a gain;
    nothing in the dark.
    """
    known = {each.number: each for each in view.own[question.member].stable.chariots}
    best = max(question.own, key=lambda number: (strength(known[number]), -number), default=None)
    share = question.cash * OWN_BET // 10_000 * charts.BET_STEP
    if not view.options.stake_back:
        share = min(share, sure_stakes(view, question.member))
    amount = min(max(question.least_own, share), question.cash)
    return Eve((Stake(best, amount),)) if best is not None and amount else Eve()


def sure_stakes(view: LeagueView, own: EntryId) -> int:
    """Return the sesterces that other owners bet at the least, as far as everybody knows (26.1, B.8).

    Where stakes do not come back, a bet above that may be paid at 1 : 1: whoever wins it gains nothing (26.2, R-B30).
    Managers of the house bet a part of their cash, people only what they must.
    """
    racing = {each.stable for each in view.entries} - {own, None}
    others = [each for each in view.stables if each.number in racing and each.status == "active"]
    least = charts.BET_STEP if view.options.own_bet else 0
    part = [each.cash * HOUSE_BET // 10_000 * charts.BET_STEP if each.is_house else 0 for each in others]
    return sum(min(each.cash, max(least, bet)) for each, bet in zip(others, part, strict=True))


def spent(acts: Sequence[Answer], cars: Mapping[int, ChariotView]) -> int:
    """Return what acts cost, in sesterces."""
    return sum(price(act, cars) for act in acts)


def price(act: Answer, cars: Mapping[int, ChariotView]) -> int:
    """Return what an act costs, in sesterces.

    :param cars: the stable's chariots by number, for the types of their cars.
    """
    if isinstance(act, BuyNewTeam):
        return sum(act.prices)
    if isinstance(act, BuyHorse):
        return act.price
    if isinstance(act, BuyDriver):
        return charts.DRIVER_PRICES[act.modifier]
    if isinstance(act, BuyCar):
        return epic_charts.CAR_PRICES[cars[act.chariot].car if act.chariot in cars else "light"]
    return 0
