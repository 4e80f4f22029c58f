"""How answers of Chariot Race are written in cases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariot_race.asks import (
    BoardWishes,
    DropCaltrop,
    EndTurn,
    FinishDice,
    FortunaReroll,
    FortunaTurn,
    Move,
    Ready,
    Repair,
    Reroll,
    SlotWishes,
    TakeBoard,
    TakeSlot,
    ThrowJavelin,
)
from engine.chariot_race.data import KINDS
from engine.chariot_race.track import SPACES, STEPS
from engine.game import Answer, Ask
from records.values import EntryId, Square

STAY = "stay"
"""How an empty path is written."""


def read_answer(ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
    """Return the answer that *text* is, such as ``plus 1 FFFI``, ``reroll 0 3``, ``turn 0 steer`` or ``javelin red``.

    :raises ValueError: if it is no answer of Chariot Race, or nothing is asked.
    """
    if ask is None:
        raise ValueError(f"nothing is asked, so {text!r} answers nothing")
    words = text.split()
    if words == ["default"]:
        return ask.default
    if words and (set(words[0]) <= set(STEPS) or words[0] in (STAY, "plus")):
        return _move(words, text)
    reader = _READERS.get(words[0]) if words else None
    if reader is None:
        raise ValueError(f"{text!r} is not an answer; docs/cases.md lists how they are written")
    return reader(words[1:], names)


def _move(words: Sequence[str], text: str) -> Move:
    plus = 0
    if words[0] == "plus":
        plus, words = _number(words[1]) if len(words) > 1 else 0, words[2:]
    path = "".join(words)
    if path != STAY and set(path) - set(STEPS):
        raise ValueError(f"{text!r}: a way is written with F, I and O, or {STAY}")
    return Move(plus, "" if path == STAY else path)


def _number(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(f"{word!r} is not a number") from None


def _dice(words: Sequence[str]) -> tuple[int, ...]:
    return () if list(words) == ["none"] else tuple(map(_number, words))


def _entry(words: Sequence[str], names: Mapping[EntryId, str]) -> EntryId:
    found = next((entry for entry, name in names.items() if [name] == list(words)), None)
    if found is None:
        raise ValueError(f"there is no chariot {' '.join(words)!r}; there are {', '.join(names.values())}")
    return found


def space(word: str) -> Square:
    """Return a space by its name.

    :raises ValueError: if there is none.
    """
    if word not in SPACES:
        raise ValueError(f"there is no space {word!r}")
    return Square(word)


def face(word: str) -> Any:
    """Return a face of the dice.

    :raises ValueError: if there is none of this name.
    """
    if word not in KINDS:
        raise ValueError(f"there is no face {word!r}; there are {', '.join(KINDS)}")
    return word


def _one(words: Sequence[str]) -> str:
    if len(words) != 1:
        raise ValueError(f"one word is wanted, not {' '.join(words)!r}")
    return words[0]


def _turn(words: Sequence[str], _names: Mapping[EntryId, str]) -> FortunaTurn:
    if len(words) != 2:
        raise ValueError("a die is turned as in `turn 0 steer`")
    return FortunaTurn(_number(words[0]), face(words[1]))


_READERS: Mapping[str, Callable[[Sequence[str], Mapping[EntryId, str]], Answer]] = {
    "repair": lambda words, _: Repair(list(words) != ["not"]),
    "reroll": lambda words, _: Reroll(_dice(words)),
    "fate-reroll": lambda words, _: FortunaReroll(_dice(words)),
    "turn": _turn,
    "finish": lambda _, __: FinishDice(),
    "caltrop": lambda words, _: DropCaltrop(space(_one(words))),
    "javelin": lambda words, names: ThrowJavelin(_entry(words, names)),
    "end": lambda _, __: EndTurn(),
    "board": lambda words, _: TakeBoard(_one(words)),  # type: ignore[arg-type]
    "slot": lambda words, _: TakeSlot(_number(_one(words))),
    "boards": lambda words, _: BoardWishes(tuple(words)),  # type: ignore[arg-type]
    "slots": lambda words, _: SlotWishes(tuple(map(_number, words))),
    "ready": lambda _, __: Ready(),
}
"""By the first word."""
