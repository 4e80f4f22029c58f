"""Plays as short codes for buttons, and as players type them."""

import re

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.courses import FINISH, Space
from engine.ave_caesar.notation import read_plan
from engine.ave_caesar.refusals import why_not
from engine.ave_caesar.views import RaceView
from engine.questions import Answer, Ask
from engine.refusals import GameReason
from records.refusals import Refused

_SPACE = r"(?:[0-9]{2}[a-f][0-9]?|[0-9]{2}n|a[0-9]|finish)"
_FORM = re.compile(rf"p([1-6])((?:-{_SPACE}){{1,6}}(?:-finish)?)")
_CAPITAL = re.compile(r"[0-9]{2}n|a[0-9]")  # bottlenecks and the alley are written with one


def pack(play: Play) -> str:
    """Return a play as a code of [a-z0-9-]: the card, and the whole path; :func:`unpack` is the way back.

    >>> pack(Play(3, (Space("11b"), Space("12N"), Space("13b1"))))
    'p3-11b-12n-13b1'
    """
    return "-".join([f"p{play.card}", *(space.lower() for space in play.path)])


def unpack(code: str) -> tuple[Answer, ...]:
    """Return the play of a code.

    :raises Refused: if it is none: a button of another version, or made up.
    """
    match = _FORM.fullmatch(code)
    if match is None:
        raise Refused(GameReason.NOT_A_PLAN, at=code, place=1, expected="a button of this message")
    return (Play(int(match[1]), tuple(_space(name) for name in match[2].split("-")[1:])),)


def _space(name: str) -> Space:
    if name == FINISH.lower():
        return FINISH
    return Space(name.upper() if _CAPITAL.fullmatch(name) else name)


def read(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read the card that a player typed, and where it leads if there is a choice.

    :raises Refused: if it cannot be read; or, of a card of their hand that cannot be played, why.
    """
    question = ask.question
    assert isinstance(question, PlayCard)
    first = re.match(r"\s*([1-6])(?![0-9])", text)
    if first is not None and (refused := why_not(view, ask, int(first[1]))) is not None:
        raise refused
    return read_plan(view, ask, text)
