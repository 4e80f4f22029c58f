"""Answers as short codes for buttons and selects, and as players type them."""

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

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
from engine.circus_maximus.forecast import forecast
from engine.circus_maximus.plans import pack_plan, read_plan, unpack_plan
from engine.circus_maximus.views import RaceView
from engine.game import Answer, Ask, Question, Reason, Refused

T = TypeVar("T")

_LETTERS: Mapping[type[Answer], str] = {
    Preparation: "p",
    Speed: "v",
    Begin: "z",
    Meet: "m",
    Avoid: "w",
    KeepWhip: "k",
}
"""What the code of an answer begins with; its fields follow. A plan's begins with ``x``."""

_DIGIT, _BIT = "([0-9])", "([01])"
_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Answer]], ...] = (
    (re.compile(f"p{_DIGIT * 4}"), lambda *points: Preparation(*map(int, points))),
    (re.compile(r"v([0-9]{1,3})"), lambda factors: Speed(int(factors))),
    (re.compile(f"z{_BIT * 3}"), lambda *wishes: Begin(*(wish == "1" for wish in wishes))),
    (re.compile(f"m{_BIT}"), lambda avoid: Meet(avoid == "1")),
    (re.compile(r"w(hold|brake|evade)"), Avoid),
    (re.compile(f"k{_BIT}"), lambda keep: KeepWhip(keep == "1")),
)


def pack(answer: Answer) -> str:
    """Return *answer* as a code of [a-z0-9-]; :func:`unpack` is the way back.

    >>> pack(Preparation(2, 0, 1, 1)), pack(Avoid("brake"))
    ('p2011', 'wbrake')
    """
    letter = _LETTERS.get(type(answer))
    if letter is None:
        return f"x{pack_plan((answer,))}"
    return letter + "".join(f"{field}" if isinstance(field, str) else f"{field:d}" for field in _fields(answer))


def _fields(answer: Answer) -> tuple[int | str, ...]:
    return msgspec.structs.astuple(answer)


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answers of a code; a plan's code begins with ``x``.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    if code.startswith("x") and code != "x":
        return unpack_plan(code[1:])
    for form, make in _FORMS:
        if match := form.fullmatch(code):
            return (make(*match.groups()),)
    raise Refused(Reason.NOT_A_PLAN, at=code, place=1, expected="a button of this message")


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return what a player typed in answer to *ask*.

    :raises Refused: if it cannot be read, or is a plan of which some step cannot be driven, so that none is begun;
        whether anything else is legal is for the session to say.
    """
    reader = _READERS.get(type(ask.question))
    if reader is None:
        plan = read_plan(view, ask, text)
        forecast(view, ask, plan)
        return plan
    return (reader(text.strip().lower()),)


def _preparation(words: str) -> Preparation:
    """Read four numbers, with any words or signs between them, or four digits in one."""
    digits = words if re.fullmatch(r"[0-9]{4}", words) else None
    numbers = [int(number) for number in digits or re.findall(r"(?:(?<![0-9])-)?[0-9]{1,3}", words)]
    if len(numbers) != 4:
        raise _unread(words, "four numbers such as 1/1/1/1")
    return Preparation(*numbers)


def _speed(words: str) -> Speed:
    if not re.fullmatch(r"[0-9]{1,3}", words):
        raise _unread(words, "a whole number such as 14")
    return Speed(int(words))


def _begin(words: str) -> Begin:
    wishes = set(re.split(r"[\s,/+]+", words)) - {"and", ""}
    if not wishes or wishes - {"go", "strain", "gain", "cut"}:
        raise _unread(words, "go, or strain, gain or cut")
    return Begin("strain" in wishes, "gain" in wishes, "cut" in wishes)


def _one_of(known: Mapping[str, T]) -> Callable[[str], T]:
    def choose(words: str) -> T:
        if words not in known:
            raise _unread(words, ", ".join(known))
        return known[words]

    return choose


def _unread(words: str, expected: str) -> Refused:
    return Refused(Reason.NOT_A_PLAN, at=words, place=1, expected=expected)


_READERS: Mapping[type[Question], Callable[[str], Answer]] = {
    Prepare: _preparation,
    WriteSpeed: _speed,
    BeginPhase: _begin,
    MeetAttack: _one_of({"hold": Meet(False), "avoid": Meet(True)}),
    ChooseWayOut: _one_of({"brake": Avoid("brake"), "evade": Avoid("evade"), "hold": Avoid("hold")}),
    GrabbedWhip: _one_of({"yes": KeepWhip(True), "no": KeepWhip(False)}),
}
"""What is typed in answer to a question that is not a movement."""
