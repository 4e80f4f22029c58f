"""Answers as players type them."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariot_race import asks
from engine.chariot_race.data import KINDS, Face
from engine.chariot_race.notation import read_plan
from engine.chariot_race.track import SPACES
from engine.chariot_race.views import RaceView
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused
from records.values import Square
from words.chariot_race.notation import rivals_by_word
from words.chariot_race.terms import FACES
from words.shared.typed import asked

_SHOWN = 20  # characters of what could not be read
_NO_DICE = ("keep", "none", "no", "done")


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Return a player's typed answers.

    :raises Refused: if it cannot be read, with the words that would do there.
    """
    reader = _READERS.get(type(ask.question))
    if reader is None:
        return read_plan(view, ask, text)
    words = re.findall(r"[^\s,;/]+", text.lower())
    return (reader(view, ask, words),)


def _refused(words: Sequence[str], place: int, expected: Sequence[object]) -> Refused:
    at = " ".join(words[place:])[:_SHOWN]
    return Refused(GameReason.NOT_A_PLAN, at=at, place=place + 1, expected=tuple(map(str, expected)))


def _first(words: Sequence[str], known: Mapping[str, Any]) -> Any:
    """Return the value of the one word that was typed."""
    if not words or words[0] not in known:
        raise _refused(words, 0, list(known))
    if len(words) > 1:
        raise _refused(words, 1, ["nothing more"])
    return known[words[0]]


def _repair(_view: RaceView, _ask: Ask, words: Sequence[str]) -> Answer:
    yes, no = asks.Repair(True), asks.Repair(False)
    answer: Answer = _first(words, {"yes": yes, "repair": yes, "no": no, "save": no})
    return answer


def _dice(words: Sequence[str], count: int) -> tuple[int, ...]:
    """Read dice by their numbers, with or without blanks between."""
    dice: set[int] = set()
    numbers = {str(die + 1): die for die in range(count)}
    for place, word in enumerate(words):
        for number in word:
            if number not in numbers:
                raise _refused(words, place, [*numbers, *_NO_DICE])
            dice.add(numbers[number])
    return tuple(sorted(dice))


def _one_die(words: Sequence[str], count: int) -> int:
    """Read the number of one die, before a face."""
    dice = _dice(words[:1], count)
    if len(dice) != 1:
        raise _refused(words, 0, [f"one die, such as 2 {words[1]}"])
    return dice[0]


def _reroll(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.ChooseReroll)
    if not words:
        raise _refused(words, 0, ["keep", "dice, such as 1 3"])
    return asks.Reroll(() if words[0] in _NO_DICE else _dice(words, len(question.dice)))


def _fortune(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.SpendFortune)
    if not words:
        raise _refused(words, 0, ["done", "a die and a face, such as 2 steer", "dice, such as 1 3"])
    if words[0] in _NO_DICE:
        return asks.FinishDice()
    if len(words) == 2 and words[1] in _faces():
        return asks.FortunaTurn(_one_die(words, len(question.dice)), _faces()[words[1]])
    return asks.FortunaReroll(_dice(words, len(question.dice)))


def _faces() -> dict[str, Face]:
    """Return the faces by their words for typing."""
    return {**{face: face for face in KINDS}, **{name: face for face, name in FACES.items()}}


def _attack(view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.ChooseAttack)
    rivals = rivals_by_word(view, ask.entry)
    known: dict[str, Answer] = {"end": asks.EndTurn(), "none": asks.EndTurn()}
    known |= {word: asks.ThrowJavelin(rival) for word, rival in rivals.items()}
    known |= {square.lower(): asks.DropCaltrop(Square(square)) for square in SPACES}
    shown = words[1:] if words[:1] in (["javelin"], ["caltrop"]) else words
    if not shown or shown[0] not in known:
        offered = [name for name, rival in rivals.items() if rival in question.javelins and not name.isdecimal()]
        raise _refused(shown, 0, [*offered, *question.caltrops, "end"])
    answer: Answer = _first(shown, known)
    return answer


def _board(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.ChooseBoard)
    answer: Answer = _first(words, {name: asks.TakeBoard(name) for name in question.free})
    return answer


def _slot(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.ChooseStart)
    answer: Answer = _first(words, {str(slot): asks.TakeSlot(slot) for slot in question.free})
    return answer


def _wishes(words: Sequence[str], known: Mapping[str, Any]) -> tuple[Any, ...]:
    if not words or list(words) == ["none"]:
        return ()
    for place, word in enumerate(words):
        if word not in known:
            raise _refused(words, place, list(known))
    return tuple(known[word] for word in words)


def _boards(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.WishBoards)
    return asks.BoardWishes(_wishes(words, {name: name for name in question.boards}))


def _slots(_view: RaceView, ask: Ask, words: Sequence[str]) -> Answer:
    question = asked(ask, asks.WishSlots)
    return asks.SlotWishes(_wishes(words, {str(slot): slot for slot in question.slots}))


def _ready(_view: RaceView, _ask: Ask, _words: Sequence[str]) -> Answer:
    return asks.Ready()


_READERS: Mapping[type[Any], Callable[[RaceView, Ask, Sequence[str]], Answer]] = {
    asks.WriteOrders: _ready,
    asks.ChooseRepair: _repair,
    asks.ChooseReroll: _reroll,
    asks.SpendFortune: _fortune,
    asks.ChooseAttack: _attack,
    asks.ChooseBoard: _board,
    asks.ChooseStart: _slot,
    asks.WishBoards: _boards,
    asks.WishSlots: _slots,
}
