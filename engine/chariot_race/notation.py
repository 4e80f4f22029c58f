"""The notation in which a move is written: the use of plusminus faces, and the way (8.1, 8.2).

``F3 I F2`` drives three spaces, changes inward and drives two more; ``FFFIFF`` is the same. A ``+`` or ``-`` before it
for each plusminus face says how it counts; without them the speed is as long as the way.
"""

import re
from collections.abc import Sequence

from engine.chariot_race.asks import Move, PlanMove
from engine.chariot_race.facts import DiceFell
from engine.chariot_race.track import STEPS
from engine.chariot_race.views import RaceView
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.refusals import not_a_plan
from records.values import EntryId

_TOKEN = re.compile(r"[fio]\d*|[+-]|\S+")
_SEPARATORS = "/,;>"


def read_plan(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read one move in the notation.

    :raises Refused: as :func:`engine.refusals.not_a_plan` says.
    """
    del view  # the question holds all that is needed
    question = ask.question
    if not isinstance(question, PlanMove):
        raise not_a_plan(text, 1, ())
    words = [word for word in _TOKEN.findall(text.lower()) if word not in _SEPARATORS]
    path, signs = "", ""
    for place, word in enumerate(words, start=1):
        letter, count = word[0].upper(), word[1:] or "1"
        if word in "+-" and not path:
            signs += word
        elif letter in STEPS and count.isdecimal() and int(count) <= question.speed_max:
            path += letter * int(count)
        else:
            raise not_a_plan(word, place, ("F", "I", "O", "+", "-"))
    return (_move(question, signs, path, len(words)),)


def _move(question: PlanMove, signs: str, path: str, words: int) -> Move:
    """Return the move with these signs; without any, the one whose speed the way has."""
    if signs:
        if len(signs) != question.plusminus:
            raise not_a_plan(signs, 1, ("+" * question.plusminus,))
        return Move(signs.count("+"), path)
    speeds = question.speeds()
    if len(path) not in speeds:
        raise not_a_plan("", words + 1, tuple(f"{speed} steps" for speed in speeds))
    return Move(speeds[len(path)], path)


def write_plan(question: PlanMove, move: Move) -> str:
    """Write a move down in the notation; :func:`read_plan` reads the same move back."""
    signs = "+" * move.plus + "-" * (question.plusminus - move.plus)
    return " ".join([*signs, *(_run(run.group()) for run in re.finditer(r"F+|I|O", move.path))])


def _run(letters: str) -> str:
    return letters[0] if len(letters) == 1 else f"{letters[0]}{len(letters)}"


def is_unforeseen(facts: Sequence[Fact], entry: EntryId) -> bool:
    """Tell whether dice have fallen: a move that was planned before may not fit any more."""
    return any(isinstance(fact, DiceFell) and fact.entry == entry for fact in facts)
