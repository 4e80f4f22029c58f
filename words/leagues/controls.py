"""How a league's sheets are put to a member: a sentence, ready-made choices, the rest in menus."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product

import msgspec

from engine.leagues.bidding_preview import preview
from engine.leagues.views import LeagueView, OwnView
from engine.leagues.words import charts
from engine.leagues.words.arena_sheets import EveOfGala, GalaDay, GalaEntries, GalaEve
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.facts import Lot
from engine.leagues.words.options import START_MONEY, LeagueOptions
from engine.leagues.words.sheets import (
    Auction,
    Bid,
    Bids,
    Entries,
    Eve,
    EveOfRace,
    Founding,
    FoundStable,
    StableDay,
)
from engine.leagues.words.state import Allotment
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from words.leagues import bidding, eve, gala_sheets, stable_day
from words.leagues.codes import pack, unpack
from words.leagues.endurance import endurance_told, why_less
from words.leagues.names import built_text, chariot_name, chariot_of, money
from words.shared.telling import Names, called, capital, count, joined, ordinal
from words.shared.words import Choice, Controls, Menu, Option

MOST = 25
"""Lines of a menu."""

STEADY: tuple[Allotment, ...] = charts.UNSAID
FAST = (
    Allotment(2, 0, 2, 0), Allotment(1, 0, 2, 1), Allotment(1, 1, 2, 0), Allotment(1, 1, 1, 1), Allotment(2, 1, 0, 1),
)  # fmt: skip
TOUGH = (
    Allotment(2, 0, 1, 1), Allotment(2, 0, 2, 0), Allotment(1, 0, 1, 2), Allotment(1, 0, 2, 1), Allotment(2, 1, 1, 0),
)  # fmt: skip
ALLOTMENTS: tuple[Allotment, ...] = tuple(
    Allotment(*points)
    for points in product(range(charts.MOST_POINTS_OF_EACH, -1, -1), repeat=4)
    if sum(points) == charts.POINTS
)
"""All ways to build a chariot."""

FOUNDINGS = (("Balanced stable", STEADY), ("Fast horses", FAST), ("Tough crews", TOUGH))
"""Ready-made stables; none wins much more than its share of seasons (docs/balance.md)."""

BIDS = (100, 300, 500, 1_000, 2_000, 4_000)
LONGEST = 60
"""Most characters of a button's code: a menu leaves out choices with longer ones."""


def controls(view: LeagueView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return how *ask* is put to the member.

    :param plan: the code of the sheet as it is drawn up so far; empty at first.
    """
    question, own = ask.question, view.own[ask.entry]
    if isinstance(question, FoundStable):
        return _founding(view, names, ask, own, plan)
    if isinstance(question, StableDay):
        asked = stable_day.controls if view.options.campaign == "epic" else _stable_day
        return asked(view, own, question)
    if isinstance(question, EveOfRace):
        return eve.controls(view, question, names, eve.drawn_up(plan, own, question, view))
    if isinstance(question, GalaDay | EveOfGala):
        return _gala(view, names, question, own, plan)
    if isinstance(question, AuctionDay):
        return bidding.controls(view, names, question, own, plan)
    assert isinstance(question, Auction)
    return _auction(view, names, question, own, plan)


def _gala(view: LeagueView, names: Names, question: GalaDay | EveOfGala, own: OwnView, plan: str) -> Controls:
    if isinstance(question, GalaDay):
        return gala_sheets.entering(view, own, question, plan)
    return gala_sheets.betting(view, question, names, plan, own)


def _founding(view: LeagueView, names: Names, ask: Ask, own: OwnView, plan: str) -> Controls:
    chariots, at = _founding_drawn_up(plan, own)
    text = (
        f"{called(names, ask.entry)} gets five chariots and {money(START_MONEY)}. One press founds a sound stable, or "
        "build each chariot yourself: choose one, then how its 4 points are spent."
    )
    lines = [text, f"-# {what_pays(view.options)}"]
    if chariots is not None:
        lines += [f"{'▶️' if n == at else '▫️'} {n}: {built_text(each)}" for n, each in enumerate(chariots, 1)]
    ready = tuple(
        Choice(label, "answer", pack(Founding(points)), "primary" if points is STEADY else "secondary")
        for label, points in FOUNDINGS
        if points != chariots  # that is drawn up, and has its button
    )
    drawn = (Choice("Found these", "answer", pack(Founding(chariots)), "success"),) if chariots is not None else ()
    menus = _founding_menus(chariots or STEADY, at)
    return Controls("Found your stable", "\n".join(lines), "", "", (drawn + ready,), menus=menus)


def what_pays(options: LeagueOptions) -> str:
    """Return what wins money in a season: places bring experience, and bets pay (23.1, 26)."""
    prizes = [money(each) for each in options.prizes if each]
    purses = f" At its end the server may give {joined(prizes)} to the purses of the first three." if prizes else ""
    pays = "Prizes are experience, for the first four of a race; money comes from bets. Most cash wins the season."
    return f"{pays}{purses}"


def _founding_drawn_up(plan: str, own: OwnView) -> tuple[tuple[Allotment, ...] | None, int]:
    """Return the chariots as they are drawn up, none at first, and the number of the one that is being built."""
    if plan:
        code, _, at = plan.rpartition("-c")
        (drawn,) = unpack(code)
        if isinstance(drawn, Founding) and at.isdecimal() and 1 <= int(at) <= len(drawn.points):
            return drawn.points, int(at)
        raise Refused(GameReason.NOT_A_PLAN, at=plan, place=1, expected="a line of this menu")
    return (None if own.sheet is None else msgspec.json.decode(own.sheet, type=Founding).points), 1


def _founding_menus(chariots: tuple[Allotment, ...], at: int) -> tuple[Menu, ...]:
    """Return a menu of the chariots, and one of all ways to build the chosen one; the next one follows."""
    built = pack(Founding(chariots))
    which = [
        Option(f"Your {ordinal(n)} chariot", f"{built}-c{n}", built_text(each)) for n, each in enumerate(chariots, 1)
    ]
    ways = []
    for each in ALLOTMENTS:
        new = pack(Founding((*chariots[: at - 1], each, *chariots[at:])))
        ways.append(Option(built_text(each), f"{new}-c{min(at + 1, len(chariots))}"))
    return (
        Menu("chariot", "Choose a chariot to build", tuple(which)),
        Menu("points", f"Build your {ordinal(at)} chariot", tuple(ways)),
    )


_COUNTED = ("", "one", "two")  # as many as may be entered, at most


def _stable_day(view: LeagueView, own: OwnView, question: StableDay) -> Controls:
    fit = list(question.injuries)
    best = _best(view, question)
    which = f" The best: {joined([chariot_name(each) for each in best])}." if best else ""
    head = f"You can start: {len(fit)} of {len(own.stable.chariots)}. Cash {money(own.stable.cash)}.{which}"
    is_first = view.event > 1 and not own.stable.starts  # who joined late was asked no founding sheet
    pays = [f"-# {what_pays(view.options)}"] if is_first else []
    lines = [head, *pays, *(_chariot_line(view, each.number, question) for each in own.stable.chariots)]
    lines += why_less(view.options, own.stable.chariots)
    row = [Choice(f"Enter the best {_COUNTED[len(best)]}", "answer", pack(Entries(best)), "success")] if best else []
    row += [Choice("Enter one", "answer", pack(Entries(best[:1])))] if len(best) > 1 else []
    row += [
        Choice("Stay out", "answer", pack(Entries())),
        Choice("Let my manager", "answer", pack(Entries(by_manager=True))),
    ]
    menu = entries_menu(question)
    return Controls("Who races?", "\n".join(lines), "", "", (tuple(row),), "Choose who races", menu)


def _chariot_line(view: LeagueView, number: int, question: StableDay) -> str:
    found = chariot_of(view, number)
    assert found is not None
    if number not in question.injuries:
        return f"🚫 {chariot_name(number)}: lacks {joined(list(found.lacks))}"
    if found.team is None:
        return f"✅ {chariot_name(number)}"
    hurt = f" · hurt by {question.injuries[number]}" if question.injuries.get(number) else ""
    horses = "-".join(str(max(0, each.boxes - each.injury)) for each in found.team.horses)
    return f"✅ {chariot_name(number)}: {horses} · {endurance_told(view.options, found)}{hurt}"


def _best(view: LeagueView, question: StableDay) -> tuple[int, ...]:
    """Return the best chariots that may be entered, a second one only if it is healthy (22.4)."""
    chosen: list[int] = []
    while len(chosen) < question.most:
        possible = question.next_after(chosen)
        if not possible or (chosen and question.injuries[possible[0]]):
            break
        chosen.append(max(possible, key=lambda number: (_strength(view, number), -number)))
    return tuple(chosen)


def _strength(view: LeagueView, number: int) -> int:
    found = chariot_of(view, number)
    if found is None or found.team is None or found.driver is None:
        return 0
    return sum(each.boxes - each.injury for each in found.team.horses) + found.driver.modifier


def entries_menu(question: StableDay) -> tuple[Option, ...]:
    found = []
    for size in range(1, question.most + 1):
        for chosen in permutations(question.injuries, size):
            answer = Entries(chosen)
            try:
                question.verify(answer)
            except Refused:
                continue
            found.append(Option(" and ".join(chariot_name(each) for each in chosen), pack(answer)))
    return tuple(found[:MOST])


# Auctions


def _auction(view: LeagueView, names: Names, question: Auction, own: OwnView, plan: str) -> Controls:
    sheet = _bids_drawn_up(plan, own)
    lots = {lot.number: lot for lot in question.lots}
    seller = "A stable" if view.debtor is None else called(names, view.debtor)
    are = "is" if len(lots) == 1 else "are"
    lines = [f"{seller} can't pay a debt: {count(len(lots), 'lot')} {are} for sale. You have {money(question.cash)}."]
    lines += [
        f"🔨 {_lot_text(lots[bid.lot])}, for {chariot_name(bid.into)}: up to {money(bid.most)}" for bid in sheet.bids
    ]
    lines.append("-# The highest bid wins, at the second highest and 100s. A bid counts as far as your cash goes.")
    row = [Choice("Bid · Ready", "answer", pack(sheet), "success")] if sheet.bids else []
    row.append(Choice("No bid", "answer", pack(Bids()), "secondary" if sheet.bids else "success"))
    menu = Menu("bids", "Bid for a lot", tuple(_bid_options(question, sheet))[:MOST])
    return Controls("Auction", "\n".join(lines), "", "", (tuple(row),), menus=(menu,) if menu.options else ())


def _bids_drawn_up(plan: str, own: OwnView) -> Bids:
    """Return the draft of the bids: from a menu, else the sealed ones."""
    drawn = unpack(plan)[0] if plan else None
    if isinstance(drawn, Bids):
        return drawn
    return Bids() if own.sheet is None else msgspec.json.decode(own.sheet, type=Bids)


def _lot_text(lot: Lot) -> str:
    return f"lot {lot.number}, the {lot.kind} of {chariot_name(lot.of)}"


def _bid_options(question: Auction, sheet: Bids) -> Iterator[Option]:
    """Yield for each lot that fills a gap a button that raises the bid; after the highest, one that takes it back."""
    bids = {each.lot: each for each in sheet.bids}
    for lot in question.lots:
        others = tuple(each for each in sheet.bids if each.lot != lot.number)
        taken = {(each.into, each.place) for each in others}
        fits = [each for each in question.gaps if (each.kind, each.car) == (lot.kind, lot.car)]
        gap = next((each for each in fits if (each.chariot, each.place) not in taken), None)
        if gap is None:
            continue
        before = bids[lot.number].most if lot.number in bids else 0
        most = next((each for each in BIDS if before < each <= question.cash), 0)
        if most:
            code = pack(Bids((*others, Bid(lot.number, most, gap.chariot, gap.place))))
            text = f"{capital(_lot_text(lot))}: up to {money(most)}"
        else:
            code, text = pack(Bids(others)), f"No bid for lot {lot.number}"
        if (most or before) and len(code) <= LONGEST:
            yield Option(text, code, f"For your {chariot_name(gap.chariot)}")


def taken(view: LeagueView, answers: Sequence[Answer]) -> str:
    """Return the contents of sheets, for the words after "Taken for ...: "."""
    return "; ".join(_taken_for_gala(view, each) or _taken(each) + _left_out(view, each) for each in answers)


def _taken_for_gala(view: LeagueView, answer: Answer) -> str:
    if isinstance(answer, GalaEve):
        return f"{money(answer.sum)} in bets"
    if not isinstance(answer, GalaEntries):
        return ""
    if answer.by_manager:
        return "your manager decides"
    known = {man.number: man.name for own in view.own.values() for man in own.stable.gladiators}
    return joined([known.get(each.man, "a gladiator") for each in answer.men]) or "nobody fights"


def _left_out(view: LeagueView, answer: Answer) -> str:
    """Return which lots of a sheet the money does not reach, if all of its maxima hold."""
    own = next(iter(view.own.values()), None)
    if own is None or not isinstance(answer, BidSheet) or answer.wanted is not None:
        return ""
    dropped = preview(AuctionDay(own.stable.cash, tuple(view.catalogue)), answer).dropped
    lots = joined([f"lot {each}" for each in dropped])
    return f" (if all your maxima hold, your money ends before {lots})" if dropped else ""


def _taken(answer: Answer) -> str:
    if isinstance(answer, Entries):
        if answer.by_manager:
            return "your manager decides"
        return joined([chariot_name(each) for each in answer.chariots]) or "nobody races"
    if isinstance(answer, Eve):
        if answer.by_manager:
            return "your manager decides"
        bets, dark = sum(each.sum for each in answer.stakes), answer.dark
        return f"{money(bets)} in bets" + (f", {money(dark)} in the dark" if dark else "")
    if isinstance(answer, BidSheet | Bids):
        many = len(answer.lines if isinstance(answer, BidSheet) else answer.bids)
        return count(many, "bid") if many else "no bid"
    assert isinstance(answer, Founding)
    return "five chariots"
