"""Answers as short codes for buttons and selects, and as players type them."""

import re
from typing import TypeVar

from engine.circus_maximus.asks import (
    Avoid,
    Begin,
    BeginPhase,
    ChooseWayOut,
    GrabbedWhip,
    KeepWhip,
    Meet,
    MeetAttack,
    Preparation,
    Prepare,
    Speed,
    WriteSpeed,
)
from engine.circus_maximus.plans import pack_plan, read_plan, unpack_plan
from engine.circus_maximus.views import RaceView
from engine.game import Answer, Ask, Reason, Refused

T = TypeVar("T")
_YES, _NO = ("yes", "y", "1"), ("no", "n", "0")


def pack(answer: Answer) -> str:
    """Return *answer* as a code of [a-z0-9-]; :func:`unpack` is the way back."""
    match answer:
        case Preparation(driver, car, team, endurance):
            return f"p{driver}{car}{team}{endurance}"
        case Speed(factors):
            return f"v{factors}"
        case Begin(strain, take_gain, cut):
            return f"z{strain:d}{take_gain:d}{cut:d}"
        case Meet(avoid):
            return f"m{avoid:d}"
        case Avoid(how):
            return f"w{how}"
        case KeepWhip(keep):
            return f"k{keep:d}"
    return f"x{pack_plan((answer,))}"


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answers of a code; a plan's code begins with ``x``.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    if code.startswith("x"):
        return unpack_plan(code[1:])
    try:
        return (_single(code[:1], code[1:]),)
    except (KeyError, ValueError, TypeError) as error:
        raise Refused(Reason.NOT_A_PLAN, at=code, place=1, expected="a button of this message") from error


def _single(kind: str, rest: str) -> Answer:
    match kind:
        case "p":
            driver, car, team, endurance = (int(digit) for digit in rest)
            return Preparation(driver, car, team, endurance)
        case "v":
            return Speed(int(rest))
        case "z":
            strain, take_gain, cut = (digit == "1" for digit in rest)
            return Begin(strain, take_gain, cut)
        case "m":
            return Meet(rest == "1")
        case "w" if rest in ("hold", "brake", "evade"):
            return Avoid("hold" if rest == "hold" else "brake" if rest == "brake" else "evade")
        case "k":
            return KeepWhip(rest == "1")
    raise KeyError(kind)


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return what a player typed in answer to *ask*.

    :raises Refused: if it cannot be read; whether it is legal is for the session to say.
    """
    words = text.strip().lower()
    match ask.question:
        case Prepare():
            return (_preparation(words),)
        case WriteSpeed():
            return (_speed(words),)
        case BeginPhase():
            return (_begin(words),)
        case MeetAttack():
            return (Meet(_one_of(words, {"avoid": True, "try": True, "hold": False})),)
        case ChooseWayOut():
            return (_one_of(words, {"brake": Avoid("brake"), "evade": Avoid("evade"), "hold": Avoid("hold")}),)
        case GrabbedWhip():
            return (KeepWhip(_one_of(words, {**dict.fromkeys(_YES, True), **dict.fromkeys(_NO, False)})),)
    return read_plan(view, ask, text)


def _preparation(words: str) -> Preparation:
    numbers = [int(number) for number in re.findall(r"-?\d+", words)[:5]]
    if len(numbers) != 4:
        raise Refused(Reason.NOT_A_PLAN, at=words, place=1, expected="four numbers such as 1/1/1/1")
    return Preparation(*numbers)


def _speed(words: str) -> Speed:
    if not re.fullmatch(r"\d{1,3}", words):
        raise Refused(Reason.NOT_A_PLAN, at=words, place=1, expected="a whole number such as 14")
    return Speed(int(words))


def _begin(words: str) -> Begin:
    wishes = set(re.split(r"[\s,/+]+", words)) - {"and", ""}
    if not wishes or wishes - {"go", "strain", "gain", "cut"}:
        raise Refused(Reason.NOT_A_PLAN, at=words, place=1, expected="go, or strain, gain or cut")
    return Begin("strain" in wishes, "gain" in wishes, "cut" in wishes)


def _one_of(words: str, known: dict[str, T]) -> T:
    if words not in known:
        raise Refused(Reason.NOT_A_PLAN, at=words, place=1, expected=", ".join(known))
    return known[words]
