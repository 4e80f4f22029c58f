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


def taken(view: RaceView, answers: Sequence[Answer]) -> str:
    """Return a player's own answers in words: ``keep all dice, drive 7``."""
    said = [_TAKEN[type(answer)](view, answer) for answer in answers]
    return ", ".join(each for each in said if each) or "the dice stay"


def _drive(_view: RaceView, answer: asks.Move) -> str:
    changes = {"I": "inward", "O": "outward"}
    ways = [changes[letter] for letter in answer.path if letter in changes]
    aside = f", changing {joined(ways)}" if ways else ""
    return f"drive {len(answer.path)}{aside}" if answer.path else "stand still"


def _throw(view: RaceView, answer: asks.ThrowJavelin) -> str:
    return f"a javelin at {answer.rival} {view.chariot(answer.rival).colour}"


_TAKEN: Mapping[type[Answer], Callable[[RaceView, Any], str]] = {
    asks.TakeBoard: lambda _, a: f"the {a.board} board",
    asks.TakeSlot: lambda _, a: f"slot {slot_name(a.slot)}",
    asks.BoardWishes: lambda _, a: f"boards {', '.join(a.boards)}" if a.boards else "no wishes",
    asks.SlotWishes: lambda _, a: f"slots {', '.join(map(str, a.slots))}" if a.slots else "no wishes",
    asks.Ready: lambda _, _a: "your order",
    asks.Repair: lambda _, a: "a repair" if a.use else "fate saved",
    asks.Reroll: lambda _, a: dice_words(a.dice),
    asks.FortunaReroll: lambda _, a: f"roll {numbers(a.dice)} again for fate",
    asks.FortunaTurn: lambda _, a: f"turn die {a.die + 1} to {FACES[a.face]}",
    asks.FinishDice: lambda _, _a: "",
    asks.Move: _drive,
    asks.DropCaltrop: lambda _, a: f"a caltrop on {a.square}",
    asks.ThrowJavelin: _throw,
    asks.EndTurn: lambda _, _a: "the turn ends",
}
