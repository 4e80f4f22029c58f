"""Sheets as short codes for buttons and menus, and as they are typed."""

import re
from collections.abc import Mapping

import msgspec

from engine.leagues.words.arena_sheets import GalaEntries, GalaEve
from engine.leagues.words.epic_sheets import AuctionDay, BidSheet
from engine.leagues.words.sheets import Bid, Bids, Entries, Eve, EveOfRace, Founding, Plan, StableDay
from engine.leagues.words.state import Allotment, Stake
from engine.plots import BRIBES, Device, Trigger, When
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import EntryId
from words.leagues import bid_codes, bidding_typed, gala_codes, typed
from words.leagues.names import chariot_name

STEP = 100
"""Sesterces of one step in a code."""

DEVICES: Mapping[str, Device] = {"n": "no attack", "s": "slow", "d": "drug", "w": "sabotage"}
LETTERS: Mapping[Device, str] = {device: letter for letter, device in DEVICES.items()}
MANAGER, NOTHING = "manager", "none"
_STAKE = re.compile(r"b(\d{1,4})x(\d{1,6})")
_PLAN = re.compile(r"d([nsdw])(\d{1,4})([xy]\d{1,7})((?:h|e|[tl]\d{1,3})?)((?:p\d{1,3})?)((?:o[1-4]{1,4})?)(m?)(i?)")
_GUARDS = re.compile(r"g(\d{1,6})x(\d{1,6})x(\d{1,6})")
_ODD_GUARDS = re.compile(r"k(\d{1,7})x(\d{1,7})x(\d{1,7})")
TRIGGERS: Mapping[str, When] = {"h": "by hand", "e": "leads", "t": "turn", "l": "lap"}
_WHEN: Mapping[When, str] = {when: letter for letter, when in TRIGGERS.items()}
FIRST_ATTACK = Trigger("first attack")
"""The trigger of a bribe whose code names none."""

_BID = re.compile(r"(\d{1,3})x(\d{1,6})x(\d{1,4})x(\d)")


def pack(answer: Answer) -> str:
    """Return a sheet as a code of [a-z0-9-]; :func:`unpack` is the way back.

    >>> pack(Entries((3, 1))), pack(Eve((Stake(3, 500),), guards=(100, 0, 200)))
    ('ent-3-1', 'eve-b3x5-g1x0x2')
    """
    if isinstance(answer, Founding):
        return "-".join(["fnd", *("".join(map(str, each.points)) for each in answer.points)])
    if isinstance(answer, Entries):
        chosen = [MANAGER] if answer.by_manager else [str(each) for each in answer.chariots] or [NOTHING]
        return "-".join(["ent", *chosen])
    if isinstance(answer, BidSheet | GalaEntries | GalaEve):
        return bid_codes.pack(answer) if isinstance(answer, BidSheet) else gala_codes.pack(answer)
    if isinstance(answer, Bids):
        bids = [f"{each.lot}x{each.most // STEP}x{each.into}x{each.place}" for each in answer.bids]
        return "-".join(["bid", *(bids or [NOTHING])])
    assert isinstance(answer, Eve)
    if answer.by_manager:
        return f"eve-{MANAGER}"
    parts = [f"b{each.chariot}x{each.sum // STEP}" for each in answer.stakes]
    parts += [_plan_code(each) for each in answer.plans]
    if any(each % STEP for each in answer.guards):
        parts.append("k" + "x".join(map(str, answer.guards)))
    elif any(answer.guards):
        parts.append("g" + "x".join(str(each // STEP) for each in answer.guards))
    return "-".join(["eve", *(parts or [NOTHING])])


def _plan_code(plan: Plan) -> str:
    """Return a plan's code, without the default values of :func:`plan_of`."""
    shown = trigger_code(plan.trigger) if plan.device in BRIBES else ""
    spared = "" if plan.spares is None else f"p{plan.spares}"
    order = "o" + "".join(map(str, plan.horses)) if plan.horses else ""
    details = f"{shown}{spared}{order}{'m' if plan.spread else ''}{'i' if plan.wheel == 'inside' else ''}"
    amount = f"y{plan.sum}" if plan.sum % STEP else f"x{plan.sum // STEP}"  # whole sesterces, or hundreds of them
    return f"d{LETTERS[plan.device]}{plan.chariot}{amount}{details}"


def trigger_code(trigger: Trigger) -> str:
    """Return the trigger that reveals a bribe, as a code; empty for the first attack.

    >>> trigger_code(Trigger("turn", 3)), trigger_code(Trigger())
    ('t3', 'h')
    """
    if trigger == FIRST_ATTACK:
        return ""
    return f"{_WHEN[trigger.when]}{trigger.number or ''}"


def trigger_of(code: str) -> Trigger:
    """Return the trigger of a code that :func:`trigger_code` wrote."""
    return Trigger(TRIGGERS[code[0]], int(code[1:] or 0)) if code else FIRST_ATTACK


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the sheet of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    kind, *parts = code.split("-")
    try:
        return (_UNPACK[kind](parts),)
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise Refused(GameReason.NOT_A_PLAN, at=code, place=1, expected="a button of this message") from error


def _founding(parts: list[str]) -> Founding:
    return Founding(tuple(_allotment(part) for part in parts))


def _allotment(part: str) -> Allotment:
    driver, car, team, endurance = (int(digit) for digit in part)
    return Allotment(driver, car, team, endurance)


def _entries(parts: list[str]) -> Entries:
    if parts == [MANAGER]:
        return Entries(by_manager=True)
    return Entries(() if parts == [NOTHING] else tuple(int(part) for part in parts))


def _eve(parts: list[str]) -> Eve:
    if parts == [MANAGER]:
        return Eve(by_manager=True)
    stakes, plans, guards = list[Stake](), list[Plan](), (0, 0, 0)
    for part in parts if parts != [NOTHING] else ():
        if match := _STAKE.fullmatch(part):
            stakes.append(Stake(int(match[1]), int(match[2]) * STEP))
        elif match := _PLAN.fullmatch(part):
            plans.append(_plan(match))
        elif part.startswith("k"):
            one, two, three = _numbers(_ODD_GUARDS, part)
            guards = one, two, three
        else:
            one, two, three = _numbers(_GUARDS, part)
            guards = one * STEP, two * STEP, three * STEP
    return Eve(tuple(stakes), tuple(plans), guards)


def _plan(match: re.Match[str]) -> Plan:
    device, chariot, amount, shown, spared, order, spread, inside = match.groups()
    plain = plan_of(DEVICES[device], int(chariot), int(amount[1:]) * (STEP if amount[0] == "x" else 1))
    return msgspec.structs.replace(
        plain,
        horses=tuple(int(digit) for digit in order[1:]),
        spread=bool(spread),
        wheel="inside" if inside else "outside",
        trigger=trigger_of(shown) if plain.device in BRIBES else Trigger(),
        spares=EntryId(int(spared[1:])) if spared else None,
    )


def _numbers(form: re.Pattern[str], part: str) -> list[int]:
    """:raises ValueError: if *part* is not of this form."""
    match = form.fullmatch(part)
    if match is None:
        raise ValueError(part)
    return [int(each) for each in match.groups()]


def plan_of(device: Device, chariot: int, amount: int) -> Plan:
    """Return a plan in its plainest form: a bribe that shows when the driver first attacks, drugs for all four."""
    return Plan(device, chariot, amount, trigger=FIRST_ATTACK if device in BRIBES else Trigger())


def _bids(parts: list[str]) -> Bids:
    bids = []
    for part in parts if parts != [NOTHING] else ():
        lot, most, into, place = _numbers(_BID, part)
        bids.append(Bid(lot, most * STEP, into, place))
    return Bids(tuple(bids))


def _maxima(parts: list[str]) -> BidSheet:
    return bid_codes.unpack("-".join(["lot", *parts]))


_UNPACK = {
    "fnd": _founding,
    "ent": _entries,
    "eve": _eve,
    "bid": _bids,
    "lot": _maxima,
    "men": gala_codes.entries,
    "gev": gala_codes.eve,
}


def _named_entries(question: StableDay, text: str) -> Entries:
    """Return the entries that a member typed, by the chariots' names."""
    own = {chariot_name(each).lower(): each for each in (*question.injuries, *question.cannot)}
    known = "|".join(sorted(map(re.escape, own), key=len, reverse=True))
    return Entries(tuple(own[each] for each in re.findall(rf"\b(?:{known})\b", text.lower())[:9]) if own else ())


def read(_view: object, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return the sheet that a member typed.

    :raises Refused: if it cannot be read.
    """
    numbers = re.findall(r"\d+", text)
    if ask.question.kind == "founding" and numbers and all(len(each) == 4 for each in numbers):
        return (_founding(numbers),)
    if isinstance(ask.question, StableDay):
        return (_named_entries(ask.question, text),)
    if isinstance(ask.question, EveOfRace):
        return (typed.eve(ask.question, text),)
    if isinstance(ask.question, AuctionDay):
        return (bidding_typed.read(ask.question, text),)
    expected = {"founding": "2200 2020 1012 1111 1021"}.get(ask.question.kind, "the buttons of this message")
    raise Refused(GameReason.NOT_A_PLAN, at=text, place=1, expected=expected)
