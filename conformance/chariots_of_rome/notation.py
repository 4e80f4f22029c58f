"""How answers of Chariots of Rome are written in cases."""

from collections.abc import Callable, Mapping, Sequence

from conformance.converting import answer_from, codes, entry_named, one_code, one_word
from engine.chariots_of_rome.position.silence import gifts
from engine.chariots_of_rome.words import answers
from engine.chariots_of_rome.words.questions import ChooseAttack, ChooseDefense, ChooseHardDriving, ChooseLoss
from engine.questions import Answer, Ask, Question
from records.values import EntryId, Square

Names = Mapping[EntryId, str]


def read_answer(ask: Ask | None, text: str, names: Names) -> Answer:
    """Return the answer that *text* is, such as ``go S2.1.7``, ``level 3``, ``whip red`` or ``defend 2``.

    Spaces are written with dots: a slash stands between answers.

    :raises ValueError: if it is no answer of Chariots of Rome, or there is no open question.
    """
    return answer_from(ask, text, lambda words: _read(words, names))


def _read(words: Sequence[str], names: Names) -> Answer | None:
    reader = _READERS.get(words[0])
    return None if reader is None else reader(words[1:], names)


def passed_over(ask: Ask | None, text: str) -> Answer | None:
    """Return the answer that says no, where *text* answers a later question: no Attack, no Hard Driving."""
    words = text.split()
    silent = None if ask is None or words == ["default"] else _SILENT.get(type(ask.question))
    return None if silent is None or words[:1] in ([word] for word in silent[0]) else silent[1]


_SILENT: Mapping[type[Question], tuple[Sequence[str], Answer]] = {
    ChooseAttack: (("whip", "ram", "pass"), answers.NoAttack()),
    ChooseHardDriving: (("hard",), answers.DriveHard(None)),
    ChooseDefense: (("defend",), answers.Defend(0)),
    ChooseLoss: (("lose",), answers.Lose("endurance")),
}
"""By question: the first words of answers to it, and the answer if something else is answered."""


def _number(words: Sequence[str]) -> int:
    if len(words) != 1 or not words[0].lstrip("-").isdecimal():
        raise ValueError(f"a number is wanted, not {' '.join(words)!r}")
    return int(words[0])


def _space(word: str) -> Square:
    return Square(word.replace(".", "/"))


def _yes(words: Sequence[str]) -> bool:
    if list(words) not in (["yes"], ["no"]):
        raise ValueError("yes or no is wanted")
    return list(words) == ["yes"]


def _hard(words: Sequence[str], _names: Names) -> answers.DriveHard:
    word = one_code(words)
    return answers.DriveHard(None if word == "no" else word)


def _card(words: Sequence[str], names: Names) -> answers.MoveCard | answers.LeaveCards:
    if list(words) == ["stay"]:
        return answers.LeaveCards()
    return answers.MoveCard(entry_named(words[0], names), _number(words[1:]))


_READERS: Mapping[str, Callable[[Sequence[str], Names], Answer]] = {
    "ready": lambda _, __: answers.Ready(),
    "redraw": lambda words, _: answers.RedrawWish(words[0] == "yes", words[1] == "yes"),
    "take": lambda words, _: answers.TakeCharioteer(one_code(words)),
    "wishes": lambda words, _: answers.CharioteerWishes(codes(words)),
    "gate": lambda words, _: answers.TakeGate(one_word(words)),
    "gates": lambda words, _: answers.GateWishes(tuple(words)),
    "card": _card,
    "benefit": lambda words, _: answers.TakeBenefit(one_code(words)),
    "use": lambda words, _: answers.Use(_yes(words)),
    "debris": lambda words, _: answers.PlaceDebris(_space(one_word(words))),
    "level": lambda words, _: answers.ChooseLevel(_number(words)),
    "gifts": lambda words, _: gifts(*codes((words[0], words[1]))),
    "hard": _hard,
    "number": lambda words, _: answers.NameNumber(_number(words)),
    "roll": lambda words, _: answers.KeepRoll(_number(words)),
    "go": lambda words, _: answers.Step(tuple(map(_space, words))),
    "whip": lambda words, names: answers.Attack("whip", entry_named(" ".join(words), names)),
    "ram": lambda words, names: answers.Attack("ram", entry_named(" ".join(words), names)),
    "pass": lambda _, __: answers.NoAttack(),
    "defend": lambda words, _: answers.Defend(_number(words)),
    "lose": lambda words, _: answers.Lose(one_code(words)),
}
"""By the first word."""
