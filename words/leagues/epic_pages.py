"""Pages of the Epic campaign: the market of the stable day, the store, sales at the next auction, fate (B.5, B.6).

A purchase is drawn up on its page and done with one button, which says what it costs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from engine.leagues import epic_house
from engine.leagues.views import ChariotView, StableView, StoreView
from engine.leagues.words import charts, epic_charts
from engine.leagues.words.epic_acts import (
    BuyNewTeam,
    BuyStoredCar,
    BuyStoredHorse,
    Consign,
    Harness,
    HireDriver,
    TakeGoods,
    Unharness,
)
from engine.leagues.words.state import CarType, ItemKind, Part
from engine.questions import Answer
from words.leagues import duel_pages, match_pages
from words.leagues.arena_lines import armed
from words.leagues.desk import Desk
from words.leagues.epic_codes import CAR_WORDS, KINDS, LETTERS, MEN, drafted
from words.leagues.names import CARS, chariot_name, money
from words.leagues.standings import store_text
from words.shared.telling import called, count
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
RESERVES = (500, 1_000, 1_500, 2_000, 3_000, 5_000)
MIXED = ((500, 500, 500, 500), (1_000, 1_000, 1_000, 1_000), (2_000, 500, 500, 500), (1_500, 1_500, 500, 500),
         (2_000, 2_000, 1_000, 1_000), (2_000, 2_000, 2_000, 2_000), (3_000, 3_000, 3_000, 3_000),
         (4_000, 4_000, 4_000, 4_000))  # fmt: skip
"""Prices of the four horses of a new team that the menu offers."""

FOR_THE_STATE = (
    "You are the state's now: I enter you myself, and send you the orders as before. There is no prize, but "
    "experience: train with it under **My stable**. Ten wins make you free."
)


def doors(desk: Desk) -> Iterator[Choice]:
    """Yield the buttons to pages on which there is something to do now."""
    mine, view = desk.mine.stable, desk.view
    if mine.status == "active" and mine.role == "owner" and view.phase == "stable":
        yield Choice("Market", "plan", "market")
        if mine.chariots and (_has_any(mine.store) or any(each.driver or each.has_car for each in mine.chariots)):
            yield Choice("Drivers and cars", "plan", "store")
    if (
        mine.status == "active"
        and view.phase in _SELLING
        and (mine.chariots or mine.gladiators or _has_any(mine.store))
    ):
        yield Choice("Sell by auction", "plan", "sell")
    yield from match_pages.doors(desk)
    yield from duel_pages.doors(desk)
    if view.options.extra_places and view.phase == "stable" and len(mine.chariots) > 1:
        yield Choice("Second place", "plan", "place")
    if mine.status == "active" and mine.role == "owner" and view.phase == "stable" and epic_house.is_ruined(mine):
        yield Choice("Give up", "plan", "ruin", "danger")
    if view.options.creditors_take and view.debtor is not None and _in_the_loan(desk):
        yield Choice("Goods for a debt", "plan", "creditor", "primary")
    if mine.status == "bankrupt":
        yield Choice("Begin again", "plan", "again", "primary")
    if view.options.ends_by_vote and mine.status == "active" and view.ballot is not None and view.ballot.is_open:
        yield Choice("Vote on the end", "plan", "end", "primary")


def _in_the_loan(desk: Desk) -> bool:
    """Tell whether the member is the debtor whose goods are sold, or a creditor."""
    debtor = desk.view.debtor
    lent = any(each.lender == desk.own and each.borrower == debtor and each.state != "paid" for each in desk.view.loans)
    return debtor == desk.own or lent


_SELLING = ("stable", "eve", "protest", "gap")


def _has_any(store: StoreView) -> bool:
    return bool(store.horses or store.cars or store.drivers)


def _row(*choices: Choice | None) -> tuple[tuple[Choice, ...], ...]:
    found = tuple(each for each in choices if each is not None)
    return (found,) if found else ()


def _menus(*menus: Menu) -> tuple[Menu, ...]:
    return tuple(Menu(each.name, each.placeholder, each.options[:LINES]) for each in menus if each.options)


# The market


def _market(desk: Desk, code: str) -> Controls:
    """Draw up a purchase for the store, or a new team (B.5)."""
    cash, (act, drawn) = desk.mine.stable.cash, drafted(code)
    lines = [f"You have {money(cash)}. Dice decide how good horses, teams and drivers' hits are; you pay first."]
    button = None
    if act is not None:
        what, price = _goods(act)
        lines.append(f"**{what}** for **{money(price)}**, and {money(cash - price)} stay.")
        button = Choice(f"Buy · {money(price)}", "answer", drawn, "success") if price <= cash else None
    lines.append("-# For a chariot that lacks something, the menu **Mend and train** of **My stable** is quicker.")
    teams = [
        Option(f"New team · {money(sum(prices))}", _code("market-newteam", prices), _team_about(prices))
        for prices in MIXED
        if sum(prices) <= cash
    ]
    menus = _menus(
        Menu("team", "A new team: four horses", tuple(teams)),
        Menu("driver", "A driver", tuple(_drivers(cash))),
        Menu("car", "A car", tuple(_cars(cash))),
        Menu("horse", "A horse, in place of one that died", tuple(_horses(cash))),
    )
    return Controls("Market", "\n".join(lines), "", "", _row(button), menus=menus)


def _code(what: str, prices: Iterable[int]) -> str:
    return "-".join([what, *(str(each // 100) for each in prices)])


def _team_about(prices: Sequence[int]) -> str:
    return f"Horses at {', '.join(money(each) for each in prices)}; it still needs a driver and a car"


def _drivers(cash: int) -> Iterator[Option]:
    for modifier, price in charts.DRIVER_PRICES.items():
        if price <= cash:
            yield Option(f"Driver {modifier:+d} · {money(price)}", f"market-hire-{modifier}", "Waits in your store")


def _cars(cash: int) -> Iterator[Option]:
    for kind, price in epic_charts.CAR_PRICES.items():
        if price <= cash:
            yield Option(
                f"{CARS[kind].capitalize()} car · {money(price)}", f"market-acar-{CAR_WORDS[kind]}", _car_about(kind)
            )


def _car_about(kind: CarType) -> str:
    return {
        "light": "Quick to start, and the team keeps its endurance",
        "normal": "A quarter of the team's endurance less in a race",
        "heavy": "Half of the team's endurance less in a race; hard to wreck",
    }[kind]


def _horses(cash: int) -> Iterator[Option]:
    for price in charts.HORSE_PRICES:
        if price <= cash:
            yield Option(f"Horse · {money(price)}", f"market-ahorse-{price // 100}", "Dearer horses tend to be faster")


def _goods(act: Answer) -> tuple[str, int]:
    """Return what a purchase is, and its price."""
    if isinstance(act, BuyNewTeam):
        return "A new team", sum(act.prices)
    if isinstance(act, BuyStoredHorse):
        return "A horse for your store", act.price
    if isinstance(act, BuyStoredCar):
        return f"A {CARS[act.car]} car for your store", epic_charts.CAR_PRICES[act.car]
    assert isinstance(act, HireDriver)
    return f"A driver {act.modifier:+d} for your store", charts.DRIVER_PRICES.get(act.modifier, 0)


# The store


def _store(desk: Desk, code: str) -> Controls:
    """Draw up what goes to a chariot, or off it (I.8.3 to I.8.6)."""
    mine, (act, drawn) = desk.mine.stable, drafted(code)
    words = code.split("-")
    at = (
        act.chariot
        if isinstance(act, Harness | Unharness)
        else int(words[1])
        if words[1:] and words[1].isdecimal()
        else 0
    )
    chariot = next((each for each in mine.chariots if each.number == at), None)
    lines = [f"In your store: {store_text(mine.store)}."]
    which = [Option(chariot_name(each.number), f"store-{each.number}", _has(each)[:100]) for each in mine.chariots]
    menus = [Menu("chariot", "Which chariot?", tuple(which))]
    if chariot is not None:
        lines.append(f"**{chariot_name(at)}**: {_has(chariot)}.")
        menus.append(Menu("change", f"Change {chariot_name(at)}", tuple(_changes(chariot, mine.store))))
    button = None
    if act is not None and chariot is not None:
        what, warning = _change_text(act, chariot, mine.store)
        lines.append(f"**{what}**. {warning}")
        button = Choice("Do it", "answer", drawn, "success")
    return Controls("Drivers and cars", "\n".join(lines), "", "", _row(button), menus=_menus(*menus))


def _has(chariot: ChariotView) -> str:
    driver = chariot.driver
    named = "" if driver is None or not driver.name else f" {driver.name}"
    parts = [f"driver{named} {driver.modifier:+d}" if driver else "no driver"]
    parts.append(f"{CARS[chariot.car]} car" if chariot.has_car else "no car")
    dead = sum(not each.is_alive for each in chariot.team.horses) if chariot.team else 0
    return ", ".join(parts + ([f"{count(dead, 'horse')} dead"] if dead else []))


def _changes(chariot: ChariotView, store: StoreView) -> Iterator[Option]:
    number = chariot.number
    for driver in store.drivers:
        label = f"Give it {driver.name or 'the driver'} {driver.modifier:+d}, {driver.hits} hits"
        yield Option(label[:100], f"store-put-{number}-d-{driver.number}")
    for car in store.cars:
        yield Option(f"Give it the {CARS[car.car]} car", f"store-put-{number}-k-{car.number}")
    dead = [n for n, each in enumerate(chariot.team.horses, start=1) if not each.is_alive] if chariot.team else []
    for horse in store.horses:
        for place in dead:
            yield Option(
                f"Horse of speed {horse.boxes} in place {place}", f"store-put-{number}-h-{horse.number}-{place}"
            )
    if chariot.driver is not None:
        yield Option("Take the driver off", f"store-off-{number}-d")
    if chariot.has_car:
        yield Option("Take the car off", f"store-off-{number}-k")


def _change_text(act: Answer, chariot: ChariotView, store: StoreView) -> tuple[str, str]:
    """Return a change in words, and what it costs the team."""
    name = chariot_name(chariot.number)
    die = "The team loses a die of endurance for good."
    if isinstance(act, Unharness):
        return f"Take {name}'s {act.kind} off", "It waits in your store."
    assert isinstance(act, Harness)
    if act.kind == "car":
        car = next((each.car for each in store.cars if each.number == act.item), None)
        is_same = car == chariot.car
        return f"A car for {name}", "It is of the same type as the last one: nothing is lost." if is_same else die
    what = "A driver" if act.kind == "driver" else "A horse"
    free = " (Not if team and driver were both bought today.)" if act.kind == "driver" else ""
    return f"{what} for {name}", f"{die}{free}"


# Sales, places, fate


def _sell(desk: Desk, code: str) -> Controls:
    """Put goods of one's own into the next auction, with the least that they may cost (H.5)."""
    act, drawn = drafted(code)
    _, *rest = code.split("-")
    chosen = rest[1:3] if rest[:1] == ["consign"] else rest[:2]
    lines = ["What you sell is auctioned after the bank's lots, and the price is yours. It stays as it is until then."]
    lines.append("-# A chariot that you put up can't race in this event. Take it back first, or enter another.")
    waiting = [lot for lot in desk.view.catalogue if lot.seller == desk.own]
    lines += [f"🏷️ Lot {lot.number}: {_item(desk, lot.kind, lot.item)}, from {money(lot.start)}" for lot in waiting]
    goods = [Option(text[:100], f"sell-{LETTERS[kind]}-{item}") for kind, item, text in _sellable(desk)]
    menus = [Menu("goods", "What do you sell?", tuple(goods))]
    button = None
    if len(chosen) == 2 and chosen[0] in KINDS and chosen[1].isdecimal():
        what = _item(desk, KINDS[chosen[0]], int(chosen[1]))
        sums = [
            Option(f"From {money(each)}", f"sell-consign-{chosen[0]}-{chosen[1]}-{each // 100}") for each in RESERVES
        ]
        menus.append(Menu("reserve", "The lowest price", tuple(sums)))
        lines.append(f"**{what[:1].upper()}{what[1:]}**: now choose the lowest price.")
        if isinstance(act, Consign):
            lines[-1] = f"**{what[:1].upper()}{what[1:]}**, from {money(act.reserve)} up."
            button = Choice("Put it up for sale", "answer", drawn, "success")
    return Controls("Sell by auction", "\n".join(lines), "", "", _row(button), menus=_menus(*menus))


def stored_goods(stable: StableView) -> Iterator[tuple[Part, str]]:
    """Yield gladiators and the goods of a store as parts of a deal, each with its words (B.6)."""
    store = stable.store
    for man in stable.gladiators:
        yield Part("gladiator", 0, 0, man.number), f"gladiator {man.name}"
    for driver in store.drivers:
        yield Part("driver", 0, 0, driver.number), f"driver {driver.name} {driver.modifier:+d}"
    for car in store.cars:
        yield Part("car", 0, 0, car.number), f"a {CARS[car.car]} car"
    for horse in store.horses:
        yield Part("horse", 0, 0, horse.number), f"a horse of speed {horse.boxes}"


def _sellable(desk: Desk) -> Iterator[tuple[ItemKind, int, str]]:
    mine = desk.mine.stable
    for chariot in mine.chariots:
        yield "chariot", chariot.number, chariot_name(chariot.number)
    for part, text in stored_goods(mine):
        if part.kind != "team":
            yield part.kind, part.horse, text


def _item(desk: Desk, kind: ItemKind, item: int) -> str:
    return next((text for k, i, text in _sellable(desk) if (k, i) == (kind, item)), f"a {kind}")


def _place(desk: Desk, code: str) -> Controls:
    """Bid for a second place in the race, where those are sold (R-B27)."""
    act, drawn = drafted(code)
    now = desk.mine.place_bid
    lines = [
        "If places are few, second ones are sold: the highest bid wins, for 100s more than the next.",
        f"Your bid now: {money(now) if now else 'none'}. Nobody sees it until the stables close.",
    ]
    sums = [each for each in (100, 300, 500, 1_000, 2_000, 3_000) if each <= desk.mine.stable.cash]
    options = [Option(f"Up to {money(each)}", f"place-place-{each // 100}") for each in sums]
    options.append(Option("No bid", "place-place-0"))
    button = Choice("Bid so much", "answer", drawn, "success") if act is not None else None
    if act is not None:
        lines.append(f"New bid: up to **{money(int(drawn.split('-')[1]) * 100)}**.")
    menu = Menu("place", "How much at the most?", tuple(options))
    return Controls("Second place", "\n".join(lines), "", "", _row(button), menus=_menus(menu))


def _again(desk: Desk, _code: str) -> Controls:
    """Let a bankrupt begin again, or drive for the state (R-B7, R-B37)."""
    mine = desk.mine
    if mine.stable.status == "slave":
        return Controls("For the state", FOR_THE_STATE, "", "")
    if mine.stable.status != "bankrupt":
        return Controls(
            "Begin again", "Your stable goes on, and the next sheet comes to you. Only a bankrupt begins again.", "", ""
        )
    now = {"owner": "You begin again with the next auction.", "slave": "You drive for the state from the next event."}
    text = (
        "You are bankrupt. **Begin again** gives you what the poorest has (beside one other player 20,000s at most), "
        "and a random chariot. **Drive for the state** gives you a driver and a chariot, but no money and no victory "
        "in the season; ten wins make you free."
    )
    fights = "You fight for the state from the next gala on."
    lines = [text, *([f"✅ {now.get(mine.begins_again, fights)}"] if mine.begins_again else [])]
    owner = Choice("Begin again", "answer", "again-owner", "success")
    row = _row(owner, Choice("Drive for the state", "answer", "again-slave"))
    if desk.view.options.has_galas:
        lines.append("**Fight for the state** gives you a random gladiator of a type that you choose, in the galas.")
        men = [Choice(f"Fight as {armed(kind)}"[:80], "answer", f"again-{letter}") for letter, kind in MEN.items()]
        row = (*row, tuple(men))
    return Controls("Begin again", "\n".join(lines), "", "", row)


def _end(desk: Desk, _code: str) -> Controls:
    """Vote on the end of the season; the first vote opens it (I.4.1 c)."""
    ballot = desk.view.ballot
    if ballot is None or not ballot.is_open:
        text = "More than half of the owners can end the season. Your vote opens the question; all read it."
    else:
        ends, by = sum(ballot.votes.values()), called(desk.names, ballot.by)
        noes = len(ballot.votes) - ends
        text = f"{by} asks to end the season. {ends} of {ballot.active} say yes, {noes} no."
    row = _row(Choice("Go on", "answer", "end-no"), Choice("End the season", "answer", "end-yes", "danger"))
    return Controls("The end of the season", text, "", "", row)


def _ruin(desk: Desk, _code: str) -> Controls:
    """Give up all goods and begin again, for somebody who can neither race nor pay (R-B35)."""
    text = (
        "You give up all that you own, and are bankrupt. You may begin again before the next auction. There is no way "
        f"back. You have {money(desk.mine.stable.cash)} and {count(len(desk.mine.stable.chariots), 'chariot')}."
    )
    return Controls("Bankruptcy", text, "", "", _row(Choice("Give up everything", "answer", "ruin", "danger")))


def _creditor(desk: Desk, code: str) -> Controls:
    """Let a creditor propose goods of a debtor in the place of money, and the debtor agree (R-B36)."""
    view, (act, drawn) = desk.view, drafted(code)
    title = "Goods for a debt"
    if view.debtor is None or not view.options.creditors_take:
        return Controls(title, "No debtor's goods are for sale now.", "", "")
    lines, choices, menus = list[str](), list[Choice](), list[Menu]()
    for number, each in view.proposals.items():
        what = lot_goods(desk, each.kind, each.item)
        lines.append(f"📜 Loan {number}: {what} for {money(each.value)}.")
        if view.debtor == desk.own:
            choices.append(Choice(f"Agree on loan {number}", "answer", f"give-{number}", "success"))
    loans = [each for each in view.loans if each.lender == desk.own and each.borrower == view.debtor]
    loan = next((each for each in loans if each.state != "paid"), None)
    if loan is not None:
        owed = loan.owed
        lines.append(
            f"You may take goods for as much of loan {loan.number} as you both agree on: {money(owed)} at most."
        )
        if isinstance(act, TakeGoods):
            lines.append(f"You take {lot_goods(desk, act.kind, act.item)} for **{money(act.value)}**.")
            choices.insert(0, Choice("Propose it", "answer", drawn, "success"))
        values = list(dict.fromkeys(each for each in (owed // 4, owed // 2, owed) if each > 0))
        options = [
            Option(f"{lot_goods(desk, lot.kind, lot.item)} for {money(value)}"[:100],
                   f"creditor-take-{loan.number}-{LETTERS[lot.kind]}-{lot.item}-{value}")
            for lot in view.catalogue for value in values
        ]  # fmt: skip
        menus.append(Menu("take", "Take which goods?", tuple(options)))
    return Controls(
        title, "\n".join(lines) or "Nobody proposes anything.", "", "", _row(*choices[:5]), menus=_menus(*menus)
    )


def lot_goods(desk: Desk, kind: ItemKind, item: int) -> str:
    """Return a debtor's goods in words."""
    debtor = next(each for each in desk.view.stables if each.number == desk.view.debtor)
    named = {(part.kind, part.horse): text for part, text in stored_goods(debtor)}
    return chariot_name(item) if kind == "chariot" else named.get((kind, item), f"a {kind}")


PAGES: Mapping[str, Callable[[Desk, str], Controls]] = {
    "market": _market,
    "store": _store,
    "sell": _sell,
    "place": _place,
    "again": _again,
    "end": _end,
    "ruin": _ruin,
    "match": match_pages.page,
    "duels": duel_pages.page,
    "pairs": duel_pages.pairs,
    "creditor": _creditor,
}
"""The pages by the first word of their codes."""

AFTER: Mapping[str, str] = {
    "newteam": "market", "ahorse": "market", "acar": "market", "hire": "market", "put": "store", "off": "store",
    "consign": "sell", "withdraw": "sell", "place": "place", "again": "again", "end": "end", "ruin": "again",
    "take": "creditor", "give": "creditor",
    "duel": "match", "raise": "match", "okmatch": "match", "nomatch": "match", "names": "match",
    "sand": "duels", "fights": "duels", "pair": "pairs",
}  # fmt: skip
"""The page that shows the result of an act."""
