"""Answers as short codes for buttons and selects, and as players type them."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from engine.circus_maximus.seen.forecast import forecast
from engine.circus_maximus.seen.notation import pack_plan, read_plan, unpack_plan
from engine.circus_maximus.seen.views import RaceView
from engine.circus_maximus.words.asks import (
    Avoid,
    Begin,
    BeginPhase,
    Change,
    ChooseSide,
    ChooseWayOut,
    CrossObstacle,
    GetFree,
    GrabbedWhip,
    JumpFactors,
    KeepWhip,
    Meet,
    MeetAttack,
    NameWayOut,
    Preparation,
    Prepare,
    Run,
    RunOnFoot,
    ShareDrugs,
    ShareInjuries,
    Shares,
    Speed,
    StepOff,
    TryToGetFree,
    WriteSpeed,
)
from engine.circus_maximus.words.specifications import Specification, Specify
from engine.questions import Answer, Ask, Question
from engine.refusals import GameReason
from engine.track import square_name
from records.refusals import Refused
from records.values import Lane, Square
from words.circus_maximus.building import read_specification
from words.circus_maximus.builds import BUILDS
from words.shared.codes import matching

T = TypeVar("T")

_DIGIT, _BIT, _NUMBER = "([0-9])", "([01])", "([0-9]{1,2})"
_WHIPS: Mapping[str, Any] = {"n": "none", "r": "regular", "l": "long"}
_WEAPONS: Mapping[str, Any] = {"d": "dust", "k": "knife", "s": "spear"}


def _square(section: str, number: str, lane: str) -> Square:
    return square_name(section.upper(), int(number), Lane(int(lane)))


def _specification(*of: str) -> Specification:
    h1, h2, h3, h4, modifier, hits, whip, inside, outside, endurance, blade, other_blade, weapons = of
    return Specification(
        (int(h1), int(h2), int(h3), int(h4)),
        int(modifier),
        int(hits),
        _WHIPS[whip],
        int(inside),
        int(outside),
        int(endurance),
        _WHIPS[blade],
        _WHIPS[other_blade],
        tuple(_WEAPONS[letter] for letter in weapons),
    )


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Answer]], ...] = (
    (re.compile(f"p{_DIGIT * 4}"), lambda *points: Preparation(*map(int, points))),
    (
        re.compile(r"v([0-9]{1,3})(s?)(?:g([0-9]{1,2}))?"),
        lambda factors, strain, gain: Speed(int(factors), bool(strain), int(gain or 0)),
    ),
    (re.compile(f"z{_BIT * 3}"), lambda *wishes: Begin(*(wish == "1" for wish in wishes))),
    (re.compile(r"w(hold|brake|evade)"), Avoid),
    (re.compile(f"k{_BIT}"), lambda keep: KeepWhip(keep == "1")),
    (re.compile(f"g{_BIT}"), lambda tries: GetFree(tries == "1")),
    (re.compile(r"j([0-9])"), lambda factors: JumpFactors(int(factors))),
    (re.compile(r"r([a-z])([0-9]{1,2})-([1-8])"), lambda *of: Run(_square(*of))),
    (re.compile(r"h([0-9]{1,2}(?:-[0-9]{1,2}){0,3})"), lambda points: Shares(tuple(map(int, points.split("-"))))),
    (
        re.compile(rf"q{_DIGIT * 4}-{_DIGIT}-{_NUMBER}-([nrl])-{_NUMBER}-{_NUMBER}-{_NUMBER}-([nrl])([nrl])-([dks]*)"),
        _specification,
    ),
)
"""The form of each answer's code, and how it is read; a plan's begins with ``x``."""


_CHOSEN = re.compile(r"(v[0-9]{1,3}s?(?:g[0-9]{1,2})?)z([01])")
"""The code of a speed together with the whip, used or not, as the phase begins."""

_MET = re.compile(r"m([01])(?:w(brake|evade))?")
"""The code of how an attack is met, with the way out to take if the roll is won."""


def pack(answer: Answer) -> str:
    """Return *answer* as a code of [a-z0-9-]; :func:`unpack` is the way back.

    >>> pack(Preparation(2, 0, 1, 1)), pack(Avoid("brake")), pack(Run(Square("A12.3")))
    ('p2011', 'wbrake', 'ra12-3')
    """
    make = _PACKERS.get(type(answer))
    return make(answer) if make else f"x{pack_plan((answer,))}"


def pack_with(speed: Speed, begin: Begin) -> str:
    """Return a speed, and how the phase is to begin, as the code of one press; :func:`unpack` is the way back.

    >>> pack_with(Speed(21), Begin(strain=True)), unpack("v21z1") == (Speed(21), Begin(strain=True))
    ('v21z1', True)
    """
    return f"{pack(speed)}z{begin.strain:d}"


def _pack_specification(of: Specification) -> str:
    horses = "".join(map(str, of.horses))
    numbers = f"{of.boxes_inside}-{of.boxes_outside}-{of.endurance}"
    weapons = "".join(weapon[0] for weapon in of.weapons)
    blades = f"{of.blades_inside[0]}{of.blades_outside[0]}"
    return f"q{horses}-{of.modifier}-{of.hits}-{of.whip[0]}-{numbers}-{blades}-{weapons}"


_PACKERS: Mapping[type[Answer], Callable[[Any], str]] = {
    Preparation: lambda of: f"p{of.driver}{of.car}{of.team}{of.endurance}",
    Specification: _pack_specification,
    Speed: lambda of: f"v{of.factors}{'s' if of.strain else ''}{f'g{of.gain}' if of.gain else ''}",
    Begin: lambda of: f"z{of.strain:d}{of.take_gain:d}{of.cut:d}",
    Meet: lambda of: f"m{of.avoid:d}",
    Avoid: lambda of: f"w{of.how}",
    KeepWhip: lambda of: f"k{of.keep:d}",
    GetFree: lambda of: f"g{of.tries:d}",
    JumpFactors: lambda of: f"j{of.factors}",
    Run: lambda of: f"r{of.to.lower().replace('.', '-')}",
    Shares: lambda of: "h" + "-".join(map(str, of.points)),
}


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answers of a code; a plan's code begins with ``x``.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    if code.startswith("x") and code != "x":
        return unpack_plan(code[1:])
    if met := _MET.fullmatch(code):
        return (Meet(met[1] == "1"), *([Avoid(matching(("brake", "evade"), met[2]))] if met[2] else []))
    if chosen := _CHOSEN.fullmatch(code):
        return (*unpack(chosen[1]), Begin(strain=chosen[2] == "1"))
    for form, make in _FORMS:
        if match := form.fullmatch(code):
            return (make(*match.groups()),)
    raise Refused(GameReason.NOT_A_PLAN, at=code, place=1, expected="a button of this message")


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return the answers to *ask* that a player typed.

    :raises Refused: if it cannot be read, or is a plan of which some step cannot be driven, so that none is begun;
        whether anything else is legal is for the session to say.
    """
    words = text.strip().lower()
    if isinstance(ask.question, RunOnFoot | StepOff):
        return (_run(ask.question, words),)
    if isinstance(ask.question, WriteSpeed):
        return _speed_with_whip(ask.question, words)
    if isinstance(ask.question, Specify):
        return (read_specification(words, ask.question.weapons),)
    if isinstance(ask.question, MeetAttack) and words in ask.question.ways:
        return unpack(f"m1w{words}")
    reader = _READERS.get(type(ask.question))
    if reader is None:
        plan = read_plan(view, ask, text)
        forecast(view, ask, plan)
        return plan
    return (reader(words),)


def _run(question: RunOnFoot | StepOff, words: str) -> Run:
    """Read a square, or ``stay``."""
    if words == "stay":
        return question.legal()[0]
    square = re.fullmatch(r"([a-z])\s*([0-9]{1,2})\s*[.,/-]\s*([1-8])", words)
    if not square:
        raise _unread(words, ["stay", "A12.3"])
    return Run(_square(*square.groups()))


_NAMED = re.compile(r"\b(driver|car|team|endurance)\b|[+=:]")
_BETWEEN = re.compile(r"\s*[/,;.]\s*|\s+|(?<=[0-9])-")


def _preparation(words: str) -> Preparation:
    """Read a build by its name, or four numbers with signs between them, or four digits in one.

    The names of the numbers may stand beside them.
    """
    if build := next((each for each in BUILDS if each.name.lower() == " ".join(words.split())), None):
        return build.points
    plain = _NAMED.sub(" ", words).strip()
    numbers = list(plain) if re.fullmatch(r"[0-9]{4}", plain) else _BETWEEN.split(plain)
    if len(numbers) != 4 or not all(re.fullmatch(r"-?[0-9]{1,3}", number) for number in numbers):
        raise _unread(words, f"1/0/2/1, or a name such as {BUILDS[0].name}")
    return Preparation(*map(int, numbers))


def _speed_with_whip(question: WriteSpeed, words: str) -> tuple[Answer, ...]:
    """Read a speed, after which ``whip`` or ``no whip`` may settle how the phase begins."""
    typed = re.fullmatch(r"(.*?)\s*[,/+]?\s*\b(no )?whip", words)
    if typed is None:
        return (_speed(question, words),)
    return _speed(question, typed[1]), Begin(strain=typed[2] is None)


def _speed(question: WriteSpeed, words: str) -> Speed:
    written = re.fullmatch(r"([0-9]{1,3})\s*(s?)(?:\s*\+\s*([0-9]{1,2}))?", words)
    if not written:
        with_s = ", with an S beside it for the whip" if question.may_strain else ""
        gain = f", with +{question.gain} or less beside it for points on offer" if question.gain else ""
        raise _unread(words, f"a speed from 0 to {question.highest}{with_s}{gain}")
    return Speed(int(written[1]), bool(written[2]), int(written[3] or 0))


def _jump(words: str) -> JumpFactors:
    if not re.fullmatch(r"[0-9]{1,2}", words):
        raise _unread(words, "2")
    return JumpFactors(int(words))


def _shares(words: str) -> Shares:
    numbers = re.findall(r"[0-9]{1,2}", words)
    if not numbers or re.search(r"[^0-9\s,/-]", words):
        raise _unread(words, "1/0/2/1, points for each living horse")
    return Shares(tuple(map(int, numbers)))


def _begin(words: str) -> Begin:
    wishes = set(re.split(r"[\s,/+]+", words)) - {"and", ""}
    if not wishes or wishes - {"go", "whip", "strain", "gain", "cut"}:
        raise _unread(words, ["go", "whip", "gain", "cut"])
    return Begin(bool(wishes & {"whip", "strain"}), "gain" in wishes, "cut" in wishes)


def _one_of(known: Mapping[str, T]) -> Callable[[str], T]:
    def choose(words: str) -> T:
        if words not in known:
            raise _unread(words, list(known))
        return known[words]

    return choose


def _unread(words: str, expected: str | list[str]) -> Refused:
    return Refused(GameReason.NOT_A_PLAN, at=words, place=1, expected=expected)


_READERS: Mapping[type[Question], Callable[[str], Answer]] = {
    Prepare: _preparation,
    BeginPhase: _begin,
    MeetAttack: _one_of({"hold": Meet(False), "avoid": Meet(True)}),
    NameWayOut: _one_of({"brake": Avoid("brake"), "evade": Avoid("evade"), "hold": Avoid("hold")}),
    ChooseWayOut: _one_of({"brake": Avoid("brake"), "evade": Avoid("evade"), "hold": Avoid("hold")}),
    CrossObstacle: _jump,
    ShareInjuries: _shares,
    ShareDrugs: _shares,
    ChooseSide: _one_of({"in": Change("inside"), "out": Change("outside")}),
    TryToGetFree: _one_of({"yes": GetFree(True), "no": GetFree(False)}),
    GrabbedWhip: _one_of({"yes": KeepWhip(True), "no": KeepWhip(False)}),
}
"""The readers of typed answers to questions that are not a movement."""
