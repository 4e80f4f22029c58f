"""The sheet of the eve: bets, dark business and guards, drawn up in menus before it is sealed (24 to 26)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from engine.leagues.epic_house import advised_eve
from engine.leagues.views import LeagueView, OwnView
from engine.leagues.words import charts
from engine.leagues.words.sheets import Eve, EveOfRace, Plan, sums
from engine.leagues.words.state import Stake
from engine.plots import BRIBES, Device, Trigger
from records.refusals import Refused
from words.leagues import typed
from words.leagues.codes import FIRST_ATTACK, pack, plan_of, unpack
from words.leagues.names import DEVICES, KINDS, chariot_text, money, plain, whose
from words.leagues.refusals import sentence
from words.shared.telling import Names, count, joined
from words.shared.words import Choice, Controls, Menu, Option

MOST = 25
"""Lines of a menu."""

LONGEST = 60
"""Characters of a button's code: a sheet whose code would be longer is not offered."""

BETS = (100, 300, 500, 1_000, 2_000)
GUARDS = (100, 300, 500, 1_000)
MORE = (500, 1_000, 2_000)
"""Sesterces that are offered."""

TRIGGERS: Sequence[Trigger] = (
    Trigger(), FIRST_ATTACK, Trigger("leads"), Trigger("turn", 2), Trigger("turn", 3), Trigger("turn", 5),
    Trigger("lap", 2), Trigger("lap", 3),
)  # fmt: skip
"""The triggers of a bribe, as a menu offers them."""

_FAMILIES: Mapping[Device, str] = {each: "bribe" if each in BRIBES else each for each in DEVICES}


def drawn_up(plan: str, own: OwnView, question: EveOfRace, view: LeagueView | None = None) -> Eve:
    """Return the draft of the sheet: from a menu, else the sealed one, else one with the least bet allowed.

    In the Epic campaign it begins with the bets that a house manager would make.

    :param view: the league as the member sees it.
    """
    if plan:
        (answer,) = unpack(plan)
        if isinstance(answer, Eve):
            return answer
    if own.sheet is not None:
        sealed = msgspec.json.decode(own.sheet, type=Eve)
        if not sealed.by_manager:
            return sealed
    if question.is_epic and view is not None and _fault(question, advised := advised_eve(view, question)) == "":
        return advised
    return _least(question)


def _least(question: EveOfRace) -> Eve:
    return Eve((Stake(question.own[0], question.least_own),) if question.least_own else ())


def controls(view: LeagueView, question: EveOfRace, names: Names, sheet: Eve) -> Controls:
    """Return the controls of the eve: the sheet so far, the money left, and the menus that change it."""
    lanes = [str(each.lane) for each in view.entries if each.stable == question.member]
    mine = f", yours in lane{'s' * (len(lanes) > 1)} {joined(lanes)}" if lanes else ", none of them yours"
    nothing = _least(question)
    lines = [f"{count(len(question.entered), 'chariot')} race{mine}. Cash {money(question.cash)}."]
    if question.least_own:
        lines.append(
            f"-# Every owner backs an own chariot, so {money(question.least_own)} on yours stand here from the start."
            " (26.1)"
        )
    if question.is_epic:
        back = "and the stake comes back" if view.options.stake_back else "and the stake does not come back"
        lines.append(f"-# A bet on the winner pays its odds times the stake, {back}. (II.5.3)")
        advised = advised_eve(view, question)
        if sheet == advised and sheet.stakes:
            lines.append("💡 A house manager would bet like this:")
        elif question.own and not advised.stakes:
            lines.append("💡 A house manager would bet nothing: unless others bet, a win pays the stake alone.")
    lines += _sheet_lines(view, sheet, names)
    lines += [f"-# Left after that: {money(question.cash - sheet.sum)}."] if sheet.sum else []
    if fault := _fault(question, sheet):
        lines.append(fault)
    row = [
        *([] if fault else [Choice("Seal · Ready", "answer", pack(sheet), "success")]),
        *([Choice("Nothing, I'm ready", "answer", pack(nothing))] if sheet != nothing else []),
        Choice("Let my manager", "answer", pack(Eve(by_manager=True))),
    ]
    menus = (
        Menu("bet", "Bet on a chariot", _fitting(sheet, _bets(view, question, sheet, names))),
        Menu("dark", "Dark business", _fitting(sheet, _dark(view, question, sheet, names))),
        Menu("how", "Dark business: how, and when", _fitting(sheet, _details(view, question, sheet, names))),
        Menu("guards", "Guards", _fitting(sheet, _guards(sheet)) if question.own or not question.is_epic else ()),
    )
    return Controls(
        "Bets and plans",
        "\n".join(lines),
        typed.LABEL,
        typed.example(question),
        (tuple(row),),
        menus=tuple(menu for menu in menus if menu.options),
    )


def _fitting(sheet: Eve, options: Iterable[Option]) -> tuple[Option, ...]:
    """Return the lines that change the sheet, each other change once."""
    found = {each.code: each for each in options if len(each.code) <= LONGEST and each.code != pack(sheet)}
    return tuple(found.values())[:MOST]


def _sheet_lines(view: LeagueView, sheet: Eve, names: Names) -> list[str]:
    lines = [f"🪙 {money(each.sum)} on {chariot_text(view, each.chariot)}" for each in sheet.stakes]
    lines += [
        f"🌑 {DEVICES[each.device]} for {chariot_text(view, each.chariot)}: {money(each.sum)}, {_how(each, names)}"
        for each in sheet.plans
    ]
    guards = [f"{money(each)} against {kind}" for kind, each in zip(KINDS, sheet.guards, strict=True) if each]
    return lines + ([f"🛡️ {joined(guards)}"] if guards else [])


def _how(plan: Plan, names: Names) -> str:
    return how_told(plan, None if plan.spares is None else plain(names, plan.spares))


def how_told(plan: Plan, spared: str | None) -> str:
    """Return how a plan is carried out, in a few words.

    :param spared: the stable that a bribe spares, if it is not the briber's own.
    """
    if plan.device in BRIBES:
        spares = f"; spares {spared}" if spared else ""
        return f"shown {trigger_text(plan.trigger, spared or 'you')}{spares}"
    if plan.device == "sabotage":
        return f"{plan.wheel} wheel"
    first = f"horse {plan.horses[0]} first" if plan.horses else "the fastest horse first"
    return "a point for each horse in turn" if plan.spread else first


def trigger_text(trigger: Trigger, spared: str = "you") -> str:
    """Return when a driver learns of a bribe, in words.

    :param spared: the target that reveals it: a bettor names another stable (R-G7).

    >>> trigger_text(Trigger("turn", 3)), trigger_text(Trigger())
    ('as turn 3 begins', 'when you press')
    """
    return {
        "by hand": "when you press",
        "first attack": f"at the first attack on {spared}",
        "leads": "as soon as it leads",
        "turn": f"as turn {trigger.number} begins",
        "lap": f"as lap {trigger.number} begins",
    }[trigger.when]


def _fault(question: EveOfRace, sheet: Eve) -> str:
    """Return the fault that keeps a sheet from being sealed; empty if there is none."""
    if sheet.sum > question.cash:
        return f"⚠️ That is {money(sheet.sum - question.cash)} more than you have. Take something out."
    own, others = sums(sheet.stakes, question.own)
    if question.own and question.own_bet and others > own:
        return f"⚠️ {money(others)} on others, and {money(own)} on your own: back your own with as much."
    try:
        question.verify(sheet)
    except Refused as refused:
        return f"⚠️ {sentence(refused)}"
    return ""


def _bets(view: LeagueView, question: EveOfRace, sheet: Eve, names: Names) -> Iterator[Option]:
    """Yield what raises the bet on a chariot; after the highest it is taken off."""
    stakes = {each.chariot: each.sum for each in sheet.stakes}
    for number in sorted(question.entered, key=lambda each: (each not in question.own, each)):
        steps = [each for each in BETS if each > stakes.get(number, 0)]
        amount = steps[0] if steps else (question.least_own if number in question.own[:1] else 0)
        bets = {**stakes, number: amount}
        new = msgspec.structs.replace(sheet, stakes=tuple(Stake(each, bets[each]) for each in bets if bets[each]))
        what = money(amount) if amount else "Nothing"
        yield Option(f"{what} on {chariot_text(view, number)}", pack(new), whose(view, number, names))


def _dark(view: LeagueView, question: EveOfRace, sheet: Eve, names: Names) -> Iterator[Option]:
    """Yield the dark business: first the rivals; then further devices, their prices, and the way out."""
    if not question.devices:
        return
    if not sheet.plans:
        first_device: Device = "drug" if "drug" in question.devices else question.devices[0]
        for each in question.entered:
            if each not in question.own:
                plan = plan_of(first_device, each, charts.MINIMUM[first_device])
                yield Option(f"Against {chariot_text(view, each)}", _with(sheet, [plan]), whose(view, each, names))
        return
    target = sheet.plans[0].chariot
    for device, words in DEVICES.items():
        others = [each for each in sheet.plans if _FAMILIES[each.device] != _FAMILIES[device]]
        if device in question.devices and device not in [each.device for each in sheet.plans]:
            first = _first_plan(question, device, target)
            if first is not None:
                yield Option(f"Add {words}, {money(first.sum)}", _with(sheet, [*others, first]))
    for plan in sheet.plans:
        for more in MORE:
            raised = msgspec.structs.replace(plan, sum=plan.sum + more)
            yield Option(f"{money(raised.sum)} for {DEVICES[plan.device]}", _changed(sheet, plan, raised))
        others = [each for each in sheet.plans if each is not plan]
        yield Option(f"No {DEVICES[plan.device].removeprefix('a ')}", _with(sheet, others))


def _first_plan(question: EveOfRace, device: Device, target: int) -> Plan | None:
    """Return a plan as it is drawn up first; ``None`` if there is nobody whom the bribe could spare (R-G7)."""
    plan = plan_of(device, target, charts.MINIMUM[device])
    if device != "no attack" or question.own:
        return plan
    spared = typed.spared(question, target)
    return msgspec.structs.replace(plan, spares=spared[0]) if spared else None


def _details(view: LeagueView, question: EveOfRace, sheet: Eve, names: Names) -> Iterator[Option]:
    """Yield the details of each plan: the moment of a bribe, the wheel, the horses (R-G26, R-G35)."""
    for plan in sheet.plans:
        for words, changed in _ways(view, question, plan, names):
            if changed != plan:
                yield Option(words, _changed(sheet, plan, changed), DEVICES[plan.device].capitalize())


def triggers(view: LeagueView) -> list[Trigger]:
    """Return the triggers that bribes may have in a league's races: only laps that are driven there."""
    return [each for each in TRIGGERS if each.when != "lap" or each.number <= view.options.laps]


def _ways(view: LeagueView, question: EveOfRace, plan: Plan, names: Names) -> Iterator[tuple[str, Plan]]:
    replace = msgspec.structs.replace
    if plan.device in BRIBES:
        spared = "you" if plan.spares is None else plain(names, plan.spares)
        for trigger in triggers(view):
            yield f"Show it {trigger_text(trigger, spared)}", replace(plan, trigger=trigger)
        if plan.spares is not None:
            for stable in typed.spared(question, plan.chariot):
                yield f"Spare {plain(names, stable)}", replace(plan, spares=stable)
    elif plan.device == "sabotage":
        for wheel in ("outside", "inside"):
            yield f"The {wheel} wheel", replace(plan, wheel=wheel)
    else:
        yield "The fastest horse first", replace(plan, horses=(), spread=False)
        for place in range(1, 5):
            yield f"Horse {place} first", replace(plan, horses=(place,), spread=False)
        yield "A point for each horse in turn", replace(plan, horses=(), spread=True)


def _changed(sheet: Eve, plan: Plan, changed: Plan) -> str:
    return _with(sheet, [changed if each is plan else each for each in sheet.plans])


def _with(sheet: Eve, plans: Sequence[Plan]) -> str:
    return pack(msgspec.structs.replace(sheet, plans=tuple(plans)))


def _guards(sheet: Eve) -> Iterator[Option]:
    """Yield guards against one kind of dark business each, against all of them, and none (25)."""
    for place, kind in enumerate(KINDS):
        for each in GUARDS:
            yield _guard(
                sheet, f"{money(each)} against {kind}", (*sheet.guards[:place], each, *sheet.guards[place + 1 :])
            )
    for each in GUARDS:
        yield _guard(sheet, f"{money(each)} against each: {', '.join(KINDS)}", (each, each, each))
    if any(sheet.guards):
        yield _guard(sheet, "No guards", (0, 0, 0))


def _guard(sheet: Eve, words: str, guards: tuple[int, ...]) -> Option:
    one, two, three = guards
    return Option(words, pack(msgspec.structs.replace(sheet, guards=(one, two, three))))
