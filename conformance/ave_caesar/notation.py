"""How answers of Ave Caesar are written in cases: a card, and where it leads."""

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, Runway, Space
from engine.questions import Answer, Ask


def read_answer(ask: Ask | None, text: str) -> Answer:
    """Return the answer that *text* is: ``4 to 11c``, ``2 by 11b 12N`` with the whole path, or ``default``.

    ``4 to 11c`` takes the first legal path there; without one, the path that comes nearest to being legal, so that a
    refusal can name its fault.

    :raises ValueError: if it is no answer of Ave Caesar, or there is no open question.
    """
    if ask is None or not isinstance(ask.question, PlayCard):
        raise ValueError(f"nothing is asked, so {text!r} answers nothing")
    words = text.split()
    if words == ["default"]:
        return ask.default
    if len(words) < 3 or not words[0].isdecimal() or words[1] not in ("to", "by"):
        raise ValueError(f"{text!r} is not an answer; docs/cases.md lists how they are written")
    card, spaces = int(words[0]), [_space(ask.question.runway, word) for word in words[2:]]
    if words[1] == "by":
        return Play(card, tuple(spaces))
    if len(spaces) > 1:
        raise ValueError(f"{text!r}: one space stands behind 'to', a whole path behind 'by'")
    return _play_to(ask.question, card, spaces[0])


def _space(way: Runway, word: str) -> Space:
    if word != FINISH and word not in way.front:
        raise ValueError(f"there is no space {word!r} on the {way.name} course")
    return Space(word)


def _play_to(question: PlayCard, card: int, to: Space) -> Play:
    if to in question.ends(card):
        return question.first_play(card, to)
    return Play(card, _bold_path(question, card, to))


def _bold_path(question: PlayCard, card: int, to: Space) -> tuple[Space, ...]:
    """Return a path of as many steps over all in the way, or else the shortest one."""
    way = question.runway
    layer: dict[Space, tuple[Space, ...]] = {question.space: ()}
    shortest: tuple[Space, ...] | None = None
    for steps in range(1, len(way.spaces) + 1):
        layer = {on: (*path, on) for space, path in layer.items() for on in way.ahead[space]}
        if to in layer:
            shortest = shortest or layer[to]
            if steps >= card:
                break
    return layer[to] if to in layer and len(layer[to]) == card else shortest or (to,)
