"""The notation in which a play is written: the card, and where it leads if there is a choice.

``5`` plays a five the way that wastes least; ``5 11c`` ends it there; ``5 11b 12N 06b1`` names spaces to go through as
well, the last one being the end. Over the last line the end is ``finish``. Case, spaces, commas and strokes are free.
"""

import re
from collections.abc import Sequence

from engine.ave_caesar.asks import Play, PlayCard
from engine.ave_caesar.choice import default_play
from engine.ave_caesar.courses import FINISH, Space
from engine.ave_caesar.facts import CardPlayed
from engine.ave_caesar.views import RaceView
from engine.facts import Fact
from engine.questions import Answer, Ask
from engine.refusals import not_a_plan
from records.values import EntryId

_TOKEN = re.compile(r"[a-z0-9]+|\S")
_SEPARATORS = "/,;->"


def read_plan(view: RaceView, ask: Ask, text: str) -> tuple[Answer, ...]:
    """Read one play in the notation.

    :raises Refused: as :func:`engine.refusals.not_a_plan` says.
    """
    del view  # the question holds all that is needed
    question = ask.question
    assert isinstance(question, PlayCard)
    words = [word for word in _TOKEN.findall(text.lower()) if word not in _SEPARATORS]
    card = words[0] if words else ""
    if card not in [str(each) for each in question.cards]:
        raise not_a_plan(card, 1, [str(each) for each in question.cards])
    return (_read_way(question, int(card), words[1:]),)


def _read_way(question: PlayCard, card: int, words: Sequence[str]) -> Play:
    """Return the first play of a card that goes through all spaces named and ends at the last one."""
    if not words:
        return default_play(question.only(card))
    plays = [play for play in question.plays if play.card == card]
    named: list[Space] = []
    for place, word in enumerate(words, start=2):
        known = {space.lower(): space for play in plays for space in play.path}
        if word not in known:
            raise not_a_plan(word, place, sorted(known))
        named.append(known[word])
        plays = [play for play in plays if _goes_through(play, named)]
    plays = [play for play in plays if play.to == named[-1]]
    if not plays:
        raise not_a_plan("", len(words) + 2, [space.lower() for space in question.ends(card)])
    return plays[0]


def _goes_through(play: Play, named: Sequence[Space]) -> bool:
    """Tell whether a path enters these spaces, in this order."""
    onward = iter(play.path)
    return all(space in onward for space in named)


def write_plan(play: Play) -> str:
    """Write a play down in the notation, with its whole path; :func:`read_plan` reads the same play back."""
    return " ".join([str(play.card), *("finish" if space == FINISH else space for space in play.path)])


def is_unforeseen(facts: Sequence[Fact], entry: EntryId) -> bool:
    """Tell whether another chariot has moved: a play that was planned before may not fit any more."""
    return any(isinstance(fact, CardPlayed) and fact.entry != entry for fact in facts)
