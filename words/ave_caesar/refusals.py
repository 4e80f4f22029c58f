"""Refusals of Ave Caesar as sentences."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.ave_caesar.reasons import CaesarReason
from records.values import EntryId
from words.refusals import refusal_from
from words.shared.telling import called, joined

Names = Mapping[EntryId, str]
Values = Mapping[str, Any]


def _six(values: Values, names: Names) -> str:
    leaders = [called(names, entry) for entry in values["leaders"]]
    return f"A leader may not play a 6 ({joined(leaders)}). Play another card; without one you miss the turn."


def _taken(values: Values, names: Names) -> str:
    by = values["by"]
    whose = f" by {called(names, by)}" if by is not None else ""
    return f"Space {values['space']} is taken{whose}, and nobody jumps. Choose another way or another card."


def _no_way(values: Values, _names: Names) -> str:
    taken = _spaces(values["taken"])
    in_the_way = f"; taken near you: {taken}" if taken else ""
    return f"No free way is exactly {_steps(values['card'])} long{in_the_way}. Play another card."


def _spaces(spaces: Iterable[str]) -> str:
    return ", ".join(spaces)


def _steps(number: int) -> str:
    return f"{number} {'step' if number == 1 else 'steps'}"


SENTENCES: Mapping[CaesarReason, Callable[[Values, Names], str]] = {
    CaesarReason.NO_SUCH_CARD: lambda v, _: (
        f"You hold no {v['card']}. Play one of your cards: {', '.join(map(str, v['hand']))}."
    ),
    CaesarReason.SIX_FOR_LEADER: _six,
    CaesarReason.NO_WAY: _no_way,
    CaesarReason.COIN_FIRST: lambda v, _: (
        f"A {v['card']} would take you past the alley on lap 2 with the tribute unpaid. "
        "Play a card that stops in the alley or before it."
    ),
    CaesarReason.WRONG_LENGTH: lambda v, _: (
        f"That way is {_steps(v['have'])} long, and the card is a {v['need']}. Name a way of exactly {v['need']}."
    ),
    CaesarReason.NO_STEP: lambda v, _: (
        f"No step leads from {v['start']} to {v['to']}: there is a wall, or it is not the next space. "
        "Choose another way."
    ),
    CaesarReason.SPACE_TAKEN: _taken,
}

refusal = refusal_from(SENTENCES)
