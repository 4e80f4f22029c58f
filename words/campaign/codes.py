"""Sheets and acts as short codes for buttons and menus, and sheets as they are typed."""

import re
from collections.abc import Callable, Mapping

from engine.campaign.words.acts import (
    AskHelp,
    BuyCar,
    BuyDriver,
    BuyHorse,
    BuyTeam,
    TrainDriver,
    TrainEndurance,
    TrainHorse,
)
from engine.campaign.words.sheets import Bid, Bids, Entries, Eve, Founding, Plan
from engine.campaign.words.state import Allotment, Stake
from engine.game import Answer, Ask, Reason, Refused
from engine.leagues import BRIBES, Device, Trigger

STEP = 100
"""Sesterces of one step in a code."""

DEVICES: Mapping[str, Device] = {"n": "no attack", "s": "slow", "d": "drug", "w": "sabotage"}
LETTERS: Mapping[Device, str] = {device: letter for letter, device in DEVICES.items()}
MANAGER, NOTHING = "manager", "none"
_STAKE = re.compile(r"b(\d{1,4})x(\d{1,6})")
_PLAN = re.compile(r"d([nsdw])(\d{1,4})x(\d{1,6})")
_GUARDS = re.compile(r"g(\d{1,6})x(\d{1,6})x(\d{1,6})")
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
    if isinstance(answer, Bids):
        bids = [f"{each.lot}x{each.most // STEP}x{each.into}x{each.place}" for each in answer.bids]
        return "-".join(["bid", *(bids or [NOTHING])])
    assert isinstance(answer, Eve)
    if answer.by_manager:
        return f"eve-{MANAGER}"
    parts = [f"b{each.chariot}x{each.sum // STEP}" for each in answer.stakes]
    parts += [f"d{LETTERS[each.device]}{each.chariot}x{each.sum // STEP}" for each in answer.plans]
    if any(answer.guards):
        parts.append("g" + "x".join(str(each // STEP) for each in answer.guards))
    return "-".join(["eve", *(parts or [NOTHING])])


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the sheet of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    kind, *parts = code.split("-")
    try:
        return (_UNPACK[kind](parts),)
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise Refused(Reason.NOT_A_PLAN, at=code, place=1, expected="a button of this message") from error


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
            plans.append(plan_of(DEVICES[match[1]], int(match[2]), int(match[3]) * STEP))
        else:
            one, two, three = _numbers(_GUARDS, part)
            guards = one * STEP, two * STEP, three * STEP
    return Eve(tuple(stakes), tuple(plans), guards)


def _numbers(form: re.Pattern[str], part: str) -> list[int]:
    """:raises ValueError: if *part* is not of this form."""
    match = form.fullmatch(part)
    if match is None:
        raise ValueError(part)
    return [int(each) for each in match.groups()]


def plan_of(device: Device, chariot: int, amount: int) -> Plan:
    """Return a plan in its plainest form: a bribe that shows when the driver first attacks, drugs for all four."""
    return Plan(device, chariot, amount, trigger=Trigger("first attack") if device in BRIBES else Trigger())


def _bids(parts: list[str]) -> Bids:
    bids = []
    for part in parts if parts != [NOTHING] else ():
        lot, most, into, place = _numbers(_BID, part)
        bids.append(Bid(lot, most * STEP, into, place))
    return Bids(tuple(bids))


_UNPACK = {"fnd": _founding, "ent": _entries, "eve": _eve, "bid": _bids}


def read(_view: object, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return the sheet that a member typed.

    :raises Refused: if it cannot be read.
    """
    numbers = re.findall(r"\d+", text)
    if ask.question.kind == "founding" and numbers and all(len(each) == 4 for each in numbers):
        return (_founding(numbers),)
    if ask.question.kind == "stable":
        return (Entries(tuple(int(each[:4]) for each in numbers[:9])),)
    expected = {"founding": "2200 2020 1012 1111 1021"}.get(ask.question.kind, "the buttons of this message")
    raise Refused(Reason.NOT_A_PLAN, at=text[:40], place=1, expected=expected)


# Acts


_ACTS: Mapping[str, Callable[[list[int]], Answer]] = {
    "car": lambda v: BuyCar(v[0]),
    "driver": lambda v: BuyDriver(v[0], v[1]),
    "horse": lambda v: BuyHorse(v[0], v[1], v[2] * STEP),
    "team": lambda v: BuyTeam(v[0], (v[1] * STEP,) * 4),
    "learn": lambda v: TrainDriver(v[0]),
    "speed": lambda v: TrainHorse(v[0], v[1]),
    "stamina": lambda v: TrainEndurance(v[0]),
    "help": lambda v: AskHelp(v[0] * STEP),
}


def unpack_act(code: str) -> Answer:
    """Return the act of a menu's line, such as ``car-3``.

    :raises Refused: if it is none.
    """
    kind, *values = code.split("-")
    try:
        return _ACTS[kind]([int(each) for each in values])
    except (KeyError, ValueError, IndexError) as error:
        raise Refused(Reason.NOT_A_PLAN, at=code, place=1, expected="a line of this menu") from error
