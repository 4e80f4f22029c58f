"""Answers as short codes for buttons and selects; steps of a way stand together in one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.chariots_of_rome.printed.data import CHARIOTEERS, GODS, CharioteerId, God, Kind
from engine.chariots_of_rome.words import answers as a
from engine.questions import Answer
from records.values import EntryId, Square
from words.shared.codes import BETWEEN, LONGEST, NOTHING, matching, unpack_parts

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_SECTIONS = ("S1", "C1", "S2", "C2", "S3", "C3")


def pack(*answers: Answer) -> str:
    """Return answers as a code of [a-z0-9-]; :func:`unpack` is the way back.

    >>> pack(a.ChooseLevel(2)), pack(a.Step((Square("S1/3/16"),)), a.Step((Square("C1/3/1"), Square("C1/3/2"))))
    ('level-2', 'go-03g-131132')
    """
    codes: list[str] = []
    for answer in answers:
        code = _WRITERS[type(answer)](answer)
        if isinstance(answer, a.Step) and codes and codes[-1].startswith("go-"):
            codes[-1] += code.removeprefix("go")
        else:
            codes.append(code)
    return BETWEEN.join(codes)


def fits(answers: Sequence[Answer]) -> bool:
    """Tell whether answers are short enough for one code."""
    return len(pack(*answers)) <= LONGEST


def _square(square: Square) -> str:
    """Return a space in three letters.

    >>> _square(Square("S2/3/16"))
    '23g'
    """
    section, lane, index = square.split("/")
    return f"{_SECTIONS.index(section)}{lane}{_DIGITS[int(index)]}"


def square_of(code: str) -> Square:
    """Return the space of three letters.

    >>> square_of("23g")
    'S2/3/16'
    """
    section, lane, index = tuple(code)
    return Square(f"{_SECTIONS[int(section)]}/{int(lane)}/{_DIGITS.index(index)}")


def _yes(answer: a.Use) -> str:
    return "yes" if answer.yes else "no"


_PLAIN: Mapping[str, Answer] = {
    "ready": a.Ready(),
    "leave": a.LeaveCards(),
    "peace": a.NoAttack(),
    "yes": a.Use(True),
    "no": a.Use(False),
}
_WRITERS: Mapping[type[Answer], Callable[[Any], str]] = {
    a.Ready: lambda _: "ready",
    a.LeaveCards: lambda _: "leave",
    a.NoAttack: lambda _: "peace",
    a.Use: _yes,
    a.RedrawWish: lambda x: f"redraw-{int(x.wants)}{int(x.agrees)}",
    a.TakeCharioteer: lambda x: f"take-{x.charioteer.lower()}",
    a.CharioteerWishes: lambda x: f"wish-{''.join(each[1:] for each in x.charioteers) or NOTHING}",
    a.TakeGate: lambda x: f"gate-{x.gate.lower()}",
    a.GateWishes: lambda x: f"gates-{''.join(each[1:] for each in x.gates) or NOTHING}",
    a.MoveCard: lambda x: f"card-{x.card}-{x.to}",
    a.TakeBenefit: lambda x: f"god-{x.god}",
    a.PlaceDebris: lambda x: f"debris-{_square(x.square)}",
    a.ChooseLevel: lambda x: f"level-{x.level}",
    a.TakeGifts: lambda x: f"gifts-{x.gifts[0]}-{x.gifts[1]}",
    a.DriveHard: lambda x: f"hard-{x.pay or 'no'}",
    a.NameNumber: lambda x: f"name-{x.number}",
    a.KeepRoll: lambda x: f"roll-{x.face}",
    a.Step: lambda x: f"go-{''.join(map(_square, x.squares))}",
    a.Attack: lambda x: f"{x.kind}-{x.rival}",
    a.Defend: lambda x: f"defend-{x.remove}",
    a.Lose: lambda x: f"lose-{x.what}",
}


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answers of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    return unpack_parts(code, _answers)


def _answers(code: str) -> tuple[Answer, ...]:
    if code in _PLAIN:
        return (_PLAIN[code],)
    kind, _, rest = code.partition("-")
    if kind == "go":
        return tuple(_step(part) for part in rest.split("-"))
    return (_READERS[kind](rest),)


def _step(text: str) -> a.Step:
    if not text or len(text) % 3:
        raise ValueError
    return a.Step(tuple(square_of(text[place : place + 3]) for place in range(0, len(text), 3)))


def _pairs(text: str) -> list[str]:
    if text == NOTHING:
        return []
    if len(text) % 2:
        raise ValueError
    return [text[place : place + 2] for place in range(0, len(text), 2)]


def charioteer_of(text: str) -> CharioteerId:
    """Return the charioteer of a card id in any case; :exc:`KeyError` for another word."""
    return matching(CHARIOTEERS, text.upper())


def _number(text: str, most: int) -> int:
    number = int(text)
    if not text.isascii() or not 0 <= number <= most:
        raise ValueError
    return number


def _gate(text: str) -> str:
    return f"G{_number(text.removeprefix('g'), 99):02}"


def _move_card(text: str) -> a.MoveCard:
    card, _, to = text.partition("-")
    return a.MoveCard(EntryId(_number(card, 99)), _number(to, 99))


def _gifts(text: str) -> a.TakeGifts:
    one, other = text.split("-")
    known: dict[str, a.Gift] = {each: each for each in get_args(a.Gift)}
    return a.TakeGifts((known[one], known[other]))


def _pay(text: str) -> a.DriveHard:
    known: dict[str, a.Payment] = {each: each for each in get_args(a.Payment)}
    return a.DriveHard(None if text == "no" else known[text])


def _god(text: str) -> a.TakeBenefit:
    known: dict[str, God] = {each: each for each in GODS}
    return a.TakeBenefit(known[text])


def _lose(text: str) -> a.Lose:
    known: dict[str, a.Spent] = {each: each for each in get_args(a.Spent)}
    return a.Lose(known[text])


def _attack(kind: Kind) -> Callable[[str], a.Attack]:
    return lambda text: a.Attack(kind, EntryId(_number(text, 99)))


_READERS: Mapping[str, Callable[[str], Answer]] = {
    "redraw": lambda text: a.RedrawWish(bool(_number(text[0], 1)), bool(_number(text[1:], 1))),
    "take": lambda text: a.TakeCharioteer(charioteer_of(text)),
    "wish": lambda text: a.CharioteerWishes(tuple(charioteer_of(f"c{each}") for each in _pairs(text))),
    "gate": lambda text: a.TakeGate(_gate(text)),
    "gates": lambda text: a.GateWishes(tuple(_gate(each) for each in _pairs(text))),
    "card": _move_card,
    "god": _god,
    "debris": lambda text: a.PlaceDebris(_step(text).squares[0]),
    "level": lambda text: a.ChooseLevel(_number(text, 3)),
    "gifts": _gifts,
    "hard": _pay,
    "name": lambda text: a.NameNumber(_number(text, 3)),
    "roll": lambda text: a.KeepRoll(_number(text, 3)),
    "whip": _attack("whip"),
    "ram": _attack("ram"),
    "defend": lambda text: a.Defend(_number(text, 99)),
    "lose": _lose,
}
