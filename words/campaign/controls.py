"""How a league's sheets are put to a member: a sentence, ready-made choices, the rest in at most three menus."""

from collections.abc import Sequence
from itertools import permutations

import msgspec

from engine.campaign.views import LeagueView, OwnView
from engine.campaign.words import charts
from engine.campaign.words.sheets import (
    Auction,
    Bid,
    Bids,
    Entries,
    Eve,
    EveOfRace,
    Founding,
    FoundStable,
    StableDay,
    sums,
)
from engine.campaign.words.state import Allotment, Stake
from engine.game import Answer, Ask, Refused
from engine.leagues import BRIBES, Device
from records.values import EntryId
from words.campaign.codes import pack, plan_of, unpack
from words.campaign.names import DEVICES, KINDS, chariot_of, chariot_text, money, owner_of
from words.shared.telling import Names, called, count, joined
from words.shared.words import Choice, Controls, Menu, Option

MOST = 25
"""Lines of a menu."""

STEADY: tuple[Allotment, ...] = charts.UNSAID
FAST = (
    Allotment(2, 0, 2, 0), Allotment(1, 0, 2, 1), Allotment(1, 0, 2, 1), Allotment(0, 0, 2, 2), Allotment(2, 0, 2, 0),
)  # fmt: skip
TOUGH = (
    Allotment(2, 1, 0, 1), Allotment(2, 1, 1, 0), Allotment(1, 1, 0, 2), Allotment(1, 2, 0, 1), Allotment(2, 0, 0, 2),
)  # fmt: skip
FOUNDINGS = (("Balanced stable", STEADY), ("Fast horses", FAST), ("Tough crews", TOUGH))
"""Ready-made stables, each sound."""

GUARDS = (0, 100, 300, 500, 1_000)
BETS = (100, 300, 500, 1_000, 2_000)
MOST_BETS = 4
"""On a sheet that is pressed together: a button's code has 60 characters."""


def controls(view: LeagueView, ask: Ask, names: Names, plan: str = "") -> Controls:
    """Return how *ask* is put to the member.

    :param plan: the code of the sheet as it is drawn up so far; empty at first.
    """
    question, own = ask.question, view.own[ask.entry]
    if isinstance(question, FoundStable):
        return _founding(names, ask)
    if isinstance(question, StableDay):
        return _stable_day(view, own, question)
    if isinstance(question, EveOfRace):
        return _eve(view, question, names, _drawn_up(plan, own, question))
    assert isinstance(question, Auction)
    return _auction(question, own)


def _founding(names: Names, ask: Ask) -> Controls:
    text = (
        f"{called(names, ask.entry)} gets five chariots and {money(10_000)}. One press founds a sound stable.\n"
        "-# Each chariot has 4 points for driver, car, team and endurance, 0 to 2 each. To choose them yourself, type "
        "five groups such as `2200`."
    )
    row = tuple(
        Choice(label, "answer", pack(Founding(points)), "primary" if points is STEADY else "secondary")
        for label, points in FOUNDINGS
    )
    return Controls(
        "Found your stable", text, "Driver, car, team, endurance: five times", "2200 2020 1012 1111 1021", (row,)
    )


def _stable_day(view: LeagueView, own: OwnView, question: StableDay) -> Controls:
    fit = list(question.injuries)
    head = f"You can start: {len(fit)} of {len(own.stable.chariots)}. Cash {money(own.stable.cash)}."
    lines = [head, *(_chariot_line(view, each.number, question) for each in own.stable.chariots)]
    best = _best(view, question)
    row = [Choice("Enter all that are fit", "answer", pack(Entries(best)), "success")] if best else []
    row += [Choice("Enter one", "answer", pack(Entries(best[:1])))] if len(best) > 1 else []
    row += [
        Choice("Stay out", "answer", pack(Entries())),
        Choice("Let my manager", "answer", pack(Entries(by_manager=True))),
    ]
    menu = _entries_menu(view, question)
    return Controls("Stable day", "\n".join(lines), "", "", (tuple(row),), "Choose who races", menu)


def _chariot_line(view: LeagueView, number: int, question: StableDay) -> str:
    found = chariot_of(view, number)
    assert found is not None
    if found.lacks:
        return f"🚫 {chariot_text(view, number)}: lacks {joined(list(found.lacks))}"
    assert found.team is not None
    hurt = f", hurt by {question.injuries[number]}" if question.injuries.get(number) else ""
    horses = "-".join(str(max(0, each.boxes - each.injury)) for each in found.team.horses)
    return f"✅ {chariot_text(view, number)}: horses {horses}, endurance {found.team.endurance}{hurt}"


def _best(view: LeagueView, question: StableDay) -> tuple[int, ...]:
    """Return the best chariots that may be entered, a second one only if it is healthy (22.4)."""
    chosen: list[int] = []
    while len(chosen) < charts.MOST_ENTRIES:
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


def _entries_menu(view: LeagueView, question: StableDay) -> tuple[Option, ...]:
    found = []
    for size in range(1, charts.MOST_ENTRIES + 1):
        for chosen in permutations(question.injuries, size):
            answer = Entries(chosen)
            try:
                question.verify(answer)
            except Refused:
                continue
            found.append(Option(" and ".join(chariot_text(view, each) for each in chosen), pack(answer)))
    return tuple(found[:MOST])


# The eve


def _drawn_up(plan: str, own: OwnView, question: EveOfRace) -> Eve:
    """Return the sheet as it is drawn up: from a menu, else what is sealed, else the least that must be bet."""
    if plan:
        (answer,) = unpack(plan)
        if isinstance(answer, Eve):
            return answer
    if own.sheet is not None:
        sealed = msgspec.json.decode(own.sheet, type=Eve)
        if not sealed.by_manager:
            return sealed
    return Eve((Stake(question.own[0], question.least_own),) if question.least_own else ())


def _eve(view: LeagueView, question: EveOfRace, names: Names, sheet: Eve) -> Controls:
    lanes = ", ".join(str(each.lane) for each in view.entries if each.stable == question.member)
    mine = f", yours in lane {lanes}" if lanes else ", none of them yours"
    lines = [
        f"{count(len(question.entered), 'chariot')} race{mine}. Cash {money(question.cash)}.",
        *_sheet_lines(view, sheet),
        f"-# Left after that: {money(question.cash - sheet.sum)}.",
    ]
    if fault := _fault(question, sheet):
        lines.append(fault)
    nothing = Eve((Stake(question.own[0], question.least_own),) if question.least_own else ())
    row = [
        *([] if fault else [Choice("Seal · Ready", "answer", pack(sheet), "success")]),
        *([Choice("Nothing, I'm ready", "answer", pack(nothing))] if sheet != nothing else []),
        Choice("Let my manager", "answer", pack(Eve(by_manager=True))),
    ]
    menus = (_bet_menu(view, question, sheet, names), _dark_menu(view, question, sheet, names), _guard_menu(sheet))
    return Controls(
        "Eve of the race", "\n".join(lines), "", "", (tuple(row),), menus=tuple(menu for menu in menus if menu.options)
    )


def _sheet_lines(view: LeagueView, sheet: Eve) -> list[str]:
    lines = [f"🪙 {money(each.sum)} on {chariot_text(view, each.chariot)}" for each in sheet.stakes]
    lines += [
        f"🌑 {DEVICES[each.device]} for {chariot_text(view, each.chariot)}: {money(each.sum)}" for each in sheet.plans
    ]
    guards = [f"{money(each)} against {kind}" for kind, each in zip(KINDS, sheet.guards, strict=True) if each]
    return lines + ([f"🛡️ {joined(guards)}"] if guards else [])


def _fault(question: EveOfRace, sheet: Eve) -> str:
    """Return what keeps a sheet from being sealed; empty if nothing does."""
    if sheet.sum > question.cash:
        return f"⚠️ That is {money(sheet.sum - question.cash)} more than you have. Take something out."
    own, others = sums(sheet.stakes, question.own)
    if question.own and question.own_bet and others > own:
        return f"⚠️ {money(others)} on others, and {money(own)} on your own: back your own with as much."
    try:
        question.verify(sheet)
    except Refused:
        return "⚠️ The rules do not allow this sheet. Take something out."
    return ""


def _bet_menu(view: LeagueView, question: EveOfRace, sheet: Eve, names: Names) -> Menu:
    """Return a menu that raises the bet on a chariot; after the highest it is taken off."""
    stakes = {each.chariot: each.sum for each in sheet.stakes}
    found = []
    for number in sorted(question.entered, key=lambda each: (each not in question.own, each)):
        steps = [each for each in BETS if each > stakes.get(number, 0)]
        amount = steps[0] if steps else (question.least_own if number in question.own[:1] else 0)
        bets = {**stakes, number: amount}
        new = Eve(tuple(Stake(each, bets[each]) for each in bets if bets[each]), sheet.plans, sheet.guards)
        whose = _whose(view, number, names)
        label = (
            f"{money(amount)} on {chariot_text(view, number)}" if amount else f"Nothing on {chariot_text(view, number)}"
        )
        if len(new.stakes) <= MOST_BETS:
            found.append(Option(label, pack(new), whose))
    return Menu("bet", "Bet on a chariot", tuple(found[:MOST]))


def _dark_menu(view: LeagueView, question: EveOfRace, sheet: Eve, names: Names) -> Menu:
    """Return a menu of what can be done to a rival: whom first, then by what and for how much."""
    if not sheet.plans:
        rivals = [each for each in question.entered if each not in question.own]
        first: Device = "drug"
        found = [
            Option(
                f"Against {chariot_text(view, each)}",
                pack(Eve(sheet.stakes, (plan_of(first, each, charts.MINIMUM[first]),), sheet.guards)),
                _whose(view, each, names),
            )
            for each in rivals
        ]
        return Menu("dark", "Dark business", tuple(found[:MOST]))
    plan = sheet.plans[0]
    spared = not question.own  # whoever has nothing in the race would have to name whom a bribe spares
    found = [
        Option(
            f"{DEVICES[device].capitalize()}, {money(charts.MINIMUM[device])}",
            _with(sheet, device, plan.chariot, charts.MINIMUM[device]),
        )
        for device in DEVICES
        if device != plan.device and not (spared and device == BRIBES[0])
    ]
    found += [
        Option(f"Spend {money(plan.sum + more)} on it", _with(sheet, plan.device, plan.chariot, plan.sum + more))
        for more in (500, 1_000, 2_000)
    ]
    found.append(Option("Leave it alone", pack(Eve(sheet.stakes, (), sheet.guards))))
    return Menu("dark", "Dark business: how, and for how much", tuple(found))


def _with(sheet: Eve, device: Device, chariot: int, amount: int) -> str:
    return pack(Eve(sheet.stakes, (plan_of(device, chariot, amount),), sheet.guards))


def _guard_menu(sheet: Eve) -> Menu:
    found = [
        Option(
            f"{money(each)} against each: {', '.join(KINDS)}" if each else "No guards",
            pack(Eve(sheet.stakes, sheet.plans, (each, each, each))),
        )
        for each in GUARDS
        if (each, each, each) != sheet.guards
    ]
    return Menu("guards", "Guards", tuple(found))


def _whose(view: LeagueView, number: int, names: Names) -> str:
    """Return whose a chariot is, for a line of a menu, which formats nothing."""
    owner: EntryId | None = owner_of(view, number)
    return "of nobody" if owner is None else names.get(owner, "").replace("*", "").replace("\\", "")[:100]


# Auctions


def _auction(question: Auction, own: OwnView) -> Controls:
    text = f"{count(len(question.lots), 'lot')} of a bankrupt's goods. Cash {money(own.stable.cash)}."
    found = []
    for lot in question.lots:
        gap = next((each for each in question.gaps if each.kind == lot.kind), None)
        for most in (charts.LOT_START, 500, 1_000, 2_000):
            if gap is not None and most <= question.cash:
                bid = Bids((Bid(lot.number, most, gap.chariot, gap.place),))
                found.append(Option(f"Lot {lot.number}, a {lot.kind}: up to {money(most)}", pack(bid)))
    row = (Choice("No bid", "answer", pack(Bids()), "success"),)
    return Controls("Auction", text, "", "", (row,), "Bid for a lot", tuple(found[:MOST]))


def taken(_view: LeagueView, answers: Sequence[Answer]) -> str:
    """Return what sheets say, after "Taken for ...: "."""
    return "; ".join(_taken(each) for each in answers)


def _taken(answer: Answer) -> str:
    if isinstance(answer, Entries):
        if answer.by_manager:
            return "your manager decides"
        return joined([f"chariot {each}" for each in answer.chariots]) or "nobody races"
    if isinstance(answer, Eve):
        if answer.by_manager:
            return "your manager decides"
        bets, dark = sum(each.sum for each in answer.stakes), answer.dark
        return f"{money(bets)} in bets" + (f", {money(dark)} in the dark" if dark else "")
    if isinstance(answer, Bids):
        return count(len(answer.bids), "bid")
    assert isinstance(answer, Founding)
    return "five chariots"
