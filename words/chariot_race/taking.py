"""A player's answers, in the words after "Taken for Red: "."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.chariot_race import asks
from engine.chariot_race.views import RaceView
from engine.questions import Answer
from words.chariot_race.dicing import dice_words
from words.chariot_race.drafting import slot_name
from words.chariot_race.terms import FACES, numbers
from words.shared.telling import joined
from words.shared.words import Names


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answers in words: ``keep all dice, drive 7``."""
    names = {each.entry: f"{each.entry} {each.colour}" for each in view.chariots}
    said = [_TAKEN[type(answer)](answer, names) for answer in answers]
    return ", ".join(each for each in said if each) or "the dice stay"


def kept(answer: Answer, names: Names) -> str:
    """Return an answer in words, without the race as it was.

    >>> kept(asks.FinishDice(), {})
    'the dice stay'
    """
    return _TAKEN[type(answer)](answer, names) or "the dice stay"


def _drive(answer: asks.Move, _names: Names) -> str:
    changes = {"I": "inward", "O": "outward"}
    ways = [changes[letter] for letter in answer.path if letter in changes]
    aside = f", changing {joined(ways)}" if ways else ""
    return f"drive {len(answer.path)}{aside}" if answer.path else "stand still"


def _throw(answer: asks.ThrowJavelin, names: Names) -> str:
    return f"a javelin at {names[answer.rival]}"


_TAKEN: Mapping[type[Answer], Callable[[Any, Names], str]] = {
    asks.TakeBoard: lambda a, _: f"the {a.board} board",
    asks.TakeSlot: lambda a, _: f"slot {slot_name(a.slot)}",
    asks.BoardWishes: lambda a, _: f"boards {', '.join(a.boards)}" if a.boards else "no wishes",
    asks.SlotWishes: lambda a, _: f"slots {', '.join(map(str, a.slots))}" if a.slots else "no wishes",
    asks.Ready: lambda _a, _: "your order",
    asks.Repair: lambda a, _: "a repair" if a.use else "fate saved",
    asks.Reroll: lambda a, _: dice_words(a.dice),
    asks.FortunaReroll: lambda a, _: f"roll {numbers(a.dice)} again for fate",
    asks.FortunaTurn: lambda a, _: f"turn die {a.die + 1} to {FACES[a.face]}",
    asks.FinishDice: lambda _a, _: "",
    asks.Move: _drive,
    asks.DropCaltrop: lambda a, _: f"a caltrop on {a.square}",
    asks.ThrowJavelin: _throw,
    asks.EndTurn: lambda _a, _: "the turn ends",
}
