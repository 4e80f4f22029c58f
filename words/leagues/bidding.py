"""The day of the auction: a sheet of maxima, drawn up in menus or typed, with what it may come to (H.5)."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from engine.leagues import appraising, arena_house
from engine.leagues.bidding_preview import preview
from engine.leagues.epic_house import ADVISER, TEMPERS, advised_bids
from engine.leagues.views import ChariotView, DriverView, GladiatorView, LeagueView, OwnView
from engine.leagues.words.epic_facts import CatalogueLot
from engine.leagues.words.epic_sheets import MOST_LINES, AuctionDay, BidSheet, Maximum
from engine.leagues.words.state import BANK
from engine.refusals import GameReason
from records.refusals import Refused
from words.leagues import bid_codes
from words.leagues.arena_lines import KINDS
from words.leagues.beside import beside
from words.leagues.bidding_typed import EXAMPLE, LABEL, with_maximum
from words.leagues.gala_sheets import man_line
from words.leagues.names import CARS, chariot_name, money
from words.shared.telling import Names, called, count, joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
"""Of a menu."""

LONGEST = 72
"""Characters of a button's code: a sheet whose code would be longer is not offered; it can be typed."""

MORE = (0, 200, 500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_000, 10_000, 15_000)
"""Sesterces over the starting bid that are offered as a maximum."""

_BETTER = "better use for your cash"

BUDGETS = (100, 75, 50, 25)
"""Budgets that are offered, in per cent of the cash."""


def lots_of(question: AuctionDay) -> Mapping[int, CatalogueLot]:
    """Return the lots of an auction by number."""
    return {lot.number: lot for lot in question.lots}


def chariot_in(view: LeagueView, lot: CatalogueLot) -> ChariotView | None:
    """Return the chariot that a lot is, as everybody knows it; ``None`` for other goods."""
    return appraising.chariot_of(view, lot.item) if lot.kind == "chariot" else None


def chariot_line(chariot: ChariotView) -> str:
    """Return what a chariot is worth knowing for: horses, endurance, car, driver.

    Speeds are of the horses as they are; a medium car is the rules' usual one.
    """
    team, driver = chariot.team, chariot.driver
    horses = "-".join(str(max(0, each.boxes - each.injury)) for each in team.horses) if team else "no team"
    endurance = f" · endurance {team.endurance}" if team else ""
    car = f" · {CARS[chariot.car]} car" if chariot.has_car else " · no car"
    drives = f" · driver {driver.modifier:+d}, {driver.hits} hits" if driver else " · no driver"
    return f"{horses}{endurance}{car}{drives}"


def gladiator_in(view: LeagueView, lot: CatalogueLot) -> GladiatorView | None:
    """Return the gladiator that a lot is, as everybody knows it; ``None`` for other goods."""
    if lot.kind != "gladiator":
        return None
    return appraising.gladiator_of(view, lot.item)


def driver_in(view: LeagueView, lot: CatalogueLot) -> DriverView | None:
    """Return the driver of a store that a lot is; ``None`` for other goods."""
    store = next((each.store for each in view.stables if each.number == lot.seller), None)
    drivers = () if store is None or lot.kind != "driver" else store.drivers
    return next((each for each in drivers if each.number == lot.item), None)


def goods_line(view: LeagueView, lot: CatalogueLot) -> str:
    """Return what a lot is, without its price."""
    man = gladiator_in(view, lot)
    if man is not None:
        return man_line(man)
    chariot = chariot_in(view, lot)
    if chariot is not None:
        return chariot_line(chariot)
    store = next((each.store for each in view.stables if each.number == lot.seller), None)
    if store is None:
        return f"a {lot.kind}"
    if lot.kind == "driver":
        driver = driver_in(view, lot)
        return f"driver {driver.name} {driver.modifier:+d}, {driver.hits} hits" if driver else "a driver"
    if lot.kind == "car":
        return next((f"a {CARS[each.car]} car" for each in store.cars if each.number == lot.item), "a car")
    return next((f"a horse of speed {each.boxes}" for each in store.horses if each.number == lot.item), "a horse")


def lot_name(lot: CatalogueLot) -> str:
    """Return a lot's number, with the name of a chariot."""
    if lot.kind == "gladiator" and lot.name:
        return f"{lot.number} {lot.name}"
    return f"{lot.number} {chariot_name(lot.item)}" if lot.kind == "chariot" else f"{lot.number}"


def catalogue(view: LeagueView, names: Names) -> list[str]:
    """Return the catalogue as text, a line a lot; the lots to come, between two auctions."""
    lots = view.catalogue
    if not lots:
        waiting = [f"**{each.chariot.number} {chariot_name(each.chariot.number)}** {chariot_line(each.chariot)}"
                   for each in view.market]  # fmt: skip
        head = f"### 🏺 Market\n{count(len(waiting), 'chariot')} for the next auction." if waiting else ""
        waiting += [f"**{each.man.name}** {man_line(each.man)}" for each in view.men]
        return [head or "No chariot is on the market.", *waiting]
    seller = "" if view.debtor is None else f", of {called(names, view.debtor)}"
    lines = [f"### 🔨 Catalogue\n{count(len(lots), 'lot')}{seller}, sold in this order."]
    for lot in lots:
        of = f" · sold by {called(names, lot.seller)}" if lot.seller and view.debtor is None else ""
        lines.append(f"**{lot_name(lot)}** {goods_line(view, lot)} · from **{money(lot.start)}**{of}")
    return lines


def lot_choices(view: LeagueView, page: int) -> tuple[Option, ...]:
    """Return the lots to look at, as the lines of a menu, with the way to those before and after."""
    lots, size = appraising.lots(view), LINES - 2
    shown = lots[page * size : (page + 1) * size]
    before = [Option("◀ Lots before these", f"p{page - 1}")] if page else []
    after = [Option("▶ More lots", f"p{page + 1}")] if (page + 1) * size < len(lots) else []
    return (*before, *(_to_look_at(view, lot, page) for lot in shown), *after)


def _to_look_at(view: LeagueView, lot: CatalogueLot, page: int) -> Option:
    start = f" · from {money(lot.start)}" if lot.start else ""
    return Option(f"{lot_name(lot)}{start}"[:100], f"{lot.number}p{page}", goods_line(view, lot)[:100])


def lot_line(view: LeagueView, names: Names, number: int) -> str:
    """Return a lot in a line, below its picture; it is there."""
    lot = next(each for each in appraising.lots(view) if each.number == number)
    start = f"from **{money(lot.start)}**" if lot.start else "for the next auction"
    of = f" · sold by {called(names, lot.seller)}" if lot.seller else ""
    return f"**{lot_name(lot)}** {goods_line(view, lot)} · {start}{of}"


def controls(view: LeagueView, names: Names, question: AuctionDay, own: OwnView, plan: str) -> Controls:
    """Return the controls of a sheet of bids: what is in it, what it may come to, and the menus that change it."""
    sheet, at, page = _drawn_up(plan, own)
    advised = advised_bids(view, own.stable.number, question)
    lots = lots_of(question)
    lines = [_head(view, names, question), *_last_event(view, names, own)]
    if not plan and own.sheet is None and advised.lines:
        lines.append(f"💡 A house manager would bid {_bids_text(advised, lots)}.")
    elif not plan and own.sheet is None:
        lines.append(f"💡 A house manager would not bid: you have {_enough(view, question, own)}.")
    lines += [f"🔨 {lot_name(lots[each.lot])}: up to {money(each.most)}{_type(lots[each.lot], each)}"
              for each in sheet.lines if each.lot in lots]  # fmt: skip
    if sheet.lines:
        lines.append(_comes_to(question, sheet))
    if at in lots:
        lines.append(f"**Lot {lot_name(lots[at])}** · {goods_line(view, lots[at])} · from {money(lots[at].start)}")
    lines.append(
        "-# The highest maximum wins, for 100s more than the next one. Nobody sees yours before the close. (R-B3)"
    )
    return Controls(
        "Your bids",
        "\n".join(lines),
        LABEL,
        EXAMPLE,
        (tuple(_row(sheet, advised, lots, is_fresh=not plan and own.sheet is None)),),
        menus=_menus(view, question, sheet, at, page),
    )


def _type(lot: CatalogueLot, line: Maximum) -> str:
    """Return as what a gladiator of the bank's would be armed (R-C14)."""
    return f", {KINDS[line.armed_as]}" if _may_be_armed(lot) else ""


def _may_be_armed(lot: CatalogueLot) -> bool:
    return lot.kind == "gladiator" and lot.seller == BANK


def _types(lot: CatalogueLot, sheet: BidSheet) -> Iterator[Option]:
    """Yield the types of a gladiator that is bid for; the armour is rolled at the sale (R-C14)."""
    line = next((each for each in sheet.lines if each.lot == lot.number), None)
    for kind, words in KINDS.items() if line is not None and _may_be_armed(lot) else ():
        if line is not None and kind != line.armed_as:
            lines = tuple(replace(each, armed_as=kind) if each is line else each for each in sheet.lines)
            code = bid_codes.pack(replace(sheet, lines=lines))
            if len(code) <= LONGEST:
                yield Option(words.capitalize(), f"{code}-c{lot.number}", "Type and armour never change")


def _head(view: LeagueView, names: Names, question: AuctionDay) -> str:
    if view.debtor is not None:
        seller = called(names, view.debtor)
        return f"{seller} can't pay a debt: {count(len(question.lots), 'lot')}. You have {money(question.cash)}."
    are = "is" if len(question.lots) == 1 else "are"
    return f"{count(len(question.lots), 'lot')} {are} for sale, and you have {money(question.cash)}."


def _last_event(view: LeagueView, names: Names, own: OwnView) -> list[str]:
    """Return how the last event went, on the first sheet of an event."""
    return beside(view, own.stable.number, names) if view.debtor is None else []


def _sells_men(lots: Iterable[CatalogueLot]) -> bool:
    """Tell whether gladiators are sold, and no chariots."""
    kinds = {each.kind for each in lots}
    return "gladiator" in kinds and "chariot" not in kinds


def _enough(view: LeagueView, question: AuctionDay, own: OwnView) -> str:
    """Return why a house manager bids for nothing: it has what it wants, or nothing here is worth its start."""
    if _sells_men(question.lots):
        men = len(arena_house.fighting(own.stable))
        return f"{count(men, 'gladiator')} who can fight" if men >= view.options.men_each else _BETTER
    many = len(own.stable.chariots)
    return f"{count(many, 'chariot')} already" if many >= TEMPERS[ADVISER].owns else _BETTER


def _bids_text(sheet: BidSheet, lots: Mapping[int, CatalogueLot]) -> str:
    """Return what a sheet bids for what, for how many at most, and within which budget (H.5)."""
    noun = "gladiator" if _sells_men(lots.values()) else "chariot"
    limits = [] if sheet.wanted is None else [f"{count(sheet.wanted, noun)} at most"]
    limits += [] if sheet.budget is None else [f"{money(sheet.budget)} for all together"]
    bids = [f"{money(each.most)} for {lot_name(lots[each.lot])}" for each in sheet.lines[:3]]
    more = f" and {len(sheet.lines) - 3} more" if len(sheet.lines) > 3 else ""
    return f"{', '.join(bids)}{more}" + (f"; {joined(limits)}" if limits else "")


def _comes_to(question: AuctionDay, sheet: BidSheet) -> str:
    """Return the dry run of a sheet (H.5)."""
    try:
        question.verify(sheet)
    except Refused:
        return "⚠️ Some of this is not possible any more. Take it out, or begin anew."
    run = preview(question, sheet)
    limits = [f"budget {money(sheet.budget)}"] if sheet.budget is not None else []
    limits += [f"{count(sheet.wanted, 'lot')} at most"] if sheet.wanted is not None else []
    said = f" ({', '.join(limits)})" if limits else ""
    left_out = f" Nothing is left then for {', '.join(map(str, run.dropped))}." if run.dropped else ""
    return (
        f"🧮 If all your maxima hold, you get {count(len(run.won), 'lot')} for {money(run.paid)}; you never pay more "
        f"than {money(run.at_most)}{said}.{left_out}"
    )


def _row(sheet: BidSheet, advised: BidSheet, lots: Mapping[int, CatalogueLot], *, is_fresh: bool) -> Iterator[Choice]:
    """Yield the buttons: the sheet as it is drawn up, else a house manager's, and no bid."""
    if sheet.lines:
        code = bid_codes.pack(sheet)
        if len(code) <= LONGEST and all(each.lot in lots for each in sheet.lines):
            yield Choice("Seal · Ready", "answer", code, "success")
    elif advised.lines:
        yield Choice("Bid as suggested", "answer", bid_codes.pack(advised), "success")
    if advised.lines and is_fresh:
        yield Choice("Change it first", "plan", bid_codes.pack(advised))
    yield Choice(
        "No bid", "answer", bid_codes.pack(BidSheet()), "secondary" if sheet.lines or advised.lines else "success"
    )


def _drawn_up(plan: str, own: OwnView) -> tuple[BidSheet, int, int]:
    """Return the draft, the lot that is being changed, and the page of the lots; at first what is sealed.

    :raises Refused: if the code is forged.
    """
    if not plan:
        sealed = None if own.sheet is None else msgspec.json.decode(own.sheet, type=BidSheet)
        return sealed or BidSheet(), 0, 0
    try:
        kind, written, *places = plan.split("-")
        sheet = bid_codes.unpack(f"{kind}-{written}")
        found = {each[0]: int(each[1:]) for each in places}
    except (ValueError, IndexError) as error:
        raise Refused(GameReason.NOT_A_PLAN, at=plan[:40], place=1, expected="a line of this menu") from error
    return sheet, found.get("c", 0), found.get("p", 0)


def _menus(view: LeagueView, question: AuctionDay, sheet: BidSheet, at: int, page: int) -> tuple[Menu, ...]:
    lots = lots_of(question)
    menus = [Menu("lot", "Choose a lot", tuple(_lot_options(view, question, sheet, page)))]
    if at in lots:
        menus.append(
            Menu("most", f"Your maximum for lot {lot_name(lots[at])}", tuple(_sums(question, lots[at], sheet)))
        )
        menus.append(Menu("type", f"{lot_name(lots[at])}: which type?", tuple(_types(lots[at], sheet))))
    if sheet.lines:
        menus.append(Menu("budget", "Budget: for all lots together", tuple(_budgets(question, sheet))))
        now = "all" if sheet.wanted is None else sheet.wanted
        menus.append(Menu("wanted", f"How many lots do you want? Now: {now}", tuple(_wanted(sheet))))
    return tuple(menu for menu in menus if menu.options)


def _lot_options(view: LeagueView, question: AuctionDay, sheet: BidSheet, page: int) -> Iterator[Option]:
    """Yield the lots of a page, and the way to the other pages."""
    size = LINES if len(question.lots) <= LINES else LINES - 2
    code, most = bid_codes.pack(sheet), {each.lot: each.most for each in sheet.lines}
    first = page * size
    shown = question.lots[first : first + size]
    if first:
        yield Option("◀ Lots before these", f"{code}-p{page - 1}")
    for lot in shown:
        bid = f" · you: {money(most[lot.number])}" if lot.number in most else ""
        label = f"{lot_name(lot)} · from {money(lot.start)}{bid}"
        yield Option(label, f"{code}-c{lot.number}-p{page}", goods_line(view, lot)[:100])
    if first + size < len(question.lots):
        yield Option("▶ More lots", f"{code}-p{page + 1}")


def _sums(question: AuctionDay, lot: CatalogueLot, sheet: BidSheet) -> Iterator[Option]:
    """Yield maxima for a lot from its start up to the cash; then the way to take it out."""
    most, seen = question.cash // 100 * 100, set[int]()
    for amount in [*(lot.start + more for more in MORE), most]:
        new = with_maximum(sheet, lot.number, amount)
        code = bid_codes.pack(new)
        typed = f"{code}-c{lot.number}"  # who bids for a gladiator chooses a type next (R-C14)
        if amount <= most and amount not in seen and len(new.lines) <= MOST_LINES and len(code) <= LONGEST:
            seen.add(amount)
            shown = typed if _may_be_armed(lot) and len(typed) <= LONGEST else code
            yield Option(f"Up to {money(amount)}", shown, "All you have" if amount == most else "")
    if any(each.lot == lot.number for each in sheet.lines):
        yield Option(f"No bid for lot {lot_name(lot)}", bid_codes.pack(with_maximum(sheet, lot.number, 0)))


def _budgets(question: AuctionDay, sheet: BidSheet) -> Iterator[Option]:
    for share in BUDGETS:
        amount = None if share == 100 else question.cash * share // 10_000 * 100
        if amount not in {sheet.budget, 0}:
            text = "All your cash" if amount is None else f"{money(amount)} at most"
            yield Option(text, bid_codes.pack(msgspec.structs.replace(sheet, budget=amount)))


def _wanted(sheet: BidSheet) -> Iterator[Option]:
    for wanted in (None, *range(1, min(len(sheet.lines), 10) + 1)):
        if wanted != sheet.wanted:
            text = "All that I win" if wanted is None else f"{count(wanted, 'lot')} at most"
            yield Option(text, bid_codes.pack(msgspec.structs.replace(sheet, wanted=wanted)))
