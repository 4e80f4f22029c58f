"""How answers of Circus Maximus are written in cases: the notation of players by mail, and plain words."""

from collections.abc import Callable, Mapping

import msgspec

from conformance.converting import number_of
from engine.circus_maximus.words.asks import (
    Attack,
    Avoid,
    Begin,
    BeginPhase,
    Brake,
    Change,
    ChooseWayOut,
    Forward,
    GetFree,
    JumpFactors,
    KeepWhip,
    Means,
    Meet,
    NameWayOut,
    NextAction,
    Preparation,
    Run,
    RunInto,
    Shares,
    Sideslip,
    Speed,
    Target,
)
from engine.circus_maximus.words.specifications import Specification
from engine.questions import Answer, Ask, Question
from engine.track import Side
from records.values import EntryId, Square

SIDES: Mapping[str, Side] = {"in": "inside", "inside": "inside", "out": "outside", "outside": "outside"}
TARGETS: Mapping[str, Target] = {
    "team": "team",
    "horses": "team",
    "car": "car",
    "driver": "driver",
    "dragged": "dragged driver",
}
MEANS: Mapping[str, Means] = {
    "ram": "ram",
    "lash": "lash",
    "dust": "dust",
    "knife": "knife",
    "small-knife": "small knife",
    "spear": "spear",
}
BEGINNINGS = ("begin", "strain", "take", "cut")

Names = Mapping[EntryId, str]


def read_answer(ask: Ask | None, text: str, names: Names) -> Answer:
    """Return the answer that *text* is.

    :param ask: the open one, if any; some words mean one thing for one question and another for the next.
    :raises ValueError: if it is no answer of Circus Maximus.
    """
    words = text.lower().split()
    if not words:
        raise ValueError("an answer is empty")
    if text == "default":
        if ask is None:
            raise ValueError("nothing is asked, so there is no default")
        return ask.default
    if words[0].isdecimal():
        words = ["forward", *words]
    reader = _READERS.get(words[0])
    answer = reader(ask.question if ask else None, words, names) if reader else None
    if answer is None:
        raise ValueError(f"{text!r} is not an answer; docs/cases.md lists how they are written")
    return answer


def passed_over(ask: Ask | None, text: str) -> Answer | None:
    """A phase may begin without a word: then the default comes before the answer in *text*."""
    begins = text.lower().split()[:1]
    if (
        ask is None
        or not isinstance(ask.question, BeginPhase)
        or begins in ([word] for word in (*BEGINNINGS, "default"))
    ):
        return None
    return ask.default


def _run(_: Question | None, words: list[str], __: Names) -> Answer | None:
    """``run into`` the chariot ahead, or ``run A12.1`` on foot."""
    if words == ["run", "into"]:
        return RunInto()
    return Run(Square(words[1].upper())) if len(words) == 2 else None


def _pay(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return JumpFactors(number_of(words[1])) if len(words) == 2 else None


def _get_free(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return GetFree(words == ["try"]) if words in (["try"], ["hang", "on"]) else None


def _shares(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Shares(tuple(map(number_of, words[1:])))


def _specification(_: Question | None, words: list[str], __: Names) -> Answer | None:
    """``buy horses 7-4-4-6 dm 1 hits 6 whip regular boxes 6-6 endurance 40 blades long-none weapons dust,knife``."""
    pairs = dict(zip(words[1::2], words[2::2], strict=False))
    if len(words) % 2 == 0 or set(pairs) - set(_BOUGHT) or not set(pairs) >= {"horses", "endurance"}:
        return None
    given = {**_BOUGHT, **pairs}
    horses = tuple(map(number_of, given["horses"].split("-")))
    inside, outside = map(number_of, given["boxes"].split("-"))
    blades = given["blades"].split("-")
    return msgspec.convert(
        {
            "horses": horses,
            "modifier": number_of(given["dm"]),
            "hits": number_of(given["hits"]),
            "whip": given["whip"],
            "boxes_inside": inside,
            "boxes_outside": outside,
            "endurance": number_of(given["endurance"]),
            "blades_inside": blades[0],
            "blades_outside": blades[-1],
            "weapons": [weapon for weapon in given["weapons"].split(",") if weapon != "none"],
            "type": Specification.__name__,
        },
        Specification,
    )


_BOUGHT: Mapping[str, str] = {
    "horses": "",
    "dm": "0",
    "hits": "2",
    "whip": "none",
    "boxes": "2-2",
    "endurance": "",
    "blades": "none-none",
    "weapons": "none",
}
"""The parts that a specification names, and their defaults: those that cost nothing."""


def _points(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Preparation(*map(number_of, words[1:])) if len(words) == 5 else None


def _speed(_: Question | None, words: list[str], __: Names) -> Answer | None:
    """``speed 12``; ``speed 12 s`` with an S beside it, ``speed 12 take 1`` with factors on offer."""
    match words[1:]:
        case [factors]:
            return Speed(number_of(factors))
        case [factors, "s"]:
            return Speed(number_of(factors), strain=True)
        case [factors, "take", gain]:
            return Speed(number_of(factors), taken=number_of(gain))
    return None


def _begin(_: Question | None, words: list[str], __: Names) -> Answer | None:
    if not set(words) <= set(BEGINNINGS):
        return None
    return Begin(strain="strain" in words, take_gain="take" in words, cut="cut" in words)


def _forward(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Forward(number_of(words[1])) if len(words) == 2 else None


def _change(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Change(SIDES[words[0]]) if len(words) == 1 else None


def _slip(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Sideslip(SIDES[words[1]]) if len(words) == 2 and words[1] in SIDES else None


def _brake(question: Question | None, words: list[str], _: Names) -> Answer | None:
    if len(words) == 1:
        return Avoid("brake") if isinstance(question, ChooseWayOut | NameWayOut) else Brake(1)
    return Brake(number_of(words[1])) if len(words) == 2 else None


def _evade(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Avoid("evade") if len(words) == 1 else None


def _hold(question: Question | None, words: list[str], _: Names) -> Answer | None:
    if len(words) > 1:
        return None
    return Avoid("hold") if isinstance(question, ChooseWayOut | NameWayOut) else Meet(avoid=False)


def _avoid(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return Meet(avoid=True) if len(words) == 1 else None


def _whip(_: Question | None, words: list[str], __: Names) -> Answer | None:
    return KeepWhip(keep=words[0] == "keep") if words[1:] in ([], ["whip"]) else None


def _attack(question: Question | None, words: list[str], names: Names) -> Answer | None:
    """``ram red car``; where the target is left out, the one that this means has there."""
    entries = {name: entry for entry, name in names.items()}
    if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in TARGETS):
        return None
    if words[1] not in entries:
        raise ValueError(f"there is no chariot {words[1]!r} in this position")
    defender, means = entries[words[1]], MEANS[words[0]]
    if len(words) == 3:
        return Attack(defender, TARGETS[words[2]], means)
    open_attacks = question.attacks if isinstance(question, NextAction) else ()
    found = (each for each in open_attacks if (each.defender, each.means) == (defender, means))
    return next(found, Attack(defender, "driver", means))


_READERS: Mapping[str, Callable[[Question | None, list[str], Names], Answer | None]] = {
    "points": _points,
    "speed": _speed,
    **dict.fromkeys(BEGINNINGS, _begin),
    "forward": _forward,
    **dict.fromkeys(SIDES, _change),
    "slip": _slip,
    "run": _run,
    "pay": _pay,
    **dict.fromkeys(("try", "hang"), _get_free),
    "shares": _shares,
    "buy": _specification,
    "brake": _brake,
    "evade": _evade,
    "hold": _hold,
    "avoid": _avoid,
    "keep": _whip,
    "drop": _whip,
    **dict.fromkeys(MEANS, _attack),
}
