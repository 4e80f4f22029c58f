"""A member's business between sheets, as pages: deals, loans, the manager, bets in the race, bribes.

A page is drawn from its code alone, so it works after a restart: a draft stands in the codes of its buttons.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.facts import Fact
from engine.leagues.views import ChariotView, LeagueView, StableView
from engine.leagues.words.acts import BetInWindow, Instruct, OfferDeal, OfferLoan
from engine.leagues.words.arena_facts import DuelAgreed, DuelEnded, DuelNamed, DuelOffered
from engine.leagues.words.state import Goods, Manager, Part, PartKind, Stake
from engine.plots import Plot
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues import epic_pages, match_pages, side_pages
from words.leagues.act_codes import (
    MENDING,
    MOST,
    TRAINING,
    pack_deal,
    pack_manager,
    pack_pull,
    pack_window,
    unpack_act,
)
from words.leagues.desk import Desk
from words.leagues.epic_pages import stored_goods
from words.leagues.eve import trigger_text, triggers
from words.leagues.harnessing import lots_page, team_page
from words.leagues.lines import goods_text, offer_text
from words.leagues.names import DEVICES, KINDS, chariot_name, chariot_text, money, plain, whose
from words.shared.telling import called, joined
from words.shared.words import Choice, Controls, Menu, Option

LINES = 25
"""Of a menu."""

MOST_OFFERS = 10
"""Offers on one page, the newest."""

PAGES = ("deal", "loan", "offers", "mgr", "win", "bribes", "order", "lots", "stand", *epic_pages.PAGES)
SUMS = (100, 500, 1_000, 2_000, 5_000)
"""Sesterces that are offered: added to a price, lent, or put into an instruction."""

DUE = (100, 110, 125, 150, 200, 300)
"""The repayments of a loan on offer, in per cent of the sum (R-G51)."""

TRADING = ("stable", "eve", "race", "protest", "gap")


def doors(desk: Desk) -> tuple[Choice, ...]:
    """Return the buttons under the own stable: each opens a page on which there is something to do now."""
    found = []
    window = open_window(desk.view)
    if window is not None:
        found.append(Choice("Bet in the race", "plan", f"win-{window}", "primary"))
    if desk.bribes:
        found.append(Choice("My bribes", "plan", "bribes"))
    if desk.own in desk.view.may_protest:
        found.append(Choice("Let it stand", "plan", "stand", "primary"))
    if desk.view.phase == "auction" and desk.view.debtor == desk.own and desk.view.options.campaign == "classic":
        found.append(Choice("My lots", "plan", "lots", "primary"))
    if desk.mine.to_arrange:
        found.append(Choice("Arrange a team", "plan", "order"))
    if desk.mine.offers or _debts(desk):
        found.append(Choice("Offers and debts", "plan", "offers", "primary" if _to_me(desk) else "secondary"))
    if desk.view.phase in TRADING and _partners(desk):
        found += [Choice("Deal", "plan", "deal"), Choice("Lend", "plan", "loan")]
    found += epic_pages.doors(desk) if desk.view.options.campaign == "epic" else ()
    found.append(Choice("My manager", "plan", pack_manager(desk.mine.manager)))
    return tuple(found)


def page(desk: Desk, code: str) -> Controls:
    """Return a page of a member's business.

    :raises Refused: if there is no such page: of another version, or made up.
    """
    kind = code.split("-", maxsplit=1)[0]
    if kind not in PAGES:
        raise Refused(GameReason.NOT_A_PLAN, at=code[:40], place=1, expected="a button of this message")
    return _PAGES[kind](desk, code)


def pictured(code: str) -> int | None:
    """Return the match whose card belongs to a page; ``None`` for pages without a picture."""
    return match_pages.seen(code)


OF_DUELS = (DuelOffered, DuelAgreed, DuelNamed, DuelEnded)
"""Facts after which a member looks at duels, though the act is one of all matches."""


def page_after(code: str, facts: Sequence[Fact] = ()) -> str:
    """Return the page that shows the result of a code: its own if it has one, else the offers.

    :param facts: that it brought.
    """
    kind = code.split("-", maxsplit=1)[0]
    if any(isinstance(each, OF_DUELS) for each in facts):
        return "duels"
    if (bets_on := side_pages.after(code)) is not None:
        return bets_on
    if kind in epic_pages.AFTER:
        return epic_pages.AFTER[kind]
    return {"mgr": code, "lots": "lots", "stand": "stand", "order": "-".join(code.split("-")[:2])}.get(kind, "offers")


def _row(*choices: Choice) -> tuple[tuple[Choice, ...], ...]:
    return (choices,) if choices else ()


def _menus(*menus: Menu) -> tuple[Menu, ...]:
    return tuple(menu for menu in menus if menu.options)


def _options(options: Iterable[Option], now: str) -> tuple[Option, ...]:
    """Return the lines that change the draft, each once, as far as a button can hold them."""
    found = {each.code: each for each in options if len(each.code) <= MOST and each.code != now}
    return tuple(found.values())[:LINES]


# Deals and loans


def _partners(desk: Desk) -> list[StableView]:
    """Return the stables that the member can deal with: active stables of people (H.10)."""
    return [
        each for each in desk.view.stables if each.number != desk.own and each.status == "active" and not each.is_house
    ]


def _partner_menu(desk: Desk, kind: str) -> Menu:
    options = [
        Option(plain(desk.names, each.number), f"{kind}-{each.number}", f"Cash {money(each.cash)}")
        for each in _partners(desk)
    ]
    return Menu("partner", "With whom?", tuple(options[:LINES]))


def _deal(desk: Desk, code: str) -> Controls:
    """Draw up an offer: the other side, your goods, and theirs (H.6)."""
    if code == "deal":
        text = (
            "Goods and money for goods and money. The other side sees your offer at once, and accepts or declines it."
        )
        return Controls("A deal", text, "", "", menus=_menus(_partner_menu(desk, "deal")))
    offer = unpack_act(code)
    assert isinstance(offer, OfferDeal)
    other = _partner(desk, offer.to)
    name = called(desk.names, offer.to)
    lines = [
        f"With {name}.",
        f"You give: **{goods_text(offer.gives)}**",
        f"You get: **{goods_text(offer.takes)}**",
        "-# Each side gives something, and one of them more than money. Choose a line again to take it out.",
    ]
    mine = desk.mine.stable
    menus = _menus(
        Menu("gives", "You give", _options(_goods(desk, offer, mine, other, is_mine=True), code)),
        Menu("takes", "You get", _options(_goods(desk, offer, other, mine, is_mine=False), code)),
        Menu("money", "Money", _options(_prices(offer), code)),
    )
    is_whole = offer.gives != Goods() and offer.takes != Goods()
    row = _row(
        *([Choice("Offer it", "answer", code, "success")] if is_whole else []), Choice("Start over", "plan", "deal")
    )
    return Controls("A deal", "\n".join(lines), "", "", row, menus=menus)


def _partner(desk: Desk, number: EntryId) -> StableView:
    found = next((each for each in _partners(desk) if each.number == number), None)
    if found is None:
        raise Refused(GameReason.NOT_A_PLAN, at=f"stable {number}", place=1, expected="a stable of this menu")
    return found


def _goods(desk: Desk, offer: OfferDeal, giver: StableView, taker: StableView, *, is_mine: bool) -> Iterator[Option]:
    """Yield what one side can give: whole chariots, and parts that replace a loss of the other side (R-G31)."""
    side = offer.gives if is_mine else offer.takes
    entered = [each.chariot for each in desk.view.entries]

    def option(label: str, changed: Goods) -> Option:
        gives, takes = (changed, offer.takes) if is_mine else (offer.gives, changed)
        return Option(label, pack_deal(offer.to, gives, takes))

    for chariot in giver.chariots:
        number = chariot.number
        if number in entered or taker.role == "better":
            continue
        is_in = number in side.chariots
        chariots = tuple(n for n in side.chariots if n != number) if is_in else (*side.chariots, number)
        label = f"{'Not ' if is_in else ''}{chariot_text(desk.view, number)}"
        yield option(label[:1].upper() + label[1:], msgspec.structs.replace(side, chariots=chariots))
    is_epic = desk.view.options.campaign == "epic"
    named = stored_goods(giver) if is_epic else _parts_named(giver, taker, entered)
    for part, label in named:
        is_in = part in side.parts
        parts = tuple(each for each in side.parts if each != part) if is_in else (*side.parts, part)
        shown = f"Not {label}" if is_in else f"{label[:1].upper()}{label[1:]}"
        yield option(shown, msgspec.structs.replace(side, parts=parts))


def _parts_named(giver: StableView, taker: StableView, entered: Sequence[int]) -> Iterator[tuple[Part, str]]:
    for part in _parts(giver, taker, entered):
        yield part, f"the {part.kind} of {chariot_name(part.of)}, for {chariot_name(part.into)}"


def _parts(giver: StableView, taker: StableView, entered: Sequence[int]) -> Iterator[Part]:
    """Yield the parts of one stable that replace a loss of the other, as the member sees both."""
    sources = [each for each in giver.chariots if each.number not in entered]
    for into in taker.chariots:
        if into.number in entered:
            continue
        for source in sources:
            yield from (part for kind in _losses(into) for part in _fitting(kind, source, into))


def _losses(chariot: ChariotView) -> Iterator[PartKind]:
    if chariot.driver is None or chariot.driver.hits < chariot.driver.boxes:
        yield "driver"
    if not chariot.has_car:
        yield "car"
    if chariot.team is None or any(not each.is_alive for each in chariot.team.horses):
        yield "team"
    if chariot.team is not None and any(not each.is_alive for each in chariot.team.horses):
        yield "horse"


def _fitting(kind: PartKind, source: ChariotView, into: ChariotView) -> Iterator[Part]:
    if kind == "driver" and source.driver is not None and source.driver.hits:
        yield Part("driver", source.number, into.number)
    elif kind == "car" and source.has_car and source.car == into.car:
        yield Part("car", source.number, into.number)
    elif source.team is None:
        return
    elif kind == "team" and all(each.is_alive for each in source.team.horses):
        yield Part("team", source.number, into.number)
    elif kind == "horse" and into.team is not None:
        place = next(n for n, each in enumerate(into.team.horses, start=1) if not each.is_alive)
        for horse, each in enumerate(source.team.horses, start=1):
            if each.is_alive:
                yield Part("horse", source.number, into.number, horse, place)


def _prices(offer: OfferDeal) -> Iterator[Option]:
    replace = msgspec.structs.replace
    for more in SUMS:
        gives, takes = replace(offer.gives, money=offer.gives.money + more), replace(offer.takes, money=0)
        yield Option(f"You pay {money(gives.money)}", pack_deal(offer.to, gives, takes))
    for more in SUMS:
        gives, takes = replace(offer.gives, money=0), replace(offer.takes, money=offer.takes.money + more)
        yield Option(f"You get {money(takes.money)}", pack_deal(offer.to, gives, takes))
    yield Option("No money", pack_deal(offer.to, replace(offer.gives, money=0), replace(offer.takes, money=0)))


def _loan(desk: Desk, code: str) -> Controls:
    """Draw up a loan: the borrower, the sum, the sum due, and the event after which it is due (21.2, R-G51)."""
    parts = code.split("-")
    if len(parts) == 1:
        text = "You lend, and the program collects at the reckoning. The whole sum changes hands at once."
        return Controls("A loan", text, "", "", menus=_menus(_partner_menu(desk, "loan")))
    first, last = max(1, desk.view.event), desk.view.options.events
    code = code if len(parts) == 5 else f"loan-{parts[1]}-5-6-{min(first + 1, last)}"
    loan = unpack_act(code)
    assert isinstance(loan, OfferLoan)
    _partner(desk, loan.to)
    lines = [
        f"You lend {called(desk.names, loan.to)} **{money(loan.sum)}**.",
        f"**{money(loan.due)}** fall due after event {loan.after}.",
        f"-# You have {money(desk.mine.stable.cash)}. Your offer binds nobody until it is accepted.",
    ]

    def option(label: str, amount: int, due: int, after: int) -> Option:
        return Option(label, f"loan-{loan.to}-{amount // 100}-{due // 100}-{after}")

    share = max(100, loan.due * 100 // loan.sum)
    sums = [option(f"Lend {money(each)}", each, _due(each, share), loan.after) for each in SUMS]
    dues = [
        option(f"{money(_due(loan.sum, each))} fall due", loan.sum, _due(loan.sum, each), loan.after) for each in DUE
    ]
    dates = [option(f"Due after event {n}", loan.sum, loan.due, n) for n in range(first, last + 1)]
    menus = _menus(
        Menu("sum", "How much?", _options(sums, code)),
        Menu("due", "What falls due?", _options(dues, code)),
        Menu("after", "When?", _options(dates, code)),
    )
    row = _row(Choice("Offer it", "answer", code, "success"), Choice("Somebody else", "plan", "loan"))
    return Controls("A loan", "\n".join(lines), "", "", row, menus=menus)


def _due(amount: int, share: int) -> int:
    """Return a share of a sum in whole hundreds, rounded up, so that it stays within the rules."""
    return min(3 * amount, -(-amount * share // 10_000) * 100)


def _to_me(desk: Desk) -> list[int]:
    return [each.number for each in desk.mine.offers if each.to == desk.own]


def _debts(desk: Desk) -> list[int]:
    return [each.number for each in desk.view.loans if each.borrower == desk.own and each.state == "open"]


def _offers(desk: Desk, _code: str) -> Controls:
    """List offers that are open and debts that can be paid early."""
    lines, choices = list[str](), list[Choice]()
    if len(desk.mine.offers) > MOST_OFFERS:
        lines.append(f"-# {len(desk.mine.offers) - MOST_OFFERS} older offers show when these are answered.")
    for offer in desk.mine.offers[-MOST_OFFERS:]:
        lines.append(offer_text(offer, desk.names))
        if offer.to == desk.own:
            choices.append(Choice(f"Accept {offer.number}", "answer", f"accept-{offer.number}", "success"))
        verb = "Decline" if offer.to == desk.own else "Withdraw"
        choices.append(Choice(f"{verb} {offer.number}", "answer", f"decline-{offer.number}"))
    for number in _debts(desk):
        loan = next(each for each in desk.view.loans if each.number == number)
        lines.append(f"📜 You owe {called(desk.names, loan.lender)} {money(loan.owed)} after event {loan.after}.")
        choices.append(Choice(f"Repay loan {number}", "answer", f"repay-{number}"))
    rows = tuple(tuple(choices[n : n + 5]) for n in range(0, min(len(choices), 20), 5))
    return Controls("Offers and debts", "\n".join(lines) or "No offer is open, and you owe nobody.", "", "", rows)


# The manager


_MENDING: Mapping[str, str] = {
    "nothing": "mends nothing", "one": "mends what one chariot needs to start", "all": "mends everything",
}  # fmt: skip
_TRAINING: Mapping[str, str] = {
    "save": "saves experience", "driver": "trains drivers", "speed": "trains horses' speed",
    "endurance": "trains endurance",
}  # fmt: skip


def _manager(_desk: Desk, code: str) -> Controls:
    """Draw up standing instructions: they answer where the owner does not (H.4)."""
    told = unpack_act(code)
    assert isinstance(told, Instruct)
    manager = msgspec.structs.replace(told.manager, prefers=())
    guards = [f"{money(each)} against {kind}" for kind, each in zip(KINDS, manager.security, strict=True) if each]
    enters = {0: "no chariot", 1: "the best chariot", 2: "the two best chariots"}[manager.entries]
    lines = [
        "If you don't answer, your manager decides. Your manager never bids, deals, borrows or plots.",
        f"🏇 enters {enters}",
        f"🪙 bets {money(manager.own_bet)} on the first of them",
        f"🛡️ {joined(guards) if guards else 'hires no guards'}",
        f"🔧 {_MENDING[manager.mending]}",
        f"🎓 {_TRAINING[manager.training]}",
    ]
    replace = msgspec.structs.replace
    racing = [replace(manager, entries=n) for n in (0, 1, 2)] + [
        replace(manager, own_bet=each) for each in (100, *SUMS[1:4])
    ]
    guarding = [replace(manager, security=(each,) * 3) for each in (0, 100, 300, 500)]
    work = [replace(manager, mending=each) for each in MENDING] + [replace(manager, training=each) for each in TRAINING]
    now = pack_manager(manager)
    menus = _menus(
        Menu("racing", "Racing and betting", _told(manager, racing, now)),
        Menu("guards", "Guards", _told(manager, guarding, now)),
        Menu("work", "Mending and training", _told(manager, work, now)),
    )
    row = _row(Choice("Tell my manager", "answer", now, "success"))
    return Controls("My manager", "\n".join(lines), "", "", row, menus=menus)


def _told(now: Manager, changed: Iterable[Manager], code: str) -> tuple[Option, ...]:
    return _options([Option(_changed(now, each), pack_manager(each)) for each in changed], code)


def _changed(now: Manager, new: Manager) -> str:
    """Return the first change in new instructions to the manager."""
    if new.entries != now.entries:
        return f"Enter {new.entries or 'no'} chariot{'' if new.entries == 1 else 's'}"
    if new.own_bet != now.own_bet:
        return f"Bet {money(new.own_bet)} on your own chariot"
    if new.security != now.security:
        return f"{money(new.security[0])} against each: {', '.join(KINDS)}" if any(new.security) else "No guards"
    if new.mending != now.mending:
        return _MENDING[new.mending].capitalize()
    return _TRAINING[new.training].capitalize()


# During the race


def open_window(view: LeagueView) -> int | None:
    """Return the round of bets that is open (26.3); ``None`` if there is none."""
    return next((number for number, is_open in view.windows.items() if is_open), None)


def _window(desk: Desk, code: str) -> Controls:
    """Draw up bets in the race: on a faction no more than the first bets on it (26.3, R-G11)."""
    window = open_window(desk.view)
    if window is None:
        text = "No bets are taken now. A round opens after the leader's first lap, and after the second."
        return Controls("Bets in the race", text, "", "")
    parts = code.split("-")
    if len(parts) > 2 and parts[1] == str(window):
        drawn = unpack_act(code)
        assert isinstance(drawn, BetInWindow)
        stakes = {each.chariot: each.sum for each in drawn.stakes}
    else:
        stakes = {each.chariot: each.sum for each in desk.mine.window_stakes.get(window, ())}
    lines = [
        f"Lap {window} is run. Bet again on stables you backed before the race, on each no more than then. (26.3)",
        *(
            f"🪙 {money(each)} on {chariot_text(desk.view, n)}, at {desk.view.odds.get(n, 0)}:1"
            for n, each in stakes.items()
        ),
        f"-# You have {money(desk.mine.stable.cash)}. The odds stay as they are.",
    ]
    most = _room_in_window(desk.view, desk.own, stakes)
    if not most:
        lines.append("You backed nobody before the race, so there is nothing to add to.")
    now = pack_window(window, _stakes(stakes))
    options = [_raised(desk, window, stakes, number, each) for number, each in most.items()]
    row = _row(Choice("Bet", "answer", now, "success")) if most else ()
    return Controls(
        "Bets in the race", "\n".join(lines), "", "", row, menus=_menus(Menu("bets", "Bet on", tuple(options[:LINES])))
    )


def _room_in_window(view: LeagueView, own: EntryId, stakes: Mapping[int, int]) -> dict[int, int]:
    """Return the most for each chariot with odds, beside the *stakes* on its stablemates (26.3, R-G11); none of 0."""
    first = {each.chariot: each.sum for each in view.stakes.get(own, ())}
    found = {}
    for entry in view.entries:
        mates = {each.chariot for each in view.entries if entry.stable is not None and each.stable == entry.stable}
        allied = mates | {entry.chariot}
        on_mates = sum(stakes.get(each, 0) for each in allied - {entry.chariot})
        found[entry.chariot] = sum(first.get(each, 0) for each in allied) - on_mates
    return {chariot: most for chariot, most in found.items() if most > 0 and chariot in view.odds}


def _raised(desk: Desk, window: int, stakes: Mapping[int, int], number: int, most: int) -> Option:
    """Return the option that raises the bet on a chariot; after the highest, the one that takes it off."""
    before = stakes.get(number, 0)
    amount = next((each for each in (*range(100, most, max(100, most // 400 * 100)), most) if each > before), 0)
    code = pack_window(window, _stakes({**stakes, number: amount}))
    label = f"{money(amount) if amount else 'Nothing'} on {chariot_text(desk.view, number)}"
    return Option(label, code, f"{whose(desk.view, number, desk.names)}, at most {money(most)}"[:100])


def _stakes(stakes: Mapping[int, int]) -> list[Stake]:
    return [Stake(number, each) for number, each in sorted(stakes.items()) if each]


def _spared(desk: Desk, plot: Plot) -> str:
    """Return the stable that a bribed driver spares: the payer's, or the one that a bettor has named (R-G7)."""
    spared = None if plot.spares is None else EntryId(plot.spares)
    return "you" if spared is None or spared == desk.own else plain(desk.names, spared)


def _bribes(desk: Desk, _code: str) -> Controls:
    """List the waiting bribes with their triggers; reveal one, or change its trigger (R-G35)."""
    if not desk.bribes:
        return Controls("My bribes", "No bribe of yours waits in this race.", "", "")
    lines, choices, menus = list[str](), list[Choice](), list[Menu]()
    for chariot, plot in desk.bribes:
        what, spared = DEVICES[plot.device].capitalize(), _spared(desk, plot)
        when = trigger_text(plot.trigger, spared)
        lines.append(f"🌑 {what} for {chariot_text(desk.view, chariot)}, {money(plot.sum)}: shown {when}.")
        choices.append(Choice("Show it", "answer", pack_pull(plot.number, None), "primary"))
        options = [
            Option(f"Show it {trigger_text(each, spared)}", pack_pull(plot.number, each), what)
            for each in triggers(desk.view)
            if each != plot.trigger
        ]
        asked = f"Bribe for {chariot_text(desk.view, chariot)}: when?"
        menus.append(Menu(f"bribe{plot.number}", asked, tuple(options)))
    lines.append(
        "-# Shown by hand, it comes as the next turn begins; in a race move by move, before the driver decides again."
    )
    lines.append("-# A bribe that never comes to light is money lost. Shown, everybody learns who paid.")
    return Controls("My bribes", "\n".join(lines), "", "", _row(*choices[:5]), menus=tuple(menus[:4]))


def _stand(desk: Desk, _code: str) -> Controls:
    """Let an owner say that the race may stand as it is; with the last one the reckoning comes (H.3, L-43)."""
    view, held = desk.view, "race" if desk.view.gala is None else "gala"
    title = f"Let the {held} stand"
    if view.phase != "protest":
        return Controls(title, "No race waits for protests now. **Paper** tells how the last one was reckoned.", "", "")
    waiting = joined([called(desk.names, each) for each in view.may_protest])
    if desk.own not in view.may_protest:
        said = f"You let the {held} of event {view.event} stand. It waits for {waiting}, or for the deadline."
        return Controls(title, said, "", "")
    text = (
        f"The {held} of event {view.event} came home. It stands by itself as the time for protests ends, and the paper "
        "comes. Something wrong? Then object: the host decides. In a hurry? Let it stand; once all owners have, the "
        "paper comes at once.\n"
        f"-# Not pressed yet: {waiting}. With the last press bets are paid. There is no way back."
    )
    row = _row(
        Choice("Let it stand", "answer", f"stand-{view.event}", "success"),
        Choice("Object", "answer", f"object-{view.event}", "danger"),
    )
    return Controls(title, text, "", "", row)


def _lots(desk: Desk, code: str) -> Controls:
    """Let a debtor choose the first goods in the auction of their stable (R-G32)."""
    if desk.view.phase != "auction" or desk.view.debtor != desk.own:
        return Controls("My lots", "Nothing of yours is auctioned now.", "", "")
    return lots_page(desk.view, code)


_PAGES: Mapping[str, Callable[[Desk, str], Controls]] = {
    "deal": _deal,
    "loan": _loan,
    "offers": _offers,
    "mgr": _manager,
    "win": _window,
    "bribes": _bribes,
    "order": lambda desk, code: team_page(desk.mine, desk.view, code),
    "lots": _lots,
    "stand": _stand,
    **epic_pages.PAGES,
}

ACTS_IN_MENUS = ("pull",)
"""Lines of menus that are done at once; all others lead to a page."""
