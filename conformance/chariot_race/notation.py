"""How answers of Chariot Race are written in cases."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from conformance.converting import answer_from, codes, entry_named, number_of, one_code, one_word
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
from engine.questions import Answer, Ask
from records.values import EntryId, Square

STAY = "stay"
"""How an empty path is written."""


def read_answer(ask: Ask | None, text: str, names: Mapping[EntryId, str]) -> Answer:
    """Return the answer that *text* is, such as ``plus 1 FFFI``, ``reroll 0 3``, ``turn 0 steer`` or ``javelin red``.

    :raises ValueError: if it is no answer of Chariot Race, or there is no open question.
    """
    return answer_from(ask, text, lambda words: _read(words, names))


def _read(words: Sequence[str], names: Mapping[EntryId, str]) -> Answer | None:
    if set(words[0]) <= set(STEPS) or words[0] in (STAY, "plus"):
        return _move(words)
    reader = _READERS.get(words[0])
    return None if reader is None else reader(words[1:], names)


def _move(words: Sequence[str]) -> Move:
    plus, text = 0, " ".join(words)
    if words[0] == "plus":
        plus, words = number_of(words[1]) if len(words) > 1 else 0, words[2:]
    path = "".join(words)
    if path != STAY and set(path) - set(STEPS):
        raise ValueError(f"{text!r}: a way is written with F, I and O, or {STAY}")
    return Move(plus, "" if path == STAY else path)


def _dice(words: Sequence[str]) -> tuple[int, ...]:
    return () if list(words) == ["none"] else tuple(map(number_of, words))


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


def _turn(words: Sequence[str], _names: Mapping[EntryId, str]) -> FortunaTurn:
    if len(words) != 2:
        raise ValueError("a die is turned as in `turn 0 steer`")
    return FortunaTurn(number_of(words[0]), face(words[1]))


_READERS: Mapping[str, Callable[[Sequence[str], Mapping[EntryId, str]], Answer]] = {
    "repair": lambda words, _: Repair(list(words) != ["not"]),
    "reroll": lambda words, _: Reroll(_dice(words)),
    "fate-reroll": lambda words, _: FortunaReroll(_dice(words)),
    "turn": _turn,
    "finish": lambda _, __: FinishDice(),
    "caltrop": lambda words, _: DropCaltrop(space(one_word(words))),
    "javelin": lambda words, names: ThrowJavelin(entry_named(" ".join(words), names)),
    "end": lambda _, __: EndTurn(),
    "board": lambda words, _: TakeBoard(one_code(words)),
    "slot": lambda words, _: TakeSlot(number_of(one_word(words))),
    "boards": lambda words, _: BoardWishes(codes(words)),
    "slots": lambda words, _: SlotWishes(tuple(map(number_of, words))),
    "ready": lambda _, __: Ready(),
}
"""By the first word."""
