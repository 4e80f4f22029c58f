"""Answers as short codes for buttons and selects; several make a plan."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.chariot_race import asks
from engine.chariot_race.data import BLACK, KINDS, BoardName, Face
from engine.chariot_race.track import SPACES
from engine.questions import Answer
from records.values import EntryId, Square
from words.shared.codes import BETWEEN, NOTHING, unpack_parts


def pack(*answers: Answer) -> str:
    """Return answers as a code of [a-z0-9-]; :func:`unpack` is the way back.

    >>> pack(asks.Reroll(()), asks.FinishDice(), asks.Move(1, "FIF"))
    'again-0--done--go-1-fif'
    """
    return BETWEEN.join(_packed(answer) for answer in answers)


def _packed(answer: Answer) -> str:
    return _WRITERS[type(answer)](answer)


def _dice(dice: Sequence[int]) -> str:
    return "".join(str(die + 1) for die in dice) or NOTHING


def _always(code: str) -> Callable[[Any], str]:
    return lambda _: code


_PLAIN: Mapping[str, Answer] = {"ready": asks.Ready(), "done": asks.FinishDice(), "end": asks.EndTurn()}
_WRITERS: Mapping[type[Answer], Callable[[Any], str]] = {
    asks.TakeBoard: lambda a: f"board-{a.board}",
    asks.TakeSlot: lambda a: f"slot-{a.slot}",
    asks.BoardWishes: lambda a: f"boards-{'-'.join(a.boards) or NOTHING}",
    asks.SlotWishes: lambda a: f"slots-{'-'.join(map(str, a.slots)) or NOTHING}",
    asks.Repair: lambda a: f"repair-{'yes' if a.use else 'no'}",
    asks.Reroll: lambda a: f"again-{_dice(a.dice)}",
    asks.FortunaReroll: lambda a: f"roll-{_dice(a.dice)}",
    asks.FortunaTurn: lambda a: f"turn-{a.die + 1}-{a.face}",
    asks.Move: lambda a: f"go-{a.plus}-{a.path.lower() or NOTHING}",
    asks.DropCaltrop: lambda a: f"drop-{a.square.lower()}",
    asks.ThrowJavelin: lambda a: f"throw-{a.rival}",
    **{type(answer): _always(code) for code, answer in _PLAIN.items()},
}


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the answers of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    return unpack_parts(code, _answer)


def _answer(code: str) -> tuple[Answer, ...]:
    if code in _PLAIN:
        return (_PLAIN[code],)
    kind, _, rest = code.partition("-")
    return (_READERS[kind](rest),)


def listed(text: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the words of a list; :exc:`ValueError` for one that is not *known*."""
    words = () if text == NOTHING else tuple(text.split("-"))
    if set(words) - set(known):
        raise ValueError
    return words


def dice_of(text: str) -> tuple[int, ...]:
    """Return dice, 0 first, from their numbers, 1 first; raise :exc:`ValueError` if they are no such numbers.

    >>> dice_of("13"), dice_of("0")
    ((0, 2), ())
    """
    if text == NOTHING:
        return ()
    dice = tuple(sorted({int(number) - 1 for number in text}))
    if not text.isascii() or dice[0] < 0 or not text:
        raise ValueError
    return dice


def face_of(text: str) -> Face:
    return next(face for face in KINDS if face == text) if text in KINDS else _unknown()


def _unknown() -> Any:
    raise ValueError


def _board(text: str) -> BoardName:
    names: tuple[BoardName, ...] = get_args(BoardName)
    return next((name for name in names if name == text), None) or _unknown()


def square_of(text: str) -> Square:
    square = Square(text.upper())
    return square if square in SPACES else _unknown()


def _turn(text: str) -> asks.FortunaTurn:
    die, _, face = text.partition("-")
    return asks.FortunaTurn(dice_of(die)[0], face_of(face))


def _move(text: str) -> asks.Move:
    plus, _, path = text.partition("-")
    if path != NOTHING and set(path) - set("fio"):
        raise ValueError
    return asks.Move(int(plus), "" if path == NOTHING else path.upper())


_READERS: Mapping[str, Callable[[str], Answer]] = {
    "board": lambda text: asks.TakeBoard(_board(text)),
    "slot": lambda text: asks.TakeSlot(int(text)),
    "boards": lambda text: asks.BoardWishes(tuple(_board(name) for name in listed(text, BLACK))),
    "slots": lambda text: asks.SlotWishes(tuple(int(slot) for slot in listed(text, [*"123456"]))),
    "repair": lambda text: asks.Repair({"yes": True, "no": False}[text]),
    "again": lambda text: asks.Reroll(dice_of(text)),
    "roll": lambda text: asks.FortunaReroll(dice_of(text)),
    "turn": _turn,
    "go": _move,
    "drop": lambda text: asks.DropCaltrop(square_of(text)),
    "throw": lambda text: asks.ThrowJavelin(EntryId(int(text))),
}
