"""Plays driven to their end by whoever answers for the players: races between house drivers, and rehearsals."""

from collections.abc import Callable
from typing import Any

from engine.game import Answer, Ask, AskAll, Play
from records.values import EntryId


def _never() -> bool:
    return False


def play_through(
    play: Play[None], answer: Callable[[Ask | AskAll], Any], *, until: Callable[[], bool] = _never
) -> None:
    """Play to the end, or until enough was seen.

    :param answer: gives what the play is sent for what it asks; :func:`answers` for each question by itself.
    :param until: whether enough was seen; looked at each time that something is asked, before it is answered.
    """
    sent: Any = None
    while True:
        try:
            asked = play.send(sent)
        except StopIteration:
            return
        if until():
            return
        sent = answer(asked)


def answers(asked: Ask | AskAll, answer: Callable[[Ask], Answer]) -> Answer | dict[EntryId, Answer]:
    """Return what a play is sent for what it asks, with each question answered by itself."""
    if isinstance(asked, AskAll):
        return {ask.entry: answer(ask) for ask in asked.asks}
    return answer(asked)
